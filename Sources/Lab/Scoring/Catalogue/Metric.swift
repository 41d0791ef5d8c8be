/// Handle of a metric in the catalogue.
///
/// Code names a metric by a checked value such as `.indoor.error`; texts of users are looked up by
/// ``MetricCatalogue/metric(_:)``.
@dynamicMemberLookup
public struct Metric: Hashable, Sendable {
  /// Its index in the catalogue.
  public let index: Int

  /// The definition.
  public var entry: MetricDefinition { MetricCatalogue.sections.definitions[index] }

  /// A property of the definition, such as the name or unit.
  public subscript<Value>(dynamicMember path: KeyPath<MetricDefinition, Value>) -> Value {
    entry[keyPath: path]
  }
}

/// The metrics of one kind, one for each case of an enumeration.
package struct MetricFamily<Key: CaseIterable & Equatable & Sendable>: Sendable {
  /// In the order of the cases.
  package let all: [Metric]

  /// The metric of a case.
  package subscript(key: Key) -> Metric { all[Key.allCases.prefix { $0 != key }.count] }
}

/// The metrics of one kind, for each row and column.
package struct MetricTable<Row, Column>: Sendable
where Row: CaseIterable & Equatable & Sendable, Column: Equatable & Sendable {
  /// The column keys.
  package let columns: [Column]
  /// Row by row.
  package let all: [Metric]

  /// The metric of a row and a column; the column must exist.
  package subscript(row: Row, column: Column) -> Metric {
    let before = Row.allCases.prefix { $0 != row }.count
    return all[before * columns.count + columns.prefix { $0 != column }.count]
  }
}
