extension Int {
  /// Rounds a number to an integer of a range; nil outside the range, and for not-a-number.
  package init?(rounding value: Double, in range: ClosedRange<Int>) {
    guard let whole = Int(exactly: value.rounded()), range.contains(whole) else { return nil }
    self = whole
  }
}
