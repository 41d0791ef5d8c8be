import Documents
import Harness
import Parts
import Services

/// A parameter with alternative values.
struct TurnedParameter: Sendable {
  var name: String
  var others: [String]

  /// A part's parameters, with the alternative values of their declarations.
  static func of(_ rows: [ParameterRow]) -> [TurnedParameter] {
    rows.map { TurnedParameter(name: $0.name, others: $0.others) }
  }

  /// The world's parameters: switches inverted, numbers doubled and halved, and the ends of their ranges.
  static var ofTheWorld: [TurnedParameter] {
    ParameterTable.rows.filter { $0[1] == "world" }.map { row in
      TurnedParameter(name: row[0], others: others(than: row[2], of: row[0]) + bounds(in: row[4]))
    }
  }

  /// Alternative values of words and lists, by parameter.
  private static let words = [
    "signals.beacons.address": ["rotating", "hidden"],
    "signals.beacons.profile": ["low_power", "low_latency"],
    "signals.cell.network": ["1", "7"],
    "signals.gnss.clock_step": ["1 ms"],
    "signals.gnss.constellations": ["[gps]"],
    "signals.gnss.correlator_spacing": ["0.1", "1"],
    "signals.gnss.receiver": ["geodetic", "module"],
    "signals.ephemeris": ["[]"],
    "signals.gnss.start": ["cold", "hot"],
    "signals.motion.field.year": ["2021"],
    "signals.wifi.removed_monthly": ["0.5", "1"],
  ]

  private static func others(than value: String, of name: String) -> [String] {
    if let others = words[name] { return others }
    if value == "true" { return ["false"] }
    if value == "false" { return ["true"] }
    let words = value.split(separator: " ", maxSplits: 1)
    guard let number = words.first.flatMap({ Double($0) }), number != 0 else { return [] }
    let unit = words.count > 1 ? " \(words[1])" : ""
    return ["\(number * 2)\(unit)", "\(number / 2)\(unit)"]
  }

  /// The bounds in a description, such as "At least 0 m and at most 100 m".
  private static func bounds(in meaning: String) -> [String] {
    let words = meaning.split(separator: " ").map { $0.hasSuffix(".") ? $0.dropLast() : $0 }
    return words.indices.dropLast().filter { ["least", "most"].contains(words[$0]) }.map { index in
      let value = words[(index + 1)...].prefix { $0 != "and" }
      return value.joined(separator: " ")
    }
  }
}

/// The parameters of one part, and the trials that exercise it, quick ones first.
struct ParameterGroup: Sendable {
  var name: String
  var part: String
  var trials: [String]
  var parameters: [TurnedParameter]
  /// True if sensor data are compared as well.
  var senses = false

  init(
    _ name: String, _ part: String, trials: [String], parameters: [TurnedParameter],
    senses: Bool = false
  ) {
    (self.name, self.part, self.trials, self.parameters) = (name, part, trials, parameters)
    self.senses = senses
  }

  private init(_ slot: PartSlot, _ part: String, _ trials: [String]) {
    let kind = PartCatalogue.reference.kind(slot, part)
    self.init(
      "stack.\(slot.rawValue)", part, trials: trials,
      parameters: TurnedParameter.of(
        kind?.alternative.defaults.parameterRows(prefix: "stack.\(slot.rawValue).") ?? []))
  }

