/// A metric of the catalogue.
///
/// Code names a metric by a value such as `.indoor.error`, which the compiler checks; text names one
/// only where users write it, and ``MetricCatalogue/metric(_:)`` reads that.
@dynamicMemberLookup
public struct Metric: Hashable, Sendable {
  /// Where it stands among all.
  public let index: Int

  /// What it measures and how.
  public var entry: MetricDefinition { MetricCatalogue.sections.definitions[index] }

  /// A part of what it measures and how, such as its name or unit.
  public subscript<Value>(dynamicMember path: KeyPath<MetricDefinition, Value>) -> Value {
    entry[keyPath: path]
  }
}

/// The metrics of one kind, one for each case of an enumeration.
package struct MetricFamily<Key: CaseIterable & Equatable & Sendable>: Sendable {
  /// All of them, in the order of the cases.
  package let all: [Metric]

  /// The metric of a case.
  package subscript(key: Key) -> Metric { all[Key.allCases.prefix { $0 != key }.count] }
}

/// The metrics of one kind, one for each row and column.
package struct MetricTable<Row, Column>: Sendable
where Row: CaseIterable & Equatable & Sendable, Column: Equatable & Sendable {
  /// What stands in each column.
  package let columns: [Column]
  /// All of them, row by row.
  package let all: [Metric]

  /// The metric of a row and one of the columns.
  package subscript(row: Row, column: Column) -> Metric {
    let before = Row.allCases.prefix { $0 != row }.count
    return all[before * columns.count + columns.prefix { $0 != column }.count]
  }
}
