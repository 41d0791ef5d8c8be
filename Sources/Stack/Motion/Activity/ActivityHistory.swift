public import Kernel

/// What was evidence for what in the last seven days, for those who ask later.
///
/// Fourteen bytes for each 2.5 s, 3.6 MB in all, of which a tenth at most lies in memory and the rest in
/// a file. It is a value to be kept over a reboot; a time when the phone was off is a gap.
public struct ActivityHistory: Sendable {
  /// How far back it goes (WWDC14 session 612).
  public static let span = SimDuration.hours(7 * 24)
  /// How many windows that is, and a few for windows that are a little short.
  static let capacity = 7 * 24 * 3600 * 2 / 5 + 8192
  /// Times are kept in hundredths of a second.
  private static let tick: Int64 = 10_000_000

  /// A window as it is kept: of numbers so small that no room is lost between them.
  private struct Window: BitwiseCopyable {
    /// Two deficits each.
    var deficits: (UInt16, UInt16, UInt16, UInt16)
    /// When it ended, in ticks from the first time on.
    var low, high: UInt16
    var speed: UInt8
    /// Bit 0: linked; bit 1: on a wrist.
    var flags: UInt8

    var tick: UInt32 { UInt32(high) << 16 | UInt32(low) }

    init(_ evidence: ActivityEvidence, _ tick: UInt32) {
      func pair(_ first: Int) -> UInt16 {
        UInt16(evidence.deficits[first + 1]) << 8 | UInt16(evidence.deficits[first])
      }
      deficits = (pair(0), pair(2), pair(4), pair(6))
      (low, high) = (UInt16(truncatingIfNeeded: tick), UInt16(truncatingIfNeeded: tick >> 16))
      speed = evidence.speed
      flags = (evidence.isLinked ? 1 : 0) | (evidence.isOnWrist ? 2 : 0)
    }

    var evidence: ActivityEvidence {
      var all = SIMD8<UInt8>.zero
      func unpack(_ pair: UInt16, _ first: Int) {
        all[first] = UInt8(truncatingIfNeeded: pair)
        all[first + 1] = UInt8(truncatingIfNeeded: pair >> 8)
      }
      unpack(deficits.0, 0)
      unpack(deficits.1, 2)
      unpack(deficits.2, 4)
      unpack(deficits.3, 6)
      return ActivityEvidence(
        deficits: all, speed: speed, isLinked: flags & 1 != 0, isOnWrist: flags & 2 != 0)
    }
  }

  /// The last ``count`` count; some before them wait until there are enough of them to be dropped.
  private var windows = Spool<Window>()
  private var base = SimTime.start
  /// How often windows of later times were dropped because the clock was set back.
  public private(set) var rewindCount = 0

  /// Creates an empty history.
  public init() {}

  /// How many windows it holds.
  public var count: Int { min(windows.count, Self.capacity) }

  /// How many bytes the evidence takes, in memory and in a file.
  public var byteCount: Int { windows.count * MemoryLayout<Window>.stride }

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
    if let last = windows.last, tick <= last.tick {
      rewindCount += 1
      dropWindows(from: tick)
    }
    windows.append(Window(evidence, tick))
    if windows.count >= Self.capacity + Spool<Window>.chunkCount { windows.removeFirstChunk() }
  }

  /// Drops what is of a time or later, also among those that don't count any more and wait to be dropped:
  /// a clock may go back by more than the seven days.
  private mutating func dropWindows(from tick: UInt32) {
    while let last = windows.last, tick <= last.tick {
      windows.removeLast(count - number { $0 >= tick })
    }
  }

  private init(rewindCount: Int) { self.rewindCount = rewindCount }

  @inline(__always)
  private func window(_ number: Int) -> Window { windows[windows.count - count + number] }

  /// When a window ended, by its number from the oldest.
  func time(_ number: Int) -> SimTime { time(ofTick: window(number).tick) }

  private func time(ofTick tick: UInt32) -> SimTime {
    base + SimDuration(nanoseconds: Int64(tick) * Self.tick)
  }

  /// A window's evidence.
  func evidence(_ number: Int) -> ActivityEvidence { window(number).evidence }

  /// The number of the first window that ends after a time; ``count`` if none does.
  func number(after time: SimTime) -> Int { number { self.time(ofTick: $0) > time } }

  /// The number of the first window whose tick is such as those of all later ones; ``count`` if none is.
  private func number(where isSuch: (UInt32) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isSuch(window(middle).tick) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
