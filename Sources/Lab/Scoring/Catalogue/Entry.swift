import Documents
import Synchronization

/// Declares the catalogue's metrics: whoever declares one gets the value that it is known by.
///
/// They are numbered as they are declared, which is the order of the reports: that in which
/// ``MetricSections``, of which there is one, holds its sections, and these their metrics.
enum Entry {
  /// All that is told of many values of one kind.
  static let spread: [Statistic] = [.mean, .rmse, .p50, .p67, .p75, .p90, .p95, .p99, .max]
  /// What is told of a few values, such as delays.
  static let few: [Statistic] = [.mean, .p50, .p95, .max]
  /// What is told of one value a device.
  static let one: [Statistic] = [.mean, .max]

  private static let list = Mutex<[MetricDefinition]>([])

  /// What was declared so far.
  static var declared: [MetricDefinition] { list.withLock { $0 } }

  /// Declares a metric.
  ///
  /// - Parameters:
  ///   - dimension: The dimension of its values; nil for plain numbers.
  ///   - name: The dotted name.
  ///   - unit: The unit in which reports write it; empty for plain numbers.
  ///   - unitInSI: What one unit is in SI.
  ///   - statistics: Which are reported.
  ///   - better: Which way it gets better.
  ///   - least: The smallest change that matters, in `unit`; an estimate of ours.
  ///   - relative: The same as a share of the figure.
  ///   - range: Between which values, in SI units, each of its values always is.
  ///   - definition: What exactly is measured.
  ///   - source: Whose definition that is.
  /// - Returns: What it is known by.
  static func add(
    _ dimension: Dimension?, _ name: String, unit: String, unitInSI: Double = 1,
    by statistics: [Statistic], better: MetricDefinition.Better = .lower, least: Double,
    relative: Double = 0.05, range: ClosedRange<Double>? = nil,
    _ definition: String, source: String
  ) -> Metric {
    let definition = MetricDefinition(
      name: name, dimension: dimension, unit: unit, unitInSI: unitInSI, statistics: statistics,
      definition: definition, source: source, better: better, leastRelative: relative,
      leastAbsolute: least,
      range: range ?? (better == .nearZero ? -.infinity : 0)...(.infinity))
    return list.withLock { list in
      list.append(definition)
      return Metric(index: list.count - 1)
    }
  }

  static func length(
    _ name: String, by statistics: [Statistic] = spread,
    better: MetricDefinition.Better = .lower, least: Double, _ definition: String,
    source: String = own
  ) -> Metric {
    add(
      .length, name, unit: "m", by: statistics, better: better, least: least, definition,
      source: source)
  }

  static func time(
    _ name: String, by statistics: [Statistic] = few, least: Double, _ definition: String,
    source: String = own
  ) -> Metric {
    add(.time, name, unit: "s", by: statistics, least: least, definition, source: source)
  }

  static func share(
    _ name: String, by statistics: [Statistic] = [.share],
    better: MetricDefinition.Better = .higher, range: ClosedRange<Double> = 0...1,
    _ definition: String, source: String = own
  ) -> Metric {
    add(
      .ratio, name, unit: "share", by: statistics, better: better, least: 0.02, relative: 0.02,
      range: range, definition, source: source)
  }

  /// Of a signed relative error.
  static func relativeError(_ name: String, _ definition: String, source: String) -> Metric {
    add(
      .ratio, name, unit: "share", by: few, better: .nearZero, least: 0.01,
      range: -1...(.infinity), definition, source: source)
  }

  /// Of the size of a relative error.
  static func absoluteError(_ name: String, _ definition: String, source: String) -> Metric {
    add(.ratio, name, unit: "share", by: few, least: 0.01, definition, source: source)
  }

  static func number(
    _ name: String, _ unit: String, by statistics: [Statistic] = few,
    better: MetricDefinition.Better = .lower, least: Double, _ definition: String,
    source: String = own
  ) -> Metric {
    add(
      nil, name, unit: unit, by: statistics, better: better, least: least, definition,
      source: source)
  }

  static func energy(
    _ name: String, least: Double, _ definition: String, source: String = own
  ) -> Metric {
    add(.energy, name, unit: "J", by: one, least: least, definition, source: source)
  }

  /// The source of what this project defines itself.
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
