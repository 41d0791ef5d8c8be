import Geometry
import Glibc

/// A path sampled at equal arc lengths: a range of a ``LaneCurves``.
struct LaneCurve: Sendable {
  /// Its length, and the distance between samples, in m.
  var length = 0.0
  var spacing = 1.0
  var inverseSpacing = 1.0
  /// The index of the first sample, and the number of intervals.
  var first: Int32 = 0
  var steps: Int32 = 0
  /// The max absolute curvature, in 1/m.
  var sharpest = 0.0
}

/// A position on a path.
struct LanePlace: Sendable {
  var point: Vec2
  /// The derivative of the position by arc length: a unit vector on the path itself.
  var tangent: Vec2
  /// The curvature, in 1/m, positive to the left.
  var curvature: Double
}

/// Many sampled paths in contiguous memory, evaluated in constant time.
///
/// Between samples the path is the cubic Hermite curve through both with their tangents.
struct LaneCurves: Sendable {
  struct Sample: Sendable {
    var point, tangent: Vec2
    var curvature: Double
  }

  private(set) var samples: [Sample] = []

  /// Samples a shape and stores it.
  ///
  /// A shape without length becomes a very short path at `place` along `direction`.
  mutating func append(_ shape: LaneShape, at place: Vec2, along direction: Vec2) -> LaneCurve {
    let parts = shape.pieces.map(MeasuredPiece.init)
    let total = parts.reduce(0) { $0 + $1.length }
    guard total > 0.05, total.isFinite else {
      return append(MeasuredPiece(.line(place, place + direction * 0.05)).asList, total: 0.05)
    }
    return append(parts, total: total)
  }

  private mutating func append(_ parts: [MeasuredPiece], total: Double) -> LaneCurve {
    var spacing = total
    for part in parts {
      guard part.sharpest > 1e-6 else { continue }
      spacing = min(spacing, max(0.05, min(4, 0.06 / part.sharpest)))
    }
    let steps = Int(min(max((total / spacing).rounded(.up), 1), 8000))
    spacing = total / Double(steps)
    var curve = LaneCurve(
      length: total, spacing: spacing, inverseSpacing: 1 / spacing,
      first: Int32(samples.count), steps: Int32(steps))
    var (part, passed) = (0, 0.0)
    for step in 0...steps {
      let s = Double(step) * spacing
      while part + 1 < parts.count, s > passed + parts[part].length {
        passed += parts[part].length
        part += 1
      }
      let sample = parts[part].sample(at: s - passed)
      curve.sharpest = max(curve.sharpest, abs(sample.curvature))
      samples.append(sample)
    }
    return curve
  }

  /// Returns the position `s` metres along a path and `offset` to the left of it.
  ///
  /// Beyond its ends the path continues straight.
  func place(_ curve: LaneCurve, at s: Double, offset: Double = 0) -> LanePlace {
    let position = min(max(s * curve.inverseSpacing, 0), Double(curve.steps))
    let step = min(Int32(position), curve.steps - 1)
    let t = position - Double(step)
    let (a, b) = (samples[Int(curve.first + step)], samples[Int(curve.first + step) + 1])
    let (ta, tb) = (a.tangent * curve.spacing, b.tangent * curve.spacing)
    let delta = b.point - a.point
    let square = delta * 3 - ta * 2 - tb
    let cube = ta + tb - delta * 2
    var point = a.point + (ta + (square + cube * t) * t) * t
    var tangent = (ta + (square * 2 + cube * (3 * t)) * t) * curve.inverseSpacing
    var curvature = a.curvature + (b.curvature - a.curvature) * t
    let beyond = s - position * curve.spacing
    if abs(beyond) > 1e-9 {
      point += tangent * beyond
      curvature = 0
    }
    if offset != 0 {
      // Inside a bend tighter than the offset, the offset path would reverse: stay outside its
      // centre.
      let reach = curvature * offset
      let held = reach > 0.6 ? 0.6 / curvature : offset
      point += tangent.perpendicular * held
      tangent *= 1 - curvature * held
    }
    return LanePlace(point: point, tangent: tangent, curvature: curvature)
  }

  func curvature(_ curve: LaneCurve, step: Int) -> Double {
    samples[Int(curve.first) + step].curvature
  }

