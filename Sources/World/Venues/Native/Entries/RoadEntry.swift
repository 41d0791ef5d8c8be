import Documents
import Maps

/// A road, or a row or grid of them.
struct RoadEntry: DocumentObject {
  static let schemaName = "Road"

  let name: String
  let kind: RoadKind
  let line: [SIMD2<Double>]
  let lanes: LanesEntry?
  let oneWay: Bool
  let limit: Double?
  let users: [RoadUser]?
  let layer: Int
  let repetition: RepeatEntry?
  let place: SourcePlace

  init(from object: inout ObjectReader) {
    place = object.place
    name = object.optional("name", .anyString, default: "", "The name.")
    kind = object.optional(
      "kind", .choice(RoadKind.self), default: .residential, "What it is.")
    line = object.required(
      "line", .list(.point, count: 2...100_000), "Its middle; it meets what it crosses or touches.")
    lanes = object.optional(
      "lanes", lanesForm, "How many lanes, both ways together, or forward and backward.")
    oneWay = object.optional(
      "one_way", .bool, default: false, "Whether one may only drive along the line.")
    limit = object.optional(
      "limit", .quantity(.speed, .between(0.5, 100)),
      "The speed limit; by default that of its kind.")
    users = object.optional(
      "users", .list(.choice(RoadUser.self), count: 0...3), "Who may use it; by its kind.")
    layer = object.optional(
      "layer", .int(-20...20), default: 0, "0 on the ground, 1 on a bridge, -1 in a tunnel.")
    repetition = object.optional("repeat", RepeatEntry.self, "More of them.")
  }

  /// The lanes forward and backward.
  var laneCounts: (forward: Int, backward: Int) {
    switch lanes {
    case .each(let forward, let backward): return (forward, backward)
    case .total(let count): return oneWay ? (count, 0) : (count - count / 2, count / 2)
    case nil: return (1, oneWay ? 0 : 1)
    }
  }

  /// Who may use it.
  var roadUsers: RoadUsers? {
    users.map { users in RoadUsers(users.map(\.users)) }
  }
}

/// How many lanes a road has.
enum LanesEntry: Hashable, Sendable {
  case total(Int)
  case each(Int, Int)
}

/// The lanes each way.
struct LanePairEntry: DocumentObject {
  static let schemaName = "Lanes"

  let forward, backward: Int

  init(from object: inout ObjectReader) {
    forward = object.optional("forward", .int(0...20), default: 0, "Along the line.")
    backward = object.optional("backward", .int(0...20), default: 0, "Against it.")
  }
}

private let lanesForm = IntegerForm.int(1...40).or(
  .object(LanePairEntry.self), scalar: { LanesEntry.total($0) },
  collection: { LanesEntry.each($0.forward, $0.backward) })

/// Who may use a road, as files name it.
enum RoadUser: String, CaseIterable, Sendable {
  case cars, buses, bicycles

  var users: RoadUsers {
    switch self {
    case .cars: .cars
    case .buses: .buses
    case .bicycles: .bicycles
    }
  }
}

extension RoadKind {
  /// The limit where nothing is said, in m/s: usual in cities (estimates).
  var usualLimit: Double {
    let kilometresPerHour: Double =
      switch self {
      case .motorway: 110
      case .trunk: 90
      case .primary, .secondary, .tertiary, .link: 50
      case .residential: 30
      case .service, .track: 20
      case .aisle: 10
      case .cycleway: 25
      }
    return kilometresPerHour / 3.6
  }
}

/// A road at a junction: by its name, which may mean two, or by a point on it.
enum RoadReference: Hashable, Sendable, CustomStringConvertible {
  case name(String)
  case point(SIMD2<Double>)

  var description: String {
    switch self {
    case .name(let name): "'\(name)'"
    case .point(let point): "at [\(point.x) m, \(point.y) m]"
    }
  }
}

private let roadReferenceForm = TextForm.string.or(
  PointForm<SIMD2<Double>>.point, scalar: { RoadReference.name($0) },
  collection: { RoadReference.point($0) })

/// A junction whose control or lights are told.
struct JunctionEntry: DocumentObject {
  static let schemaName = "Junction"

  let at: SIMD2<Double>
  let control: JunctionControl
  let plan: PlanEntry?
  let layer: Int
  let repetition: RepeatEntry?
  let place: SourcePlace

  init(from object: inout ObjectReader) {
    place = object.place
    at = object.required("at", .point, "Where roads meet, within 0.5 m.")
    control = object.optional(
      "control", .choice(JunctionControl.self), default: .priority, "Who goes first.")
    plan = object.optional("plan", PlanEntry.self, "How its lights change.")
    layer = object.optional("layer", .int(-20...20), default: 0, "The layer of its roads.")
    repetition = object.optional("repeat", RepeatEntry.self, "More of them.")
  }
}

/// How lights change.
struct PlanEntry: DocumentObject {
  static let schemaName = "SignalPlan"

  let phases: [PhaseEntry]
  let amber, clearance, offset: Double

  init(from object: inout ObjectReader) {
    phases = object.list("phases", of: PhaseEntry.self, atLeast: 1, atMost: 32, "In their order.")
    amber = object.optional(
      "amber", .quantity(.time, .between(0, 20)), default: 3, "Amber after each phase.")
    clearance = object.optional(
      "clearance", .quantity(.time, .between(0, 20)), default: 2, "All red after amber.")
    offset = object.optional(
      "offset", .quantity(.time, .between(0, 1000)), default: 0,
      "How far into the cycle the scenario starts.")
  }
}

/// A part of the cycle in which some roads have green.
struct PhaseEntry: DocumentObject {
  static let schemaName = "Phase"

  let roads: [RoadReference]
  let green: Double

  init(from object: inout ObjectReader) {
    roads = object.required(
      "roads", .list(roadReferenceForm, count: 0...16),
      "Whose traffic towards the junction has green: roads by name, or by a point on each.")
    green = object.required("green", .quantity(.time, .between(1, 600)), "How long.")
  }
}

/// A turn that is forbidden, or the only one allowed.
struct RestrictionEntry: DocumentObject {
  static let schemaName = "TurnRestriction"

  let at: SIMD2<Double>
  let from, to: RoadReference
  let only: Bool
  let repetition: RepeatEntry?
  let place: SourcePlace

  init(from object: inout ObjectReader) {
    place = object.place
    at = object.required("at", .point, "The junction.")
    from = object.required("from", roadReferenceForm, "The road one comes from.")
    to = object.required("to", roadReferenceForm, "The road one would go to.")
    only = object.optional(
      "only", .bool, default: false, "Whether it is the only turn, rather than forbidden.")
    repetition = object.optional("repeat", RepeatEntry.self, "More of them.")
  }
}
