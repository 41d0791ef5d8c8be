import Documents
import Glibc
import Harness
import Kernel
import Parts
import Scenarios
import Scoring
import Services

/// Turns every dial of the stack, one after the other, and looks whether a run comes out otherwise.
///
/// A dial is tried with up to three other values in each of the scenarios that exercise its part, until
/// something that was told, decided or used changes. The table says where it did; `reasons`, a CSV of
/// `dial,reason`, says why some can't in these scenarios.
///
/// - Parameter arguments: `[--only TEXT] [--csv FILE] [--reasons FILE]`.
/// - Returns: How to exit: 4 if a dial without a reason changed nothing.
func runDials(_ arguments: [String]) -> Int32 {
  var options: [String: String] = [:]
  var rest = arguments[...]
  while let name = rest.popFirst() {
    guard ["--only", "--csv", "--reasons"].contains(name), let value = rest.popFirst() else {
      print("usage: benchmarks dials [--only TEXT] [--csv FILE] [--reasons FILE]")
      return 2
    }
    options[name] = value
  }
  do {
    let reasons = try readReasons(options["--reasons"] ?? "results/dial_reasons.csv")
    let report = try DialReport(only: options["--only"] ?? "", reasons: reasons)
    if let path = options["--csv"] { try report.write(path) }
    print(
      "\(report.rows.count) dials, \(report.liveCount) change a run, \(report.silent.count) do not")
    for row in report.silent { print("no effect, no reason: \(row.dial) (\(row.part))") }
    return report.silent.isEmpty ? 0 : 4
  } catch {
    print("benchmarks: \(error)")
    return 1
  }
}

/// Why dials can't change anything in the scenarios at hand, by the dial's name.
private func readReasons(_ path: String) throws -> [String: String] {
  guard let bytes = try? readFile(path, limit: 1 << 22) else { return [:] }
  var reader = try CSVReader(bytes: bytes, file: path)
  var reasons: [String: String] = [:]
  while try reader.nextRow() { reasons[reader.text(at: 0)] = reader.text(at: 1) }
  return reasons
}

/// What became of each dial.
private struct DialReport {
  struct Row: Sendable {
    var dial: String
    var part: String
    /// The value that changed something, and in which scenario; nil if none did.
    var proof: (value: String, scenario: String)?
    var reason = ""
  }

  private(set) var rows: [Row] = []

  var liveCount: Int { rows.filter { $0.proof != nil }.count }
  var silent: [Row] { rows.filter { $0.proof == nil && $0.reason.isEmpty } }

  init(only: String, reasons: [String: String]) throws {
    let jobs = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    for (name, part, cases, dials) in DialCase.groups
    where name.contains(only) || only.hasPrefix(name) || only.isEmpty {
      let prepared = try parallelMap(cases, jobs: jobs) { try PreparedCase($0) }
      let wanted = dials.filter { only.isEmpty || $0.name.contains(only) || name.contains(only) }
      let tried = try parallelMap(wanted, jobs: jobs) { dial in
        var row = Row(dial: dial.name, part: part)
        row.proof = prepared.lazy.compactMap { $0.proof(of: dial) }.first
        if row.proof == nil { row.reason = reasons[dial.name] ?? "" }
        return row
      }
      rows += tried
      let live = tried.filter { $0.proof != nil }.count
      print("\(name) \(part): \(live) of \(tried.count)")
      fflush(nil)
    }
  }

  func write(_ path: String) throws {
    var csv = CSVWriter(columns: ["dial", "part", "value", "scenario", "reason"])
    for row in rows {
      csv.field(row.dial)
      csv.field(row.part)
      csv.field(row.proof?.value ?? "")
      csv.field(row.proof?.scenario ?? "")
      csv.field(row.reason)
      csv.endRow()
    }
    let file = try OutputFile(path: path)
    try file.write(csv.bytes)
    try file.finish()
  }
}

/// A scenario in which a part is at work, cut to a length that shows it.
struct DialCase: Sendable {
  var scenario: String
  var settings: [String] = []

  init(_ scenario: String, _ settings: String...) {
    (self.scenario, self.settings) = (scenario, settings)
  }

  private static func dials(_ slot: PartSlot, _ name: String) -> [DialRow] {
    PartCatalogue.reference.kind(slot, name)?.alternative.defaults
      .dialRows(prefix: "stack.\(slot.rawValue).") ?? []
  }

