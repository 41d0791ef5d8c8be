import Documents
import Kernel

// Reading what a replay's folder holds: each recording stands for a seed.

extension FigureTable {
  /// The name under which replays stand in tables.
  public static let replayName = "replay"

  /// The number of a recording, by which it is paired in two replays.
  ///
  /// - Parameter name: Its name.
  /// - Returns: A number that fits a table's column of seeds.
  public static func number(ofRecording name: String) -> UInt64 { stableHash(name) >> 1 }

  /// Reads the figures of a replay.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - manifest: Its manifest.
  ///   - entries: What the manifest says of its recordings.
  /// - Returns: The figures, by recording.
  /// - Throws: What is wrong with it.
  static func replay(
    in folder: String, _ manifest: JSONValue, _ entries: [JSONValue]
  ) throws(DocumentError) -> FigureTable {
    var table = FigureTable(scenario: replayName, source: folder)
    table.settings = (manifest["settings"]?.elements ?? []).compactMap(\.text)
    table.stack = manifest["stack"]?.text ?? ""
    table.scenarioDigest = manifest["scenario"]?["file_sha256"]?.text ?? ""
    table.venueDigest = manifest["scenario"]?["venue_sha256"]?.text ?? ""
    table.survey = manifest["survey"]?["sha256"]?.text ?? ""
    let thin = Set((manifest["too_thin"]?.elements ?? []).compactMap(\.text))
    for entry in entries {
      guard let name = entry["device"]?.text else {
        throw DocumentError("'\(folder)/manifest.json' has a recording without a name")
      }
      guard !thin.contains(name) else { continue }
      let number = number(ofRecording: name)
      if let other = table.recordings[number], other.name != name {
        throw DocumentError(
          "the recordings '\(other.name)' and '\(name)' can't be told apart; rename one of them")
      }
      table.recordings[number] = Recorded(name: name, digest: entry["sha256"]?.text ?? "")
    }
    table.seeds = table.recordings.keys.sorted()
    try table.readFigures(ofFolder: folder)
    guard !table.figures.isEmpty else {
      throw DocumentError("\(folder) is empty: no recording of it has any figure")
    }
    return table
  }

  private mutating func readFigures(ofFolder folder: String) throws(DocumentError) {
    var csv = try CSVReader(path: folder + "/metrics.csv")
    let columns = try Columns(
      &csv, ["scenario", "seed", "device", "metric", "statistic", "value"])
    while try csv.nextRow() {
      let device = csv.text(at: columns["device"])
      // Rows over all recordings can't be paired.
      guard csv.text(at: columns["seed"]) != "all", device != "all" else { continue }
      let number = Self.number(ofRecording: device)
      guard recordings[number]?.name == device else {
        throw DocumentError(
          "recording '\(device)' is not in the manifest", at: csv.place(ofField: columns["device"]))
      }
      let name = csv.text(at: columns["metric"]) + "." + csv.text(at: columns["statistic"])
      // Other versions may know metrics that this one doesn't.
      guard let (metric, statistic) = MetricCatalogue.parse(name) else { continue }
      let place = csv.place(ofField: columns["value"])
      guard let value = csv.number(at: columns["value"]) else {
        throw DocumentError("expected a number", at: place)
      }
      try add(value, Key(GatedFigure(metric, statistic)), seed: number, at: place)
    }
  }

  /// What seeds are here, for a count of them.
  var unit: String { recordings.isEmpty ? "seed" : "recording" }

  /// What a seed is called: its number, or the recording's name.
  public func name(ofSeed seed: UInt64) -> String { recordings[seed]?.name ?? "\(seed)" }
}
