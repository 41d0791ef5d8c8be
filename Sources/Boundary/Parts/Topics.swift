/// Event topics on the board, for subscriptions and publications.
public struct Topics: OptionSet, Hashable, Sendable {
  public let rawValue: UInt64

  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  // Observations of the phone.

  /// Specific force.
  public static let accelerometer = Topics(rawValue: 1 << 0)
  /// Angular rate.
  public static let gyroscope = Topics(rawValue: 1 << 1)
  /// The magnetic field.
  public static let magnetometer = Topics(rawValue: 1 << 2)
  /// Pressure.
  public static let barometer = Topics(rawValue: 1 << 3)
  /// GNSS measurements.
  public static let gnss = Topics(rawValue: 1 << 4)
  /// Fixes of an integrated receiver.
  public static let receiverFix = Topics(rawValue: 1 << 5)
  /// Navigation messages.
  public static let ephemeris = Topics(rawValue: 1 << 6)
  /// Wi-Fi scans.
  public static let wifi = Topics(rawValue: 1 << 7)
  /// Beacon advertisements.
  public static let beacon = Topics(rawValue: 1 << 8)
  /// Cells.
  public static let cell = Topics(rawValue: 1 << 9)
  /// The power supply.
  public static let power = Topics(rawValue: 1 << 10)
  /// The link to a car.
  public static let vehicle = Topics(rawValue: 1 << 11)
  /// The network connection.
  public static let network = Topics(rawValue: 1 << 12)
  /// Responses of the network.
  public static let download = Topics(rawValue: 1 << 13)
  /// Actions of apps and their user.
  public static let app = Topics(rawValue: 1 << 14)
  /// A boot of the phone.
  public static let boot = Topics(rawValue: 1 << 15)

  // The clock.

  /// One second of simulated time has passed.
  public static let tick = Topics(rawValue: 1 << 16)
  /// A request for the position at a time.
  public static let locate = Topics(rawValue: 1 << 17)
  /// The radios are about to be planned.
  public static let plan = Topics(rawValue: 1 << 18)
  /// A timer of the services is due.
  public static let wake = Topics(rawValue: 1 << 19)

  // Results of parts.

  /// The recognised activity.
  public static let activity = Topics(rawValue: 1 << 20)
  /// The step count.
  public static let steps = Topics(rawValue: 1 << 21)
  /// A pause in walking, or its end.
  public static let walkingPause = Topics(rawValue: 1 << 22)
  /// Position from Wi-Fi access points or cells.
  public static let networkFix = Topics(rawValue: 1 << 23)
  /// Position from GNSS alone.
  public static let skyFix = Topics(rawValue: 1 << 24)
  /// Indoor position, which bypasses the fusion.
  public static let indoorFix = Topics(rawValue: 1 << 25)
  /// Position near a beacon, an input of the fusion.
  public static let nearFix = Topics(rawValue: 1 << 26)
  /// Fused outdoor position.
  public static let fusedFix = Topics(rawValue: 1 << 27)
  /// Position before map matching to roads.
  public static let openFix = Topics(rawValue: 1 << 28)
  /// The published position.
  public static let fix = Topics(rawValue: 1 << 29)
  /// Presence at and in a venue.
  public static let presence = Topics(rawValue: 1 << 30)
  /// The radio map in use.
  public static let radioMap = Topics(rawValue: 1 << 31)

  /// Accelerometer readings over the usual 2.5 s.
  public static let motionBatch = Topics(rawValue: 1 << 32)
  /// The demand on radios.
  public static let radioNeed = Topics(rawValue: 1 << 33)
  /// The planned state of the radios.
  public static let radioPlan = Topics(rawValue: 1 << 34)

  /// Step events as soon as they are detected.
  public static let stepEvents = Topics(rawValue: 1 << 35)

  /// The activity inferred from speed alone, for apps.
  public static let speedActivity = Topics(rawValue: 1 << 36)

  /// The topics' names for programs in other languages.
  public static let named: [(name: String, topic: Topics)] = [
    ("accelerometer", .accelerometer), ("gyroscope", .gyroscope),
    ("magnetometer", .magnetometer), ("barometer", .barometer), ("gnss", .gnss),
    ("fix", .receiverFix), ("ephemeris", .ephemeris), ("wifi", .wifi), ("beacon", .beacon),
    ("cell", .cell), ("power", .power), ("vehicle", .vehicle), ("network", .network),
    ("download", .download), ("app", .app), ("boot", .boot), ("tick", .tick),
    ("locate", .locate), ("plan", .plan), ("wake", .wake), ("activity", .activity),
    ("footfalls", .stepEvents), ("steps", .steps),
    ("walking_pause", .walkingPause), ("network_fix", .networkFix), ("sky_fix", .skyFix),
    ("indoor_fix", .indoorFix), ("near_fix", .nearFix), ("fused_fix", .fusedFix),
    ("open_fix", .openFix), ("told_fix", .fix), ("presence", .presence),
    ("radio_map", .radioMap), ("motion_batch", .motionBatch), ("radio_need", .radioNeed),
    ("radio_plan", .radioPlan), ("speed_activity", .speedActivity),
  ]

  /// The names of the topics in the set, in order.
  public var names: [String] { Self.named.filter { contains($0.topic) }.map(\.name) }

  /// All topics published by parts, not by the phone or the clock.
  public static let results = Topics(rawValue: ~0 << 20)
}
