import Geometry
import Kernel

/// Magnetic field along the path, averaged per segment of about a metre.
///
/// At rest no readings are added.
struct MagneticTrack: Sendable {
  /// Average over a path segment.
  struct SegmentMean: Sendable {
    /// Upward and horizontal, in µT.
    var parts: SIMD2<Double>
    /// Centre of the segment, in the trace's frame, in m.
    var point: Vec2
  }

  private let spacing: Double
  private var waiting: [StepTrace.FieldReading] = []
  /// Start of the current segment, and sums of its readings.
  private var start: Vec2?
  private var parts = SIMD2<Double>.zero
  private var points = Vec2.zero
  private var count = 0.0

  /// Creates an empty path with segments of `spacing` m.
  init(spacing: Double) {
    self.spacing = spacing
  }

  /// Discards the current segment after a change of carrying position or a motion gap.
  mutating func forget() {
    waiting.removeAll(keepingCapacity: true)
    (start, parts, points, count) = (nil, .zero, .zero, 0)
  }

  /// Adds readings and returns the completed segments.
  ///
  /// - Parameters:
  ///   - readings: Readings since the last call, oldest first.
  ///   - known: Time up to which motion is known.
  ///   - locate: Returns the phone's position at a time, in the trace's frame.
  /// - Returns: A reading for each completed segment, oldest first.
  mutating func process(
    _ readings: [StepTrace.FieldReading], until known: SimTime, _ locate: (SimTime) -> Vec2
  ) -> [SegmentMean] {
    waiting += readings
    var found: [SegmentMean] = []
    var used = 0
    for reading in waiting {
      guard reading.time <= known else { break }
      used += 1
      let point = locate(reading.time)
      if let start, point.distance(to: start) >= spacing {
        found.append(SegmentMean(parts: parts / count, point: points / count))
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
