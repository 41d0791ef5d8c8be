import Geometry
import Kernel

/// The magnetic field along a phone's way: what its magnetometer shows, averaged over each metre or so.
///
/// A phone at rest hears of no new place, however long it stays.
struct MagneticWay: Sendable {
  /// What was read along a piece of the way.
  struct Reading: Sendable {
    /// Upward and level, in µT.
    var parts: SIMD2<Double>
    /// The middle of the piece, in the trace's frame, in m.
    var point: Vec2
  }

  private let spacing: Double
  private var waiting: [StepTrace.FieldReading] = []
  /// Where the piece under way began, and the sums of what was read on it.
  private var start: Vec2?
  private var parts = SIMD2<Double>.zero
  private var points = Vec2.zero
  private var count = 0.0

  /// - Parameter spacing: How long a piece is, in m.
  init(spacing: Double) {
    self.spacing = spacing
  }

  /// Forgets what was read: the phone is carried otherwise, or its way isn't known.
  mutating func forget() {
    waiting.removeAll(keepingCapacity: true)
    (start, parts, points, count) = (nil, .zero, .zero, 0)
  }

  /// Takes readings, and hands over what they come to.
  ///
  /// - Parameters:
  ///   - readings: The readings since the last, oldest first.
  ///   - known: Up to when the way is known.
  ///   - locate: Where the phone was at a time, in the trace's frame.
  /// - Returns: A reading for each piece of the way that is complete, oldest first.
  mutating func take(
    _ readings: [StepTrace.FieldReading], until known: SimTime, _ locate: (SimTime) -> Vec2
  ) -> [Reading] {
    waiting += readings
    var found: [Reading] = []
    var used = 0
    for reading in waiting {
      guard reading.time <= known else { break }
      used += 1
      let point = locate(reading.time)
      if let start, point.distance(to: start) >= spacing {
        found.append(Reading(parts: parts / count, point: points / count))
        self.start = nil
      }
      if start == nil { (start, parts, points, count) = (point, .zero, .zero, 0) }
      parts += SIMD2(reading.upward, reading.level)
      points += point
      count += 1
    }
    waiting.removeFirst(used)
    return found
  }
}
