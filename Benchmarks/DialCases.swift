import Documents
import Harness
import Parts
import Services

/// A dial, and what it is turned to.
struct TurnedDial: Sendable {
  var name: String
  var others: [String]

  /// A part's dials, with the values their declarations hold out.
  static func of(_ rows: [DialRow]) -> [TurnedDial] {
    rows.map { TurnedDial(name: $0.name, others: $0.others) }
  }

  /// The world's dials: switches the other way, numbers doubled and halved, and the ends of their ranges.
  static var ofTheWorld: [TurnedDial] {
    DialTable.rows.filter { $0[1] == "world" }.map { row in
      TurnedDial(name: row[0], others: others(than: row[2]) + bounds(in: row[4]))
    }
  }

  private static func others(than value: String) -> [String] {
    if value == "true" { return ["false"] }
    if value == "false" { return ["true"] }
    let words = value.split(separator: " ", maxSplits: 1)
    guard let number = words.first.flatMap({ Double($0) }), number != 0 else { return [] }
    let unit = words.count > 1 ? " \(words[1])" : ""
    return ["\(number * 2)\(unit)", "\(number / 2)\(unit)"]
  }

  /// What a meaning such as "… At least 0 m and at most 100 m." allows.
  private static func bounds(in meaning: String) -> [String] {
    let words = meaning.split(separator: " ").map { $0.hasSuffix(".") ? $0.dropLast() : $0 }
    return words.indices.dropLast().filter { ["least", "most"].contains(words[$0]) }.map { index in
      let value = words[(index + 1)...].prefix { $0 != "and" }
      return value.joined(separator: " ")
    }
  }
}

/// The dials of one part, and the trials that exercise it, quick ones first.
struct DialGroup: Sendable {
  var name: String
  var part: String
  var trials: [String]
  var dials: [TurnedDial]
  /// Whether what devices sense counts.
  var senses = false

  private init(_ name: String, _ part: String, _ trials: [String], _ dials: [TurnedDial]) {
    (self.name, self.part, self.trials, self.dials) = (name, part, trials, dials)
  }

  private init(_ slot: PartSlot, _ part: String, _ trials: [String]) {
    let kind = PartCatalogue.reference.kind(slot, part)
    self.init(
      "stack.\(slot.rawValue)", part, trials,
      TurnedDial.of(kind?.alternative.defaults.dialRows(prefix: "stack.\(slot.rawValue).") ?? []))
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
    // With stairs, and footfalls that somebody listens to.
    "museum-visit; duration=4 min", "museum-visit", "week-of-days; duration=48 h",
    "cycle-commute", "city-run",
  ]
  private static let indoors = [
    "museum-visit; duration=2 min", "casino-drink; duration=5 min", "museum-visit",
    "airport-to-gate", "casino-drink",
    // Little is heard, so that satellites and the way itself have to tell.
    "hospital-visit; signals.wifi=off",
    // A phone without a gyroscope's, barometer's or accelerometer's help, one that is lost, and one that wakes.
    "museum-visit; signals.barometer=off", "museum-visit; signals.motion=off",
    "museum-visit; agents.visitor.device=wifi-player",
    "museum-visit; agents.visitor.phone=[{at: 4 min, user: airplaneModeOn}, {at: 9 min, user: airplaneModeOff}]",
    "museum-visit; agents.visitor.phone=[{at: 9 min, reboot: 60 s}]",
  ]
  private static let apps = [
    "authorization-day", "reminder-geofence", "beacon-flapping", "museum-exhibits",
    "gallery-entrances", "journal-day", "deferred-run", "find-the-gate", "forgot-to-stop",
    "pause-never-resumes", "freeway-dinner-stop", "beacon-phone", "tile-roaming", "city-run",
    "desk-hour", "restaurant-finder", "check-in",
  ]
  private static let senders = [
    "corridor", "museum-visit; duration=4 min", "canyon-walk; duration=2 min",
    "canyon-drive; duration=3 min", "office-floors", "tile-roaming", "train-ride", "cycle-commute",
    "airport-to-gate; duration=5 min",
  ]

  /// Every part with its dials.
  static var all: [DialGroup] {
    var world = DialGroup("signals", "world", senders, TurnedDial.ofTheWorld)
    world.senses = true
    return [
      DialGroup(
        "stack.services", "reference", apps,
        TurnedDial.of(ServicesDials().dialRows(prefix: "stack.services."))),
      DialGroup(.cell, "neighbours", towns),
      DialGroup(.wifi, "tiles", towns),
      DialGroup(.wifi, "areas", towns.map { $0 + "; stack.wifi={use: areas}" }),
      DialGroup(.fusion, "filter", ["corridor"] + towns),
      DialGroup(.roads, "matcher", ["canyon-drive", "cycle-commute", "commute-day"]),
      DialGroup(.locator, "strongest-beacon", ["corridor", "office-floors"]),
      DialGroup(.locator, "radio-map", indoors),
      DialGroup(.steps, "gait", moves),
      DialGroup(.steps, "peaks", ["corridor; stack.steps={use: peaks}"]),
      DialGroup(.activity, "network", moves),
      DialGroup(
        .satellites, "single-point", streets.map { $0 + "; stack.satellites={use: single-point}" }),
      DialGroup(.satellites, "filter", streets),
      DialGroup(
        "constants", "services", apps,
        TurnedDial.of(ServiceConstants().dialRows(prefix: "constants."))),
      world,
    ]
  }
}
