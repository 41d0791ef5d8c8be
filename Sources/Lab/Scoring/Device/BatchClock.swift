import Kernel

/// Calls up the batches of motion that a stack was given, one after the other: a span of motion is
/// cut every 2.5 s, from the arrival of its first batch on (WWDC14 session 612).
struct BatchClock: Sendable {
  /// How long a batch is.
  static let period = SimDuration.seconds(2.5)
  /// How many batches of a span aren't judged: as many may be needed to know anything.
  static let pardoned = 2

  private let spans: [SensedNotes.Span]
  private var span = 0
  private var batch = BatchClock.pardoned

  /// Creates a clock.
  ///
  /// - Parameter spans: When motion was sensed; nothing is called up where that isn't known.
  init(_ spans: [SensedNotes.Span]?) {
    self.spans = spans ?? []
  }

  /// The end of the next batch that is over before a moment; nil if there is none.
  mutating func next(before time: SimTime) -> SimTime? {
    while span < spans.count {
      let end = spans[span].arrival + Self.period * Int64(batch)
      // What a batch is worth is told as it arrives, which is after its last reading.
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
