import Geometry
import Glibc
public import Maps
import Observations

/// Spatial index of a map's streets.
///
/// A street consists of roads that continue each other: with one name, or nearly straight on.
/// Parking aisles and roads closed to cars are excluded.
public struct StreetIndex: Sendable {
  /// A position on a street.
  struct StreetPosition: Hashable, Sendable {
    var street: Int
    /// The distance from the street's middle, in m.
    var distance: Double
  }

  /// Maximum bend of a street at a crossing, and maximum angle between a heading and its street, in
  /// rad: estimates.
  private static let straightOn = 0.5
  private static let alike = 0.6

  private let frame: LocalFrame
  private let segments: SegmentIndex
  private let directions: [Vec2]
  /// The street of each segment.
  private let streets: [Int]

  /// Creates the index of a map; nil without streets.
  public init?(_ map: VenueMap) {
    frame = map.frame
    let groups = StreetGroups(map.roads, straightOn: Self.straightOn)
    var (lines, directions, streets): ([Segment2], [Vec2], [Int]) = ([], [], [])
    for (number, road) in map.roads.roads.enumerated() {
      guard let street = groups.street(of: number) else { continue }
      for (start, end) in zip(road.line, road.line.dropFirst()) {
        let segment = Segment2(start, end)
        guard start.isFinite, end.isFinite, let direction = segment.vector.normalized else {
          continue
        }
        lines.append(segment)
        directions.append(direction)
        streets.append(street)
      }
    }
    guard !lines.isEmpty, let index = try? SegmentIndex(lines) else { return nil }
    segments = index
    self.directions = directions
    self.streets = streets
  }

  /// Returns the street nearest to a position; nil if there is none.
  ///
  /// - Parameters:
  ///   - coordinate: The position.
  ///   - heading: A direction to which the street must be parallel, either way; nil for any.
  ///   - street: A street to exclude.
  ///   - reach: Maximum distance, in m.
  /// - Returns: The street.
  func nearest(
    to coordinate: Coordinate, heading: Vec2? = nil, except street: Int? = nil,
    within reach: Double
  ) -> StreetPosition? {
    guard
      let place = try? Geodetic(
        latitudeDegrees: coordinate.latitudeDegrees, longitudeDegrees: coordinate.longitudeDegrees,
        altitudeMetres: 0)
    else { return nil }
    let local = frame.enu(of: place)
    let minimum = cos(Self.alike)
    var best: StreetPosition?
    segments.forEachSegment(within: reach, of: Vec2(local.x, local.y)) { found in
      guard streets[found.segment] != street, found.distance < best?.distance ?? .infinity else {
        return
      }
      if let heading, abs(heading.dot(directions[found.segment])) < minimum { return }
      best = StreetPosition(street: streets[found.segment], distance: found.distance)
    }
    return best
  }
}

/// Groups of roads that continue each other (union-find).
private struct StreetGroups {
  private var parents: [Int]
  private let isStreet: [Bool]

  init(_ network: RoadNetwork, straightOn: Double) {
    parents = Array(network.roads.indices)
    isStreet = network.roads.map {
      $0.users.contains(.cars) && $0.kind != .aisle && $0.kind != .track && $0.line.count > 1
    }
    var ends = [[(road: Int, away: Vec2)]](repeating: [], count: network.junctions.count)
    for (number, road) in network.roads.enumerated() where isStreet[number] {
      guard ends.indices.contains(road.from), ends.indices.contains(road.to) else { continue }
      if let away = (road.line[1] - road.line[0]).normalized {
        ends[road.from].append((number, away))
      }
      let last = road.line.count - 1
      if let away = (road.line[last - 1] - road.line[last]).normalized {
        ends[road.to].append((number, away))
      }
    }
    for met in ends { join(met, network, straightOn: straightOn) }
  }

  /// Returns the street of a road; nil for a road that isn't a street.
  func street(of road: Int) -> Int? { isStreet[road] ? root(of: road) : nil }

  /// Joins roads at a junction: those of one name, then the straightest of the others.
  private mutating func join(
    _ met: [(road: Int, away: Vec2)], _ network: RoadNetwork, straightOn: Double
  ) {
    var pairs: [(bend: Double, first: Int, second: Int)] = []
    for first in met.indices {
      for second in met.indices.dropFirst(first + 1) {
        let (a, b) = (met[first], met[second])
        let name = network.roads[a.road].name
        if !name.isEmpty, name == network.roads[b.road].name { unite(a.road, b.road) }
        let ahead = -a.away
        pairs.append((abs(atan2(ahead.cross(b.away), ahead.dot(b.away))), first, second))
      }
    }
    var isJoined = [Bool](repeating: false, count: met.count)
    for pair in pairs.sorted(by: { $0.bend < $1.bend }) where pair.bend < straightOn {
      guard !isJoined[pair.first], !isJoined[pair.second] else { continue }
      (isJoined[pair.first], isJoined[pair.second]) = (true, true)
      unite(met[pair.first].road, met[pair.second].road)
    }
  }

  private func root(of road: Int) -> Int {
    var road = road
    while parents[road] != road { road = parents[road] }
    return road
  }

  private mutating func unite(_ first: Int, _ second: Int) {
    let (a, b) = (root(of: first), root(of: second))
    parents[max(a, b)] = min(a, b)
  }
}
