public import Documents
public import Kernel
public import Truth
import Venues

/// One thing that an agent sets out to do.
public indirect enum ErrandEntry: DocumentObject {
  /// Stay and do something, for a while in s.
  case stay(Doing, for: Distribution)
  /// Stand until a time, in s since the scenario or the repetition began.
  case waitUntil(Distribution)
  /// Walk or run somewhere.
  case go(GoEntry, running: Bool)
  /// Walk somewhere and stay.
  case visit(VisitEntry)
  /// Follow the directions of an app.
  case follow(FollowEntry)
  /// Cycle, or drive one's own car.
  case cycle(GoEntry)
  case drive(DriveEntry)
  /// Ride along in another's car; take a bus, a train; take a certain lift, escalator or stairs.
  case passenger(Located<String>)
  case bus(BusEntry)
  case train(TrainEntry)
  case take(TakeEntry)
  case doughnuts(DoughnutsEntry)
  /// Have the phone somewhere else from now on; on a charger or off it.
  case put(Placement)
  case link(PowerLink)
  /// Do several things, several times.
  case again(RepeatEntry)

  /// Reads an errand: a mapping with one key that names it.
  public init(from object: inout ObjectReader) {
    let whole = DistributionForm.duration
    self = object.oneOf(
      .key("stand", whole, "Stand still for a while.") { .stay(.standing, for: $0) },
      .key("wait", whole, "Stand and wait for a while.") { .stay(.standing, for: $0) },
      .key("sit", whole, "Sit for a while.") { .stay(.sitting, for: $0) },
      .key("chat", whole, "Stop for a chat.") { .stay(.standing, for: $0) },
      .key("dance", whole, "Dance to a beat, such as Zumba.") { .stay(.dancing, for: $0) },
      .key(
        "wait_until", whole, "Wait until so long after the scenario, or the repetition, began."
      ) { .waitUntil($0) },
      .key("walk", GoEntry.form, "Walk to a place or a point.") { .go($0, running: false) },
      .key("run", GoEntry.form, "Run to a place or a point.") { .go($0, running: true) },
      .key("visit", VisitEntry.self, "Walk to a place and stay a while.") { .visit($0) },
      .key("follow", FollowEntry.self, "Go where an app says, until one is there.") {
        .follow($0)
      },
      .key("cycle", GoEntry.form, "Ride the bicycle to a place or a point.") { .cycle($0) },
      .key("drive", DriveEntry.self, "Drive the car to a car park, a place or a point.") {
        .drive($0)
      },
      .key(
        "ride_with", .located(.identifier), "Ride along on another agent's next drive."
      ) { .passenger($0) },
      .key("bus", BusEntry.self, "Take a bus.") { .bus($0) },
      .key("train", TrainEntry.self, "Take a train along a line of its own.") { .train($0) },
      .key("take", TakeEntry.self, "Take a certain lift, escalator or flight of stairs.") {
        .take($0)
      },
      .key("doughnuts", DoughnutsEntry.self, "Drive round in circles on the car park.") {
        .doughnuts($0)
      },
      .key("put", .choice(Placement.self), "Have the phone somewhere else from now on.") {
        .put($0)
      },
      .key("link", .choice(PowerLink.self), "Have the phone on a charger from now on, or off.") {
        .link($0)
      },
      .key("repeat", RepeatEntry.self, "Do several things, several times.") { .again($0) })
  }
}

extension DistributionForm {
  /// A time that may be drawn, up to eight days.
  fileprivate static var duration: DistributionForm {
    .distribution(.time, .between(0, 8 * 86_400))
  }
}

/// A way on foot or by bicycle.
public struct GoEntry: DocumentObject {
  /// Where to.
  public let to: TargetEntry
  /// Through which points first: metres east, north, on the same level as the target.
  public let via: [SIMD2<Double>]
  /// The speed of this way, in m/s; by default the agent's own.
  public let speed: Double?
  /// How often to go round by the same points.
  public let laps: Int

