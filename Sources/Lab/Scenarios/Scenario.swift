public import Documents
public import Kernel
public import Scoring
public import Services
public import Signals

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
  /// What else is on the roads.
  public let traffic: TrafficEntry
  /// How signals are made.
  public let signals: SignalSettings
  /// What becomes of access points on the way.
  public let accessPoints: [AccessPointChangeEntry]
  /// How the stack under test is put together.
  public let stack: StackSettings
  /// The numbers of the services.
  public let constants: ServiceConstants
  /// What must hold.
  public let budgets: [Budget]
  /// The statement that it shows to hold; nil if it is about none in particular.
  public let claim: ClaimEntry?
  /// What must break it.
  public let breaks: [Located<BreakEntry>]
  /// What `run --sweep` runs it with in turn.
  public let sweep: SweepEntry?
  /// What `falsify` may change.
  public let falsify: FalsifyEntry

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
    traffic = object.optional(
      "traffic", .object(TrafficEntry.self), default: TrafficEntry(),
      "What else is on the roads.")
    signals = object.optional(
      "signals", .object(SignalSettings.self), default: SignalSettings(),
      "How signals are made: each is natural, ideal, off, or set key by key.")
    accessPoints = object.optional(
      "access_points", .list(.object(AccessPointChangeEntry.self), count: 0...10_000), default: [],
      "What becomes of the venue's access points on the way.")
    stack = object.optional(
      "stack", .object(StackSettings.self), default: StackSettings(), "The stack under test.")
    constants = object.optional(
      "constants", DialForm<ServiceConstants>(), default: ServiceConstants(),
      "Numbers of the services, by the names that 'venuesim list constants' shows.")
    budgets = object.optional(
      "budgets", .list(Budget.form), default: [],
      "What must hold, such as 'horizontal_error.p95 <= 6 m'.")
    claim = object.optional(
      "claim", .object(ClaimEntry.self), "The statement of a talk that it shows to hold.")
    breaks = object.optional(
      "breaks", .list(.located(.object(BreakEntry.self)), count: 0...100), default: [],
      "What must break it, and which budgets it must then miss: 'check --power' tries them.")
    sweep = object.optional(
      "sweep", SweepEntry.self, "What 'run --sweep' runs it with in turn.")
    falsify = object.optional(
      "falsify", .object(FalsifyEntry.self), default: FalsifyEntry(),
      "What 'falsify' may change to find the worst case.")
    let own = UInt64(max(0, seed))
    let complaint = SeedUse.complaint(judgingBy: own...own)
    object.check(complaint == nil || budgets.isEmpty, at: "seed", complaint ?? "")
    checkNames(&object)
    checkClaim(&object)
  }

  /// A claim that nothing can break, or that rests on a user who knows the truth, is none.
  private func checkClaim(_ object: inout ObjectReader) {
    guard claim != nil else { return }
    object.check(
      !breaks.isEmpty, at: "claim",
      "a claim needs 'breaks:' that name what it rests on, and what is missed without it")
    for agent in agents {
      object.check(
        !agent.phone.contains { $0.value.actsOnTruth }, at: "claim",
        "no claim can rest on '\(agent.name.value)', whose script acts on the truth")
    }
  }

  private func checkNames(_ object: inout ObjectReader) {
    var seen: Set<String> = []
    for agent in agents where !seen.insert(agent.name.value).inserted {
      object.check(false, at: "agents", "two agents are called '\(agent.name.value)'")
    }
  }
}

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