  /// Returns the curvature at a distance along a path, in 1/m; 0 beyond its ends.
  @inline(__always)
  func curvature(_ curve: LaneCurve, at s: Double) -> Double {
    guard s >= 0, s <= curve.length else { return 0 }
    let position = s * curve.inverseSpacing
    let step = min(Int32(position), curve.steps - 1)
    let first = Int(curve.first + step)
    let (a, b) = (samples[first].curvature, samples[first + 1].curvature)
    return a + (b - a) * (position - Double(step))
  }

  /// Returns the arc length of the path's nearest position to a point, and its distance, in m.
  func nearest(_ curve: LaneCurve, to point: Vec2) -> (s: Double, distance: Double) {
    var best = (s: 0.0, distance: Double.infinity)
    for step in 0..<Int(curve.steps) {
      let (a, b) = (
        samples[Int(curve.first) + step].point, samples[Int(curve.first) + step + 1].point
      )
      let chord = b - a
      let t = min(max((point - a).dot(chord) / max(chord.squaredLength, 1e-12), 0), 1)
      let distance = point.distance(to: a + chord * t)
      if distance < best.distance {
        best = ((Double(step) + t) * curve.spacing, distance)
      }
    }
    return best
  }
}

/// A piece of a path with its arc length.
private struct MeasuredPiece {
  private let piece: LaneShape.CurveSection
  let length: Double
  /// The max absolute curvature, in 1/m.
  let sharpest: Double
  /// The arc lengths of a bend up to each of its equal parameter steps.
  private let lengths: [Double]

  private static let steps = 32

  init(_ piece: LaneShape.CurveSection) {
    self.piece = piece
    switch piece {
    case .line(let start, let end):
      (length, sharpest, lengths) = (start.distance(to: end), 0, [])
    case .bend(let bend):
      var (sum, sharpest, lengths) = (0.0, 0.0, [0.0])
      for step in 0..<Self.steps {
        let t = Double(step) / Double(Self.steps)
        sum += Self.arc(bend, from: t, to: t + 1 / Double(Self.steps))
        lengths.append(sum)
        sharpest = max(sharpest, abs(bend.curvature(t)))
      }
      (length, self.sharpest, self.lengths) = (sum, sharpest, lengths)
    case .samples(let samples, let spacing):
      length = Double(samples.count - 1) * spacing
      sharpest = samples.reduce(0) { max($0, abs($1.curvature)) }
      lengths = []
    }
  }

  var asList: [MeasuredPiece] { [self] }

  /// Returns the arc length of a bend between two parameters, by Simpson's rule.
  private static func arc(_ bend: LaneBend, from a: Double, to b: Double) -> Double {
    let middle = bend.velocity((a + b) / 2).length
    return (b - a) / 6 * (bend.velocity(a).length + 4 * middle + bend.velocity(b).length)
  }

  func sample(at s: Double) -> LaneCurves.Sample {
    switch piece {
    case .line(let start, let end):
      let direction = (end - start) / max(length, 1e-12)
      return .init(point: start + direction * min(s, length), tangent: direction, curvature: 0)
    case .samples(let samples, let spacing):
      let step = min(max(Int(s / spacing), 0), samples.count - 2)
      let t = s / spacing - Double(step)
      let (a, b) = (samples[step], samples[step + 1])
      let direction = a.tangent + (b.tangent - a.tangent) * t
      return .init(
        point: a.point + (b.point - a.point) * t, tangent: direction.normalized ?? a.tangent,
        curvature: a.curvature + (b.curvature - a.curvature) * t)
    case .bend(let bend):
      var step = 0
      while step + 1 < Self.steps, lengths[step + 1] < s { step += 1 }
      let start = Double(step) / Double(Self.steps)
      let width = max(lengths[step + 1] - lengths[step], 1e-12)
      var t = start + min(max((s - lengths[step]) / width, 0), 1) / Double(Self.steps)
      for _ in 0..<2 {
        let miss = lengths[step] + Self.arc(bend, from: start, to: t) - s
        t = min(max(t - miss / max(bend.velocity(t).length, 1e-9), 0), 1)
      }
      let velocity = bend.velocity(t)
      let direction = velocity.normalized ?? (bend.p5 - bend.p0).normalized ?? Vec2(1, 0)
      return .init(point: bend.point(t), tangent: direction, curvature: bend.curvature(t))
    }
  }
}
