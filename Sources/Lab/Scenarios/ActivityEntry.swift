public import Documents
public import Kernel
public import Truth
import Venues

/// One activity of an agent.
public indirect enum ActivityEntry: DocumentObject {
  /// Stay with an activity, for a time in s.
  case stay(Doing, for: Distribution)
  /// Stand until a time, in s since the begin of the scenario or the repetition.
  case waitUntil(Distribution)
  /// Walk or run to a target.
  case go(GoEntry, running: Bool)
  /// Walk to a target and stay.
  case visit(VisitEntry)
  /// Follow the directions of an app.
  case follow(FollowEntry)
  /// Cycle, or drive one's own car.
  case cycle(GoEntry)
  case drive(DriveEntry)
  /// Ride in another agent's car; take a bus, a train; take a named lift, escalator or stairs.
  case passenger(Located<String>)
  case bus(BusEntry)
  case train(TrainEntry)
  case take(TakeEntry)
  case doughnuts(DoughnutsEntry)
  /// Change the phone's placement, or its power connection.
  case put(Placement)
  case link(PowerLink)
  /// Repeat several activities.
  case again(RepeatEntry)

  /// Reads an activity: a mapping with a single key.
  public init(from object: inout ObjectReader) {
    let whole = DistributionForm.duration
    self = object.oneOf(
      .key("stand", whole, "Stand for a time.") { .stay(.standing, for: $0) },
      .key("wait", whole, "Stand and wait for a time.") { .stay(.standing, for: $0) },
      .key("sit", whole, "Sit for a time.") { .stay(.sitting, for: $0) },
      .key("chat", whole, "Stop for a chat.") { .stay(.standing, for: $0) },
      .key("dance", whole, "Dance to a beat, such as Zumba.") { .stay(.dancing, for: $0) },
      .key(
        "wait_until", whole, "Wait until a time after the start of the scenario or the repetition."
      ) { .waitUntil($0) },
      .key("walk", GoEntry.form, "Walk to a place or a point.") { .go($0, running: false) },
      .key("run", GoEntry.form, "Run to a place or a point.") { .go($0, running: true) },
      .key("visit", VisitEntry.self, "Walk to a place and stay for a time.") { .visit($0) },
      .key("follow", FollowEntry.self, "Follow an app's directions until the arrival.") {
        .follow($0)
      },
      .key("cycle", GoEntry.form, "Ride the bicycle to a place or a point.") { .cycle($0) },
      .key("drive", DriveEntry.self, "Drive the car to a car park, a place or a point.") {
        .drive($0)
      },
      .key(
        "ride_with", .located(.identifier), "Ride in another agent's car on its next drive."
      ) { .passenger($0) },
      .key("bus", BusEntry.self, "Take a bus.") { .bus($0) },
      .key("train", TrainEntry.self, "Take a train along a line drawn here.") { .train($0) },
      .key("take", TakeEntry.self, "Take a named lift, escalator or flight of stairs.") {
        .take($0)
      },
      .key("doughnuts", DoughnutsEntry.self, "Drive in circles on the car park.") {
        .doughnuts($0)
      },
      .key(
        "put", .choice(Placement.self),
        "Placement of the phone from here on; in a vehicle, from boarding on."
      ) {
        .put($0)
      },
      .key("link", .choice(PowerLink.self), "Power connection of the phone from here on.") {
        .link($0)
      },
      .key("repeat", RepeatEntry.self, "Repeat several steps.") { .again($0) })
  }
}

extension DistributionForm {
  /// A duration or its distribution, up to eight days.
  fileprivate static var duration: DistributionForm {
    .distribution(.time, .between(0, 8 * 86_400))
  }
}

/// A route on foot or by bicycle.
public struct GoEntry: DocumentObject {
  /// The target.
  public let to: TargetEntry
  /// The points before the target: metres east, north, on the target's level.
  public let via: [SIMD2<Double>]
  /// In m/s; nil for the agent's own speed.
  public let speed: Double?
  /// The number of rounds through the points.
  public let laps: Int

  public init(from object: inout ObjectReader) {
    to = TargetEntry("to", from: &object, "Target: a place, or metres east, north.")
    via = object.optional(
      "via", .list(.point, count: 0...1000), default: [], "Points to pass before the target.")
    for point in via { object.checkReach(of: point, at: "via") }
    speed = object.optional(
      "speed", .quantity(.speed, .between(0.2, 15)), "Speed; by default the agent's own.")
    laps = object.optional(
      "laps", .int(1...1000), default: 1, "Number of rounds through the points in 'via'.")
  }

