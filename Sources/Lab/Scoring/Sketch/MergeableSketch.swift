import Numerics

/// Order-independent summary of a metric's values over many runs: shards of a campaign merge to the
/// same bits, however they are divided.
///
/// Count, minimum, maximum and sums are exact; the only rounding is the last one. Up to
/// ``exactLimit`` values are kept, and every figure is exact. Beyond, values are counted in bins
/// with a width of at most a 128th of the value, so that a quantile is right to ``relativeError``.
/// Values beyond the limit of a single device (``ValueSketch``) come in as that device's digest.
public struct MergeableSketch: Sendable {
  /// Maximum number of values kept individually.
  public static let exactLimit = 4096
  /// Maximum relative error of a quantile from bins.
  public static let relativeError = 1.0 / 256
  /// The number of low bits ignored in a value's bin: all but sign, exponent and seven more.
  static let coarseness = 45

  /// The kept information about the values.
  public let detail: ValueSketch.Detail
  public internal(set) var count = 0
  public internal(set) var minimum = Double.infinity
  public internal(set) var maximum = -Double.infinity
  var total = ExactSum(), totalOfSquares = ExactSum()
  /// The numbers of infinite values below and above zero; a sum with both is not a number.
  var infinite = (below: 0, above: 0)
  /// All values while they are few; else empty.
  var kept: [Double] = []
  /// The number of values per bin, once they are many.
  var bins: [Int32: Int] = [:]

  public init(_ detail: ValueSketch.Detail = .spread) {
    self.detail = detail
  }

  /// Adds a value; not-a-number is ignored.
  public mutating func add(_ value: Double) {
    guard !value.isNaN else { return }
    addToSums(value, value * value)
    note(value, 1)
  }

  /// Adds the values of a device, or of a run.
  public mutating func add(_ sketch: ValueSketch) {
    if sketch.isExact, detail == .spread {
      for value in sketch.values { add(value) }
      return
    }
    guard sketch.count > 0 else { return }
    addToSums(sketch.sum, sketch.sumOfSquares)
    (minimum, maximum) = (min(minimum, sketch.minimum), max(maximum, sketch.maximum))
    guard detail == .spread else {
      count += sketch.count
      return
    }
    for (value, times) in sketch.weighted { note(value, times) }
  }

  public mutating func merge(_ other: MergeableSketch) {
    total.add(other.total)
    totalOfSquares.add(other.totalOfSquares)
    infinite = (infinite.below + other.infinite.below, infinite.above + other.infinite.above)
    (minimum, maximum) = (min(minimum, other.minimum), max(maximum, other.maximum))
    guard detail == .spread else {
      count += other.count
      return
    }
    for value in other.kept { keep(value, 1) }
    if !other.bins.isEmpty { flush() }
    for (bin, times) in other.bins { bins[bin, default: 0] += times }
    count += other.bins.values.reduce(0, +)
  }

  private mutating func addToSums(_ value: Double, _ square: Double) {
    // A sum that is not a number stems from infinite values on both sides.
    if value == -.infinity || value.isNaN { infinite.below += 1 }
    if value == .infinity || value.isNaN { infinite.above += 1 }
    total.add(value)
    totalOfSquares.add(square)
  }

  private mutating func note(_ value: Double, _ times: Int) {
    (minimum, maximum) = (min(minimum, value), max(maximum, value))
    if detail == .spread { keep(value, times) } else { count += times }
  }

  private mutating func keep(_ value: Double, _ times: Int) {
    if bins.isEmpty, count + times > Self.exactLimit { flush() }
    count += times
    if bins.isEmpty && count <= Self.exactLimit {
      for _ in 0..<times { kept.append(value) }
    } else {
      bins[Self.bin(value), default: 0] += times
    }
  }

  /// Moves the kept values into bins, once there are too many.
  private mutating func flush() {
    for value in kept { bins[Self.bin(value), default: 0] += 1 }
    kept = []
  }
}

extension MergeableSketch {
  /// Returns the bin of a value; bins are in the order of their values.
  package static func bin(_ value: Double) -> Int32 {
    let size = Int32(truncatingIfNeeded: value.magnitude.bitPattern >> UInt64(coarseness))
    return value.sign == .minus ? -1 - size : size
  }

  package static func middle(of bin: Int32) -> Double {
    let size = UInt64(bin < 0 ? -1 - bin : bin)
    let minimum = Double(bitPattern: size << UInt64(coarseness))
    guard minimum.isFinite else { return bin < 0 ? -minimum : minimum }
    let maximum = Double(bitPattern: ((size + 1) << UInt64(coarseness)) - 1)
    let middle = minimum + (maximum - minimum) / 2
    return bin < 0 ? -middle : middle
  }
}

extension MergeableSketch: ValueSummary {
  public var sum: Double {
    switch (infinite.below > 0, infinite.above > 0) {
    case (false, false): total.value
    case (true, true): .nan
    case (let isBelow, _): isBelow ? -.infinity : .infinity
    }
  }

  public var sumOfSquares: Double {
    infinite.below + infinite.above > 0 ? .infinity : totalOfSquares.value
  }

  /// All values in ascending order, if all are kept; else empty.
  public var values: [Double] { bins.isEmpty ? kept.sorted() : [] }

  public func quantile(_ probability: Double) -> Double? { quantiles([probability])[0] }

  public func quantiles(_ probabilities: [Double]) -> [Double?] {
    guard count > 0, detail == .spread else { return probabilities.map { _ in nil } }
    if bins.isEmpty { return ValueSketch(values).quantiles(probabilities) }
    let sorted = bins.sorted { $0.key < $1.key }
    return probabilities.map { probability in
      let rank = probability * Double(count - 1)
      let low = value(atRank: Int(rank.rounded(.down)), sorted)
      let high = value(atRank: Int(rank.rounded(.up)), sorted)
      return low == high ? low : low + (high - low) * (rank - rank.rounded(.down))
    }
  }

  private func value(atRank rank: Int, _ sorted: [(key: Int32, value: Int)]) -> Double {
    var left = rank
    for (bin, times) in sorted {
      if left < times { return min(max(Self.middle(of: bin), ordered(minimum)), ordered(maximum)) }
      left -= times
    }
    return ordered(maximum)
  }

  private func ordered(_ value: Double) -> Double { ValueSketch.ordered(value) }
}
