import Kernel

/// Sequence of the whole seconds of a run, as time passes.
struct SecondClock: Sendable {
  private var second = 0
  /// The last scored second; at least 1, so that even the shortest run has one.
  private let last: Int
  /// The last second within the run.
  let lastOfRun: Int

  init(duration: SimDuration) {
    lastOfRun = max(0, Int(duration.seconds))
    last = max(1, lastOfRun)
  }

  /// Returns the next whole second before a moment; nil if there is none.
  mutating func next(before time: SimTime) -> Int? {
    guard second <= last, SimTime(nanoseconds: Int64(second) * 1_000_000_000) < time else {
      return nil
    }
    defer { second += 1 }
    return second
  }
}
