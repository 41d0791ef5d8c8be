import Kernel

/// Calls up the whole seconds of a run, one after the other, as time goes on.
struct SecondClock: Sendable {
  private var second = 0
  /// The last whole second; at least the first, so that even the shortest run has one to judge.
  private let last: Int
  /// The last that really lies in the run.
  let lastOfRun: Int

  init(duration: SimDuration) {
    lastOfRun = max(0, Int(duration.seconds))
    last = max(1, lastOfRun)
  }

  /// The next whole second that is over before a moment; nil if there is none.
  mutating func next(before time: SimTime) -> Int? {
    guard second <= last, SimTime(nanoseconds: Int64(second) * 1_000_000_000) < time else {
      return nil
    }
    defer { second += 1 }
    return second
  }
}
