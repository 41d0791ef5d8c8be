/// The choice between the two middle values of an even number of values.
@frozen
public enum MiddleOfTwo: Sendable {
  case lower, upper
}

extension Sequence where Element: Comparable {
  /// The middle element in sorted order; nil if the sequence is empty.
  ///
  /// - Parameter which: The element to return if the count is even.
  // Sorting by a comparison that the compiler can't see through takes many times as long.
  @inlinable
  public func middle(_ which: MiddleOfTwo = .upper) -> Element? {
    let sorted = sorted()
    guard !sorted.isEmpty else { return nil }
    return sorted[(which == .upper ? sorted.count : sorted.count - 1) / 2]
  }
}

extension Array<Double> {
  /// The median of values in ascending order; the mean of the middle two if the count is even.
  ///
  /// - Precondition: The array isn't empty.
  @inlinable public var medianOfSorted: Double {
    let half = count / 2
    return count.isMultiple(of: 2) ? 0.5 * self[half - 1] + 0.5 * self[half] : self[half]
  }

  /// The median; the mean of the middle two if the count is even.
  ///
  /// - Precondition: The array isn't empty.
  @inlinable public var median: Double { sorted().medianOfSorted }
}
