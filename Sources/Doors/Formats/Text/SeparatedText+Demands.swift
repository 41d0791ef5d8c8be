import Documents
import Recordings

// Values that must be there: what stands instead is an error with file, line, column and cure.

extension SeparatedText {
  /// An error at a field: what stands there, and what belongs there.
  func misfit(_ index: Int, _ expected: String) -> DocumentError {
    guard index < fields.count, fields[index].width > 0 else {
      return failure("nothing, where \(expected) belongs", field: index)
    }
    let found = brief(bytes[fields[index].start..<fields[index].end])
    return failure("'\(found)', where \(expected) belongs", field: index)
  }

  /// The finite number in a field; nil if the field is empty or says that it holds none (`nan`).
  ///
  /// - Throws: What stands there instead, or that the number lies out of the range.
  func demandNumber(
    _ index: Int, in range: ClosedRange<Double>, _ expected: String = "a number"
  ) throws(DocumentError) -> Double? {
    guard let value = number(index) else { throw misfit(index, expected) }
    if value.isNaN { return nil }
    guard range.contains(value) else {
      throw failure(
        "\(brief(text(index).utf8)) is not between \(range.lowerBound) and \(range.upperBound), "
          + "where \(expected) belongs", field: index)
    }
    return value
  }

  /// The whole number in a field.
  ///
  /// - Throws: What stands there instead.
  func demandInteger(
    _ index: Int, in range: ClosedRange<Int64>, _ expected: String
  ) throws(DocumentError) -> Int64 {
    guard let value = integer(index), range.contains(value) else {
      throw misfit(index, expected)
    }
    return value
  }

  /// The whole milliseconds since 1970 in a field.
  func demandUnixMilliseconds(_ index: Int) throws(DocumentError) -> Int64 {
    try demandInteger(
      index, in: credibleUnixMilliseconds, "a time in whole milliseconds since 1970")
  }

  /// The whole nanoseconds of some clock in a field.
  func demandNanoseconds(_ index: Int) throws(DocumentError) -> Int64 {
    try demandInteger(index, in: 0...Int64.max, "a time in whole nanoseconds")
  }

  /// Refuses a record with more fields than there should be, but for empty ones at its end.
  ///
  /// A record with fewer lacks values, which whoever looks for them finds out.
  func checkCount(_ most: Int) throws(DocumentError) {
    guard hasMore(than: most) else { return }
    throw failure("\(count) fields, where \(most) belong", field: most)
  }
}
