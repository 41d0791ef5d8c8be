public import Documents
import Kernel
public import Scoring

/// The tables of a campaign's folder, which appear together with the manifest of their checksums.
///
/// metrics.csv and budgets.csv have the format of a run's, with a row per figure and seed in place
/// of device, so that readers of a run's figures can read these.
public struct CampaignTables {
  private let run: String
  private var tables: RunTables
  private var files: [ChecksummedFile]
  private let folder: String

  /// The run tables that a campaign has.
  private static let names = ["metrics.csv", "budgets.csv"]
  private static let places = names.compactMap { name in
    RunTables.columns.firstIndex { $0.file == name }
  }

  private static let worstTable = CSVWriter(
    columns: ["run", "scenario", "rank", "seed", "figure", "value", "unit"])

  /// Creates the tables with their headers.
  ///
  /// - Parameters:
  ///   - folder: The campaign's folder.
  ///   - run: The campaign's short digest.
  /// - Throws: A write error.
  public init(folder: String, run: String) throws(FileWriteError) {
    (self.folder, self.run) = (folder, run)
    tables = RunTables(run: run)
    files = []
    for name in Self.names { files.append(try ChecksummedFile(folder: folder, name: name)) }
    files.append(try ChecksummedFile(folder: folder, name: "worst.csv"))
    try write()
    var worst = Self.worstTable
    try files[2].write(worst.takeBytes())
  }

  /// Adds the figures of a run.
  ///
  /// - Parameters:
  ///   - record: The run.
  ///   - figures: The plan's figures, which the record refers to by index.
  ///   - scenario: The scenario's name.
  /// - Throws: A write error.
  public mutating func add(
    _ record: RunRecord, figures: [GatedFigure], scenario: String
  ) throws(FileWriteError) {
    tables.add(
      record.figures.map {
        let figure = figures[$0.place]
        return MetricRow(
          metric: figure.metric, statistic: figure.statistic, value: $0.value, count: $0.count)
      }, scenario: scenario, seed: "\(record.seed)")
    if tables.waitingByteCount > 1 << 16 { try write() }
  }

  /// Adds the figures of a scenario over all seeds.
  ///
  /// - Throws: A write error.
  public mutating func add(
    _ accumulator: ScenarioAccumulator, verdicts: [BudgetVerdict], scenario: String
  ) throws(FileWriteError) {
    tables.add(accumulator.rows, scenario: scenario, seed: "all")
    for verdict in verdicts { tables.add(verdict, scenario: scenario) }
    try write()
  }

  /// Adds the worst seeds of a scenario, the worst first.
  ///
  /// - Throws: A write error.
  public mutating func add(
    worst seeds: [(seed: UInt64, value: Double)], by figure: GatedFigure, scenario: String
  ) throws(FileWriteError) {
    var csv = Self.worstTable
    _ = csv.takeBytes()
    for (rank, entry) in seeds.enumerated() {
      csv.field(run)
      csv.field(scenario)
      csv.field(rank + 1)
      csv.field("\(entry.seed)")
      csv.field(figure.name)
      csv.field(entry.value)
      csv.field(figure.metric.unit)
      csv.endRow()
    }
    try files[2].write(csv.takeBytes())
  }

  private mutating func write() throws(FileWriteError) {
    for (number, place) in Self.places.enumerated() {
      try files[number].write(tables.takeBytes(ofTable: place))
    }
  }

  /// Makes the tables appear together with the manifest of their checksums.
  ///
  /// - Parameter explanation: The other members of the manifest.
  /// - Throws: A write error; then none of the tables appears.
  public mutating func finish(_ explanation: JSONObject) throws(FileWriteError) {
    try write()
    var manifest = explanation
    manifest[TableChecksum.key] = .object(JSONObject(files.map { ($0.name, $0.checksum.value) }))
    let file = try OutputFile(path: folder + "/manifest.json")
    try file.write(Array((JSONValue.object(manifest).text(pretty: true) + "\n").utf8))
    for table in files { try table.close() }
    try file.complete()
    for table in files { try table.finish() }
    try file.finish()
  }
}
