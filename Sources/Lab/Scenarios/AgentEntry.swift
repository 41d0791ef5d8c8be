public import Devices
public import Documents
public import Truth
import Venues

/// An agent, or a group of agents, with their phones.
public struct AgentEntry: DocumentObject {
  /// The agent's name, and its device's; members of a group are numbered: `guest-1`.
  public let name: Located<String>
  /// The number of members.
  public let count: Int
  /// The number of members with a simulated phone, from the first one on.
  public let phones: Int
  /// The number of members that share their phone's connection over Wi-Fi, up to the last one.
  public let hotspots: Int
  /// The start position.
  public let start: TargetEntry
  /// The maximum distance of start positions, in m.
  public let spread: Double
  /// The appearance of the first member, in s.
  public let arrives: Distribution
  /// The time between members of a group, in s.
  public let every: Distribution
  /// The mode of movement.
  public let movement: MovementEntry
  public let placement: Placement
  /// The phone's power connection at the start.
  public let link: PowerLink
  public let device: DeviceProfile
  /// The events of the phone.
  public let phone: [Located<PhoneEntry>]
  /// The apps with special declarations or initial permissions.
  public let apps: [AppEntry]
  /// The expected messages to apps.
  public let expect: [Located<ExpectEntry>]
  /// The battery's charge at the start, as a share of full.
  public let battery: Double
  /// The positions of the car and the bicycle.
  public let car, bicycle: TargetEntry?
  /// The activities, in order.
  public let itinerary: [Located<ActivityEntry>]

  /// Maximum size of a group whose members all start at one point by default.
  static let compactCount = 20

  /// The default radius of a group's start positions, in m.
  ///
  /// The bodies of many people don't fit at one point; at one person per square metre a crowd moves freely (Fruin,
  /// 1971, level of service C).
  private static func defaultSpread(_ count: Int) -> Double {
    count <= compactCount ? 0 : (Double(count) / .pi).squareRoot()
  }

  /// Returns the name of a member's device.
  func deviceName(_ member: Int) -> String {
    count == 1 ? name.value : "\(name.value)-\(member + 1)"
  }

  public init(from object: inout ObjectReader) {
    name = object.required("name", .located(.identifier), "Name of the agent and its device.")
    count = object.optional(
      "count", .int(1...20_000), default: 1, "Number of members; they are numbered.")
    let phones = object.optional(
      "phones", .int(0...20_000), "Number of members with a simulated phone.")
    self.phones = min(phones ?? count, count)
    hotspots = object.optional(
      "hotspots", .int(0...20_000), default: 0,
      "Number of members, from the last one, that share their phone's connection over Wi-Fi.")
    start = TargetEntry("start", from: &object, "Start position: a place, or metres east, north.")
    spread =
      object.optional(
        "spread", .quantity(.length, .between(0, 500)),
        "Maximum distance of the members' start positions from 'start'; by default 0 m up to "
          + "\(Self.compactCount) members, and one square metre for each member of larger groups.")
      ?? Self.defaultSpread(count)
    arrives = object.optional(
      "arrives", .distribution(.time, .between(0, 8 * 86_400)), default: .constant(0),
      "Time at which the first member appears.")
    every = object.optional(
      "every", .distribution(.time, .between(0, 86_400)), default: .constant(0),
      "Time between two members of a group.")
    movement = MovementEntry(from: &object)
    placement = object.optional(
      "placement", .choice(Placement.self), default: .waist, "Placement of the phone on the body.")
    link = object.optional(
      "link", .choice(PowerLink.self), default: .none, "Power connection at the start.")
    let profile = object.optional(
      "device", .name(among: DeviceProfile.all.map(\.name)), default: DeviceProfile.phone2014.name,
      "Model of the phone.")
    device = DeviceProfile.all.first { $0.name == profile } ?? .phone2014
    phone = object.optional(
      "phone", .list(.located(.object(PhoneEntry.self)), count: 0...10_000), default: [],
      "Events of the phone: apps, user actions, network, reboots.")
    apps = object.list("apps", of: AppEntry.self, atMost: 100, "Apps on the phone.")
    expect = object.optional(
      "expect", .list(.located(.object(ExpectEntry.self)), count: 0...1000), default: [],
      "Messages that apps must receive, with their time windows: a budget each.")
    battery = object.optional(
      "battery", .quantity(.ratio, .between(0, 1)), default: 1,
      "Charge of the battery at the start.")
    car = object.optional("car", .object(StandEntry.self), "Position of the agent's car.")?.target
    bicycle =
      object.optional(
        "bicycle", .object(StandEntry.self), "Position of the agent's bicycle.")?.target
    itinerary = object.optional(
      "itinerary", .list(.located(.object(ActivityEntry.self)), count: 0...10_000), default: [],
      "Errands of the agent, in order.")
  }
}

