public import Devices
public import Documents
public import Kernel
public import Signals
import Venues

/// A scenario as its file says it: who moves where, with what phone and stack, and what must hold.
public struct Scenario: DocumentObject {
  /// What the reports call it.
  public let name: String
  /// What it is about, in a sentence.
  public let about: String
  /// How long it runs.
  public let duration: SimDuration
  /// The venue's file, relative to the scenario's own.
  public let venueFile: Located<String>
  /// The seed to run where the command names none.
  public let seed: Int
  /// The GPS week at the start, and seconds into it.
  public let gpsStart: GPSStart
  /// Who moves.
  public let agents: [AgentEntry]
  /// How the stack under test is put together.
  public let stack: StackEntry
  /// What must hold.
  public let budgets: [Located<String>]

  /// Reads a scenario and checks that its parts fit together.
  public init(from object: inout ObjectReader) {
    name = object.required("name", .identifier, "What the reports call it.")
    about = object.optional("about", .anyString, default: "", "What it is about, in a sentence.")
    duration = object.required(
      "duration", .duration(.between(1, 8 * 86_400)), "How long it runs.")
    venueFile = object.required(
      "venue", .located(.string), "The venue's file, relative to this one.")
    seed = object.optional(
      "seed", .int(0...Int(Int32.max)), default: 1, "The seed where the command names none.")
    gpsStart = object.optional(
      "gps_start", .object(GPSStart.self), default: GPSStart(), "When it starts, in GPS time.")
    agents = object.list("agents", of: AgentEntry.self, atLeast: 1, "Who moves.")
    stack = object.optional(
      "stack", .object(StackEntry.self), default: StackEntry(), "The stack under test.")
    budgets = object.optional(
      "budgets", .list(.located(budgetForm)), default: [],
      "What must hold, such as 'horizontal_error.p95 <= 6 m'.")
    checkNames(&object)
  }

  private func checkNames(_ object: inout ObjectReader) {
    var seen: Set<String> = []
    for agent in agents where !seen.insert(agent.name.value).inserted {
      object.check(false, at: "agents", "two agents are called '\(agent.name.value)'")
    }
  }
}

/// A budget's outward form; whether its metric exists is for the scorer to say.
private let budgetForm = TextForm(
  "a budget", pattern: "^[^ ]+ (<=|>=) .+$", example: "horizontal_error.p95 <= 6 m",
  accepts: { text in
    let words = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    return words.count == 3 && !words[0].isEmpty && (words[1] == "<=" || words[1] == ">=")
      && !words[2].isEmpty
  })

/// A moment in GPS time.
public struct GPSStart: DocumentObject, Hashable {
  /// The week, counted from 6 January 1980 without roll-over.
  public let week: Int
  /// How far into the week.
  public let intoWeek: SimDuration

  /// A Wednesday noon in 2023.
  public init() {
    week = 2263
    intoWeek = .seconds(302_400)
  }

  /// Reads a moment.
  public init(from object: inout ObjectReader) {
    week = object.required("week", .int(1024...9999), "The GPS week, without roll-over.")
    intoWeek = object.required(
      "into_week", .duration(.between(0, 604_799)), "The time since the week began.")
  }
}

/// One agent and the phone it carries.
public struct AgentEntry: DocumentObject {
  /// The agent's name, and its device's.
  public let name: Located<String>
  /// Where it starts: metres east, north.
  public let start: SIMD2<Double>
  /// The ordinal of its level at the start; nil outdoors.
  public let level: Int?
  /// How fast it walks, in m/s, drawn once.
  public let speed: Distribution
  /// Where the phone is carried.
  public let placement: Placement
  /// What the phone's parts draw.
  public let device: PowerProfile
  /// What the agent sets out to do.
  public let itinerary: [ErrandEntry]

  /// Reads an agent.
  public init(from object: inout ObjectReader) {
    name = object.required("name", .located(.identifier), "The agent's name, and its device's.")
    start = object.required("start", .point, "Where it starts: metres east, north.")
    object.checkReach(of: start, at: "start")
    level = object.optional(
      "level", .int(-50...200), "The level's ordinal at the start; outdoors, unless said.")
    speed = object.optional(
      "speed", .distribution(.speed, .between(0.2, 3)), default: Self.freeWalk,
      "How fast it walks, drawn once.")
    placement = object.optional(
      "placement", .choice(Placement.self), default: .waist, "Where the phone is carried.")
    let profile = object.optional(
      "device", .name(among: PowerProfile.all.map(\.name)), default: PowerProfile.phone2014.name,
      "The kind of phone.")
    device = PowerProfile.all.first { $0.name == profile } ?? .phone2014
    itinerary = object.list(
      "itinerary", of: ErrandEntry.self, atLeast: 0, "What the agent sets out to do, in order.")
  }

  /// Free walking: mean 1.34 m/s, standard deviation 0.26 m/s (Weidmann 1993), kept plausible.
  private static let freeWalk =
    (try? Distribution(.normal(mean: 1.34, sd: 0.26), clippedTo: 0.5...2.2)) ?? .constant(1.34)
}

/// One thing that an agent sets out to do.
public enum ErrandEntry: DocumentObject {
  /// Stand still.
  case stand(SimDuration)
  /// Walk straight to a point: metres east, north.
  case walk(WalkEntry)

  /// Reads an errand: a mapping with one key that names it.
  public init(from object: inout ObjectReader) {
    self = object.oneOf(
      .key("stand", .duration(.between(0, 8 * 86_400)), "Stand still for a while.") { .stand($0) },
      .key("walk", WalkEntry.self, "Walk straight to a point.") { .walk($0) })
  }
}

/// A straight walk.
public struct WalkEntry: DocumentObject {
  /// Where to: metres east, north.
  public let to: SIMD2<Double>
  /// The ordinal of the level there; nil outdoors.
  public let level: Int?
  /// The speed of this walk, in m/s; the agent's own, unless said.
  public let speed: Double?

  /// Reads a walk.
  public init(from object: inout ObjectReader) {
    to = object.required("to", .point, "Where to: metres east, north.")
    object.checkReach(of: to, at: "to")
    level = object.optional("level", .int(-50...200), "The level's ordinal there; or outdoors.")
    speed = object.optional(
      "speed", .quantity(.speed, .between(0.2, 3)), "The speed; the agent's own, unless said.")
  }
}
