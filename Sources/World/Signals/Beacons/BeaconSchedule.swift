import Glibc
public import Kernel

/// When a beacon advertises.
///
/// Each event follows the last by the interval, a whole number of 0.625 ms, and a random delay of up
/// to 10 ms (Bluetooth Core 5.4, vol 6, part B, 4.4.2.2). The delays add up, so that two beacons
/// drift through one another and the n-th event wanders by 2.9 ms √n. Yet each delay is addressed by
/// the event's number: whoever sleeps through some finds the others where they would have been.
public struct BeaconSchedule: Sendable {
  /// An event, and where its delays stand in their stream.
  public struct Cursor: Sendable {
    /// The event's number, from 0.
    public fileprivate(set) var number: Int64
    /// All delays before it, in 65,536ths of the longest.
    fileprivate var delays: Int64
    fileprivate var draws: RandomStream
    /// When the event before it began, as far as was gone event by event.
    fileprivate var before = SimTime.distantPast
    /// The four delays of which some are still to come.
    fileprivate var word: UInt64 = 0
  }

  /// How many delays one refill of a stream holds: eight words of four.
  private static let chunk: Int64 = 32
  /// A crystal's error, SD; data sheets allow 20 to 50 ppm.
  private static let clockError = 15e-6

  private let start: SimTime
  /// The interval, in ns; as a double it is exact beyond a century.
  private let interval: Double
  private let delayUnit: Double
  private let draws: RandomStream

  /// Creates the schedule of a beacon.
  ///
  /// - Parameters:
  ///   - seed: The run's seed.
  ///   - beacon: The beacon's number in random streams.
  ///   - intervalSeconds: The time between events without their delay, in s; 20 ms at least.
  ///   - delays: Whether there are random delays and an imperfect clock.
  public init(seed: UInt64, beacon: UInt64, intervalSeconds: Double, delays: Bool = true) {
    var trait = RandomStream(seed: seed, entity: beacon, purpose: "beacon.clock")
    let slots = (min(max(0.02, intervalSeconds), 10.24) / 0.000625).rounded()
    start = SimTime(seconds: trait.uniform() * slots * 0.000625)
    interval = slots * 625_000 * (delays ? 1 + Self.clockError * trait.gaussian() : 1)
    delayUnit = delays ? Double(BeaconFrame.longestDelay.nanoseconds) / 65_536 : 0
    draws = RandomStream(seed: seed, entity: beacon, purpose: "beacon.delay")
  }

  /// How many events there are in a second, on average, in Hz.
  public var rate: Double { 1e9 / (interval + delayUnit * 32_767.5) }

  /// The first event.
  public var first: Cursor {
    Cursor(number: 0, delays: 0, draws: draws.at(index: 0))
  }

  /// When an event's first frame begins.
  @inline(__always)
  public func time(of cursor: Cursor) -> SimTime {
    start
      + SimDuration(
        nanoseconds: Int64(Double(cursor.number) * interval + Double(cursor.delays) * delayUnit))
  }

  /// When the n-th event begins; takes time in proportion to n, some 1 ns each.
  public func time(ofEvent number: Int64) -> SimTime {
    var cursor = first
    while cursor.number + Self.chunk <= number { skipChunk(&cursor) }
    while cursor.number < number { advance(&cursor) }
    return time(of: cursor)
  }

  /// Goes on to the next event.
  @inline(__always)
  public func advance(_ cursor: inout Cursor) {
    cursor.before = time(of: cursor)
    if cursor.number & (Self.chunk - 1) == 0 {
      cursor.draws = draws.at(index: UInt64(bitPattern: cursor.number / Self.chunk))
    }
    if cursor.number & 3 == 0 { cursor.word = cursor.draws.next() }
    cursor.delays += Int64(cursor.word & 0xFFFF)
    cursor.word >>= 16
    cursor.number += 1
  }

  /// Goes to the first event at or after a moment, from wherever the cursor stands.
  public func seek(_ cursor: inout Cursor, atOrAfter time: SimTime) {
    // Where it stands may be just right: nothing between the event before and this one.
    if cursor.number > 0, cursor.before >= time { cursor = first }
    while self.time(of: cursor) < time {
      // No chunk is longer than that with the longest delays.
      let longest = Double(Self.chunk) * (interval + delayUnit * 65_536)
      let isFar = Double((time - self.time(of: cursor)).nanoseconds) > longest
      if isFar, cursor.number & (Self.chunk - 1) == 0 {
        skipChunk(&cursor)
      } else {
        advance(&cursor)
      }
    }
  }

  /// Goes on by a whole chunk, from the beginning of one.
  private func skipChunk(_ cursor: inout Cursor) {
    var stream = draws.at(index: UInt64(bitPattern: cursor.number / Self.chunk))
    var sum: UInt64 = 0
    for _ in 0..<8 {
      let word = stream.next()
      // Pairs of lanes, then both: no carry can reach the next lane of 32 bits.
      let pairs = (word & 0x0000_FFFF_0000_FFFF) &+ (word >> 16 & 0x0000_FFFF_0000_FFFF)
      sum &+= (pairs & 0xFFFF_FFFF) &+ pairs >> 32
    }
    cursor.delays += Int64(sum)
    cursor.number += Self.chunk
    // The last of the chunk is at least an interval back.
    cursor.before = time(of: cursor) - SimDuration(nanoseconds: Int64(interval))
  }
}
