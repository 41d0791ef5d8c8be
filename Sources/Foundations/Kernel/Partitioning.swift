extension RandomAccessCollection {
  /// The index of the first element that satisfies a predicate, by binary search; `endIndex` if none does.
  ///
  /// The predicate must be false for all elements before some index, and true for the others.
  @inlinable
  public func partitioningIndex(where belongs: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, count)
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if belongs(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}