  /// Reads a way.
  public init(from object: inout ObjectReader) {
    to = TargetEntry("to", from: &object, "Where to: a place, or metres east, north.")
    via = object.optional(
      "via", .list(.point, count: 0...1000), default: [], "Through which points first.")
    speed = object.optional(
      "speed", .quantity(.speed, .between(0.2, 15)), "The speed; by default the agent's own.")
    laps = object.optional(
      "laps", .int(1...1000), default: 1, "How often to go through the points in between.")
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

/// A visit.
public struct VisitEntry: DocumentObject {
  /// Where.
  public let to: TargetEntry
  /// For how long, in s.
  public let length: Distribution
  /// How the time is spent.
  public let doing: Doing

  /// Reads a visit.
  public init(from object: inout ObjectReader) {
    to = TargetEntry("to", from: &object, "Where: a place, or metres east, north.")
    length = object.required(
      "for", .distribution(.time, .between(0, 8 * 86_400)), "For how long.")
    doing = object.optional("doing", .choice(Doing.self), default: .standing, "Standing, sitting.")
    object.check(
      !doing.isOnFoot && !doing.isCarried, at: "doing", "must be something that leads nowhere")
  }
}

/// A way that an app shows.
public struct FollowEntry: DocumentObject {
  /// Which app.
  public let app: String
  /// Where the user wants to go; there must be a way.
  public let to: TargetEntry

  /// Reads a way.
  public init(from object: inout ObjectReader) {
    app = object.optional("app", .identifier, default: "app", "Which app shows the way.")
    to = TargetEntry("to", from: &object, "Where one wants to go: a place, or metres east, north.")
  }
}

/// A drive.
public struct DriveEntry: DocumentObject {
  /// Where to: a car park by its name, a place, or a point; the kerb nearest to these.
  public let to: TargetEntry
  /// Through which points first: metres east, north.
  public let via: [SIMD2<Double>]
  /// Who comes along; the driver waits for them.
  public let with: [Located<String>]

  /// Reads a drive.
  public init(from object: inout ObjectReader) {
    to = TargetEntry("to", from: &object, "Where to: a car park, a place, or metres east, north.")
    via = object.optional(
      "via", .list(.point, count: 0...1000), default: [], "Through which points first.")
    with = object.optional(
      "with", .list(.located(.identifier), count: 0...4), default: [], "Who comes along.")
  }
}

/// A bus ride.
public struct BusEntry: DocumentObject {
  /// The line's name.
  public let line: Located<String>
  /// The stop to get off at.
  public let to: Located<String>

  /// Reads a bus ride.
  public init(from object: inout ObjectReader) {
    line = object.required("line", .located(.string), "The line's name.")
    to = object.required("to", .located(.string), "The stop to get off at.")
  }
}

/// A ride on a certain connector.
public struct TakeEntry: DocumentObject {
  /// The connector's name.
  public let connector: Located<String>
  /// The ordinal of the level to get off at; nil for the end that is not here.
  public let level: Int?

  /// Reads a ride.
  public init(from object: inout ObjectReader) {
    connector = object.required("by", .located(.string), "The lift's or the escalator's name.")
    level = object.optional("to_level", .int(-50...200), "Where to get off; the far end else.")
  }
}

/// Circles on a car park.
public struct DoughnutsEntry: DocumentObject {
  /// How many.
  public let count: Int
  /// How wide, in m, and how fast, in m/s.
  public let radius, speed: Double

  /// Reads circles.
  public init(from object: inout ObjectReader) {
    count = object.optional("count", .int(1...100), default: 5, "How many circles.")
    radius = object.optional(
      "radius", .quantity(.length, .between(4, 40)), default: 7, "How wide.")
    speed = object.optional(
      "speed", .quantity(.speed, .between(1, 15)), default: 5, "How fast.")
  }
}

/// Several things, several times.
public struct RepeatEntry: DocumentObject {
  /// How often.
  public let times: Int
  /// How long after the last time the next begins; at once if nil.
  public let every: SimDuration?
  /// What.
  public let steps: [ErrandEntry]

  /// Reads a repetition.
  public init(from object: inout ObjectReader) {
    times = object.required("times", .int(1...10_000), "How often.")
    every = object.optional(
      "every", .duration(.between(1, 8 * 86_400)), "How long after the last time the next begins.")
    steps = object.list("steps", of: ErrandEntry.self, atLeast: 1, "What to do each time.")
  }
}
