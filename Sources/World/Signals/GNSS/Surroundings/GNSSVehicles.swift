import Geometry
import Glibc
import Kernel
import Truth

/// Vans, buses and lorries beside an antenna in a street: they hide low satellites on their side and mirror
/// those on the other.
///
/// Who drives or walks along a street is passed, or stands beside a vehicle, on either side. Modelled: how
/// often, how high and how near are estimates for towns (a car's roof hides nothing from an antenna on
/// another's), and traffic that a scenario moves is not looked for.
struct GNSSVehicles: Sendable {
  /// A vehicle's side.
  struct Side: Sendable {
    /// The unit vector towards it, and how far it is, in m.
    var direction = Vec2.zero
    var distance = 1.0
    /// How far its roof is above the antenna, in m.
    var height = 0.0

    /// Whether it stands between the antenna and a satellite.
    func hides(_ satellite: Vec3) -> Bool {
      let towards = satellite.xy.dot(direction)
      return towards > 0 && satellite.z * distance < height * towards
    }

    /// How much longer the way of a satellite's signal by the vehicle's side is, in m; nil where the side
    /// is too low for it, or hidden from it.
    func extra(_ satellite: Vec3) -> Double? {
      let away = -satellite.xy.dot(direction)
      guard away > 0.1, satellite.z * distance < height * away else { return nil }
      return 2 * distance * away
    }
  }

  /// What steel takes from a satellite right behind it, in dB; around it some comes, an estimate.
  private static let loss = 12.0
  /// The share of power that a side of steel and windows mirrors; an estimate.
  static let mirrored = 0.5
  /// In each span at most one on a side, in s.
  private static let span = 8.0
  /// Over such squares all is drawn alike, in m.
  private static let square = 200.0
  /// How often there is one, and of what roofs, in m, by shares: vans, lorries and buses.
  private static let chance = 0.35
  private static let roofs = [(0.6, 2.0), (0.4, 3.4)]

  private(set) var sides: (Side?, Side?) = (nil, nil)

  /// Whether there is none.
  var isEmpty: Bool { sides.0 == nil && sides.1 == nil }

  /// Looks for vehicles at a moment.
  ///
  /// - Parameters:
  ///   - pose: The bearer's.
  ///   - seed: The run's seed: whoever is at one place at one time meets the same.
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
  ) -> Side? {
    let slot = (now / Self.span).rounded(.down)
    var draw = draws.at(index: UInt64(bitPattern: Int64(slot)) &* 2 &+ number)
    guard draw.happens(withProbability: Self.chance) else { return nil }
    let isHigh = draw.uniform() > Self.roofs[0].0
    let (roof, length) = isHigh ? (Self.roofs[1].1, 10.0) : (Self.roofs[0].1, 5.5)
    let distance = draw.uniform(in: 1.5...3.5)
    // From standing side by side to oncoming traffic; no pose makes it endless.
    let own = pose.velocity.length
    let speed = draw.uniform(in: 0.5...(8 + (own < 60 ? own : 60)))
    let begin = draw.uniform(in: 0...Self.span) + slot * Self.span
    let height = roof - pose.placement.heightMetres
    guard height > 0, now >= begin, now < begin + length / speed else { return nil }
    return Side(direction: direction, distance: distance, height: height)
  }

  /// What the vehicles take from a satellite, in dB.
  func loss(_ satellite: Vec3) -> Double {
    let isHidden = sides.0?.hides(satellite) == true || sides.1?.hides(satellite) == true
    return isHidden ? Self.loss : 0
  }
}
