/// Kinds of news on the board, as a part names those that it listens to and those that it tells.
public struct Topics: OptionSet, Hashable, Sendable {
  /// The kinds, one bit each.
  public let rawValue: UInt64

  /// Creates a set of kinds.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  // What the phone senses.

  /// Specific force.
  public static let accelerometer = Topics(rawValue: 1 << 0)
  /// Angular rate.
  public static let gyroscope = Topics(rawValue: 1 << 1)
  /// The magnetic field.
  public static let magnetometer = Topics(rawValue: 1 << 2)
  /// Pressure.
  public static let barometer = Topics(rawValue: 1 << 3)
  /// Satellites' signals.
  public static let gnss = Topics(rawValue: 1 << 4)
  /// What a receiver of its own has solved.
  public static let receiverFix = Topics(rawValue: 1 << 5)
  /// Satellites' messages.
  public static let ephemeris = Topics(rawValue: 1 << 6)
  /// Scans of access points.
  public static let wifi = Topics(rawValue: 1 << 7)
  /// Beacons' advertisements.
  public static let beacon = Topics(rawValue: 1 << 8)
  /// Cells.
  public static let cell = Topics(rawValue: 1 << 9)
  /// The supply.
  public static let power = Topics(rawValue: 1 << 10)
  /// The link to a car.
  public static let vehicle = Topics(rawValue: 1 << 11)
  /// How the network is reached.
  public static let network = Topics(rawValue: 1 << 12)
  /// Answers of the network.
  public static let download = Topics(rawValue: 1 << 13)
  /// What apps and their user do.
  public static let app = Topics(rawValue: 1 << 14)
  /// A start of the phone.
  public static let boot = Topics(rawValue: 1 << 15)

  // The clock.

  /// A second has gone by.
  public static let tick = Topics(rawValue: 1 << 16)
  /// The place is asked for, as it was at a time.
  public static let locate = Topics(rawValue: 1 << 17)
  /// Radios are about to be planned.
  public static let plan = Topics(rawValue: 1 << 18)
  /// A timer of the services is due.
  public static let wake = Topics(rawValue: 1 << 19)

  // What parts have found.

  /// What is being done.
  public static let activity = Topics(rawValue: 1 << 20)
  /// What is counted of steps.
  public static let steps = Topics(rawValue: 1 << 21)
  /// A pause in walking, or its end.
  public static let walkingPause = Topics(rawValue: 1 << 22)
  /// The place by access points or cells.
  public static let networkFix = Topics(rawValue: 1 << 23)
  /// The place by satellites alone.
  public static let skyFix = Topics(rawValue: 1 << 24)
  /// The place in a building, which stands for itself.
  public static let indoorFix = Topics(rawValue: 1 << 25)
  /// A place beside a beacon, which is put together with the rest.
  public static let nearFix = Topics(rawValue: 1 << 26)
  /// All that tells the place outdoors, put together.
  public static let fusedFix = Topics(rawValue: 1 << 27)
  /// The place before roads are thought of.
  public static let openFix = Topics(rawValue: 1 << 28)
  /// The place that is told.
  public static let fix = Topics(rawValue: 1 << 29)
  /// Whether the phone is at a venue, and in it.
  public static let presence = Topics(rawValue: 1 << 30)
  /// The radio map in use.
  public static let radioMap = Topics(rawValue: 1 << 31)

  /// What the accelerometer told over the usual 2.5 s.
  public static let motionBatch = Topics(rawValue: 1 << 32)
  /// What radios are needed for.
  public static let radioNeed = Topics(rawValue: 1 << 33)
  /// Which radios are to run.
  public static let radioPlan = Topics(rawValue: 1 << 34)

  /// Footfalls, as soon as they show.
  public static let footfalls = Topics(rawValue: 1 << 35)

  /// What is being done as speeds alone say it, which is for apps.
  public static let speedActivity = Topics(rawValue: 1 << 36)

  /// The names by which programs in other languages know the kinds.
  public static let named: [(name: String, topic: Topics)] = [
    ("accelerometer", .accelerometer), ("gyroscope", .gyroscope),
    ("magnetometer", .magnetometer), ("barometer", .barometer), ("gnss", .gnss),
    ("fix", .receiverFix), ("ephemeris", .ephemeris), ("wifi", .wifi), ("beacon", .beacon),
    ("cell", .cell), ("power", .power), ("vehicle", .vehicle), ("network", .network),
    ("download", .download), ("app", .app), ("boot", .boot), ("tick", .tick),
    ("locate", .locate), ("plan", .plan), ("wake", .wake), ("activity", .activity),
    ("footfalls", .footfalls), ("steps", .steps),
    ("walking_pause", .walkingPause), ("network_fix", .networkFix), ("sky_fix", .skyFix),
    ("indoor_fix", .indoorFix), ("near_fix", .nearFix), ("fused_fix", .fusedFix),
    ("open_fix", .openFix), ("told_fix", .fix), ("presence", .presence),
    ("radio_map", .radioMap), ("motion_batch", .motionBatch), ("radio_need", .radioNeed),
    ("radio_plan", .radioPlan), ("speed_activity", .speedActivity),
  ]

  /// The names of the kinds in the set, in order.
  public var names: [String] { Self.named.filter { contains($0.topic) }.map(\.name) }

  /// Everything that parts, not the phone or the clock, put on the board.
  public static let findings = Topics(rawValue: ~0 << 20)
}
