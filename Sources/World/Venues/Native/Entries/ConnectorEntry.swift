import Documents
import Maps

/// The lists of connectors that a venue or a building has.
///
/// It is no object of its own: its keys stand among those of what has the connectors.
struct ConnectorEntries: Sendable {
  let flights: [(kind: ConnectorKind, entry: FlightEntry)]
  let lifts: [LiftEntry]

  init(reading object: inout ObjectReader) {
    let stairs = object.list("stairs", of: FlightEntry.self, "Stairs.")
    let ramps = object.list("ramps", of: FlightEntry.self, "Ramps.")
    let escalators = object.list("escalators", of: FlightEntry.self, "Escalators.")
    let walkways = object.list("walkways", of: FlightEntry.self, "Moving walkways.")
    lifts = object.list("lifts", of: LiftEntry.self, "Lifts.")
    flights =
      stairs.map { (.stairs, $0) } + ramps.map { (.ramp, $0) }
      + escalators.map { (.escalator, $0) } + walkways.map { (.walkway, $0) }
  }
}

/// A place where a connector is got on or off.
struct StopEntry: DocumentObject {
  static let schemaName = "Stop"

  let at: SIMD2<Double>
  let level: LevelReference
  let building: String?
  let place: SourcePlace

  init(from object: inout ObjectReader) {
    place = object.place
    at = object.required("at", .point, "Where: metres right, metres up.")
    level = object.required("level", LevelReferenceForm(), "On which level.")
    building = object.optional("building", .string, "Of which building, where there are several.")
  }
}

/// Which way an escalator or a moving walkway runs.
enum BeltDirection: String, CaseIterable, Sendable {
  /// From `from` to `to`.
  case up
  case down
  /// One of each, side by side.
  case both
}

/// Stairs, a ramp, escalators or moving walkways.
struct FlightEntry: DocumentObject {
  static let schemaName = "Flight"

  let name: String
  let stops: [StopEntry]
  let from: SIMD2<Double>?
  let to: SIMD2<Double>?
  let levels: [LevelReference]
  let building: String?
  let zigzag: Bool?
  let direction: BeltDirection?
  let apart: Double
  let oneWay: Bool?
  let width: Double?
  let speed: Double?
  let repetition: RepeatEntry?
  let place: SourcePlace

  init(from object: inout ObjectReader) {
    place = object.place
    name = object.required("name", .string, "The name, unique within the venue.")
    stops = object.list(
      "stops", of: StopEntry.self, "Where one gets on and off, in the order of travel.")
    from = object.optional("from", .point, "The lower end of each flight; not beside 'stops'.")
    to = object.optional("to", .point, "The upper end of each flight; not beside 'stops'.")
    levels = object.optional(
      "levels", levelsForm, default: [], "The levels from the lowest; not beside 'stops'.")
    building = object.optional("building", .string, "Of which building, where there are several.")
    zigzag = object.optional(
      "zigzag", .bool,
      "Whether every other flight runs the other way; so stairs do, and no escalators.")
    direction = object.optional(
      "direction", .choice(BeltDirection.self),
      "Which way a belt runs; by default up or from 'from' to 'to'.")
    apart = object.optional(
      "apart", .quantity(.length, .between(0.5, 50)), default: 1.6,
      "How far the belt down lies to the right of the belt up.")
    oneWay = object.optional("one_way", .bool, "Whether one can only go from the first stop on.")
    width = object.optional(
      "width", .quantity(.length, .between(0.5, 50)),
      "The width one can walk in; by default 1.5 m for stairs, 1 m for belts.")
    speed = object.optional(
      "speed", .quantity(.speed, .between(0.1, 3)), "How fast a belt moves; by default 0.5 m/s.")
    repetition = object.optional("repeat", RepeatEntry.self, "More of them.")
  }
}

/// A lift, or a bank of them.
struct LiftEntry: DocumentObject {
  static let schemaName = "Lift"

  let name: String
  let at: SIMD2<Double>?
  let levels: [LevelReference]
  let stops: [StopEntry]
  let building: String?
  let width: Double
  let machine: LiftMachine?
  let repetition: RepeatEntry?
  let place: SourcePlace

  init(from object: inout ObjectReader) {
    place = object.place
    name = object.required("name", .string, "The name, unique within the venue.")
    at = object.optional("at", .point, "In front of its doors; not beside 'stops'.")
    levels = object.optional(
      "levels", levelsForm, default: [], "The levels it serves; not beside 'stops'.")
    stops = object.list("stops", of: StopEntry.self, "Where one gets on and off, from the lowest.")
    building = object.optional("building", .string, "Of which building, where there are several.")
    width = object.optional(
      "width", .quantity(.length, .between(0.5, 50)), default: 1.5, "The width of the car.")
    machine = Self.machine(&object)
    repetition = object.optional("repeat", RepeatEntry.self, "More of them.")
  }

  /// Reads how the lift runs; nil if nothing is said.
  private static func machine(_ object: inout ObjectReader) -> LiftMachine? {
    let usual = LiftMachine()
    var machine = usual
    machine.speedMetresPerSecond = object.optional(
      "speed", .quantity(.speed, .between(0.1, 20)), default: usual.speedMetresPerSecond,
      "The greatest speed.")
    machine.accelerationMetresPerSecondSquared = object.optional(
      "acceleration", .quantity(.acceleration, .between(0.1, 5)),
      default: usual.accelerationMetresPerSecondSquared, "The greatest acceleration.")
    machine.jerkMetresPerSecondCubed = object.optional(
      "jerk", .number(.between(0.1, 10)), default: usual.jerkMetresPerSecondCubed,
      "The greatest change of acceleration, in m/s3.")
    machine.openingSeconds = object.optional(
      "opening", .quantity(.time, .between(0.1, 60)), default: usual.openingSeconds,
      "How long the doors take to open.")
    machine.dwellSeconds = object.optional(
      "dwell", .quantity(.time, .between(0.1, 600)), default: usual.dwellSeconds,
      "How long they stay open at least.")
    machine.closingSeconds = object.optional(
      "closing", .quantity(.time, .between(0.1, 60)), default: usual.closingSeconds,
      "How long they take to close.")
    machine.capacity = object.optional(
      "capacity", .int(1...500), default: usual.capacity, "How many people fit in.")
    return machine == usual ? nil : machine
  }
}
