import Geometry
import Glibc
import Kernel
import Truth

/// Vans, buses and lorries beside an antenna in a street, which block and reflect low satellites.
///
/// A vehicle blocks satellites on its side and reflects those on the other side. Drivers and walkers are
/// passed, or stand beside a vehicle, on either side. Modelled: frequency, height and distance are
/// estimates for towns (a car's roof blocks nothing from an antenna on another's), and traffic that a
/// scenario moves is not included.
struct GNSSVehicles: Sendable {
  /// The side of a vehicle.
  struct VehicleSide: Sendable {
    /// The unit vector towards it, and its distance, in m.
    var direction = Vec2.zero
    var distance = 1.0
    /// The height of its roof above the antenna, in m.
    var height = 0.0

    /// True if it blocks a satellite.
    func hides(_ satellite: Vec3) -> Bool {
      let towards = satellite.xy.dot(direction)
      return towards > 0 && satellite.z * distance < height * towards
    }

    /// The excess path of a reflection by the vehicle's side, in m; nil if the side is too low or faces away.
    func extra(_ satellite: Vec3) -> Double? {
      let away = -satellite.xy.dot(direction)
      guard away > 0.1, satellite.z * distance < height * away else { return nil }
      return 2 * distance * away
    }
  }

  /// Loss right behind a vehicle, in dB; some of the signal comes round it, an estimate.
  private static let loss = 12.0
  /// The reflected fraction of power of a side of steel and windows; an estimate.
  static let mirrored = 0.5
  /// The time slot with at most one vehicle per side, in s.
  private static let span = 8.0
  /// The size of squares with common draws, in m.
  private static let square = 200.0
  /// The probability of a vehicle per slot, and its roof height by fraction, in m: vans, lorries and buses.
  private static let chance = 0.35
  private static let roofs = [(0.6, 2.0), (0.4, 3.4)]

  private(set) var sides: (VehicleSide?, VehicleSide?) = (nil, nil)

  /// True without vehicles.
  var isEmpty: Bool { sides.0 == nil && sides.1 == nil }

  /// Draws the vehicles at a moment.
  ///
  /// - Parameters:
  ///   - pose: The carrier's pose.
  ///   - seed: The run's seed: all carriers at one position and time get the same vehicles.
  ///   - now: In s since the scenario's start.
  mutating func look(_ pose: Pose, seed: UInt64, at now: Double) {
    sides = (nil, nil)
    guard abs(pose.position.x) < 1e9, abs(pose.position.y) < 1e9 else { return }
    switch pose.doing {
    case .driving, .passenger, .cycling, .walking, .running, .standing, .sitting: break
    default: return
    }
    let square = (pose.position.xy / Self.square).rounded(.down)
    let place =
      UInt64(bitPattern: Int64(square.x)) &* 0x9E37_79B9 &+ UInt64(bitPattern: Int64(square.y))
    let draws = RandomStream(seed: seed, entity: place, purpose: "gnss.vehicles")
    let forward = Vec2(angle: pose.headingRadians, length: 1)
    sides.0 = side(draws, 0, forward.perpendicular, pose, now)
    sides.1 = side(draws, 1, -forward.perpendicular, pose, now)
  }

  private func side(
    _ draws: RandomStream, _ number: UInt64, _ direction: Vec2, _ pose: Pose, _ now: Double
  ) -> VehicleSide? {
    let slot = (now / Self.span).rounded(.down)
    var draw = draws.at(index: UInt64(bitPattern: Int64(slot)) &* 2 &+ number)
    guard draw.happens(withProbability: Self.chance) else { return nil }
    let isHigh = draw.uniform() > Self.roofs[0].0
    let (roof, length) = isHigh ? (Self.roofs[1].1, 10.0) : (Self.roofs[0].1, 5.5)
    let distance = draw.uniform(in: 1.5...3.5)
    // From standing side by side to oncoming traffic, with a limit for any pose.
    let own = pose.velocity.length
    let speed = draw.uniform(in: 0.5...(8 + (own < 60 ? own : 60)))
    let begin = draw.uniform(in: 0...Self.span) + slot * Self.span
    let height = roof - pose.placement.heightMetres
    guard height > 0, now >= begin, now < begin + length / speed else { return nil }
    return VehicleSide(direction: direction, distance: distance, height: height)
  }

  /// The loss of a satellite behind the vehicles, in dB.
  func loss(_ satellite: Vec3) -> Double {
    let isHidden = sides.0?.hides(satellite) == true || sides.1?.hides(satellite) == true
    return isHidden ? Self.loss : 0
  }
}
