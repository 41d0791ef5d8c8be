public import Kernel
public import Maps
public import Observations

/// An event on the board: a sensor observation, a clock event, or a part's result.
public enum BoardEvent: Sendable {
  /// A sensor observation or a user action.
  case observation(Observation)
  /// One second of simulated time has passed.
  case tick
  /// A request for the position at a time.
  case locate(SimTime)
  /// The radios are about to be planned.
  case plan
  /// A timer of the services is due.
  case wake
  /// A part's result.
  case result(PartResult)

  public var topic: Topics {
    switch self {
    case .observation(let observation): observation.topic
    case .tick: .tick
    case .locate: .locate
    case .plan: .plan
    case .wake: .wake
    case .result(let result): result.topic
    }
  }
}

/// A result of a part.
public enum PartResult: Sendable {
  /// The recognised activity.
  case activity(ActivityReport)
  /// Newly detected steps, oldest first.
  case stepEvents([StepEvent])
  /// The step count.
  case steps(PedometerRecord)
  /// A pause in walking, or its end.
  case walkingPause(PedometerEvent)
  /// Position from Wi-Fi access points or cells.
  case networkFix(LocationFix)
  /// Position from GNSS alone.
  case skyFix(LocationFix)
  /// Indoor position, which bypasses the fusion.
  case indoorFix(LocationFix)
  /// Position near a beacon, an input of the fusion.
  case nearFix(LocationFix)
  /// Fused outdoor position.
  case fusedFix(LocationFix)
  /// Position before map matching to roads.
  case openFix(LocationFix)
  /// The published position.
  case fix(LocationFix)
  /// Presence at and in a venue.
  case presence(VenuePresence)
  /// The new radio map; nil for none.
  case radioMap(RadioMap?)
  /// Accelerometer readings over the usual 2.5 s.
  case motionBatch(InertialBatch)
  /// The demand on radios.
  indirect case radioNeed(RadioNeed)
  /// The planned state of the radios.
  case radioPlan(RadioPlan)

  public var topic: Topics {
    switch self {
    case .activity(let report): report.isOfSpeedsAlone ? .speedActivity : .activity
    case .stepEvents: .stepEvents
    case .steps: .steps
    case .walkingPause: .walkingPause
    case .networkFix: .networkFix
    case .skyFix: .skyFix
    case .indoorFix: .indoorFix
    case .nearFix: .nearFix
    case .fusedFix: .fusedFix
    case .openFix: .openFix
    case .fix: .fix
    case .presence: .presence
    case .radioMap: .radioMap
    case .motionBatch: .motionBatch
    case .radioNeed: .radioNeed
    case .radioPlan: .radioPlan
    }
  }

  /// The position; nil for results of other kinds.
  public var location: LocationFix? {
    switch self {
    case .networkFix(let fix), .skyFix(let fix), .indoorFix(let fix), .nearFix(let fix),
      .fusedFix(let fix), .openFix(let fix), .fix(let fix):
      fix
    default: nil
    }
  }
}

/// Presence at a venue, an input of the choice of radios.
public struct VenuePresence: Hashable, Sendable {
  /// True in or near a surveyed venue.
  public var isAtVenue: Bool
  /// True if the phone is certainly indoors, with a known position.
  public var isIndoors: Bool

  public init(isAtVenue: Bool, isIndoors: Bool) {
    self.isAtVenue = isAtVenue
    self.isIndoors = isIndoors
  }
}

extension Observation {
  /// The topic of the observation.
  public var topic: Topics {
    switch self {
    case .accelerometer: .accelerometer
    case .gyroscope: .gyroscope
    case .magnetometer: .magnetometer
    case .barometer: .barometer
    case .gnss: .gnss
    case .fix: .receiverFix
    case .ephemeris: .ephemeris
    case .wifi: .wifi
    case .beacon: .beacon
    case .cell: .cell
    case .power: .power
    case .vehicle: .vehicle
    case .network: .network
    case .download: .download
    case .app: .app
    case .boot: .boot
    }
  }
}

/// A query about the past, answered by the part that keeps the history.
public enum HistoryQuestion: Hashable, Sendable {
  /// The activities in an interval.
  case activities(from: SimTime, to: SimTime)
  /// The number of steps in an interval.
  case steps(from: SimTime, to: SimTime)
  /// The number of steps from a time until now, with the current pace.
  case stepsSince(SimTime)
}

/// The answer to a ``HistoryQuestion``.
public enum HistoryAnswer: Hashable, Sendable {
  /// The activities, oldest first.
  case activities([ActivityReport])
  /// The step count.
  case steps(PedometerRecord)
}
