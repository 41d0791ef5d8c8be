import Geometry
import Kernel
import Observations
import Truth

/// The line of the locations told, to be compared with a route of which nobody knows the times.
struct RouteAccount: Sendable {
  /// How far the line may lie off the route, in m: half a carriageway and its verge; an estimate.
  ///
  /// Wider than for lines along a matcher's roads, because straight lines between locations cut bends.
  private static let tolerance = 5.0
  /// Over longer gaps nobody was told where the way led, in s: more than between the data sets' points.
  private static let longestGap = SimDuration.seconds(30)

  private var lines: [[Coordinate]] = []
  private var latest: SimTime?

  /// Takes a location; call in the order of time.
  mutating func tell(_ place: Coordinate, at time: SimTime) {
    if let latest, time - latest <= Self.longestGap, !lines.isEmpty {
      // Whoever stands adds nothing.
      if lines[lines.count - 1].last != place { lines[lines.count - 1].append(place) }
    } else {
      lines.append([place])
    }
    latest = time
  }

  /// The lengths found, missed and added; nil for a route without a length, or where none can be measured.
  func lengths(along route: TrueRoute) -> RoadLengths? {
    guard let first = route.lines.first(where: { !$0.isEmpty })?.first,
      let origin = Self.geodetic(first)
    else { return nil }
    let frame = LocalFrame(origin: origin)
    func plane(_ line: [Coordinate]) -> [Vec2] {
      line.compactMap { Self.geodetic($0).map { frame.enu(of: $0).xy } }
    }
    let lengths = try? RoadLengths(
      lines.map(plane), truth: route.lines.map(plane), tolerance: Self.tolerance)
    return lengths.flatMap { $0.truth > 0 ? $0 : nil }
  }

  private static func geodetic(_ place: Coordinate) -> Geodetic? {
    try? Geodetic(
      latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees,
      altitudeMetres: 0)
  }
}
