import Geometry
import Glibc
public import Kernel
public import Maps
public import Observations

/// Map matching of a vehicle's locations to the roads of a map, with ``RoadMatcher``.
///
/// It does not detect driving. Call ``receive(_:)`` while the activity is automotive, or cycling on
/// a road, and ``reset()`` when that ends; never for pedestrians.
public struct RoadAid: Sendable {
  /// A location before and after matching.
  public struct MatchedFix: Hashable, Sendable {
    /// Location to report: on the road, or unchanged.
    public var fix: LocationFix
    /// Original location.
    public var raw: LocationFix
    /// Result of the matcher; nil if the location was unusable.
    public var match: RoadMatch?
  }

  public let parameters: Parameters
  public private(set) var matcher: RoadMatcher
  private let frame: LocalFrame

  public init(map: VenueMap, parameters: Parameters = Parameters()) {
    self.parameters = parameters
    frame = map.frame
    matcher = RoadMatcher(
      index: RoadIndex(map.roads, parameters: parameters.roads), parameters: parameters.matcher)
  }

  /// Creates an aid with the default output parameters.
  public init(
    map: VenueMap, roads: RoadIndex.Parameters = RoadIndex.Parameters(),
    parameters: RoadMatcher.Parameters
  ) {
    var all = Parameters()
    (all.roads, all.matcher) = (roads, parameters)
    self.init(map: map, parameters: all)
  }

  /// Decides the rest of the route and resets the matcher.
  public mutating func reset() { matcher.reset() }

  /// Decides the route up to the lag before a time.
  ///
  /// - Returns: The lines decided since the last call; a line that goes on begins where the last
  ///   one ended.
  public mutating func route(at now: SimTime) -> [[Coordinate]] {
    matcher.decide(at: now)
    return takeRoute()
  }

  /// Returns the lines decided since the last call.
  public mutating func takeRoute() -> [[Coordinate]] {
    matcher.takeRoute().lines.map { line in
      line.compactMap {
        guard let place = try? frame.geodetic(of: Vec3($0.x, $0.y, 0)) else { return nil }
        return Coordinate(
          latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees)
      }
    }
  }

  /// Processes a location.
  ///
  /// - Parameter fix: Location of a vehicle, not yet map-matched.
  /// - Returns: The location to report.
  public mutating func receive(_ fix: LocationFix) -> MatchedFix {
    var answer = MatchedFix(fix: fix, raw: fix, match: nil)
    guard
      let place = try? Geodetic(
        latitudeDegrees: fix.coordinate.latitudeDegrees,
        longitudeDegrees: fix.coordinate.longitudeDegrees, altitudeMetres: 0),
      case let local = frame.enu(of: place),
      let match = matcher.receive(
        RoadFix(
          time: fix.time, point: Vec2(local.x, local.y),
          accuracyMetres: fix.horizontalAccuracyMetres, courseDegrees: fix.courseDegrees,
          speedMetresPerSecond: fix.speedMetresPerSecond))
    else { return answer }
    answer.match = match
    guard match.pull > 0 else { return answer }
    let shift = match.point - match.raw
    // A sphere suffices for a shift of some metres: the error is below one percent.
    let degreesPerMetre = 1 / MeanSphere.metresPerDegree
    let parallel = max(cos(fix.coordinate.latitudeDegrees * .pi / 180), 1e-6)
    answer.fix.coordinate.latitudeDegrees += shift.y * degreesPerMetre
    answer.fix.coordinate.longitudeDegrees += shift.x * degreesPerMetre / parallel
    answer.fix.horizontalAccuracyMetres = match.accuracyMetres
    if match.pull >= parameters.matchedPull {
      answer.fix.source = .mapMatched
      if match.courseDegrees >= 0, fix.speedMetresPerSecond >= parameters.courseSpeed {
        answer.fix.courseDegrees = match.courseDegrees
      }
    }
    return answer
  }
}
