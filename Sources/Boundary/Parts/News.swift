public import Kernel
public import Maps
public import Observations

/// One piece of news on the board: what the phone senses, the clock, or what a part has found.
public enum News: Sendable {
  /// What the phone senses, or what is done to it.
  case observation(Observation)
  /// A second has gone by.
  case tick
  /// The place is asked for, as it was at a time.
  case locate(SimTime)
  /// Radios are about to be planned.
  case plan
  /// A timer of the services is due.
  case wake
  /// What a part has found.
  case finding(Finding)

  /// What kind it is.
  public var topic: Topics {
    switch self {
    case .observation(let observation): observation.topic
    case .tick: .tick
    case .locate: .locate
    case .plan: .plan
    case .wake: .wake
    case .finding(let finding): finding.topic
    }
  }
}

/// What a part has found out.
public enum Finding: Sendable {
  /// What is being done.
  case activity(ActivityReport)
  /// The footfalls that have just shown, oldest first.
  case footfalls([Footfall])
  /// What is counted of steps.
  case steps(PedometerRecord)
  /// A pause in walking, or its end.
  case walkingPause(PedometerEvent)
  /// The place by access points or cells.
  case networkFix(LocationFix)
  /// The place by satellites alone.
  case skyFix(LocationFix)
  /// The place in a building, which stands for itself.
  case indoorFix(LocationFix)
  /// A place beside a beacon, which is put together with the rest.
  case nearFix(LocationFix)
  /// All that tells the place outdoors, put together.
  case fusedFix(LocationFix)
  /// The place before roads are thought of.
  case openFix(LocationFix)
  /// The place that is told.
  case fix(LocationFix)
  /// Whether the phone is at a venue, and in it.
  case presence(VenuePresence)
  /// The radio map in use from now on; nil for none.
  case radioMap(RadioMap?)
  /// What the accelerometer told over the usual 2.5 s.
  case motionBatch(InertialBatch)
  /// What radios are needed for.
  indirect case radioNeed(RadioNeed)
  /// Which radios are to run.
  case radioPlan(RadioPlan)

  /// What kind it is.
  public var topic: Topics {
    switch self {
    case .activity(let report): report.isOfSpeedsAlone ? .speedActivity : .activity
    case .footfalls: .footfalls
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

  /// The place in it, if it is one.
  public var location: LocationFix? {
    switch self {
    case .networkFix(let fix), .skyFix(let fix), .indoorFix(let fix), .nearFix(let fix),
      .fusedFix(let fix), .openFix(let fix), .fix(let fix):
      fix
    default: nil
    }
  }
}

/// Whether the phone is at a venue, for whoever chooses radios.
public struct VenuePresence: Hashable, Sendable {
  /// Whether it is in or about a venue that was surveyed.
  public var isAtVenue: Bool
  /// Whether it is indoors beyond doubt, and its place there known.
  public var isIndoors: Bool

  /// Creates a presence.
  public init(isAtVenue: Bool, isIndoors: Bool) {
    self.isAtVenue = isAtVenue
    self.isIndoors = isIndoors
  }
}

extension Observation {
  /// What kind of news it is.
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

/// A question about the past, which the part that keeps it answers.
public enum HistoryQuestion: Hashable, Sendable {
  /// What was done in an interval.
  case activities(from: SimTime, to: SimTime)
  /// How many steps were taken in an interval.
  case steps(from: SimTime, to: SimTime)
  /// How many steps were taken since a time, up to now, with the pace of now.
  case stepsSince(SimTime)
}

/// An answer to a ``HistoryQuestion``.
public enum HistoryAnswer: Hashable, Sendable {
  /// What was done, oldest first.
  case activities([ActivityReport])
  /// What was counted.
  case steps(PedometerRecord)
}
