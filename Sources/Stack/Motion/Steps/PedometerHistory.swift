public import Kernel

/// What a pedometer has counted in the last seven days, in bins of 2.5 s.
///
/// Only bins with steps or floors are kept, in eight bytes each: under 2 MB for somebody who never rests.
/// Lengths are kept in 1/256 m, so that sums are exact in binary, and a bin belongs to an interval if
/// its end does: the records of neighbouring intervals add up to the record of the whole to the last bit.
public struct PedometerHistory: Hashable, Sendable {
  /// A bin with something in it.
  struct Bin: Hashable, Sendable {
    /// Its number since the clock's zero.
    var number: Int32
    /// The way in 1/256 m.
    var way: UInt16
    /// The steps.
    var steps: UInt8
    /// Floors up in the upper half, down in the lower.
    var floors: UInt8
  }

  /// What an interval holds.
  public struct Total: Hashable, Sendable {
    /// The steps.
    public var stepCount = 0
    /// The way on foot, in m; a multiple of 1/256.
    public var distanceMetres = 0.0
    /// Floors climbed.
    public var floorsAscended = 0
    /// Floors gone down.
    public var floorsDescended = 0

    /// Creates nothing.
    public init() {}
  }

  /// The length of a bin.
  public static let binLength = SimDuration.seconds(2.5)
  /// How long bins are kept, in bins: seven days.
  private static let kept: Int32 = 7 * 86_400 * 2 / 5
  /// How much older than that bins may get before they are cleared away, an hour.
  private static let slack: Int32 = 1_440

  var bins: [Bin] = []
  /// Ways of less than 1/256 m that are still to be added to a bin.
  private var remainder = 0.0

  /// Creates an empty history.
  public init() {}

  /// How many bytes it holds.
  public var byteCount: Int { bins.count * MemoryLayout<Bin>.stride }

  /// Adds a step of some length in m.
  public mutating func addStep(at time: SimTime, metres: Double) {
    guard let index = open(time) else { return }
    let units = (metres.isFinite ? max(metres, 0) : 0) * 256 + remainder
    let whole = min(units.rounded(.down), 60_000)
    remainder = min(units - whole, 1)
    bins[index].way = UInt16(min(Double(bins[index].way) + whole, Double(UInt16.max)))
    if bins[index].steps < .max { bins[index].steps += 1 }
  }

  /// Adds floors.
  public mutating func addFloors(up: Int, down: Int, at time: SimTime) {
    guard up > 0 || down > 0, let index = open(time) else { return }
    let old = bins[index].floors
    let (high, low) = (min(15, Int(old >> 4) + max(0, up)), min(15, Int(old & 15) + max(0, down)))
    bins[index].floors = UInt8(high << 4 | low)
  }

  /// The bin of a time, made if it isn't there; nil outside of what can be kept.
  private mutating func open(_ time: SimTime) -> Int? {
    let number = (time.seconds / Self.binLength.seconds).rounded(.down)
    guard abs(number) < 1e9 else { return nil }
    let bin = Bin(number: Int32(number), way: 0, steps: 0, floors: 0)
    if let last = bins.last, bin.number < last.number - Self.kept { return nil }
    let index = firstIndex(from: bin.number)
    if index < bins.count, bins[index].number == bin.number { return index }
    bins.insert(bin, at: index)
    guard index == bins.count - 1, bins[0].number < bin.number - Self.kept - Self.slack else {
      return index
    }
    let old = firstIndex(from: bin.number - Self.kept)
    bins.removeFirst(old)
    return index - old
  }

  /// The first bin of that number or a later one.
  private func firstIndex(from number: Int32) -> Int {
    // Nearly always at the end.
    guard let last = bins.last, last.number >= number else { return bins.count }
    var (low, high) = (0, bins.count)
    while low < high {
      let middle = (low + high) / 2
      if bins[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// What lies in an interval: the bins that end after its start and not after its end.
  public func total(from start: SimTime, to end: SimTime) -> Total {
    var total = Total()
    var units = 0
    let (first, last) = (Self.finished(by: start), Self.finished(by: end))
    guard first < last else { return total }
    for bin in bins[firstIndex(from: first)..<firstIndex(from: last)] {
      units += Int(bin.way)
      total.stepCount += Int(bin.steps)
      total.floorsAscended += Int(bin.floors >> 4)
      total.floorsDescended += Int(bin.floors & 15)
    }
    total.distanceMetres = Double(units) / 256
    return total
  }

  /// The number of the first bin that isn't over by a time.
  private static func finished(by time: SimTime) -> Int32 {
    Int32(min(max((time.seconds / binLength.seconds).rounded(.down), -1e9), 1e9))
  }
}
