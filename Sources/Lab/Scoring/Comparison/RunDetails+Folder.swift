public import Documents
import Kernel

extension RunDetails {
  /// Reads the details of some seeds of a scenario from a run's folder.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - scenario: The scenario's name.
  ///   - seeds: The seeds; for a replay, the numbers of recordings.
  ///   - isReplay: True for the folder of a replay.
  /// - Throws: An error in a table.
  public init(
    ofFolder folder: String, scenario: String, seeds: [UInt64], isReplay: Bool = false
  ) throws(DocumentError) {
    self.init()
    // Campaigns keep no moments.
    if let manifest = try? JSONValue(path: folder + "/manifest.json"), manifest["campaign"] != nil {
      return
    }
    try TableChecksum.check(folder, ["fixes.csv", "transitions.csv", "power.csv"])
    let wanted = Wanted(scenario: scenario, seeds: Set(seeds), isReplay: isReplay)
    try read("fixes.csv", of: folder, wanted, Self.fixColumns) {
      details, csv, columns, key in
      func number(_ name: String) -> Double { csv.number(at: columns[name]) ?? .nan }
      func floor(_ name: String) -> Int? { csv.integer(at: columns[name]).map { Int($0) } }
      details.fixes[key, default: []].append(
        ScoredFix(
          time: SimTime(nanoseconds: csv.nanoseconds(at: columns["told_s"]) ?? 0),
          error: number("horizontal_error_m"), accuracy: number("horizontal_accuracy_m"),
          verticalError: number("vertical_error_m"), floor: floor("floor"),
          trueFloor: floor("true_floor")))
    }
    try read("transitions.csv", of: folder, wanted, Self.changeColumns) {
      details, csv, columns, key in
      let latency = csv.number(at: columns["latency_s"]) ?? .nan
      let (from, to) = (csv.text(at: columns["from"]), csv.text(at: columns["to"]))
      details.changes[key, default: []].append(
        ChangeLatency(
          kind: csv.text(at: columns["kind"]), text: "\(from) → \(to)",
          time: SimTime(nanoseconds: csv.nanoseconds(at: columns["true_s"]) ?? 0),
          latency: latency.isNaN ? nil : latency))
    }
    try read("power.csv", of: folder, wanted, Self.powerColumns) {
      details, csv, columns, key in
      let words = ["component", "state"].map { csv.text(at: columns[$0]) }
      details.power[key, default: []].append(
        (
          words.joined(separator: " ") + " for \(csv.text(at: columns["cause"]))",
          csv.number(at: columns["energy_mj"]) ?? 0
        ))
    }
  }

  private static let fixColumns = [
    "told_s", "horizontal_error_m", "horizontal_accuracy_m", "vertical_error_m", "floor",
    "true_floor",
  ]
  private static let changeColumns = ["kind", "from", "to", "true_s", "latency_s"]
  private static let powerColumns = ["component", "state", "cause", "energy_mj"]

  /// Filter of the rows to read.
  private struct Wanted {
    var scenario: String
    var seeds: Set<UInt64>
    var isReplay: Bool

    /// The key of a row; nil for a row outside the filter.
    func key(seed: Int64?, device: String) -> Key? {
      let number =
        isReplay
        ? FigureTable.number(ofRecording: device) : seed.flatMap { UInt64(exactly: $0) }
      guard let number, seeds.contains(number) else { return nil }
      return Key(seed: number, device: device)
    }
  }

  private mutating func read(
    _ file: String, of folder: String, _ wanted: Wanted, _ names: [String],
    _ add: (inout RunDetails, inout CSVReader, Columns, Key) -> Void
  ) throws(DocumentError) {
    var csv = try CSVReader(path: folder + "/" + file)
    let columns = try Columns(&csv, ["scenario", "seed", "device"] + names)
    while try csv.nextRow() {
      guard csv.text(at: columns["scenario"]) == wanted.scenario,
        let key = wanted.key(
          seed: csv.integer(at: columns["seed"]), device: csv.text(at: columns["device"]))
      else { continue }
      note(key)
      add(&self, &csv, columns, key)
    }
  }
}
