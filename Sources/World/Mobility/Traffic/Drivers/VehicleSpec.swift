import Kernel
public import Maps

/// The kind of a vehicle.
public enum VehicleKind: String, CaseIterable, Sendable {
  case car, bus, bicycle

  /// The class of road users.
  public var user: RoadUsers {
    switch self {
    case .car: .cars
    case .bus: .buses
    case .bicycle: .bicycles
    }
  }
}

/// The specification of a vehicle: its dimensions and its driver.
public struct VehicleSpec: Hashable, Sendable {
  public var kind: VehicleKind
  /// The key of its driver's random streams, unique among the vehicles of a world.
  ///
  /// Draws are addressed by it, so that vehicles added elsewhere never shift them; see
  /// `stableHash(_:)` for names.
  public var entity: UInt64
  /// In m.
  public var lengthMetres, widthMetres: Double
  /// The distance between its axles, and from its front to the front axle, in m.
  public var wheelbaseMetres, frontOverhangMetres: Double
  public var driver: DriverModel

  /// Creates a typical vehicle of a kind, with a random driver.
  ///
  /// Dimensions, from memory: a compact car, a 12 m city bus, a trekking bicycle.
  public init(_ kind: VehicleKind, entity: UInt64, seed: UInt64) {
    self.kind = kind
    self.entity = entity
    switch kind {
    case .car:
      (lengthMetres, widthMetres, wheelbaseMetres, frontOverhangMetres) = (4.5, 1.8, 2.7, 0.9)
    case .bus:
      (lengthMetres, widthMetres, wheelbaseMetres, frontOverhangMetres) = (12, 2.5, 5.9, 2.7)
    case .bicycle:
      (lengthMetres, widthMetres, wheelbaseMetres, frontOverhangMetres) = (1.8, 0.6, 1.1, 0.35)
    }
    driver = DriverModel(kind, entity: entity, seed: seed)
  }

  /// True if all values are finite and in a sensible range.
  var isUsable: Bool {
    let sizes = [lengthMetres, widthMetres, wheelbaseMetres, frontOverhangMetres]
    let ranges = [0.2...30, 0.2...4, 0.1...20, 0...10]
    guard zip(sizes, ranges).allSatisfy({ $1.contains($0) }) else { return false }
    return frontOverhangMetres + wheelbaseMetres <= lengthMetres && driver.isUsable
  }
}

/// Driver parameters of the Intelligent Driver Model.
///
/// Ranges after Treiber, Hennecke and Helbing (Phys. Rev. E 62, 2000) for cars in town; buses and
/// bicycles after SUMO's vehicle type defaults (acceleration 1.2, hard braking 4.0 and 3.0 m/s²).
public struct DriverModel: Hashable, Sendable {
  /// The max acceleration a, in m/s².
  public var acceleration: Double
  /// The comfortable deceleration b, in m/s².
  public var deceleration: Double
  /// The max deceleration, in an emergency, in m/s².
  public var hardBraking: Double
  /// The desired time headway T to the leader, in s.
  public var headwaySeconds: Double
  /// The standstill gap s0, in m.
  public var standingGapMetres: Double
  /// The desired speed as a fraction of the limit.
  public var speedFactor: Double
  /// The max desired speed at any limit, in m/s.
  public var topSpeed: Double
  /// The driver's fraction of the rules' lateral acceleration.
  public var lateralShare: Double

  /// Draws a random driver.
  ///
  /// The speed factor is N(1, 0.1), clamped to 0.8 to 1.2 (SUMO's default, clipped closer);
  /// acceleration, braking and headway are uniform in the model's ranges for town.
  public init(_ kind: VehicleKind, entity: UInt64, seed: UInt64) {
    var draw = RandomStream(seed: seed, entity: entity, purpose: "traffic.driver")
    speedFactor = min(max(1 + 0.1 * draw.gaussian(), 0.8), 1.2)
    let (first, second, third, fourth) = (
      draw.uniform(), draw.uniform(), draw.uniform(), draw.uniform()
    )
    switch kind {
    case .car:
      acceleration = 1.2 + 0.3 * first
      deceleration = 1.6 + 0.4 * second
      headwaySeconds = 1.0 + 0.3 * third
      (hardBraking, standingGapMetres, topSpeed, lateralShare) = (8, 2, 50, 1)
    case .bus:
      acceleration = 1.0 + 0.2 * first
      deceleration = 1.4 + 0.2 * second
      headwaySeconds = 1.3 + 0.2 * third
      (hardBraking, standingGapMetres, topSpeed, lateralShare) = (4, 2.5, 25, 0.7)
    case .bicycle:
      acceleration = 1.0 + 0.2 * first
      deceleration = 1.4 + 0.4 * second
      headwaySeconds = 0.9 + 0.3 * third
      (hardBraking, standingGapMetres, topSpeed, lateralShare) = (3, 1, 4 + 3 * fourth, 0.75)
      speedFactor = 1
    }
  }

  var isUsable: Bool {
    let values = [
      acceleration, deceleration, hardBraking, headwaySeconds, standingGapMetres, speedFactor,
      topSpeed, lateralShare,
    ]
    let ranges = [0.1...10, 0.1...10, 0.5...15, 0...10, 0.2...20, 0.05...3, 0.2...100, 0.1...3]
    return zip(values, ranges).allSatisfy { $1.contains($0) }
  }
}
