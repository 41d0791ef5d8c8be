public import Devices
public import Documents
public import Truth
import Venues

/// An agent, or a group of them, and the phones they carry.
public struct AgentEntry: DocumentObject {
  /// The agent's name, and its device's; those of a group are numbered: `guest-1`.
  public let name: Located<String>
  /// How many of them there are.
  public let count: Int
  /// How many of them carry a phone that is simulated; the first ones do.
  public let phones: Int
  /// How many of them share their phone's connection as a Wi-Fi network; the last ones do.
  public let hotspots: Int
  /// Where it starts.
  public let start: TargetEntry
  /// How far from there they may start, in m.
  public let spread: Double
  /// When the first one appears, in s.
  public let arrives: Distribution
  /// The time between those of a group, in s.
  public let every: Distribution
  /// How it moves.
  public let manner: MannerEntry
  /// Where the phone is carried.
  public let placement: Placement
  /// What the phone hangs on at the start.
  public let link: PowerLink
  /// The kind of phone.
  public let device: DeviceProfile
  /// What happens to the phone.
  public let phone: [Located<PhoneEntry>]
  /// The apps on it that declare, or may from the start, something special.
  public let apps: [AppEntry]
  /// What they must be told, and when.
  public let expect: [Located<ExpectEntry>]
  /// Its battery's charge at the start, as a share of full.
  public let battery: Double
  /// Where its car stands, and its bicycle.
  public let car, bicycle: TargetEntry?
  /// What the agent sets out to do.
  public let itinerary: [Located<ErrandEntry>]

  /// Reads an agent.
  public init(from object: inout ObjectReader) {
    name = object.required("name", .located(.identifier), "The agent's name, and its device's.")
    count = object.optional(
      "count", .int(1...20_000), default: 1, "How many there are; they are numbered.")
    let phones = object.optional(
      "phones", .int(0...20_000), "How many of them carry a phone that is simulated.")
    self.phones = min(phones ?? count, count)
    hotspots = object.optional(
      "hotspots", .int(0...20_000), default: 0,
      "How many of them share their phone's connection over Wi-Fi; the last ones do.")
    start = TargetEntry("start", from: &object, "Where it starts: a place, or metres east, north.")
    spread = object.optional(
      "spread", .quantity(.length, .between(0, 500)), default: 0,
      "How far from there the members of a group may start.")
    arrives = object.optional(
      "arrives", .distribution(.time, .between(0, 8 * 86_400)), default: .constant(0),
      "When the first one appears.")
    every = object.optional(
      "every", .distribution(.time, .between(0, 86_400)), default: .constant(0),
      "The time between two members of a group.")
    manner = MannerEntry(from: &object)
    placement = object.optional(
      "placement", .choice(Placement.self), default: .waist, "Where the phone is carried.")
    link = object.optional(
      "link", .choice(PowerLink.self), default: .none, "What the phone hangs on at the start.")
    let profile = object.optional(
      "device", .name(among: DeviceProfile.all.map(\.name)), default: DeviceProfile.phone2014.name,
      "The kind of phone.")
    device = DeviceProfile.all.first { $0.name == profile } ?? .phone2014
    phone = object.optional(
      "phone", .list(.located(.object(PhoneEntry.self)), count: 0...10_000), default: [],
      "What happens to the phone: apps, users, the network, reboots.")
    apps = object.list("apps", of: AppEntry.self, atMost: 100, "The apps on its phone.")
    expect = object.optional(
      "expect", .list(.located(.object(ExpectEntry.self)), count: 0...1000), default: [],
      "What apps must be told, and when: a budget each.")
    battery = object.optional(
      "battery", .quantity(.ratio, .between(0, 1)), default: 1,
      "The battery's charge at the start.")
    car = object.optional("car", .object(StandEntry.self), "Where its car stands.")?.target
    bicycle =
      object.optional(
        "bicycle", .object(StandEntry.self), "Where its bicycle stands.")?.target
    itinerary = object.optional(
      "itinerary", .list(.located(.object(ErrandEntry.self)), count: 0...10_000), default: [],
      "What the agent sets out to do, in order.")
  }
}

/// Where a vehicle stands.
private struct StandEntry: DocumentObject {
  let target: TargetEntry

  init(from object: inout ObjectReader) {
    target = TargetEntry(
      "at", from: &object, "A car park by its name, or the kerb nearest to a place or a point.")
  }
}

/// How an agent moves.
public struct MannerEntry: Sendable {
  /// Free speeds, in m/s, each drawn once.
  public let speed, runSpeed, cycleSpeed: Distribution
  /// The share of them that walk on escalators.
  public let walksOnEscalators: Double
  /// Whether they take lifts only, may go behind the scenes, prefer trails.
  public let needsLift, isStaff, prefersTrails: Bool
  /// How often they halt while walking, in 1/h.
  public let haltsPerHour: Double
  /// Whether they leave the world when all is done.
  public let leaves: Bool

  init(from object: inout ObjectReader) {
    speed = object.optional(
      "speed", .distribution(.speed, .between(0.2, 3)), default: Self.freeWalk,
      "How fast it walks, drawn once.")
    runSpeed = object.optional(
      "run_speed", .distribution(.speed, .between(1.5, 8)), default: Self.freeRun,
      "How fast it runs, drawn once.")
    cycleSpeed = object.optional(
      "cycle_speed", .distribution(.speed, .between(2, 15)), default: Self.freeRide,
      "How fast it cycles, drawn once.")
    walksOnEscalators = object.optional(
      "walks_on_escalators", .number(.between(0, 1)), default: 0.4,
      "The share that walk on escalators.")
    needsLift = object.optional(
      "needs_lift", .bool, default: false, "Whether stairs and escalators are out of the question.")
    isStaff = object.optional(
      "staff", .bool, default: false, "Whether it may go where the public may not.")
    prefersTrails = object.optional(
      "prefers_trails", .bool, default: false, "Whether it prefers trails to pavements.")
    haltsPerHour = object.optional(
      "halts_per_hour", .number(.between(0, 120)), default: 0,
      "How often it halts while walking, for the phone or a chat.")
    leaves = object.optional(
      "leaves", .bool, default: false, "Whether it leaves the world when all is done.")
  }

  /// Free walking: mean 1.34 m/s, standard deviation 0.26 m/s (Weidmann 1993), kept plausible.
  private static let freeWalk =
    (try? Distribution(.normal(mean: 1.34, sd: 0.26), clippedTo: 0.5...2.2)) ?? .constant(1.34)
  /// Running, 2.5 to 3.5 m/s (from memory).
  private static let freeRun =
    (try? Distribution(.normal(mean: 3, sd: 0.3), clippedTo: 2.2...4)) ?? .constant(3)
  /// Cycling to work, 4 to 7 m/s (from memory).
  private static let freeRide =
    (try? Distribution(.normal(mean: 5.5, sd: 0.8), clippedTo: 3.5...8)) ?? .constant(5.5)
}