  /// The parts, the scenarios that exercise them, quick ones first, and their dials.
  static var groups: [(name: String, part: String, cases: [DialCase], dials: [DialRow])] {
    let towns = [
      DialCase("canyon-walk"), DialCase("tile-roaming"), DialCase("restaurant-finder"),
      DialCase("check-in"), DialCase("commute-day"),
    ]
    let streets = [
      DialCase("canyon-walk", "duration=12 min"), DialCase("canyon-drive"), DialCase("city-run"),
      DialCase("commute-day"),
    ]
    let moves = [
      DialCase("pace-ladder"), DialCase("office-floors"), DialCase("canyon-walk"),
      DialCase("commute-day"), DialCase("day-in-life"), DialCase("runner-into-car"),
    ]
    let apps = [
      "authorization-day", "reminder-geofence", "beacon-flapping", "museum-exhibits", "journal-day",
      "deferred-run", "find-the-gate", "forgot-to-stop", "pause-never-resumes",
      "freeway-dinner-stop", "gallery-entrances", "beacon-phone", "tile-roaming", "city-run",
      "desk-hour", "restaurant-finder", "check-in",
    ].map { DialCase($0) }
    return [
      ("stack.activity", "network", moves, dials(.activity, "network")),
      ("stack.steps", "gait", moves, dials(.steps, "gait")),
      (
        "stack.steps", "peaks", [DialCase("corridor", "stack.steps={use: peaks}")],
        dials(.steps, "peaks")
      ),
      ("stack.wifi", "tiles", towns, dials(.wifi, "tiles")),
      ("stack.cell", "neighbours", towns, dials(.cell, "neighbours")),
      ("stack.satellites", "filter", streets, dials(.satellites, "filter")),
      (
        "stack.satellites", "single-point",
        streets.map { DialCase($0, adding: "stack.satellites={use: single-point}") },
        dials(.satellites, "single-point")
      ),
      (
        "stack.locator", "strongest-beacon", [DialCase("corridor"), DialCase("office-floors")],
        dials(.locator, "strongest-beacon")
      ),
      (
        "stack.locator", "radio-map",
        [DialCase("museum-visit"), DialCase("airport-to-gate"), DialCase("casino-drink")],
        dials(.locator, "radio-map")
      ),
      ("stack.fusion", "filter", towns + [DialCase("corridor")], dials(.fusion, "filter")),
      (
        "stack.roads", "matcher",
        [DialCase("canyon-drive"), DialCase("cycle-commute"), DialCase("commute-day")],
        dials(.roads, "matcher")
      ),
      ("stack.services", "reference", apps, dials(.services, "reference")),
      ("constants", "services", apps, ServiceConstants().dialRows(prefix: "constants.")),
    ]
  }

  private init(_ base: DialCase, adding setting: String) {
    self = base
    settings.append(setting)
  }
}

/// A scenario as it comes out with no dial turned.
private struct PreparedCase: Sendable {
  private let example: DialCase
  private let usual: Int

  init(_ example: DialCase) throws {
    self.example = example
    usual = try Self.outcome(example, [])
  }

  /// The first other value of a dial with which the scenario comes out otherwise.
  func proof(of dial: DialRow) -> (value: String, scenario: String)? {
    for value in dial.others {
      // A value that the scenario refuses beside its others proves nothing.
      guard let turned = try? Self.outcome(example, ["\(dial.name)=\(value)"]) else { continue }
      if turned != usual { return (value, example.scenario) }
    }
    return nil
  }

  /// A digest of all that a run told, decided and used.
  private static func outcome(_ example: DialCase, _ turned: [String]) throws -> Int {
    let scenario = try LoadedScenario(
      path: "scenarios/\(example.scenario).yaml",
      settings: (example.settings + turned).map { try Setting($0) })
    let result = try RunUnit(scenario: scenario, seed: UInt64(scenario.scenario.seed)).run()
    var hasher = Hasher()
    for device in result.devices {
      hasher.combine(device.fixes)
      hasher.combine(device.events)
      hasher.combine(device.transitions)
      hasher.combine(device.power)
      hasher.combine(device.decisions)
      hasher.combine(device.journal)
      hasher.combine(device.clouds)
    }
    return hasher.finalize()
  }
}
