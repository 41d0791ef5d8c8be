import Kernel
public import Maps

/// What kind of vehicle it is.
public enum VehicleKind: String, CaseIterable, Sendable {
  case car, bus, bicycle

  /// The user of roads that it counts as.
  public var user: RoadUsers {
    switch self {
    case .car: .cars
    case .bus: .buses
    case .bicycle: .bicycles
    }
  }
}

/// A vehicle, before it enters the world: its size and how its driver drives.
public struct VehicleSpec: Hashable, Sendable {
  /// What it is.
  public var kind: VehicleKind
  /// Whose random numbers its driver draws: unique among the vehicles of a world.
  ///
  /// Draws are addressed by it, so vehicles that are added elsewhere never shift them; see
  /// `stableHash(_:)` for names.
  public var entity: UInt64
  /// Its length and width in m.
  public var lengthMetres, widthMetres: Double
  /// The distance between its axles, and from its front to the front axle, in m.
  public var wheelbaseMetres, frontOverhangMetres: Double
  /// How it is driven.
  public var driver: DriverModel

  /// Makes a usual vehicle of a kind, driven by a driver of the usual variety.
  ///
  /// Sizes, from memory: a car of the compact class, a 12 m city bus, a trekking bicycle.
  ///
  /// - Parameters:
  ///   - kind: What it is.
  ///   - entity: Whose random numbers its driver draws.
  ///   - seed: The run's seed.
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

  /// Whether all its figures are finite and in a sensible range.
  var isUsable: Bool {
    let sizes = [lengthMetres, widthMetres, wheelbaseMetres, frontOverhangMetres]
    let ranges = [0.2...30, 0.2...4, 0.1...20, 0...10]
    guard zip(sizes, ranges).allSatisfy({ $1.contains($0) }) else { return false }
    return frontOverhangMetres + wheelbaseMetres <= lengthMetres && driver.isUsable
  }
}

/// How a driver follows, brakes and chooses a speed: the parameters of the Intelligent Driver Model.
///
/// Ranges after Treiber, Hennecke and Helbing (Phys. Rev. E 62, 2000) for cars in town; buses and
/// bicycles after SUMO's vehicle type defaults (acceleration 1.2, hard braking 4.0 and 3.0 m/s²).
public struct DriverModel: Hashable, Sendable {
  /// The greatest acceleration, in m/s².
  public var acceleration: Double
  /// The comfortable braking of the model, in m/s².
  public var deceleration: Double
  /// The hardest braking, in an emergency, in m/s².
  public var hardBraking: Double
  /// The time kept to the vehicle ahead, in s.
  public var headwaySeconds: Double
  /// The distance kept to it when standing, in m.
  public var standingGapMetres: Double
  /// The speed wished for as a share of the limit.
  public var speedFactor: Double
  /// The greatest speed wished for whatever the limit, in m/s.
  public var topSpeed: Double
  /// The share of the rules' sideways acceleration that is used.
  public var lateralShare: Double

  /// Draws a driver of the usual variety.
  ///
  /// The speed factor is N(1, 0.1), held between 0.8 and 1.2 (SUMO's default, clipped closer);
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
