import Glibc

extension String {
  /// The text padded with blanks on the right.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// The text padded with blanks on the left.
  func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}

/// A number with a fixed count of decimals.
func decimal(_ value: Double, _ places: Int) -> String {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 400) { buffer in
    guard let start = buffer.baseAddress else { return "" }
    _ = withVaList([value]) { vsnprintf(start, 400, "%.\(places)f", $0) }
    return String(cString: start)
  }
}
