public import Kernel

/// Evidence of the last seven days, for historical queries.
///
/// Takes fourteen bytes per 2.5 s, 3.6 MB in all. At most a tenth is in memory, the rest in a file. Keep the
/// value over a reboot; time when the phone was off is a gap.
public struct ActivityHistory: Sendable {
  /// Length of the history (WWDC14 session 612).
  public static let span = SimDuration.hours(7 * 24)
  /// Maximum number of windows: seven days, and some spare for windows that are a little short.
  static let capacity = 7 * 24 * 3600 * 2 / 5 + 8192
  /// Resolution of stored times: 0.01 s.
  private static let tick: Int64 = 10_000_000

  /// Packed window, laid out without padding.
  private struct PackedWindow: BitwiseCopyable {
    /// Two deficits per word.
    var deficits: (UInt16, UInt16, UInt16, UInt16)
    /// Time of the window's end, in ticks since ``base``.
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

  /// Only the last ``count`` windows are valid; older ones are dropped a chunk at a time.
  private var windows = FileBackedArray<PackedWindow>()
  private var base = SimTime.start
  /// Number of times that later windows were dropped because the clock was set back.
  public private(set) var rewindCount = 0

  public init() {}

  /// Number of windows.
  public var count: Int { min(windows.count, Self.capacity) }

  /// Size of the evidence in bytes, in memory and in the file.
  public var byteCount: Int { windows.count * MemoryLayout<PackedWindow>.stride }

  /// Appends a window's evidence, and drops later windows if the clock was set back.
  public mutating func add(_ evidence: ActivityEvidence, endingAt time: SimTime) {
    if count == 0 { base = time }
    let offset = (time - base).nanoseconds / Self.tick
    // Starts over after 497 days, and for a time before the first window.
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
    windows.append(PackedWindow(evidence, tick))
    if windows.count >= Self.capacity + FileBackedArray<PackedWindow>.chunkCount {
      windows.removeFirstChunk()
    }
  }

  /// Drops the windows at or after a time, including the invalid ones: a clock may go back by more than
  /// seven days.
  private mutating func dropWindows(from tick: UInt32) {
    while let last = windows.last, tick <= last.tick {
      windows.removeLast(count - (0..<count).partitioningIndex { window($0).tick >= tick })
    }
  }

  private init(rewindCount: Int) { self.rewindCount = rewindCount }

  @inline(__always)
  private func window(_ number: Int) -> PackedWindow { windows[windows.count - count + number] }

  /// Returns the end time of a window, by index from the oldest.
  func time(_ number: Int) -> SimTime { time(ofTick: window(number).tick) }

  private func time(ofTick tick: UInt32) -> SimTime {
    base + SimDuration(nanoseconds: Int64(tick) * Self.tick)
  }

  /// Returns a window's evidence, by index from the oldest.
  func evidence(_ number: Int) -> ActivityEvidence { window(number).evidence }

  /// Returns the index of the first window that ends after a time; ``count`` if there is none.
  func number(after time: SimTime) -> Int {
    (0..<count).partitioningIndex { self.time($0) > time }
  }
}
