public import Documents
public import Kernel
public import Scoring
public import Services
public import Signals

/// A scenario file: agents and their movements, phones, the stack, and the budgets.
public struct Scenario: DocumentObject {
  /// The name in reports.
  public let name: String
  /// A description, in a sentence.
  public let about: String
  public let duration: SimDuration
  /// The venue's file, relative to the scenario's.
  public let venueFile: Located<String>
  /// The default seed.
  public let seed: Int
  /// The GPS time at the start.
  public let gpsStart: GPSStart
  public let agents: [AgentEntry]
  /// The other traffic on the roads.
  public let traffic: TrafficEntry
  /// The signal models.
  public let signals: SignalSettings
  /// The changes of access points during the run.
  public let accessPoints: [AccessPointChangeEntry]
  /// The stack under test.
  public let stack: StackSettings
  /// The parameters of the services.
  public let constants: ServiceConstants
  public let budgets: [Budget]
  /// The figures that decide in comparisons, beside those of the budgets.
  public let judged: [JudgedFigure]
  /// The statement that it verifies; nil for none.
  public let claim: ClaimEntry?
  /// The settings that must break it.
  public let breaks: [Located<BreakEntry>]
  /// The variants of `run --sweep`.
  public let sweep: SweepEntry?
  /// The search space of `falsify`.
  public let falsify: FalsifyEntry

  /// Reads a scenario and checks its consistency.
  public init(from object: inout ObjectReader) {
    name = object.required("name", .identifier, "Name of the scenario in reports.")
    about = object.optional("about", .anyString, default: "", "Description, in a sentence.")
    duration = object.required(
      "duration", .duration(.between(1, 8 * 86_400)), "Duration of the run.")
    venueFile = object.required(
      "venue", .located(.string), "File of the venue, relative to the scenario's.")
    seed = object.optional(
      "seed", .int(0...Int(Int32.max)), default: 1, "Default seed.")
    gpsStart = object.optional(
      "gps_start", .object(GPSStart.self), default: GPSStart(), "GPS time at the start.")
    agents = object.list("agents", of: AgentEntry.self, atLeast: 1, "Agents and groups of agents.")
    traffic = object.optional(
      "traffic", .object(TrafficEntry.self), default: TrafficEntry(),
      "Other traffic on the roads.")
    signals = object.optional(
      "signals", .object(SignalSettings.self), default: SignalSettings(),
      "Signal models: each is natural, ideal, off, or set key by key.")
    accessPoints = object.optional(
      "access_points", .list(.object(AccessPointChangeEntry.self), count: 0...10_000), default: [],
      "Changes of the venue's access points during the run.")
    stack = object.optional(
      "stack", .object(StackSettings.self), default: StackSettings(), "Stack under test.")
    constants = object.optional(
      "constants", ParameterForm<ServiceConstants>(), default: ServiceConstants(),
      "Parameters of the services, by their names in 'venuesim list constants'.")
    budgets = object.optional(
      "budgets", .list(Budget.form), default: [],
      "Budgets, such as 'horizontal_error.p95 <= 6 m'.")
    judged = object.optional(
      "judge", JudgedFiguresForm(), default: [],
      "Figures that decide in comparisons, with the least change that matters: a percentage or a quantity."
    )
    claim = object.optional(
      "claim", .object(ClaimEntry.self), "Statement of a talk that the scenario verifies.")
    breaks = object.optional(
      "breaks", .list(.located(.object(BreakEntry.self)), count: 0...100), default: [],
      "Settings that must break the scenario, with the missed budgets: 'check --power' tries them.")
    sweep = object.optional(
      "sweep", SweepEntry.self, "Variants of 'run --sweep'.")
    falsify = object.optional(
      "falsify", .object(FalsifyEntry.self), default: FalsifyEntry(),
      "Search space of 'falsify' for the worst case.")
    let own = UInt64(max(0, seed))
    let complaint = SeedUse.complaint(judgingBy: SeedList(own...own))
    object.check(complaint == nil || budgets.isEmpty, at: "seed", complaint ?? "")
    checkNames(&object)
    checkComparisons(&object)
    checkClaim(&object)
    let parts = budgets.compactMap(\.filter)
    for entry in judged {
      guard let filter = entry.figure.filter, !parts.contains(filter) else { continue }
      object.check(
        false, at: "judge",
        "no budget covers '\(filter.words)'; add one with this condition, or judge the whole run")
    }
  }

  /// Checks the claim: it must be breakable, and must not depend on a user with knowledge of the
  /// truth.
  private func checkClaim(_ object: inout ObjectReader) {
    guard claim != nil else { return }
    object.check(
      !breaks.isEmpty, at: "claim",
      "a claim needs 'breaks:' with the settings that it depends on, and the budgets missed without them"
    )
    for agent in agents {
      object.check(
        !agent.phone.contains { $0.value.actsOnTruth }, at: "claim",
        "a claim can't depend on '\(agent.name.value)', whose script acts on the truth")
    }
  }

  /// Checks that comparisons are about devices of the scenario.
  private func checkComparisons(_ object: inout ObjectReader) {
    let names = agents.flatMap { agent in (0..<agent.phones).map(agent.deviceName) }
    for comparison in budgets.compactMap(\.comparison) {
      for side in [comparison.part, comparison.reference] {
        guard let side, let pattern = side.device,
          !names.contains(where: side.contains(device:))
        else { continue }
        object.check(
          false, at: "budgets", "no device is called '\(pattern)', as '\(comparison.name)' says",
          suggestion: nearestName(to: pattern, among: names))
      }
    }
  }

  private func checkNames(_ object: inout ObjectReader) {
    var names = FirstUses()
    for agent in agents {
      guard let first = names.again(agent.name.value, at: agent.name.place) else { continue }
      object.check(
        false, at: "agents",
        "two agents are called '\(agent.name.value)'\(first), and at \(agent.name.place)")
    }
  }
}

/// A moment in GPS time.
public struct GPSStart: DocumentObject, Hashable {
  /// Counted from 6 January 1980 without roll-over.
  public let week: Int
  /// The time since the begin of the week.
  public let intoWeek: SimDuration

  /// Creates the default, a Wednesday noon in 2023.
  public init() {
    week = 2263
    intoWeek = .seconds(302_400)
  }

  public init(from object: inout ObjectReader) {
    week = object.required("week", .int(1024...9999), "The GPS week, without roll-over.")
    intoWeek = object.required(
      "into_week", .duration(.between(0, 604_799)), "Time since the start of the week.")
  }
}
