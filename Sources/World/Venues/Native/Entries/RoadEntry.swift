import Documents
import Maps

/// The file entry of a road, or a row or grid of roads.
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
  let repetition: GridRepeatEntry?
  let place: SourcePosition

  init(from object: inout ObjectReader) {
    place = object.place
    name = object.optional("name", .anyString, default: "", "Name of the road.")
    kind = object.optional(
      "kind", .choice(RoadKind.self), default: .residential, "Class of the road.")
    line = object.required(
      "line", .list(.point, count: 2...100_000), "Centre line; joins lines it crosses or touches.")
    lanes = object.optional(
      "lanes", lanesForm, "Number of lanes, in both directions together, or forward and backward.")
    oneWay = object.optional(
      "one_way", .bool, default: false, "True if traffic may only follow the line.")
    limit = object.optional(
      "limit", .quantity(.speed, .between(0.5, 100)),
      "Speed limit; by default that of the road class.")
    users = object.optional(
      "users", .list(.choice(RoadUser.self), count: 0...3), "Permitted users; by default by class.")
    layer = object.optional(
      "layer", .int(-20...20), default: 0, "Layer: 0 on the ground, 1 on a bridge, -1 in a tunnel.")
    repetition = object.optional("repeat", GridRepeatEntry.self, "Copies in a row or a grid.")
  }

  /// The number of lanes forward and backward.
  var laneCounts: (forward: Int, backward: Int) {
    switch lanes {
    case .each(let forward, let backward): return (forward, backward)
    case .total(let count): return oneWay ? (count, 0) : (count - count / 2, count / 2)
    case nil: return (1, oneWay ? 0 : 1)
    }
  }

  var roadUsers: RoadUsers? {
    users.map { users in RoadUsers(users.map(\.users)) }
  }
}

/// The number of lanes of a road, in total or per direction.
enum LanesEntry: Hashable, Sendable {
  case total(Int)
  case each(Int, Int)
}

/// The file entry of the lanes per direction.
struct LanePairEntry: DocumentObject {
  static let schemaName = "Lanes"

  let forward, backward: Int

  init(from object: inout ObjectReader) {
    forward = object.optional("forward", .int(0...20), default: 0, "Lanes along the line.")
    backward = object.optional("backward", .int(0...20), default: 0, "Lanes against the line.")
  }
}

private let lanesForm = IntegerForm.int(1...40).or(
  .object(LanePairEntry.self), scalar: { LanesEntry.total($0) },
  collection: { LanesEntry.each($0.forward, $0.backward) })

/// A class of road users in a file.
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
  /// The default speed limit, in m/s: typical in cities (estimates).
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

/// A reference to a road at a junction: by its name, which may mean two, or by a point on it.
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

/// The file entry of a junction with a control or signals.
struct JunctionEntry: DocumentObject {
  static let schemaName = "Junction"

  let at: SIMD2<Double>
  let control: JunctionControl
  let plan: PlanEntry?
  let layer: Int
  let repetition: GridRepeatEntry?
  let place: SourcePosition

  init(from object: inout ObjectReader) {
    place = object.place
    at = object.required("at", .point, "Position, within 0.5 m of the point where roads meet.")
    control = object.optional(
      "control", .choice(JunctionControl.self), default: .priority, "Right-of-way rule.")
    plan = object.optional("plan", PlanEntry.self, "Signal plan of the junction.")
    layer = object.optional("layer", .int(-20...20), default: 0, "Layer of the junction's roads.")
    repetition = object.optional("repeat", GridRepeatEntry.self, "Copies in a row or a grid.")
  }
}

/// The file entry of a signal plan.
struct PlanEntry: DocumentObject {
  static let schemaName = "SignalPlan"

  let phases: [PhaseEntry]
  let amber, clearance, offset: Double

  init(from object: inout ObjectReader) {
    phases = object.list("phases", of: PhaseEntry.self, atLeast: 1, atMost: 32, "Phases, in order.")
    amber = object.optional(
      "amber", .quantity(.time, .between(0, 20)), default: 3, "Amber time after each phase.")
    clearance = object.optional(
      "clearance", .quantity(.time, .between(0, 20)), default: 2, "All-red time after amber.")
    offset = object.optional(
      "offset", .quantity(.time, .between(0, 1000)), default: 0,
      "Position in the cycle at the start of the scenario.")
  }
}

/// The file entry of a phase: a part of the cycle in which some roads have green.
struct PhaseEntry: DocumentObject {
  static let schemaName = "Phase"

  let roads: [RoadReference]
  let green: Double

  init(from object: inout ObjectReader) {
    roads = object.required(
      "roads", .list(roadReferenceForm, count: 0...16),
      "Roads whose traffic towards the junction has green: by name, or by a point on each.")
    green = object.required("green", .quantity(.time, .between(1, 600)), "Green time.")
  }
}

/// The file entry of a turn restriction.
struct RestrictionEntry: DocumentObject {
  static let schemaName = "TurnRestriction"

  let at: SIMD2<Double>
  let from, to: RoadReference
  let only: Bool
  let repetition: GridRepeatEntry?
  let place: SourcePosition

  init(from object: inout ObjectReader) {
    place = object.place
    at = object.required("at", .point, "Position of the junction.")
    from = object.required("from", roadReferenceForm, "Road before the turn.")
    to = object.required("to", roadReferenceForm, "Road after the turn.")
    only = object.optional(
      "only", .bool, default: false, "True for the only turn allowed, false for a forbidden turn.")
    repetition = object.optional("repeat", GridRepeatEntry.self, "Copies in a row or a grid.")
  }
}
