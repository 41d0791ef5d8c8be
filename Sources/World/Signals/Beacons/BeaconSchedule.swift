import Glibc
public import Kernel

/// The advertising events of a beacon (Bluetooth Core 5.4, vol 6, part B, 4.4.2.2).
///
/// Each event follows the last by the interval, a multiple of 0.625 ms, and a random delay of up to
/// 10 ms. The delays add up, so that two beacons drift against each other and the n-th event wanders by
/// 2.9 ms √n. Each delay is addressed by the event's number: skipped events don't change later ones.
public struct BeaconSchedule: Sendable {
  /// An event, and the position of its delay in the random stream.
  public struct Cursor: Sendable {
    /// The event's number, from 0.
    public fileprivate(set) var number: Int64
    /// The sum of earlier delays, in 65,536ths of the longest.
    fileprivate var delays: Int64
    fileprivate var draws: RandomStream
    /// The time of the previous event, if stepped event by event.
    fileprivate var before = SimTime.distantPast
    /// The current word of four delays.
    fileprivate var word: UInt64 = 0
  }

  /// Delays per refill of a stream: eight words of four.
  private static let chunk: Int64 = 32
  /// Standard deviation of a crystal's clock error; data sheets allow 20 to 50 ppm.
  private static let clockError = 15e-6

  private let start: SimTime
  /// The interval, in ns; exact as a double beyond a century.
  private let interval: Double
  private let delayUnit: Double
  private let draws: RandomStream

  /// Creates the schedule of a beacon.
  ///
  /// - Parameters:
  ///   - seed: The run's seed.
  ///   - beacon: The beacon's number in random streams.
  ///   - intervalSeconds: The interval without delays, in s; at least 20 ms.
  ///   - delays: True for random delays and a clock error.
  public init(seed: UInt64, beacon: UInt64, intervalSeconds: Double, delays: Bool = true) {
    var trait = RandomStream(seed: seed, entity: beacon, purpose: "beacon.clock")
    let slots = (min(max(0.02, intervalSeconds), 10.24) / 0.000625).rounded()
    start = SimTime(seconds: trait.uniform() * slots * 0.000625)
    interval = slots * 625_000 * (delays ? 1 + Self.clockError * trait.gaussian() : 1)
    delayUnit = delays ? Double(BeaconFrame.longestDelay.nanoseconds) / 65_536 : 0
    draws = RandomStream(seed: seed, entity: beacon, purpose: "beacon.delay")
  }

  /// Mean event rate, in Hz.
  public var rate: Double { 1e9 / (interval + delayUnit * 32_767.5) }

  public var first: Cursor {
    Cursor(number: 0, delays: 0, draws: draws.at(index: 0))
  }

  /// The start of an event's first frame.
  @inline(__always)
  public func time(of cursor: Cursor) -> SimTime {
    start
      + SimDuration(
        nanoseconds: Int64(Double(cursor.number) * interval + Double(cursor.delays) * delayUnit))
  }

  /// The start of the n-th event; takes some 1 ns per event.
  public func time(ofEvent number: Int64) -> SimTime {
    var cursor = first
    while cursor.number + Self.chunk <= number { skipChunk(&cursor) }
    while cursor.number < number { advance(&cursor) }
    return time(of: cursor)
  }

  /// Moves to the next event.
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

  /// Moves to the first event at or after a moment, from any event.
  public func seek(_ cursor: inout Cursor, atOrAfter time: SimTime) {
    // The present event is the result if the previous one is earlier.
    if cursor.number > 0, cursor.before >= time { cursor = first }
    while self.time(of: cursor) < time {
      // No chunk lasts longer than one with max delays.
      let longest = Double(Self.chunk) * (interval + delayUnit * 65_536)
      let isFar = Double((time - self.time(of: cursor)).nanoseconds) > longest
      if isFar, cursor.number & (Self.chunk - 1) == 0 {
        skipChunk(&cursor)
      } else {
        advance(&cursor)
      }
    }
  }

  /// Skips a whole chunk, from its start.
  private func skipChunk(_ cursor: inout Cursor) {
    var stream = draws.at(index: UInt64(bitPattern: cursor.number / Self.chunk))
    var sum: UInt64 = 0
    for _ in 0..<8 {
      let word = stream.next()
      // Pairs of lanes, then both: no carry reaches the next lane of 32 bits.
      let pairs = (word & 0x0000_FFFF_0000_FFFF) &+ (word >> 16 & 0x0000_FFFF_0000_FFFF)
      sum &+= (pairs & 0xFFFF_FFFF) &+ pairs >> 32
    }
    cursor.delays += Int64(sum)
    cursor.number += Self.chunk
    // The last event of the chunk is at least an interval back.
    cursor.before = time(of: cursor) - SimDuration(nanoseconds: Int64(interval))
  }
}
