public import Documents
public import Kernel
public import Maps
import Observations
public import Parts

/// Puts who drives or cycles on the map's roads, where those explain the place.
///
/// Who drives is told by the activity; where nothing tells of motion, as in recordings of cars that are
/// nothing but points, by the way.
public struct RoadsPart: StackPart {
  /// When and how places are put on roads.
  public struct Dials: DialSet {
    /// How unsure a place may be.
    public var widest = 100.0
    /// How roads are taken from the map, and places matched with them.
    public var aid = RoadAid.Parameters()

    public static let dials: [Dial<Self>] =
      [
        .number(
          "max_accuracy", \.widest, "m", 1...1000,
          "How wide a place may be to be put on a road; with more, there are several.", .estimate)
      ] + Dial.all(of: \.aid)

    /// Creates the defaults.
    public init() {}
  }

  private let dials: Dials
  /// The roads of cars and those of bicycles, if there are any to be used, and who is on them.
  private var (roads, cycleRoads): (RoadAid?, RoadAid?)
  private var (isDriving, isCycling) = (false, false)
  /// Whether an activity was ever told; until then the way has to do.
  private var hasActivity = false
  private var witness = WayWitness()
  /// The latest place as it came and as it was told: it comes again as long as no other does.
  private var latest: (raw: LocationFix, told: LocationFix)?

  /// Creates a part.
  ///
  /// - Parameters:
  ///   - map: The map; nil to leave places as they are.
  ///   - dials: How places are put on them.
  public init(map: VenueMap?, _ dials: Dials = Dials()) {
    self.dials = dials
    guard let map, !map.roads.isEmpty else { return }
    roads = RoadAid(map: map, parameters: dials.aid)
    var bicycles = dials.aid
    bicycles.roads.users = .bicycles
    cycleRoads = RoadAid(map: map, parameters: bicycles)
  }

  public var listens: Topics { [.activity, .openFix] }
  public var tells: Topics { .fix }

  public mutating func take(_ news: News, at time: SimTime, onto board: inout Board) {
    switch news {
    case .finding(.activity(let report)): follow(report)
    case .finding(.openFix(let fix)): board.tell(.fix(told(fix)))
    default: break
    }
  }

  /// Roads are for those who drive or cycle.
  private mutating func follow(_ report: ActivityReport) {
    // Whoever has nothing to tell by says so at the start.
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

  private mutating func told(_ fix: LocationFix) -> LocationFix {
    guard roads != nil else { return fix }
    // The matcher takes each moment once.
    if let latest, latest.raw == fix { return latest.told }
    if !hasActivity {
      witness.receive(fix)
      if witness.isDriving != isDriving { set(driving: witness.isDriving, cycling: false) }
    }
    let told = onRoad(fix)
    latest = (fix, told)
    return told
  }

  private mutating func onRoad(_ fix: LocationFix) -> LocationFix {
    guard isDriving || isCycling, fix.floor == nil,
      fix.horizontalAccuracyMetres <= dials.widest
    else { return fix }
    return (isDriving ? roads?.receive(fix) : cycleRoads?.receive(fix))?.fix ?? fix
  }
}
