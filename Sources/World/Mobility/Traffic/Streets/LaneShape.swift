import Geometry
import Glibc

/// A path of straights and bends, before sampling.
struct LaneShape {
  enum CurveSection {
    case line(Vec2, Vec2)
    case bend(LaneBend)
    /// Positions at equal arc lengths, for other shapes.
    case samples([LaneCurves.Sample], spacing: Double)
  }

  var pieces: [CurveSection] = []

  /// Rounds the corners of a polyline.
  ///
  /// The `line` has at least two points, none repeated; see ``clean(_:)``. The `radius` is the
  /// desired radius of corners, in m, and `deviation` the max distance of a bend from its corner,
  /// in m.
  init(rounding line: [Vec2], radius: Double, deviation: Double) {
    guard line.count > 1 else { return }
    let tangents = Self.tangents(line, radius: radius, deviation: deviation)
    var last = line[0]
    for index in 1..<max(line.count - 1, 1) {
      guard tangents[index] > 0, let u = (line[index] - line[index - 1]).normalized,
        let w = (line[index + 1] - line[index]).normalized
      else { continue }
      let bend = LaneBend(corner: line[index], from: u, to: w, tangent: tangents[index])
      addLine(last, bend.p0)
      pieces.append(.bend(bend))
      last = bend.p5
    }
    addLine(last, line[line.count - 1])
  }

  /// Connects two positions with given unit directions.
  init(from start: Vec2, _ incoming: Vec2, to end: Vec2, _ outgoing: Vec2) {
    let chord = end - start
    let turn = incoming.cross(outgoing)
    // The distances from the start and to the end at which the two tangents intersect; slight turns
    // use the whole length.
    let ahead = abs(turn) > 0.3 ? chord.cross(outgoing) / turn : 0
    let behind = abs(turn) > 0.3 ? incoming.cross(chord) / turn : 0
    guard ahead > 0.3, behind > 0.3, incoming.dot(outgoing) > -0.9,
      max(ahead, behind) < 6 * min(ahead, behind)
    else {
      pieces = [.bend(LaneBend(from: start, incoming, to: end, outgoing))]
      return
    }
    let tangent = min(ahead, behind)
    let bend = LaneBend(
      corner: start + incoming * ahead, from: incoming, to: outgoing, tangent: tangent)
    addLine(start, bend.p0)
    pieces.append(.bend(bend))
    addLine(bend.p5, end)
  }

  /// Returns the tangent length of the bend at each corner, in m; 0 on a straight.
  private static func tangents(_ line: [Vec2], radius: Double, deviation: Double) -> [Double] {
    var wanted = [Double](repeating: 0, count: line.count)
    for index in 1..<max(line.count - 1, 1) {
      let (before, after) = (line[index] - line[index - 1], line[index + 1] - line[index])
      let angle = atan2(abs(before.cross(after)), before.dot(after))
      guard angle > 1e-6 else { continue }
      let reach = min(radius * tan(min(angle, 3) / 2), deviation / max(tan(angle / 4), 1e-9))
      wanted[index] = max(reach, 1e-3)
    }
    // Where two bends would overlap, both shrink in proportion.
    var shares = [Double](repeating: 1, count: line.count)
    for index in 1..<line.count {
      let sum = wanted[index - 1] + wanted[index]
      let room = 0.98 * line[index - 1].distance(to: line[index])
      guard sum > room else { continue }
      shares[index - 1] = min(shares[index - 1], room / sum)
      shares[index] = min(shares[index], room / sum)
    }
    return zip(wanted, shares).map { $0 * $1 }
  }

  private mutating func addLine(_ start: Vec2, _ end: Vec2) {
    if start.distance(to: end) > 1e-6 { pieces.append(.line(start, end)) }
  }

  /// Returns a polyline without repeated points and without spikes.
  static func clean(_ line: [Vec2], spacing: Double = 0.25) -> [Vec2] {
    var kept: [Vec2] = []
    for point in line {
      if let last = kept.last, last.distance(to: point) < spacing { continue }
      while kept.count > 1 {
        let (before, after) = (
          kept[kept.count - 1] - kept[kept.count - 2], point - kept[kept.count - 1]
        )
        // Sharper than 165 degrees: digitising noise, which no vehicle can follow.
        guard before.dot(after) < -0.966 * before.length * after.length else { break }
        kept.removeLast()
      }
      if let last = kept.last, last.distance(to: point) < spacing { continue }
      kept.append(point)
    }
    // The end point must stay.
    if let end = line.last, let last = kept.last, last != end {
      if kept.count > 1 {
        kept[kept.count - 1] = end
      } else if last.distance(to: end) > 1e-6 {
        kept.append(end)
      }
    }
    return kept
  }

  /// Returns a polyline offset to the right by a distance in m.
  static func offset(_ line: [Vec2], right distance: Double) -> [Vec2] {
    guard line.count > 1, distance != 0 else { return line }
    var moved: [Vec2] = []
    for index in line.indices {
      let before = index > 0 ? (line[index] - line[index - 1]).normalized : nil
      let after = index + 1 < line.count ? (line[index + 1] - line[index]).normalized : nil
      let u = before ?? after ?? Vec2(1, 0)
      let w = after ?? u
      let half = (u + w).normalized ?? w
      // The mitre corner of the offset line, limited to that of a blunt corner.
      let stretch = 1 / max(half.dot(w), 0.4)
      moved.append(line[index] - half.perpendicular * (distance * stretch))
    }
    // On the inner side of a bend short pieces may be reversed: join their ends.
    var result = [moved[0]]
    for index in 1..<moved.count {
      let piece = moved[index] - result[result.count - 1]
      if piece.dot(line[index] - line[index - 1]) > 0 {
        result.append(moved[index])
      } else if index == moved.count - 1, result.count > 1 {
        result[result.count - 1] = moved[index]
      }
    }
    return result.count > 1 ? result : [moved[0], moved[moved.count - 1]]
  }

  /// Returns the part of a polyline between two distances from its start, in m.
  static func part(of line: [Vec2], from start: Double, to end: Double) -> [Vec2] {
    var result: [Vec2] = []
    var position = 0.0
    for index in 1..<max(line.count, 1) {
      let (a, b) = (line[index - 1], line[index])
      let length = a.distance(to: b)
      defer { position += length }
      guard length > 0, position + length >= start, position <= end else { continue }
      if result.isEmpty { result.append(a + (b - a) * max(0, (start - position) / length)) }
      result.append(a + (b - a) * min(1, (end - position) / length))
    }
    return result
  }

  /// In m.
  static func length(of line: [Vec2]) -> Double {
    zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
  }
}