  private init(named name: Located<String>) {
    to = TargetEntry(named: name)
    via = []
    speed = nil
    laps = 1
  }

  /// A place's name, or a mapping.
  static var form: EitherForm<LocatedForm<TextForm>, ObjectForm<GoEntry>, GoEntry> {
    let name: LocatedForm<TextForm> = .located(.string)
    return name.or(
      .object(GoEntry.self), scalar: { GoEntry(named: $0) }, collection: { $0 })
  }
}

/// A walk to a place with a stay.
public struct VisitEntry: DocumentObject {
  /// The target.
  public let to: TargetEntry
  /// The duration of the stay, in s.
  public let length: Distribution
  /// The activity during the stay.
  public let doing: Doing

  public init(from object: inout ObjectReader) {
    to = TargetEntry("to", from: &object, "Target: a place, or metres east, north.")
    length = object.required(
      "for", .distribution(.time, .between(0, 8 * 86_400)), "Duration of the stay.")
    doing = object.optional(
      "doing", .choice(Doing.self), default: .standing, "Activity of the stay.")
    object.check(
      !doing.isOnFoot && !doing.isCarried, at: "doing", "must be an activity at one place")
  }
}

/// A route by an app's directions.
public struct FollowEntry: DocumentObject {
  /// The app.
  public let app: String
  /// The user's target; it must be reachable.
  public let to: TargetEntry

  public init(from object: inout ObjectReader) {
    app = object.optional("app", .identifier, default: "app", "App that shows the route.")
    to = TargetEntry("to", from: &object, "Target of the user: a place, or metres east, north.")
  }
}

/// A drive.
public struct DriveEntry: DocumentObject {
  /// The target: a named car park, or the kerb nearest to a place or a point.
  public let to: TargetEntry
  /// The points before the target: metres east, north.
  public let via: [SIMD2<Double>]
  /// The passengers' names; the driver waits for them.
  public let with: [Located<String>]

  public init(from object: inout ObjectReader) {
    to = TargetEntry("to", from: &object, "Target: a car park, a place, or metres east, north.")
    via = object.optional(
      "via", .list(.point, count: 0...1000), default: [], "Points to pass before the target.")
    for point in via { object.checkReach(of: point, at: "via") }
    with = object.optional(
      "with", .list(.located(.identifier), count: 0...4), default: [], "Names of the passengers.")
  }
}

/// A bus ride.
public struct BusEntry: DocumentObject {
  public let line: Located<String>
  /// The stop where the ride ends.
  public let to: Located<String>

  public init(from object: inout ObjectReader) {
    line = object.required("line", .located(.string), "Name of the bus line.")
    to = object.required("to", .located(.string), "Stop where the ride ends.")
  }
}

/// A ride on a named connector.
public struct TakeEntry: DocumentObject {
  public let connector: Located<String>
  /// The ordinal of the destination level; nil for the far end.
  public let level: Int?

  public init(from object: inout ObjectReader) {
    connector = object.required("by", .located(.string), "Name of the lift, escalator or stairs.")
    level = object.optional("to_level", .int(-50...200), "Destination level; default: far end.")
  }
}

/// Circles on a car park.
public struct DoughnutsEntry: DocumentObject {
  public let count: Int
  /// In m, and in m/s.
  public let radius, speed: Double

  public init(from object: inout ObjectReader) {
    count = object.optional("count", .int(1...100), default: 5, "Number of circles.")
    radius = object.optional(
      "radius", .quantity(.length, .between(4, 40)), default: 7, "Radius of the circles.")
    speed = object.optional(
      "speed", .quantity(.speed, .between(1, 15)), default: 5, "Speed in the circles.")
  }
}

/// A repetition of activities.
public struct RepeatEntry: DocumentObject {
  /// The number of repetitions.
  public let times: Int
  /// The period from begin to begin; nil to repeat at once.
  public let every: SimDuration?
  /// The activities.
  public let steps: [ActivityEntry]

  public init(from object: inout ObjectReader) {
    times = object.required("times", .int(1...10_000), "Number of repetitions.")
    every = object.optional(
      "every", .duration(.between(1, 8 * 86_400)), "Period of the repetition, from start to start.")
    steps = object.list("steps", of: ActivityEntry.self, atLeast: 1, "Errands of each repetition.")
  }
}
