import Documents
import Recordings

// Required values: other text is an error with file, line, column and expectation.

extension SeparatedText {
  /// An error at a field, with its text and the expected value.
  func misfit(_ index: Int, _ expected: String) -> DocumentError {
    guard index < fields.count, fields[index].width > 0 else {
      return failure("expected \(expected), found nothing", field: index)
    }
    let found = brief(bytes[fields[index].start..<fields[index].end])
    return failure("expected \(expected), found '\(found)'", field: index)
  }

  /// The finite number in a field; nil if the field is empty or `nan`.
  ///
  /// - Throws: An error for other text or a number out of range.
  func demandNumber(
    _ index: Int, in range: ClosedRange<Double>, _ expected: String = "a number"
  ) throws(DocumentError) -> Double? {
    guard let value = number(index) else { throw misfit(index, expected) }
    if value.isNaN { return nil }
    guard range.contains(value) else {
      throw failure(
        "expected \(expected), found \(brief(text(index).utf8)), which is not between "
          + "\(range.lowerBound) and \(range.upperBound)", field: index)
    }
    return value
  }

  /// The integer in a field.
  ///
  /// - Throws: An error for other text or an integer out of range.
  func demandInteger(
    _ index: Int, in range: ClosedRange<Int64>, _ expected: String
  ) throws(DocumentError) -> Int64 {
    guard let value = integer(index), range.contains(value) else {
      throw misfit(index, expected)
    }
    return value
  }

  /// The integer milliseconds since 1970 in a field.
  func demandUnixMilliseconds(_ index: Int) throws(DocumentError) -> Int64 {
    try demandInteger(
      index, in: credibleUnixMilliseconds, "a time in whole milliseconds since 1970")
  }

  /// The integer nanoseconds in a field.
  func demandNanoseconds(_ index: Int) throws(DocumentError) -> Int64 {
    try demandInteger(index, in: 0...Int64.max, "a time in whole nanoseconds")
  }

  /// Rejects a record with too many fields, apart from empty ones at its end; short records fail when the
  /// missing field is read.
  func checkCount(_ maximum: Int) throws(DocumentError) {
    guard hasMore(than: maximum) else { return }
    throw failure("expected at most \(maximum) fields, found \(count)", field: maximum)
  }
}
