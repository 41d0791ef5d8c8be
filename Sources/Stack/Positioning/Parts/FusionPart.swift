public import Documents
public import Kernel
import Observations
public import Parts

/// Puts together what tells the place: a fix indoors stands for itself, a beacon's place and the
/// satellites' are taken over, cells and access points are weighed.
public struct FusionPart: StackPart {
  /// How places are put together.
  public struct Dials: DialSet {
    /// What becomes of a beacon's place, and of its floor.
    public var memory = SimDuration.seconds(15)
    public var leavingSpeed = 1.4
    public var floorMemory = SimDuration.seconds(120)
    public var openSky = 8
    /// What is weighed.
    public var filter = FusionFilter.Parameters()

    public static let dials: [Dial<Self>] =
      Dial.all(of: \.filter) + [
        .time(
          "beacon_memory", \.memory, 0...3600, "For how long a beacon's place is remembered.",
          .estimate),
        .number(
          "leaving_speed", \.leavingSpeed, "m/s", 0...20, "How fast the phone may leave it.",
          .assumed("people on foot")),
        .time(
          "floor_memory", \.floorMemory, 0...3600,
          "For how long the last beacon's floor holds outdoors.", .estimate),
        .count(
          "open_sky", \.openSky, 0...60,
          "From how many satellites on the phone has left the house.",
          .assumed("a room hears five or six")),
      ]

    /// Creates the defaults.
    public init() {}
  }

  private let dials: Dials
  private var filter: FusionFilter
  /// What this pass has brought.
  private var (sky, inside, near): (LocationFix?, LocationFix?, LocationFix?)
  private var latestNear: LocationFix?

  /// Creates a part that knows nothing.
  public init(_ dials: Dials = Dials()) {
    self.dials = dials
    filter = FusionFilter(parameters: dials.filter)
  }

  public var listens: Topics {
    [.activity, .steps, .networkFix, .skyFix, .indoorFix, .nearFix, .locate]
  }
  public var tells: Topics { [.fix, .fusedFix, .openFix] }

  public mutating func take(_ news: News, at time: SimTime, onto board: inout Board) {
    switch news {
    case .finding(.activity(let report)): filter.receive(report)
    case .finding(.steps(let record)): filter.receive(record)
    case .finding(.networkFix(let fix)): filter.receive(fix)
    case .finding(.skyFix(let fix)): sky = fix
    case .finding(.indoorFix(let fix)): inside = fix
    case .finding(.nearFix(let fix)): near = fix
    case .locate(let moment): locate(at: moment, onto: &board)
    default: break
    }
  }

  private mutating func locate(at time: SimTime, onto board: inout Board) {
    defer { (sky, inside, near) = (nil, nil, nil) }
    if let inside { return board.tell(.fix(inside)) }
    if let near {
      latestNear = near
      filter.adopt(near)
      return board.tell(.fix(near))
    }
    if let sky { filter.adopt(sky) }
    let open = filter.fix(at: time)
    if let open { board.tell(.fusedFix(open)) }
    if let fix = better(held(at: time), open.map { onFloor($0, at: time) }) {
      board.tell(.openFix(fix))
    }
  }

  /// Where beacons said the phone was when they were last heard, less and less surely.
  private func held(at time: SimTime) -> LocationFix? {
    guard var fix = latestNear, time - fix.time <= dials.memory else { return nil }
    fix.horizontalAccuracyMetres += dials.leavingSpeed * (time - fix.time).seconds
    fix.time = time
    return fix
  }

  /// A fix outdoors with the floor of the last beacon, as long as so few satellites are heard that
  /// the phone can't have left the house.
  private func onFloor(_ fix: LocationFix, at time: SimTime) -> LocationFix {
    guard let latestNear, time - latestNear.time <= dials.floorMemory,
      fix.transmitterCount < dials.openSky
    else { return fix }
    var fix = fix
    fix.floor = latestNear.floor
    return fix
  }

  /// The one of two that says it is nearer.
  private func better(_ first: LocationFix?, _ second: LocationFix?) -> LocationFix? {
    guard let first, let second else { return first ?? second }
    return second.horizontalAccuracyMetres < first.horizontalAccuracyMetres ? second : first
  }
}
