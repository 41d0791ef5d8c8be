/// A dense matrix of `Double` in row-major order.
@frozen
public struct Matrix: Hashable, Sendable {
  public let rowCount: Int
  public let columnCount: Int
  @usableFromInline var storage: [Double]

  /// The elements in row-major order.
  @inlinable public var elements: [Double] { storage }

  /// Creates a matrix with every element equal to `value`.
  ///
  /// - Precondition: Neither count is negative.
  public init(rows: Int, columns: Int, repeating value: Double = 0) {
    precondition(rows >= 0 && columns >= 0, "a matrix of negative size")
    rowCount = rows
    columnCount = columns
    storage = Array(repeating: value, count: rows * columns)
  }

  /// Creates a matrix from its elements in row-major order.
  public init(rows: Int, columns: Int, elements: [Double]) throws(NumericsError) {
    try require(rows >= 0, "rows", Double(rows), "zero or more")
    try require(columns >= 0, "columns", Double(columns), "zero or more")
    let (count, overflow) = rows.multipliedReportingOverflow(by: columns)
    guard !overflow, elements.count == count else {
      throw .sizeMismatch(
        name: "elements", expected: overflow ? .max : count, actual: elements.count)
    }
    rowCount = rows
    columnCount = columns
    storage = elements
  }

  /// Creates a matrix from its rows, which must have equal length.
  public init(rows: [[Double]]) throws(NumericsError) {
    let columns = rows.first?.count ?? 0
    for row in rows where row.count != columns {
      throw .sizeMismatch(name: "row", expected: columns, actual: row.count)
    }
    rowCount = rows.count
    columnCount = columns
    storage = Array(rows.joined())
  }

  /// The element at `row` and `column`, which must exist.
  @inlinable
  public subscript(row: Int, column: Int) -> Double {
    get {
      precondition(row >= 0 && row < rowCount && column >= 0 && column < columnCount)
      return storage[row &* columnCount &+ column]
    }
    set {
      precondition(row >= 0 && row < rowCount && column >= 0 && column < columnCount)
      storage[row &* columnCount &+ column] = newValue
    }
  }

  var transposed: Matrix {
    var result = Matrix(rows: columnCount, columns: rowCount)
    for row in 0..<rowCount {
      for column in 0..<columnCount {
        result[column, row] = self[row, column]
      }
    }
    return result
  }
}
