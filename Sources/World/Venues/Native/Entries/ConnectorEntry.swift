import Documents
import Maps

/// The lists of connectors of a venue or a building.
///
/// It is not an object of its own: its keys are among those of its owner.
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

/// The file entry of a connector's stop.
struct StopEntry: DocumentObject {
  static let schemaName = "Stop"

  let at: SIMD2<Double>
  let level: LevelReference
  let building: String?
  let place: SourcePosition

  init(from object: inout ObjectReader) {
    place = object.place
    at = object.required("at", .point, "Position of the stop: metres right, metres up.")
    level = object.required("level", LevelReferenceForm(), "Level of the stop.")
    building = object.optional("building", .string, "Name of the building, if several have levels.")
  }
}

/// The direction of an escalator or a moving walkway.
enum BeltDirection: String, CaseIterable, Sendable {
  /// From `from` to `to`.
  case up
  case down
  /// One of each, side by side.
  case both
}

/// The file entry of stairs, a ramp, escalators or moving walkways.
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
  let repetition: GridRepeatEntry?
  let place: SourcePosition

  init(from object: inout ObjectReader) {
    place = object.place
    name = object.required("name", .string, "Name of the connector, unique within the venue.")
    stops = object.list(
      "stops", of: StopEntry.self, "Stops, in the order of travel.")
    from = object.optional("from", .point, "Lower end of each flight; not with 'stops'.")
    to = object.optional("to", .point, "Upper end of each flight; not with 'stops'.")
    levels = object.optional(
      "levels", levelsForm, default: [], "Levels served, from the lowest; not with 'stops'.")
    building = object.optional("building", .string, "Name of the building, if several have levels.")
    zigzag = object.optional(
      "zigzag", .bool,
      "True if every other flight runs the other way; by default for stairs, not escalators.")
    direction = object.optional(
      "direction", .choice(BeltDirection.self),
      "Direction of a belt; by default up, or from 'from' to 'to'.")
    apart = object.optional(
      "apart", .quantity(.length, .between(0.5, 50)), default: 1.6,
      "Distance of the downward belt to the right of the upward belt.")
    oneWay = object.optional("one_way", .bool, "True if it runs only from the first stop on.")
    width = object.optional(
      "width", .quantity(.length, .between(0.5, 50)),
      "Walkable width; by default 1.5 m for stairs, 1 m for belts.")
    speed = object.optional(
      "speed", .quantity(.speed, .between(0.1, 3)), "Speed of a belt; by default 0.5 m/s.")
    repetition = object.optional("repeat", GridRepeatEntry.self, "Copies in a row or a grid.")
  }
}

/// The file entry of a lift, or a bank of lifts.
struct LiftEntry: DocumentObject {
  static let schemaName = "Lift"

  let name: String
  let at: SIMD2<Double>?
  let levels: [LevelReference]
  let stops: [StopEntry]
  let building: String?
  let width: Double
  let machine: LiftMachine?
  let repetition: GridRepeatEntry?
  let place: SourcePosition

  init(from object: inout ObjectReader) {
    place = object.place
    name = object.required("name", .string, "Name of the lift, unique within the venue.")
    at = object.optional("at", .point, "Position in front of the doors; not with 'stops'.")
    levels = object.optional(
      "levels", levelsForm, default: [], "Levels served; not with 'stops'.")
    stops = object.list("stops", of: StopEntry.self, "Stops, from the lowest.")
    building = object.optional("building", .string, "Name of the building, if several have levels.")
    width = object.optional(
      "width", .quantity(.length, .between(0.5, 50)), default: 1.5, "Width of the car.")
    machine = Self.machine(&object)
    repetition = object.optional("repeat", GridRepeatEntry.self, "Copies in a row or a grid.")
  }

  /// The lift parameters; nil if all have their defaults.
  private static func machine(_ object: inout ObjectReader) -> LiftMachine? {
    let usual = LiftMachine()
    var machine = usual
    machine.speedMetresPerSecond = object.optional(
      "speed", .quantity(.speed, .between(0.1, 20)), default: usual.speedMetresPerSecond,
      "Max speed of the car.")
    machine.accelerationMetresPerSecondSquared = object.optional(
      "acceleration", .quantity(.acceleration, .between(0.1, 5)),
      default: usual.accelerationMetresPerSecondSquared, "Max acceleration of the car.")
    machine.jerkMetresPerSecondCubed = object.optional(
      "jerk", .number(.between(0.1, 10)), default: usual.jerkMetresPerSecondCubed,
      "Max jerk of the car, in m/s3.")
    machine.openingSeconds = object.optional(
      "opening", .quantity(.time, .between(0.1, 60)), default: usual.openingSeconds,
      "Time to open the doors.")
    machine.dwellSeconds = object.optional(
      "dwell", .quantity(.time, .between(0.1, 600)), default: usual.dwellSeconds,
      "Min dwell time with open doors.")
    machine.closingSeconds = object.optional(
      "closing", .quantity(.time, .between(0.1, 60)), default: usual.closingSeconds,
      "Time to close the doors.")
    machine.capacity = object.optional(
      "capacity", .int(1...500), default: usual.capacity, "Max number of passengers.")
    return machine == usual ? nil : machine
  }
}
