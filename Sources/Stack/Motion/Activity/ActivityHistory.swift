public import Kernel

/// What was evidence for what in the last seven days, for those who ask later.
///
/// Fifteen bytes for each 2.5 s, 3.7 MB in all, in rings that are not allocated before they are
/// filled. It is a value to be kept over a reboot; a time when the phone was off is a gap.
public struct ActivityHistory: Sendable {
  /// How far back it goes (WWDC14 session 612).
  public static let span = SimDuration.hours(7 * 24)
  /// How many windows that is, and a few for windows that are a little short.
  static let capacity = 7 * 24 * 3600 * 2 / 5 + 8192
  /// Times are kept in hundredths of a second.
  private static let tick: Int64 = 10_000_000

  private var deficits: [SIMD8<UInt8>] = []
  private var speeds: [UInt8] = []
  private var links: [Bool] = []
  private var wrists: [Bool] = []
  /// From the first time on.
  private var ticks: [UInt32] = []
  private var base = SimTime.start
  private var first = 0
  /// How many windows it holds.
  public private(set) var count = 0
  /// How often windows of later times were dropped because the clock was set back.
  public private(set) var rewindCount = 0

  /// Creates an empty history.
  public init() {}

  /// How many bytes the evidence takes.
  public var byteCount: Int { deficits.count * 15 }

  /// Takes a window's evidence.
  ///
  /// - Parameters:
  ///   - evidence: The evidence.
  ///   - time: When the window ended.
  public mutating func add(_ evidence: ActivityEvidence, endingAt time: SimTime) {
    if count == 0 { base = time }
    let offset = (time - base).nanoseconds / Self.tick
    // After 497 days, or before its beginning, it begins anew.
    guard offset >= 0, offset <= Int64(UInt32.max) else {
      let wasEarlier = offset < 0
      self = ActivityHistory(rewindCount: rewindCount + (wasEarlier ? 1 : 0))
      return add(evidence, endingAt: time)
    }
    let tick = UInt32(offset)
    if count > 0, tick <= self.tick(count - 1) {
      rewindCount += 1
      while count > 0, tick <= self.tick(count - 1) { count -= 1 }
    }
    append(evidence, tick)
  }

  private init(rewindCount: Int) { self.rewindCount = rewindCount }

  private mutating func append(_ evidence: ActivityEvidence, _ tick: UInt32) {
    if count == Self.capacity {
      first = (first + 1) % Self.capacity
      count -= 1
    }
    let place = self.place(count)
    count += 1
    if place == deficits.count {
      deficits.append(evidence.deficits)
      speeds.append(evidence.speed)
      links.append(evidence.isLinked)
      wrists.append(evidence.isOnWrist)
      ticks.append(tick)
    } else {
      deficits[place] = evidence.deficits
      speeds[place] = evidence.speed
      links[place] = evidence.isLinked
      wrists[place] = evidence.isOnWrist
      ticks[place] = tick
    }
  }

  @inline(__always)
  private func place(_ number: Int) -> Int {
    let place = first + number
    return place < Self.capacity ? place : place - Self.capacity
  }

  @inline(__always)
  private func tick(_ number: Int) -> UInt32 { ticks[place(number)] }

  /// When a window ended, by its number from the oldest.
  func time(_ number: Int) -> SimTime {
    base + SimDuration(nanoseconds: Int64(tick(number)) * Self.tick)
  }

  /// A window's evidence.
  func evidence(_ number: Int) -> ActivityEvidence {
    let place = place(number)
    return ActivityEvidence(
      deficits: deficits[place], speed: speeds[place], isLinked: links[place],
      isOnWrist: wrists[place])
  }

  /// The number of the first window that ends after a time; ``count`` if none does.
  func number(after time: SimTime) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self.time(middle) > time { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
