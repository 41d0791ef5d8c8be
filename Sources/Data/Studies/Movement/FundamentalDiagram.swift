import Geometry
import Glibc
import Mobility

/// A ring-shaped corridor, which is endless without periodic boundaries.
enum Ring {
  /// Waypoints round the ring, counter-clockwise, sixteen per lap.
  static func route(from angle: Double, radius: Double, laps: Int) -> [Vec2] {
    (0..<(16 * laps)).map {
      Vec2(angle: angle + 0.02 + Double($0) * .pi / 8, length: radius)
    }
  }

  /// Tangential speed, in m/s.
  static func speed(_ state: CrowdState) -> Double {
    (state.position.normalized ?? .zero).cross(state.velocity)
  }
}

/// The speed of a crowd at a density, in m/s, for RiMEA 4.
///
/// Weidmann's curve (Transporttechnik der Fussgänger, ETH Zürich 1993):
/// v = 1.34 m/s (1 - exp(-1.913 /m² (1/density - 1 / 5.4 /m²))).
///
/// - Parameter density: In 1/m².
/// - Returns: The speed.
func weidmannSpeed(density: Double) -> Double {
  max(0, 1.34 * (1 - exp(-1.913 * (1 / density - 1 / 5.4))))
}

let fundamentalDiagramChecks = [0.5, 1, 2, 3, 4].map { density in
  let wanted = weidmannSpeed(density: density)
  // The measured diagrams that Weidmann averaged scatter by about a quarter.
  let margin = max(0.25 * wanted, 0.08)
  return MovementCheck(
    name: "rimea-04 density \(density)/m²",
    quantities: [
      .init(name: "speed, m/s", wanted: (wanted - margin)...(wanted + margin)),
      .init(name: "greatest overlap, m", wanted: -1...0.001, statistic: .greatest),
    ]
  ) { seed in
    try ringSpeed(density: density, seed: seed)
  }
}

/// Fills a ring of 2 m width and 100 m² to a density and measures the mean speed for half a minute.
private func ringSpeed(density: Double, seed: UInt64) throws -> [Double] {
  let (inner, outer) = (7.0, 9.0)
  let area = Double.pi * (outer * outer - inner * inner)
  let count = Int((density * area).rounded())
  var scene = try Scene(walls: Walls.ring(radius: inner) + Walls.ring(radius: outer), seed: seed)
  // Positions in the unrolled ring, then bent.
  let middle = (inner + outer) / 2
  let strip = Box2(Vec2(0, inner + 0.25), Vec2(2 * .pi * middle, outer - 0.25))
  for (number, place) in WalkerFactory.places(count, in: strip, seed: seed).enumerated() {
    let angle = place.x / middle
    try scene.enter(
      WalkerFactory.walker(
        number, at: Vec2(angle: angle, length: place.y),
        route: Ring.route(from: angle, radius: place.y, laps: 10), seed: seed))
  }
  scene.run(until: 45)
  var speed = 0.0
  var overlap = -Double.infinity
  for step in 0..<600 {
    scene.step()
    let states = scene.states
    speed += mean(states.map { Ring.speed($0.state) }) / 600
    if step % 20 == 0 { overlap = max(overlap, greatestOverlap(states.map(\.state))) }
  }
  return [speed, overlap]
}

/// The deepest overlap of any two bodies, in m; negative for the smallest gap.
func greatestOverlap(_ states: [CrowdState]) -> Double {
  let sorted = states.sorted { $0.position.x < $1.position.x }
  var deepest = -Double.infinity
  for (index, one) in sorted.enumerated() {
    for other in sorted[(index + 1)...] {
      guard other.position.x - one.position.x < 1.2 else { break }
      deepest = max(
        deepest, one.radius + other.radius - one.position.distance(to: other.position))
    }
  }
  return deepest
}
