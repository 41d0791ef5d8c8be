import Geometry
import Kernel
import Observations
import Truth

/// Line through the reported locations, for comparison with a route without times.
struct RouteScorer: Sendable {
  /// Maximum distance of the line from the route, in m: half a carriageway and its verge; an
  /// estimate.
  ///
  /// Wider than for lines along a map matcher's roads, because straight lines between locations cut
  /// bends.
  private static let tolerance = 5.0
  /// Maximum gap between connected locations: longer than between points of the data sets.
  private static let longestGap = SimDuration.seconds(30)

  private var lines: [[Coordinate]] = []
  private var latest: SimTime?

  /// Adds a location; call in the order of time.
  mutating func process(_ position: Coordinate, at time: SimTime) {
    if let latest, time - latest <= Self.longestGap, !lines.isEmpty {
      // Standing adds nothing.
      if lines[lines.count - 1].last != position { lines[lines.count - 1].append(position) }
    } else {
      lines.append([position])
    }
    latest = time
  }

  /// Appends a line, which goes on with the last one if it begins where that ended.
  mutating func append(_ line: [Coordinate]) {
    if let end = lines.last?.last, end == line.first {
      lines[lines.count - 1] += line.dropFirst()
    } else {
      lines.append(line)
    }
  }

  /// Returns the matched, missed and added lengths; nil without lines, for an empty route, or if
  /// they can't be measured.
  func lengths(along route: TrueRoute) -> RoadLengths? {
    guard !lines.isEmpty, let first = route.lines.first(where: { !$0.isEmpty })?.first,
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

  private static func geodetic(_ position: Coordinate) -> Geodetic? {
    try? Geodetic(
      latitudeDegrees: position.latitudeDegrees, longitudeDegrees: position.longitudeDegrees,
      altitudeMetres: 0)
  }
}
