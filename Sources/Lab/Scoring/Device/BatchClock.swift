import Kernel

/// Sequence of the motion batches that a stack received: each span of motion is cut every 2.5 s
/// from the arrival of its first batch (WWDC14 session 612).
struct BatchClock: Sendable {
  static let period = SimDuration.seconds(2.5)
  /// The number of unjudged batches at the begin of a span, in which a classifier may lack data.
  static let pardoned = 2

  private let spans: [SensedNotes.MotionInterval]
  private var span = 0
  private var batch = BatchClock.pardoned

  /// Creates the sequence from the spans of sensed motion; empty if these are unknown.
  init(_ spans: [SensedNotes.MotionInterval]?) {
    self.spans = spans ?? []
  }

  /// Returns the end of the next batch that ends before a moment; nil if there is none.
  mutating func next(before time: SimTime) -> SimTime? {
    while span < spans.count {
      let end = spans[span].arrival + Self.period * Int64(batch)
      // A batch is judged at its arrival, which is after its last reading.
      guard end - Self.period < spans[span].end else {
        (span, batch) = (span + 1, Self.pardoned)
        continue
      }
      guard end < time else { return nil }
      batch += 1
      return end
    }
    return nil
  }
}
