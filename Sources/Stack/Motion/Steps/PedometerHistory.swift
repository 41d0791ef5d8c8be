public import Kernel

/// Steps, distance and floors of the last seven days, in bins of 2.5 s.
///
/// Stores only bins with steps or floors, in eight bytes each: under 2 MB for a person who never
/// rests. Distances are in units of 1/256 m, so that sums are exact in binary. A bin belongs to an
/// interval if its end does, so the records of adjacent intervals add up to the record of the whole
/// to the last bit.
public struct PedometerHistory: Hashable, Sendable {
  /// Bin with steps or floors.
  struct Bin: Hashable, Sendable {
    /// Index of the bin since time zero.
    var number: Int32
    /// Distance in 1/256 m.
    var way: UInt16
    var steps: UInt8
    /// Floors climbed in the upper four bits, descended in the lower.
    var floors: UInt8
  }

  /// Sum over an interval.
  public struct Total: Hashable, Sendable {
    public var stepCount = 0
    /// Distance on foot, in m; a multiple of 1/256.
    public var distanceMetres = 0.0
    public var floorsAscended = 0
    public var floorsDescended = 0

    public init() {}
  }

  public static let binLength = SimDuration.seconds(2.5)
  /// Retention, in bins: seven days.
  private static let kept: Int32 = 7 * 86_400 * 2 / 5
  /// Additional age after which old bins are removed, in bins: an hour.
  private static let slack: Int32 = 1_440

  var bins: [Bin] = []
  /// Remainder of less than 1/256 m that is not yet added to a bin.
  private var remainder = 0.0

  public init() {}

  /// Size of the bins in bytes.
  public var byteCount: Int { bins.count * MemoryLayout<Bin>.stride }

  /// Adds a step with its length, in m.
  public mutating func addStep(at time: SimTime, metres: Double) {
    guard let index = open(time) else { return }
    let units = (metres.isFinite ? max(metres, 0) : 0) * 256 + remainder
    let whole = min(units.rounded(.down), 60_000)
    remainder = min(units - whole, 1)
    bins[index].way = UInt16(min(Double(bins[index].way) + whole, Double(UInt16.max)))
    if bins[index].steps < .max { bins[index].steps += 1 }
  }

  public mutating func addFloors(up: Int, down: Int, at time: SimTime) {
    guard up > 0 || down > 0, let index = open(time) else { return }
    let old = bins[index].floors
    let (high, low) = (min(15, Int(old >> 4) + max(0, up)), min(15, Int(old & 15) + max(0, down)))
    bins[index].floors = UInt8(high << 4 | low)
  }

  /// Returns the index of a time's bin, inserted if needed; nil outside of the retention.
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

  /// Returns the index of the first bin with that number or a later one.
  private func firstIndex(from number: Int32) -> Int {
    // Nearly always at the end.
    guard let last = bins.last, last.number >= number else { return bins.count }
    return bins.partitioningIndex { $0.number >= number }
  }

  /// Returns the sum over the bins that end after the interval's start and not after its end.
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

  /// Returns the number of the first bin that has not ended by a time.
  private static func finished(by time: SimTime) -> Int32 {
    Int32(min(max((time.seconds / binLength.seconds).rounded(.down), -1e9), 1e9))
  }
}
