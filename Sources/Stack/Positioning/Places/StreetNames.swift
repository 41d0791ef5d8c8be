import Geometry
import Maps

/// Streets of a map, by the names of its roads.
struct StreetNames: Sendable {
  /// Segments of the named roads, and the street of each.
  private let segments: [Segment2]
  private let owners: [Int]
  private let index: SegmentIndex?
  /// Names in the order of the map.
  private let names: [String]
  private let numbers: [String: Int]
  /// Streets at their midpoints, and crossings.
  let entries: [PlaceIndex.Entry]

  init(_ network: RoadNetwork) {
    var (segments, owners): ([Segment2], [Int]) = ([], [])
    var (names, numbers): ([String], [String: Int]) = ([], [:])
    var meeting = [[Int]](repeating: [], count: network.junctions.count)
    for road in network.roads where !road.name.isEmpty {
      let number = numbers[road.name] ?? names.count
      if number == names.count {
        numbers[road.name] = number
        names.append(road.name)
      }
      for (start, end) in zip(road.line, road.line.dropFirst())
      where start.isFinite && end.isFinite {
        segments.append(Segment2(start, end))
        owners.append(number)
      }
      for end in [road.from, road.to]
      where meeting.indices.contains(end) && !meeting[end].contains(number) {
        meeting[end].append(number)
      }
    }
    (self.segments, self.owners, self.names, self.numbers) = (segments, owners, names, numbers)
    index = try? SegmentIndex(segments)
    entries =
      Self.streets(names, segments, owners)
      + Self.crossings(names, meeting, network.junctions)
  }

  private static func streets(
    _ names: [String], _ segments: [Segment2], _ owners: [Int]
  ) -> [PlaceIndex.Entry] {
    var middles = [Segment2?](repeating: nil, count: names.count)
    var counts = [Int](repeating: 0, count: names.count)
    for owner in owners { counts[owner] += 1 }
    var seen = [Int](repeating: 0, count: names.count)
    for (segment, owner) in zip(segments, owners) {
      if seen[owner] == counts[owner] / 2 { middles[owner] = segment }
      seen[owner] += 1
    }
    return names.indices.compactMap { number in
      middles[number].map {
        PlaceIndex.Entry(kind: .street, name: names[number], spot: Spot($0.midpoint))
      }
    }
  }

  private static func crossings(
    _ names: [String], _ meeting: [[Int]], _ junctions: [Junction]
  ) -> [PlaceIndex.Entry] {
    var entries: [PlaceIndex.Entry] = []
    for (junction, streets) in meeting.enumerated() where junctions[junction].point.isFinite {
      for (place, first) in streets.enumerated() {
        for second in streets[(place + 1)...] {
          entries.append(
            PlaceIndex.Entry(
              kind: .crossing, name: "\(names[first]) & \(names[second])",
              spot: Spot(junctions[junction].point)))
        }
      }
    }
    return entries
  }

  /// Returns the nearest named street.
  ///
  /// - Parameters:
  ///   - point: Position, in m east and north.
  ///   - reach: Search radius, in m.
  /// - Returns: Its name, the nearest point on it and the distance; nil for none.
  func nearest(
    to point: Vec2, within reach: Double
  ) -> (name: String, point: Vec2, distance: Double)? {
    index?.nearestSegment(to: point, within: reach).map {
      (names[owners[$0.segment]], $0.point, $0.distance)
    }
  }

  /// Returns the nearest point of a street.
  func nearest(onStreet name: String, to point: Vec2) -> Vec2? {
    guard let number = numbers[name] else { return nil }
    var best: (distance: Double, point: Vec2)?
    for (segment, owner) in zip(segments, owners) where owner == number {
      let foot = segment.closestPoint(to: point)
      let distance = foot.distance(to: point)
      if distance < best?.distance ?? .infinity { best = (distance, foot) }
    }
    return best?.point
  }
}
