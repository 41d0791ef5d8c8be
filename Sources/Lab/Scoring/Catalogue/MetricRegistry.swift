import Documents
import Synchronization

/// Declares the catalogue's metrics; each declaration returns the metric's handle.
///
/// Metrics are numbered in the order of declaration, which is the order of the reports: that of the
/// sections in the single ``MetricSections``, and of the metrics in each section.
enum MetricRegistry {
  /// Statistics for many values of one kind.
  static let spread: [Statistic] = [.mean, .rmse, .p50, .p67, .p75, .p90, .p95, .p99, .max]
  /// Statistics for few values, such as delays.
  static let few: [Statistic] = [.mean, .p50, .p95, .max]
  /// Statistics for one value per device.
  static let one: [Statistic] = [.mean, .max]

  private static let list = Mutex<[MetricDefinition]>([])

  /// The definitions declared so far.
  static var declared: [MetricDefinition] { list.withLock { $0 } }

  /// Declares a metric.
  ///
  /// - Parameters:
  ///   - dimension: The dimension of its values; nil for plain numbers.
  ///   - name: The dotted name.
  ///   - unit: The unit in reports; empty for plain numbers.
  ///   - unitInSI: The value of one unit in SI.
  ///   - statistics: The reported statistics.
  ///   - better: The direction of improvement.
  ///   - margin: The least change that matters; estimated.
  ///   - range: The valid range of a value, in SI units.
  ///   - definition: The description of the metric.
  ///   - source: The source of the definition.
  /// - Returns: The metric's handle.
  static func add(
    _ dimension: Dimension?, _ name: String, unit: String, unitInSI: Double = 1,
    by statistics: [Statistic], better: MetricDefinition.Better = .lower, margin: EquivalenceMargin,
    range: ClosedRange<Double>? = nil,
    _ definition: String, source: String
  ) -> Metric {
    let definition = MetricDefinition(
      name: name, dimension: dimension, unit: unit, unitInSI: unitInSI, statistics: statistics,
      definition: definition, source: source, better: better, margin: margin,
      range: range ?? (better == .nearZero ? -.infinity : 0)...(.infinity))
    return list.withLock { list in
      list.append(definition)
      return Metric(index: list.count - 1)
    }
  }

  /// Changes a declared metric.
  fileprivate static func change(_ metric: Metric, _ body: (inout MetricDefinition) -> Void) {
    list.withLock { body(&$0[metric.index]) }
  }

  static func length(
    _ name: String, by statistics: [Statistic] = spread,
    better: MetricDefinition.Better = .lower, margin: EquivalenceMargin = .relative(0.1),
    _ definition: String, source: String = own
  ) -> Metric {
    add(
      .length, name, unit: "m", by: statistics, better: better, margin: margin, definition,
      source: source)
  }

  static func time(
    _ name: String, by statistics: [Statistic] = few, margin: Double, _ definition: String,
    source: String = own
  ) -> Metric {
    add(
      .time, name, unit: "s", by: statistics, margin: .absolute(margin), definition, source: source)
  }

  static func share(
    _ name: String, by statistics: [Statistic] = [.share],
    better: MetricDefinition.Better = .higher, range: ClosedRange<Double> = 0...1,
    _ definition: String, source: String = own
  ) -> Metric {
    add(
      .ratio, name, unit: "share", by: statistics, better: better, margin: .absolute(0.02),
      range: range, definition, source: source)
  }

  /// Declares a signed relative error.
  static func relativeError(_ name: String, _ definition: String, source: String) -> Metric {
    add(
      .ratio, name, unit: "share", by: few, better: .nearZero, margin: .absolute(0.01),
      range: -1...(.infinity), definition, source: source)
  }

  /// Declares an absolute relative error.
  static func absoluteError(_ name: String, _ definition: String, source: String) -> Metric {
    add(.ratio, name, unit: "share", by: few, margin: .absolute(0.01), definition, source: source)
  }

  static func number(
    _ name: String, _ unit: String, by statistics: [Statistic] = few,
    better: MetricDefinition.Better = .lower, margin: EquivalenceMargin, _ definition: String,
    source: String = own
  ) -> Metric {
    add(
      nil, name, unit: unit, by: statistics, better: better, margin: margin, definition,
      source: source)
  }

  static func energy(
    _ name: String, _ definition: String, source: String = own
  ) -> Metric {
    add(
      .energy, name, unit: "J", by: one, margin: .relative(0.03), definition, source: source)
  }

  /// The source of metrics defined by this project.
  static let own = "VenueSim's own definition"

  /// Declares a metric for each case.
  static func family<Key>(_ add: (Key) -> Metric) -> MetricFamily<Key> {
    MetricFamily(all: Key.allCases.map(add))
  }

  /// Declares a metric for each row and column, row by row.
  static func table<Row, Column>(
    _ columns: [Column], _ add: (Row, Column) -> Metric
  ) -> MetricTable<Row, Column> {
    MetricTable(
      columns: columns, all: Row.allCases.flatMap { row in columns.map { add(row, $0) } })
  }
}

// Further properties, in the metric's declaration.
extension Metric {
  /// Shows the metric in short summaries.
  func headline() -> Metric {
    MetricRegistry.change(self) { $0.isHeadline = true }
    return self
  }

  /// Marks a metric with one value for each device and run.
  func ofWholeRun() -> Metric {
    MetricRegistry.change(self) { $0.hasMoments = false }
    return self
  }

  /// Sets the statistics that are judged by default.
  func judged(_ statistics: Statistic..., isPrimary: Bool = false) -> Metric {
    MetricRegistry.change(self) { ($0.judged, $0.isPrimary) = (statistics, isPrimary) }
    return self
  }
}
