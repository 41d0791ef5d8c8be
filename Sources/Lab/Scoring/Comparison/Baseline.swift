import Documents
import Glibc

/// A scenario's committed reference figures, with the facts and reasons that explain them.
public struct Baseline: Hashable, Sendable {
  public var table: FigureTable
  /// The version of the tool that wrote the file.
  public var version: String
  /// The platform that it ran on, since the last digits of figures may differ between platforms.
  public var platform = Self.thisPlatform
  /// The reasons for each update, the oldest first.
  public var reasons: [String]

  public init(_ table: FigureTable, version: String, reasons: [String]) {
    self.table = table
    self.version = version
    self.reasons = reasons
  }

  /// The platform of this program, such as `linux x86_64`.
  public static var thisPlatform: String {
    #if arch(x86_64)
      "linux x86_64"
    #elseif arch(arm64)
      "linux arm64"
    #else
      "linux"
    #endif
  }

  /// Returns the path of a scenario's baseline in a folder.
  public static func path(of scenario: String, in folder: String) -> String {
    "\(folder)/\(scenario).csv"
  }

  /// Rounds a figure as a baseline stores it: to nine digits, so that last-place differences
  /// between machines vanish.
  public static func kept(_ value: Double) -> Double {
    guard value != 0, value.isFinite else { return value }
    let scale = pow(10, 8 - floor(log10(abs(value))))
    guard scale.isFinite, scale > 0 else { return value }
    return (value * scale).rounded() / scale
  }

  /// The prefix of recordings' columns.
  static let recordingPrefix = "recording_"

  /// The text of the file.
  ///
  /// A row is a fact (`about`), a reason, or a figure with a column per seed, so that a changed
  /// figure is one changed line. Recordings have a column each by name, and a row with the digests
  /// of their contents.
  public var csv: [UInt8] {
    let seeds = table.inColumnOrder
    let columns = seeds.map { seed in
      table.recordings[seed].map { Self.recordingPrefix + $0.name } ?? "seed_\(seed)"
    }
    var csv = CSVWriter(columns: ["kind", "name", "unit"] + columns)
    func row(_ kind: String, _ name: String, _ unit: String) {
      csv.field(kind)
      csv.field(name)
      csv.field(unit)
    }
    func fact(_ kind: String, _ name: String, _ value: String) {
      row(kind, name, "")
      csv.field(value)
      csv.endRow()
    }
    fact("about", "scenario", table.scenario)
    fact("about", "figures_version", "\(figuresVersion)")
    fact("about", "venuesim", version)
    if !platform.isEmpty { fact("about", "platform", platform) }
    fact("about", "stack", table.stack)
    for (name, value) in [
      ("scenario_sha256", table.scenarioDigest), ("venue_sha256", table.venueDigest),
      ("survey_sha256", table.survey),
    ] where !value.isEmpty {
      fact("about", name, value)
    }
    for setting in table.settings { fact("about", "setting", setting) }
    for device in table.devices { fact("about", "device", device) }
    if !table.events.isEmpty {
      row("events", "sha256", "")
      for seed in seeds { csv.field(table.events[seed] ?? "") }
      csv.endRow()
    }
    if !table.recordings.isEmpty {
      row("content", "sha256", "")
      for seed in seeds { csv.field(table.recordings[seed]?.digest ?? "") }
      csv.endRow()
    }
    for (number, reason) in reasons.enumerated() { fact("reason", "\(number + 1)", reason) }
    for key in table.keys where key.device == "all" {
      row("figure", key.figure.name, key.figure.metric.unit)
      for seed in seeds {
        if let value = table.figures[key]?[seed] {
          csv.field(Self.kept(value))
        } else {
          csv.emptyField()
        }
      }
      csv.endRow()
    }
    return csv.bytes
  }
}

extension FigureTable {
  /// The seeds in the order of a baseline's columns: ascending, or by the recordings' names.
  fileprivate var inColumnOrder: [UInt64] {
    guard !recordings.isEmpty else { return seeds }
    return seeds.sorted { name(ofSeed: $0) < name(ofSeed: $1) }
  }

  /// A copy with every figure rounded as in a baseline.
  public var asKept: FigureTable {
    var table = self
    for (key, values) in figures { table.figures[key] = values.mapValues(Baseline.kept) }
    return table
  }

  /// Returns a copy with some of the seeds only.
  public func restricted(to wanted: [UInt64]) -> FigureTable {
    var table = self
    let kept = Set(wanted)
    table.seeds = seeds.filter(kept.contains)
    for (key, values) in figures {
      let left = values.filter { kept.contains($0.key) }
      table.figures[key] = left.isEmpty ? nil : left
    }
    table.events = events.filter { kept.contains($0.key) }
    // A fingerprint covers all seeds.
    if table.seeds != seeds { table.fingerprint = "" }
    return table
  }
}
