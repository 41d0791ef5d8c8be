import Geometry
import Glibc
import Kernel
import Maps
import Positioning

/// Streets and drives for the tests of map matching.
enum RoadScenes {
  /// A grid of two-way streets, 100 m apart, with an isolated part 5 km off.
  static func grid(_ size: Int = 5, restrictions: [TurnRestriction] = []) -> RoadNetwork {
    var junctions: [Junction] = []
    for row in 0..<size {
      for column in 0..<size {
        junctions.append(Junction(Vec2(Double(column) * 100, Double(row) * 100)))
      }
    }
    var roads: [Road] = []
    func add(_ from: Int, _ to: Int, _ name: String) {
      let line = [junctions[from].point, junctions[to].point]
      roads.append(
        Road(
          name: name, kind: .residential, from: from, to: to, line: line,
          limitMetresPerSecond: 14))
    }
    for row in 0..<size {
      for column in 0..<size {
        let here = row * size + column
        if column + 1 < size { add(here, here + 1, "\(row + 1)th Street") }
        if row + 1 < size { add(here, here + size, "Avenue \(column)") }
      }
    }
    junctions += [Junction(Vec2(5000, 0)), Junction(Vec2(5200, 0)), Junction(Vec2(5200, 0))]
    add(size * size, size * size + 1, "Island Way")
    // A road without length.
    add(size * size + 1, size * size + 2, "Nowhere")
    return RoadNetwork(junctions: junctions, roads: roads, restrictions: restrictions)
  }

  /// Locations at 1 Hz along a line, on its right-hand side, with noise.
  ///
  /// - Parameters:
  ///   - line: The corners, in m.
  ///   - speed: In m/s.
  ///   - noise: Sigma per axis, in m.
  ///   - seed: Seed of the noise.
  ///   - publishes: True if locations have course and speed.
  /// - Returns: The locations, and the true positions.
  static func drive(
    _ line: [Vec2], speed: Double, noise: Double, seed: UInt64, publishes: Bool = true
  ) -> (fixes: [RoadFix], truth: [Vec2]) {
    var stream = RandomStream(seed: seed, entity: 0, purpose: "test.roads", index: 0)
    func normal() -> Double {
      let u = max(Double.random(in: 0..<1, using: &stream), 1e-12)
      let turn = 2 * Double.pi * Double.random(in: 0..<1, using: &stream)
      return (-2 * log(u)).squareRoot() * cos(turn)
    }
    var (fixes, truth): ([RoadFix], [Vec2]) = ([], [])
    var (travelled, corner) = (0.0, 0)
    while corner + 1 < line.count {
      let leg = line[corner + 1] - line[corner]
      guard travelled <= leg.length, let ahead = leg.normalized else {
        travelled -= leg.length
        corner += 1
        continue
      }
      let place = line[corner] + ahead * travelled - ahead.perpendicular * 1.6
      truth.append(place)
      let course = atan2(ahead.x, ahead.y) * 180 / Double.pi + 3 * normal()
      fixes.append(
        RoadFix(
          time: SimTime(seconds: Double(fixes.count)),
          point: place + Vec2(normal(), normal()) * noise, accuracyMetres: 1.51 * noise,
          courseDegrees: publishes ? (course < 0 ? course + 360 : course) : -1,
          speedMetresPerSecond: publishes ? speed : -1))
      travelled += speed
    }
    return (fixes, truth)
  }

  static func percentile(_ values: [Double], _ share: Double) -> Double {
    values.sorted()[Int(share * Double(values.count - 1))]
  }
}
