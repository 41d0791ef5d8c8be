import Geometry
public import Maps
public import Observations

/// Snaps locations to the nearest line of a pathways layer on their floor.
public struct PathwaySnapper: Sendable {
  /// Line index of each level.
  private let lines: [Int: SegmentIndex]

  /// Creates a snapper from the pathways of a map.
  ///
  /// - Parameter map: The map; lines without a level or length are ignored.
  public init(_ map: VenueMap) {
    var byLevel: [Int: [Segment2]] = [:]
    for edge in map.paths.edges where edge.kind == .pathway {
      guard map.paths.nodes.indices.contains(edge.from), map.paths.nodes.indices.contains(edge.to)
      else { continue }
      let (from, to) = (map.paths.nodes[edge.from], map.paths.nodes[edge.to])
      guard let level = from.level ?? to.level, from.point != to.point else { continue }
      byLevel[level, default: []].append(Segment2(from.point, to.point))
    }
    var lines: [Int: SegmentIndex] = [:]
    for (level, segments) in byLevel { lines[level] = try? SegmentIndex(segments) }
    self.lines = lines
  }

  /// Returns a location on the nearest line of its floor; unchanged if there is none within reach.
  ///
  /// - Parameters:
  ///   - fix: The raw location.
  ///   - map: The venue, for its frame and levels.
  ///   - reach: Maximum snapping distance, in m.
  /// - Returns: The snapped location.
  public func snapped(
    _ fix: LocationFix, in map: VenueMap,
    within reach: Double = IndoorDataSource.Parameters().pathwayReach
  ) -> LocationFix {
    guard let floor = fix.floor,
      let place = try? Geodetic(
        latitudeDegrees: fix.coordinate.latitudeDegrees,
        longitudeDegrees: fix.coordinate.longitudeDegrees,
        altitudeMetres: map.frame.origin.altitudeMetres)
    else { return fix }
    let point = map.frame.enu(of: place).xy
    var best: (point: Vec2, distance: Double)?
    for level in map.levels.indices where map.levels[level].ordinal == floor {
      guard let index = lines[level] else { continue }
      index.forEachSegment(within: reach, of: point) { near in
        if best.map({ near.distance < $0.distance }) ?? true {
          best = (near.point, near.distance)
        }
      }
    }
    guard let best, best.distance <= reach,
      let shown = try? map.frame.geodetic(of: Vec3(best.point, 0))
    else { return fix }
    var drawn = fix
    drawn.coordinate = Coordinate(
      latitudeDegrees: shown.latitudeDegrees, longitudeDegrees: shown.longitudeDegrees)
    drawn.rawCoordinate = fix.coordinate
    return drawn
  }
}
