/// Which of the two middle values counts as the middle of an even number of values.
@frozen
public enum MiddleOfTwo: Sendable {
  case lower, upper
}

extension Sequence where Element: Comparable {
  /// The value in the middle of all, in their order: one of them, also of an even number.
  ///
  /// - Parameter which: Which of two, where two are in the middle.
  /// - Returns: The value; nil if there are none.
  // Sorting by a comparison that the compiler can't see through takes many times as long.
  @inlinable
  public func middle(_ which: MiddleOfTwo = .upper) -> Element? {
    let sorted = sorted()
    guard !sorted.isEmpty else { return nil }
    return sorted[(which == .upper ? sorted.count : sorted.count - 1) / 2]
  }
}

extension Array<Double> {
  /// The median of values that are in ascending order: the middle one, or the mean of two.
  ///
  /// - Precondition: There is at least one value.
  @inlinable public var medianOfSorted: Double {
    let half = count / 2
    return count.isMultiple(of: 2) ? 0.5 * self[half - 1] + 0.5 * self[half] : self[half]
  }

  /// The median: the middle value, or the mean of the middle two.
  ///
  /// - Precondition: There is at least one value.
  @inlinable public var median: Double { sorted().medianOfSorted }
}
