import Kernel
import Observations
import Truth

// What an app can say afterwards of the ways that were made.

extension DeviceScorer {
  /// Keeps the journal, and judges the modes of its ways second by second, rests on the way left aside.
  mutating func finishJournal() {
    score.journal = input.journal
    let second: Int64 = 1_000_000_000
    for row in input.journal where row.kind == .leg {
      guard let start = row.start, let end = row.end else { continue }
      var number = (start.nanoseconds + second - 1) / second
      while number * second < end.nanoseconds {
        let now = SimTime(nanoseconds: number * second)
        number += 1
        guard now >= .start, let actual = truth(at: now), actual.known.contains(.activity),
          actual.activity != .stationary
        else { continue }
        let isRight = actual.activity.rawValue == row.mode
        for index in parts.indices where parts[index].contains(now, actual) {
          parts[index].samples.add(isRight ? 1 : 0, to: .journal.modeRight)
        }
      }
    }
  }
}
