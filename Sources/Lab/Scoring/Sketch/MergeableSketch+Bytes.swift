package import Documents

extension MergeableSketch: Equatable {
  public static func == (left: MergeableSketch, right: MergeableSketch) -> Bool {
    left.bytes == right.bytes
  }

  /// Maximum plausible number of values, so that sums of counts don't overflow.
  private static let maxValues = 1 << 48

  /// The canonical encoding.
  package var bytes: [UInt8] {
    var writer = PackedWriter()
    add(to: &writer)
    return writer.bytes
  }

  /// Writes the canonical encoding.
  func add(to writer: inout PackedWriter) {
    writer.add(UInt8(detail == .spread ? 1 : 0))
    writer.add(count)
    writer.add(minimum)
    writer.add(maximum)
    writer.add(infinite.below)
    writer.add(infinite.above)
    for sum in [total, totalOfSquares] {
      let packed = sum.packed
      writer.add(packed.place)
      writer.add(packed.digits)
    }
    writer.add(kept.sorted())
    let sorted = bins.sorted { $0.key < $1.key }
    writer.add(sorted.map(\.key))
    writer.add(sorted.map(\.value))
  }

  /// Reads the encoding of ``add(to:)``; nil for anything else.
  package init?(from reader: inout PackedReader) {
    guard let spread = reader.number(UInt8.self), spread <= 1, let count = reader.integer(),
      count <= Self.maxValues,
      let minimum = reader.real(), let maximum = reader.real(), let below = reader.integer(),
      below <= count, let above = reader.integer(), above <= count,
      let total = ExactSum(from: &reader),
      let squares = ExactSum(from: &reader), let kept = reader.values(),
      let keys = reader.numbers(of: Int32.self), let times = reader.numbers(of: Int.self)
    else { return nil }
    self.init(spread == 1 ? .spread : .sums)
    self.count = count
    (self.minimum, self.maximum) = (minimum, maximum)
    infinite = (below, above)
    (self.total, totalOfSquares) = (total, squares)
    self.kept = kept
    guard keys.count == times.count, Self.areSound(kept, keys, times, count, spread == 1) else {
      return nil
    }
    bins = Dictionary(uniqueKeysWithValues: zip(keys, times))
  }

  /// True if values and bins are consistent with the count.
  private static func areSound(
    _ kept: [Double], _ keys: [Int32], _ times: [Int], _ count: Int, _ hasSpread: Bool
  ) -> Bool {
    guard hasSpread else { return kept.isEmpty && keys.isEmpty }
    guard !kept.contains(where: \.isNaN), zip(keys, keys.dropFirst()).allSatisfy({ $0 < $1 }),
      times.allSatisfy({ $0 > 0 && $0 <= count })
    else { return false }
    if keys.isEmpty { return kept.count == count && count <= exactLimit }
    var left = count
    for number in times {
      left -= number
      if left < 0 { return false }
    }
    return left == 0 && kept.isEmpty && count > exactLimit
  }
}

extension ExactSum {
  init?(from reader: inout PackedReader) {
    guard let place = reader.integer(), let digits = reader.numbers(of: Int64.self),
      let sum = ExactSum(place: place, digits: digits)
    else { return nil }
    self = sum
  }
}