  private static let towns = [
    "canyon-walk; duration=1 min",
    "canyon-walk; duration=4 min", "tile-roaming", "restaurant-finder", "check-in", "commute-day",
  ]
  private static let streets = [
    "canyon-walk; duration=1 min", "canyon-drive; duration=2 min", "canyon-walk; duration=4 min",
    "canyon-drive; duration=6 min", "city-run; duration=8 min",
    "canyon-walk; duration=12 min", "commute-day",
  ]
  private static let moves = [
    "runner-into-car; duration=4 min", "pace-ladder", "office-floors", "runner-into-car",
    "canyon-walk; duration=4 min",
    "bus-wheel-well", "day-in-life", "commute-day",
    // With stairs, and apps that receive step events.
    "museum-visit; duration=4 min", "museum-visit", "week-of-days; duration=48 h",
    "cycle-commute", "city-run", "commute-day; seed=2",
  ]
  private static let indoors = [
    "museum-visit; duration=2 min", "casino-drink; duration=5 min", "museum-visit",
    "airport-to-gate", "casino-drink",
    // Little Wi-Fi reception, so that satellites and dead reckoning matter.
    "hospital-visit; signals.wifi=off",
    // Phones without barometer or motion sensors, one that is offline for a while, and one that reboots.
    "museum-visit; signals.barometer=off", "museum-visit; signals.motion=off",
    "museum-visit; agents.visitor.device=wifi-player",
    "museum-visit; agents.visitor.phone=[{at: 4 min, user: airplaneModeOn}, {at: 9 min, user: airplaneModeOff}]",
    "museum-visit; agents.visitor.phone=[{at: 9 min, reboot: 60 s}]",
    // Variants of the visit: a parameter without effect under one seed may have one under another.
    "museum-visit; seed=1; signals.barometer=off", "museum-visit; seed=1; duration=4 min",
    "museum-visit; seed=1; agents.visitor.phone=[{at: 9 min, reboot: 60 s}]",
    "office-floors; seed=2",
    // A survey with the magnetic field.
    "museum-visit; stack.locator.note_field=true",
  ]
  static let apps = [
    "authorization-day", "reminder-geofence", "beacon-flapping", "museum-exhibits",
    "gallery-entrances", "journal-day", "deferred-run", "find-the-gate", "forgot-to-stop",
    "pause-never-resumes", "freeway-dinner-stop", "beacon-phone", "tile-roaming", "city-run",
    "desk-hour", "restaurant-finder", "check-in", "find-the-gate; seed=1",
  ]
  static let senders = [
    "corridor", "museum-visit; duration=4 min", "canyon-walk; duration=2 min",
    "canyon-drive; duration=3 min", "office-floors", "tile-roaming", "train-ride", "cycle-commute",
    "airport-to-gate; duration=5 min",
    // A weather front, sensors out of range, weak batteries, a crowd.
    "corridor; seed=3",
    "museum-visit; duration=4 min; signals.motion.accelerometer.size=1000",
    "museum-visit; duration=4 min; signals.motion.gyroscope.size=1000",
    "museum-visit; duration=4 min; signals.motion.magnetometer.size=1000",
    "museum-visit; duration=4 min; signals.beacons.battery_age=3000 h",
    "museum-visit; duration=4 min; signals.wifi.crowd=1 /m²",
  ]

  /// All parts with their parameters.
  static var all: [ParameterGroup] {
    [
      ParameterGroup(
        "stack.services", "reference", trials: apps,
        parameters: TurnedParameter.of(
          ServicesParameters().parameterRows(prefix: "stack.services."))),
      ParameterGroup(.cell, "neighbours", towns),
      ParameterGroup(.wifi, "tiles", towns),
      ParameterGroup(.wifi, "areas", towns.map { $0 + "; stack.wifi={use: areas}" }),
      ParameterGroup(.fusion, "filter", ["corridor"] + towns),
      ParameterGroup(.roads, "matcher", ["canyon-drive", "cycle-commute", "commute-day"]),
      ParameterGroup(.locator, "strongest-beacon", ["corridor", "office-floors"]),
      ParameterGroup(.locator, "radio-map", indoors),
      ParameterGroup(
        .locator, "fingerprints",
        ["museum-visit; duration=4 min; stack.locator={use: fingerprints}"]),
      ParameterGroup(.steps, "gait", moves),
      ParameterGroup(.steps, "peaks", ["corridor; stack.steps={use: peaks}"]),
      ParameterGroup(.activity, "network", moves),
      ParameterGroup(
        .satellites, "single-point", streets.map { $0 + "; stack.satellites={use: single-point}" }),
      ParameterGroup(.satellites, "filter", streets),
    ] + services + world
  }
}
