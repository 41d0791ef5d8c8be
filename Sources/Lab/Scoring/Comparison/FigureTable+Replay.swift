import Documents
import Kernel

// Reading figures from the folder of a replay, in which each recording stands for a seed.

extension FigureTable {
  /// The scenario name of replays in tables.
  public static let replayName = "replay"

  /// Returns the number of a recording, which stands for its seed and pairs it between two replays.
  public static func number(ofRecording name: String) -> UInt64 { stableHash(name) >> 1 }

  /// Reads the figures of a replay.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - manifest: Its manifest.
  ///   - entries: The recordings in the manifest.
  /// - Returns: The figures, by recording.
  /// - Throws: An error of the folder's files.
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
      // Other versions may have metrics that this one lacks.
      guard let (metric, statistic) = MetricCatalogue.parse(name) else { continue }
      let place = csv.place(ofField: columns["value"])
      guard let value = csv.number(at: columns["value"]) else {
        throw DocumentError("expected a number", at: place)
      }
      try add(value, Key(GatedFigure(metric, statistic)), seed: number, at: place)
    }
  }

  /// The word for a seed: `seed` or `recording`.
  var unit: String { recordings.isEmpty ? "seed" : "recording" }

  /// Returns the name of a seed: its number, or the recording's name.
  public func name(ofSeed seed: UInt64) -> String { recordings[seed]?.name ?? "\(seed)" }
}
