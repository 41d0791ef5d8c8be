public import Kernel
public import Maps
import Observations
public import Parts

/// Puts who drives or cycles on the map's roads, where those explain the place.
public struct RoadsPart: StackPart {
  /// How unsure a place may be to be put on a road, in m: with more, there are several; an estimate.
  private static let widest = 100.0

  /// The roads of cars and those of bicycles, if there are any to be used, and who is on them.
  private var (roads, cycleRoads): (RoadAid?, RoadAid?)
  private var (isDriving, isCycling) = (false, false)

  /// Creates a part.
  ///
  /// - Parameters:
  ///   - map: The map; nil to leave places as they are.
  ///   - index: How its roads are taken.
  ///   - parameters: How the matcher is set.
  public init(
    map: VenueMap?, index: RoadIndex.Parameters = RoadIndex.Parameters(),
    _ parameters: RoadMatcher.Parameters = RoadMatcher.Parameters()
  ) {
    guard let map, !map.roads.isEmpty else { return }
    roads = RoadAid(map: map, roads: index, parameters: parameters)
    var bicycles = index
    bicycles.users = .bicycles
    cycleRoads = RoadAid(map: map, roads: bicycles, parameters: parameters)
  }

  public var listens: Topics { [.activity, .openFix] }
  public var tells: Topics { .fix }

  public mutating func take(_ news: News, at time: SimTime, onto board: inout Board) {
    switch news {
    case .finding(.activity(let report)): follow(report)
    case .finding(.openFix(let fix)): board.tell(.fix(onRoad(fix)))
    default: break
    }
  }

  /// Roads are for those who drive or cycle.
  private mutating func follow(_ report: ActivityReport) {
    isDriving = report.flags.contains(.automotive)
    isCycling = !isDriving && report.flags.contains(.cycling)
    if !isDriving { roads?.reset() }
    if !isCycling { cycleRoads?.reset() }
  }

  private mutating func onRoad(_ fix: LocationFix) -> LocationFix {
    guard isDriving || isCycling, fix.floor == nil,
      fix.horizontalAccuracyMetres <= Self.widest
    else { return fix }
    return (isDriving ? roads?.receive(fix) : cycleRoads?.receive(fix))?.fix ?? fix
  }
}
