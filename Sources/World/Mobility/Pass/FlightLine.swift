import Geometry
import Maps

/// The polyline of a connector, parameterised by horizontal distance.
struct FlightLine: Sendable {
  /// The vertices: metres east, north and up.
  let points: [Vec3]
  /// The horizontal distance from the first vertex to each, in m.
  let ways: [Double]
  /// The level at each vertex.
  let levels: [Int?]

  init(_ connector: Connector, in map: VenueMap) {
    points = connector.stops.map { Vec3($0.point, map.elevation(of: $0)) }
    levels = connector.stops.map(\.level)
    var ways = [0.0]
    for (from, to) in zip(points, points.dropFirst()) {
      // A vertical piece gets a length too, so that it takes time.
      ways.append(
        ways[ways.count - 1] + max(from.xy.distance(to: to.xy), abs(to.z - from.z) / 2, 0.1))
    }
    self.ways = ways
  }

  var length: Double { ways[ways.count - 1] }

  /// The index of the segment at a distance, and the fraction of it that is covered.
  private func piece(at way: Double) -> (index: Int, share: Double) {
    var index = 0
    while index + 2 < points.count, ways[index + 1] <= way { index += 1 }
    let length = ways[index + 1] - ways[index]
    return (index, min(max(0, (way - ways[index]) / length), 1))
  }

  /// The position at a distance along the line, with an offset to the left of it.
  ///
  /// The offset shrinks towards bends and ends, so that the position never jumps there.
  func place(at way: Double, left: Double) -> Vec3 {
    let (index, share) = piece(at: way)
    let (from, to) = (points[index], points[index + 1])
    let middle = from + (to - from) * share
    let length = ways[index + 1] - ways[index]
    let room = min(share, 1 - share) * length
    guard let along = (to - from).xy.normalized else { return middle }
    let offset = left * min(1, room / 0.8)
    return middle + Vec3(-along.y * offset, along.x * offset, 0)
  }

  /// The direction of travel at a distance, in radians; nil on a vertical segment.
  func heading(at way: Double, backwards: Bool) -> Double? {
    let (index, _) = piece(at: way)
    guard let along = (points[index + 1] - points[index]).xy.normalized else { return nil }
    return (backwards ? along * -1 : along).angle
  }

  /// The level whose floor is nearest at a distance.
  func level(at way: Double) -> Int? {
    let (index, share) = piece(at: way)
    return levels[share < 0.5 ? index : index + 1]
  }

  /// The rise per horizontal metre at a distance.
  func slope(at way: Double) -> Double {
    let (index, _) = piece(at: way)
    return (points[index + 1].z - points[index].z) / (ways[index + 1] - ways[index])
  }

  /// The distance along the line and the offset to the left that come nearest to a position.
  func nearest(to place: Vec3) -> Vec2 {
    var best = Vec2.zero
    var minimum = Double.infinity
    for index in 0..<points.count - 1 {
      let (from, to) = (points[index], points[index + 1])
      let length = to.xy - from.xy
      let square = length.squaredLength
      let share =
        square > 0 ? min(max(0, (place.xy - from.xy).dot(length) / square), 1) : 0
      let middle = from + (to - from) * share
      let gap = place.distance(to: middle)
      guard gap < minimum else { continue }
      minimum = gap
      let left = length.normalized.map { Vec2(-$0.y, $0.x).dot(place.xy - middle.xy) } ?? 0
      best = Vec2(ways[index] + share * (ways[index + 1] - ways[index]), left)
    }
    return best
  }
}
