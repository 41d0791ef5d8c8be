/// A metric of the catalogue.
///
/// Code names a metric by a value such as `.indoor.error`, which the compiler checks; text names one
/// only where users write it, and ``MetricCatalogue/metric(_:)`` reads that.
@dynamicMemberLookup
public struct Metric: Hashable, Sendable {
  /// Where it stands among all.
  let index: Int

  fileprivate init(index: Int) {
    self.index = index
  }

  /// What it measures and how.
  public var entry: MetricDefinition { MetricCatalogue.sections.definitions[index] }

  /// A part of what it measures and how, such as its name or unit.
  public subscript<Value>(dynamicMember path: KeyPath<MetricDefinition, Value>) -> Value {
    entry[keyPath: path]
  }
}

/// The metrics of one kind, one for each case of an enumeration.
package struct MetricFamily<Key: CaseIterable & Equatable & Sendable>: Sendable {
  fileprivate let first: Int

  /// The metric of a case.
  package subscript(key: Key) -> Metric {
    Metric(index: first + Key.allCases.prefix { $0 != key }.count)
  }

  /// All of them, in the order of the cases.
  package var all: [Metric] { Key.allCases.map { self[$0] } }
}

/// The metrics of one kind, one for each row and column.
package struct MetricTable<Row, Column>: Sendable
where Row: CaseIterable & Equatable & Sendable, Column: Equatable & Sendable {
  fileprivate let first: Int
  /// What stands in each column.
  package let columns: [Column]

  /// The metric of a row and one of the columns.
  package subscript(row: Row, column: Column) -> Metric {
    let before = Row.allCases.prefix { $0 != row }.count
    return Metric(index: first + before * columns.count + columns.prefix { $0 != column }.count)
  }

  /// All of them, row by row.
  package var all: [Metric] {
    Row.allCases.flatMap { row in columns.map { self[row, $0] } }
  }
}

/// Gathers definitions; whoever adds one gets the metric that it is known by.
struct MetricList {
  /// What was added, in the order of the reports.
  private(set) var definitions: [MetricDefinition] = []

  /// The metrics of what was added.
  var metrics: [Metric] { definitions.indices.map { Metric(index: $0) } }

  /// Adds a metric.
  mutating func add(_ definition: MetricDefinition) -> Metric {
    definitions.append(definition)
    return Metric(index: definitions.count - 1)
  }

  /// Adds a metric for each case.
  mutating func family<Key>(_ definition: (Key) -> MetricDefinition) -> MetricFamily<Key> {
    let first = definitions.count
    definitions += Key.allCases.map(definition)
    return MetricFamily(first: first)
  }

  /// Adds a metric for each row and column, row by row.
  mutating func table<Row, Column>(
    _ columns: [Column], _ definition: (Row, Column) -> MetricDefinition
  ) -> MetricTable<Row, Column> {
    let first = definitions.count
    for row in Row.allCases { definitions += columns.map { definition(row, $0) } }
    return MetricTable(first: first, columns: columns)
  }
}
