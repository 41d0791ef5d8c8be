public import Documents
public import Scoring

/// The table of a sweep: a row per figure, variant, seed and device.
public struct SweepTable: Sendable {
  private let run: String
  /// The rows not yet taken.
  public private(set) var csv: CSVWriter

  /// Returns the column names in order, including the varied keys.
  ///
  /// - Parameter axes: The varied keys.
  /// - Returns: The names; a key with the name of another column is prefixed by `axis.`.
  public static func columns(axes: [String]) -> [String] {
    let front = ["run", "scenario", "variant"]
    let back = ["seed", "device", "metric", "statistic", "value", "unit", "n"]
    return front + axes.map { (front + back).contains($0) ? "axis.\($0)" : $0 } + back
  }

  /// Creates an empty table.
  ///
  /// - Parameters:
  ///   - run: The run's short digest.
  ///   - axes: The varied keys.
  public init(run: String, axes: [String]) {
    self.run = run
    csv = CSVWriter(columns: Self.columns(axes: axes))
  }

  /// Adds figures.
  ///
  /// - Parameters:
  ///   - rows: The figures.
  ///   - scenario: The scenario's name.
  ///   - variant: The variant's label.
  ///   - values: The values of the varied keys; empty for the scenario's own.
  ///   - seed: The seed, or `all`.
  ///   - device: The device, or `all`.
  public mutating func add(
    _ rows: [MetricRow], scenario: String, variant: String, values: [String], seed: String,
    device: String
  ) {
    for row in rows {
      csv.field(run)
      csv.field(scenario)
      csv.field(variant)
      for value in values { csv.field(value) }
      csv.field(seed)
      csv.field(device)
      csv.field(row.metric.name)
      csv.field(row.statistic.rawValue)
      csv.field(row.value)
      csv.field(row.metric.unit)
      csv.field(row.count)
      csv.endRow()
    }
  }

  /// Reads the figures over all seeds and devices from a variant's table.
  ///
  /// - Parameters:
  ///   - bytes: The table.
  ///   - run: The expected run.
  /// - Returns: The figures; nil for a table of another run, or a damaged one.
  static func pooled(in bytes: [UInt8], run: String) -> [SweepFigure]? {
    guard var reader = try? CSVReader(bytes: bytes, file: "variant") else { return nil }
    func column(_ name: String) -> Int? { reader.columns.lastIndex(of: name) }
    guard let runColumn = reader.columns.firstIndex(of: "run"), let seed = column("seed"),
      let device = column("device"), let metric = column("metric"),
      let statistic = column("statistic"), let value = column("value")
    else { return nil }
    var figures: [SweepFigure] = []
    do {
      while try reader.nextRow() {
        guard reader.text(at: runColumn) == run else { return nil }
        guard reader.text(at: seed) == "all", reader.text(at: device) == "all" else { continue }
        figures.append(
          SweepFigure(
            name: reader.text(at: metric) + "." + reader.text(at: statistic),
            value: Double(reader.text(at: value)) ?? .nan))
      }
    } catch {
      return nil
    }
    return figures
  }
}

/// A figure of a variant, over all seeds and devices.
public struct SweepFigure: Hashable, Sendable {
  /// The metric with its statistic: `horizontal_error.p95`.
  public let name: String
  /// In the metric's unit.
  public let value: Double

  public init(name: String, value: Double) {
    self.name = name
    self.value = value
  }

  /// Creates the figure of a report's row.
  public init(_ row: MetricRow) {
    self.init(name: "\(row.metric.name).\(row.statistic.rawValue)", value: row.value)
  }
}
