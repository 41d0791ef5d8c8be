public import Documents
public import Kernel
public import Maps
import Observations
public import Parts

/// Module of map matching for driving and cycling.
///
/// Driving is taken from the activity; without an activity source, as in recordings of cars that
/// have locations only, from the speed between locations.
public struct RoadsPart: StackPart {
  /// Parameters of the module.
  public struct Parameters: ParameterSet {
    /// Accuracy limit.
    public var widest = 100.0
    /// Road network and matcher.
    public var aid = RoadAid.Parameters()

    public static let parameters: [Parameter<Self>] =
      [
        .number(
          "max_accuracy", \.widest, "m", 1...1000,
          "Maximum accuracy radius of a position for map matching; wider ones fit "
            + "several roads.", .estimate)
      ] + Parameter.all(of: \.aid)

    public init() {}
  }

  private static let minute = SimDuration.minutes(1)

  private let parameters: Parameters
  /// Road aids of cars and bicycles, if there are roads, and the current activity.
  private var (roads, cycleRoads): (RoadAid?, RoadAid?)
  private var (isDriving, isCycling) = (false, false)
  /// True after the first known activity; until then driving is detected from locations.
  private var hasActivity = false
  private var driveDetector = DriveDetector()
  /// Locations of the last minute before driving is detected, which belong to the drive.
  private var recent: [LocationFix] = []
  /// Latest position before and after matching; a position is repeated until the next one.
  private var latest: (raw: LocationFix, reported: LocationFix)?

  /// Creates a module.
  ///
  /// - Parameters:
  ///   - map: Map with roads; nil to leave positions unchanged.
  ///   - parameters: Parameters of the module.
  public init(map: VenueMap?, _ parameters: Parameters = Parameters()) {
    self.parameters = parameters
    guard let map, !map.roads.isEmpty else { return }
    roads = RoadAid(map: map, parameters: parameters.aid)
    var bicycles = parameters.aid
    bicycles.roads.users = .bicycles
    cycleRoads = RoadAid(map: map, parameters: bicycles)
  }

  public var subscribes: Topics { [.activity, .openFix, .tick] }
  public var publishes: Topics { .fix }

  public mutating func process(_ event: BoardEvent, at time: SimTime, onto board: inout Board) {
    switch event {
    case .result(.activity(let report)): follow(report)
    case .result(.openFix(let fix)): board.publish(.fix(reported(fix)))
    case .tick:
      report(roads?.route(at: time), at: time, onto: &board)
      report(cycleRoads?.route(at: time), at: time, onto: &board)
    default: break
    }
  }

  public mutating func finish(at time: SimTime, onto board: inout Board) {
    roads?.reset()
    cycleRoads?.reset()
    report(roads?.takeRoute(), at: time, onto: &board)
    report(cycleRoads?.takeRoute(), at: time, onto: &board)
  }

  private func report(_ lines: [[Coordinate]]?, at time: SimTime, onto board: inout Board) {
    for line in lines ?? [] {
      board.sink.publish(.route(MatchedRoute(time: time, points: line)))
    }
  }

  /// Selects the roads by the activity: driving or cycling.
  private mutating func follow(_ report: ActivityReport) {
    // A source without motion data reports an unknown activity at the start.
    guard hasActivity || report.flags != .unknown || report.confidence != .low else { return }
    hasActivity = true
    set(
      driving: report.flags.contains(.automotive),
      cycling: !report.flags.contains(.automotive) && report.flags.contains(.cycling))
  }

  private mutating func set(driving: Bool, cycling: Bool) {
    if (driving, cycling) != (isDriving, isCycling) { latest = nil }
    (isDriving, isCycling) = (driving, cycling)
    if !isDriving { roads?.reset() }
    if !isCycling { cycleRoads?.reset() }
  }

  private mutating func reported(_ fix: LocationFix) -> LocationFix {
    guard roads != nil else { return fix }
    // The matcher accepts each time once.
    if let latest, latest.raw == fix { return latest.reported }
    if !hasActivity {
      driveDetector.receive(fix)
      if driveDetector.isDriving != isDriving {
        set(driving: driveDetector.isDriving, cycling: false)
        for fix in recent where isDriving { _ = onRoad(fix) }
      }
      recent.removeAll { fix.time - $0.time > Self.minute }
      if !isDriving { recent.append(fix) } else { recent = [] }
    }
    let reported = onRoad(fix)
    latest = (fix, reported)
    return reported
  }

  private mutating func onRoad(_ fix: LocationFix) -> LocationFix {
    guard isDriving || isCycling, fix.floor == nil,
      fix.horizontalAccuracyMetres <= parameters.widest
    else { return fix }
    return (isDriving ? roads?.receive(fix) : cycleRoads?.receive(fix))?.fix ?? fix
  }
}
