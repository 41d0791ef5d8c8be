public import Documents
public import Kernel
import Observations
public import Parts

/// Module that fuses positions: indoor fixes pass, beacon and GNSS fixes replace, Wi-Fi and cells
/// update.
public struct FusionPart: StackPart {
  /// Parameters of the fusion.
  public struct Parameters: ParameterSet {
    /// Use of beacon positions and floors.
    public var memory = SimDuration.seconds(15)
    public var leavingSpeed = 1.4
    public var floorMemory = SimDuration.seconds(120)
    public var openSky = 8
    /// Fusion filter.
    public var filter = FusionFilter.Parameters()

    public static let parameters: [Parameter<Self>] =
      Parameter.all(of: \.filter) + [
        .time(
          "beacon_memory", \.memory, 0...3600, "Time for which a beacon position is held.",
          .estimate),
        .number(
          "leaving_speed", \.leavingSpeed, "m/s", 0...20,
          "Growth rate of a held beacon position's accuracy radius: the speed of leaving it.",
          .assumed("people on foot")),
        .time(
          "floor_memory", \.floorMemory, 0...3600,
          "Time for which the last beacon's floor is kept in positions without a floor.", .estimate),
        .count(
          "open_sky", \.openSky, 0...60,
          "Number of satellites from which the phone counts as outdoors.",
          .assumed("five or six are received in a room")),
      ]

    public init() {}
  }

  private let parameters: Parameters
  private var filter: FusionFilter
  /// Fixes of the current pass.
  private var (sky, inside, near): (LocationFix?, LocationFix?, LocationFix?)
  private var latestNear: LocationFix?

  public init(_ parameters: Parameters = Parameters()) {
    self.parameters = parameters
    filter = FusionFilter(parameters: parameters.filter)
  }

  public var subscribes: Topics {
    [.activity, .steps, .networkFix, .skyFix, .indoorFix, .nearFix, .locate]
  }
  public var publishes: Topics { [.fix, .fusedFix, .openFix] }

  public mutating func process(_ event: BoardEvent, at time: SimTime, onto board: inout Board) {
    switch event {
    case .result(.activity(let report)): filter.receive(report)
    case .result(.steps(let record)): filter.receive(record)
    case .result(.networkFix(let fix)): filter.receive(fix)
    case .result(.skyFix(let fix)): sky = fix
    case .result(.indoorFix(let fix)): inside = fix
    case .result(.nearFix(let fix)): near = fix
    case .locate(let moment): locate(at: moment, onto: &board)
    default: break
    }
  }

  private mutating func locate(at time: SimTime, onto board: inout Board) {
    defer { (sky, inside, near) = (nil, nil, nil) }
    if let inside { return board.publish(.fix(inside)) }
    if let near {
      latestNear = near
      filter.adopt(near)
      return board.publish(.fix(near))
    }
    if let sky { filter.adopt(sky) }
    let open = filter.fix(at: time)
    if let open { board.publish(.fusedFix(open)) }
    if let fix = better(held(at: time), open.map { onFloor($0, at: time) }) {
      board.publish(.openFix(fix))
    }
  }

  /// Returns the held beacon position with growing accuracy radius.
  private func held(at time: SimTime) -> LocationFix? {
    guard var fix = latestNear, time - fix.time <= parameters.memory else { return nil }
    fix.horizontalAccuracyMetres += parameters.leavingSpeed * (time - fix.time).seconds
    fix.time = time
    return fix
  }

  /// Returns a fix with the floor of the last beacon, unless many satellites show open sky.
  private func onFloor(_ fix: LocationFix, at time: SimTime) -> LocationFix {
    guard let latestNear, time - latestNear.time <= parameters.floorMemory,
      fix.transmitterCount < parameters.openSky
    else { return fix }
    var fix = fix
    fix.floor = latestNear.floor
    return fix
  }

  /// Returns the fix with the smaller accuracy radius.
  private func better(_ first: LocationFix?, _ second: LocationFix?) -> LocationFix? {
    guard let first, let second else { return first ?? second }
    return second.horizontalAccuracyMetres < first.horizontalAccuracyMetres ? second : first
  }
}
