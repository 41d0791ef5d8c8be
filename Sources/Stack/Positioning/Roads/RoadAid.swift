import Geometry
import Glibc
public import Maps
public import Observations

/// Puts the locations of a vehicle on the roads of a map, where that helps.
///
/// ``RoadMatcher`` on the map's plane. It doesn't know who drives: call ``receive(_:)`` while an
/// activity says so (automotive, or cycling on a road), and ``reset()`` when that ends; never for
/// those who walk.
public struct RoadAid: Sendable {
  /// A location before and after.
  public struct Answer: Hashable, Sendable {
    /// What to tell: on the road, or as it was.
    public var fix: LocationFix
    /// What was given.
    public var raw: LocationFix
    /// What the matcher thinks; nil for what it couldn't use.
    public var match: RoadMatch?
  }

  /// How it is set.
  public let parameters: Parameters
  /// The matcher.
  public private(set) var matcher: RoadMatcher
  private let frame: LocalFrame

  /// Creates an aid that knows a map's roads.
  public init(map: VenueMap, parameters: Parameters = Parameters()) {
    self.parameters = parameters
    frame = map.frame
    matcher = RoadMatcher(
      index: RoadIndex(map.roads, parameters: parameters.roads), parameters: parameters.matcher)
  }

  /// Creates an aid whose other settings are the defaults.
  ///
  /// - Parameters:
  ///   - map: The map.
  ///   - roads: How one drives there.
  ///   - parameters: The matcher's settings.
  public init(
    map: VenueMap, roads: RoadIndex.Parameters = RoadIndex.Parameters(),
    parameters: RoadMatcher.Parameters
  ) {
    var all = Parameters()
    (all.roads, all.matcher) = (roads, parameters)
    self.init(map: map, parameters: all)
  }

  /// Forgets where the vehicle was.
  public mutating func reset() { matcher.reset() }

  /// Takes a location.
  ///
  /// - Parameter fix: The location of a vehicle, not aided by the map so far.
  /// - Returns: What to tell of it.
  public mutating func receive(_ fix: LocationFix) -> Answer {
    var answer = Answer(fix: fix, raw: fix, match: nil)
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
    // A sphere is good enough for a shift of some metres: it errs by less than a hundredth.
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