/// Position of a parked vehicle.
private struct StandEntry: DocumentObject {
  let target: TargetEntry

  init(from object: inout ObjectReader) {
    target = TargetEntry(
      "at", from: &object, "Name of a car park, or the kerb nearest to a place or a point.")
  }
}

/// An agent's mode of movement.
public struct MovementEntry: Sendable {
  /// Free speeds, in m/s, each drawn once per agent.
  public let speed, runSpeed, cycleSpeed: Distribution
  /// The share of agents that walk on escalators.
  public let walksOnEscalators: Double
  /// True if they use lifts only, may enter staff areas, prefer trails.
  public let needsLift, isStaff, prefersTrails: Bool
  /// The rate of halts while walking, in 1/h.
  public let haltsPerHour: Double
  /// True if they leave the world after the last activity.
  public let leaves: Bool

  init(from object: inout ObjectReader) {
    speed = object.optional(
      "speed", .distribution(.speed, .between(0.2, 3)), default: Self.freeWalk,
      "Walking speed, drawn once per agent.")
    runSpeed = object.optional(
      "run_speed", .distribution(.speed, .between(1.5, 8)), default: Self.freeRun,
      "Running speed, drawn once per agent.")
    cycleSpeed = object.optional(
      "cycle_speed", .distribution(.speed, .between(2, 15)), default: Self.freeRide,
      "Cycling speed, drawn once per agent.")
    walksOnEscalators = object.optional(
      "walks_on_escalators", .number(.between(0, 1)), default: 0.4,
      "Share of agents that walk on escalators.")
    needsLift = object.optional(
      "needs_lift", .bool, default: false, "True if stairs and escalators can't be used.")
    isStaff = object.optional(
      "staff", .bool, default: false, "True if areas closed to the public may be entered.")
    prefersTrails = object.optional(
      "prefers_trails", .bool, default: false, "True if trails are preferred to pavements.")
    haltsPerHour = object.optional(
      "halts_per_hour", .number(.between(0, 120)), default: 0,
      "Number of halts per hour of walking, for the phone or a chat.")
    leaves = object.optional(
      "leaves", .bool, default: false, "True if the agent leaves the world after the last step.")
  }

  /// Free walking: mean 1.34 m/s, sigma 0.26 m/s (Weidmann 1993), clipped to a plausible range.
  private static let freeWalk =
    (try? Distribution(.normal(mean: 1.34, sd: 0.26), clippedTo: 0.5...2.2)) ?? .constant(1.34)
  /// Running, 2.5 to 3.5 m/s (from memory).
  private static let freeRun =
    (try? Distribution(.normal(mean: 3, sd: 0.3), clippedTo: 2.2...4)) ?? .constant(3)
  /// Cycling to work, 4 to 7 m/s (from memory).
  private static let freeRide =
    (try? Distribution(.normal(mean: 5.5, sd: 0.8), clippedTo: 3.5...8)) ?? .constant(5.5)
}
