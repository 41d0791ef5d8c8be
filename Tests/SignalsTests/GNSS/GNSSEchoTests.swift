import Geometry
import Glibc
import Kernel
import Observations
import Signals
import Studies
import Testing
import Truth
import Venues

/// Reflections by the facade lists, compared with a test of each facade of each building.
struct GNSSEchoTests {
  /// A facade: its position, orientation and building.
  private struct Facade {
    var edge: Segment2
    var normal: Vec2
    var house: Prism
  }

  private func box(_ low: Vec2, _ high: Vec2, base: Double, top: Double) throws -> Prism {
    let ring = [low, Vec2(high.x, low.y), high, Vec2(low.x, high.y)]
    return try Prism(footprint: Polygon(exterior: ring), base: base, top: top)
  }

  /// Rows of buildings of all heights, some on columns, some coplanar with the next or inside it.
  private func houses() throws -> [Prism] {
    var draw = RandomStream(seed: 31, purpose: "echoes")
    var houses: [Prism] = []
    for row in 0..<9 {
      for column in 0..<9 {
        let corner = Vec2(Double(column) * 33, Double(row) * 29 + (column % 3 == 0 ? 4 : 0))
        let size = Vec2(draw.uniform(in: 12...33), draw.uniform(in: 8...15))
        let base = draw.happens(withProbability: 0.1) ? 4.0 : 0
        let top = base + draw.uniform(in: 5...38)
        houses.append(try box(corner, corner + size, base: base, top: top))
        if draw.happens(withProbability: 0.2) {
          houses.append(try box(corner, corner + size * 0.6, base: 0, top: top + 6))
        }
      }
    }
    return houses
  }

  /// True if a ray from a position is clear of a building up to a horizontal distance.
  private func isFree(_ house: Prism, _ position: Vec3, _ way: Vec3, within limit: Double) -> Bool {
    let end = limit / way.xy.length
    var cuts = [0, end] + [house.base, house.top].map { ($0 - position.z) / way.z }
    for edge in house.footprint.edges {
      let turn = way.xy.cross(edge.vector)
      if turn != 0 { cuts.append((edge.start - position.xy).cross(edge.vector) / turn) }
    }
    let passed = cuts.filter { (0...end).contains($0) }.sorted()
    return !zip(passed, passed.dropFirst()).contains {
      $1 > $0 && house.contains(position + way * (($0 + $1) / 2))
    }
  }

  /// Extra path lengths of all reflections.
  private func extras(
    _ facades: [Facade], _ houses: [Prism], _ position: Vec3, _ satellite: Vec3
  )
    -> [Double]
  {
    let flat = satellite.xy.length
    return ([[0, 1], [0, -1], [1, 0], [-1, 0]] as [Vec2]).compactMap { normal in
      let cosine = satellite.xy.dot(normal)
      guard cosine > 0.03 else { return nil }
      let arrival = Vec3(satellite.xy - normal * (2 * cosine), satellite.z)
      let ways = facades.filter { $0.normal == normal }.compactMap { facade -> Double? in
        let away = (position.xy - facade.edge.start).dot(normal)
        let way = away / cosine
        let point = position + arrival * way
        let share = (point.xy - facade.edge.start).dot(facade.edge.vector)
        let isMet =
          away > 0.05 && way < 150 / flat && share >= 0
          && share <= facade.edge.vector.squaredLength
          && point.z >= facade.house.base && point.z <= facade.house.top
        return isMet ? way : nil
      }
      guard let way = ways.min() else { return nil }
      let point = position + arrival * way + Vec3(normal * 0.05, 0)
      let isReceived = houses.allSatisfy {
        isFree($0, position, arrival, within: max(0, way * flat - 0.1))
          && isFree($0, point, satellite, within: 5000)
      }
      return isReceived ? 2 * way * cosine * cosine : nil
    }
  }

  @Test func matchesExhaustiveSearch() throws {
    let houses = try houses()
    let facades = houses.flatMap { house in
      house.footprint.edges.map {
        Facade(edge: $0, normal: -($0.vector / $0.length).perpendicular, house: house)
      }
    }
    let scene = GNSSSurroundings(
      frame: try GNSSScenes.frame(), sky: GNSSScenes.sky(), seed: 1, prisms: houses)
    var draw = RandomStream(seed: 9, purpose: "echo places")
    var received = 0
    for _ in 0..<3000 {
      let position = Vec3(draw.uniform(in: -20...320), draw.uniform(in: -20...290), 1.3)
      guard !houses.contains(where: { $0.footprint.contains(position.xy) }) else { continue }
      let satellite = GNSSScenes.direction(
        azimuth: draw.uniform(in: 0...6.283), elevation: draw.uniform(in: 0.05...1.5))
      let wanted = extras(facades, houses, position, satellite)
      let reported = scene.reflections(toward: satellite, from: position).map(\.extra)
      #expect(reported.count == min(3, wanted.count), "\(position) \(satellite)")
      for extra in reported {
        #expect(wanted.contains { abs($0 - extra) < 1e-6 }, "\(position) \(satellite)")
      }
      received += reported.count
    }
    #expect(received > 300)
  }

  /// Of two facades at one position that of the first building reflects.
  @Test(arguments: [[Material.metal, .brick], [.brick, .metal]])
  func firstBuildingReflects(materials: [Material]) throws {
    let low = try GNSSScenes.box([-50, 20], [50, 40], top: 30)
    let high = try GNSSScenes.box([-60, 20], [70, 44], top: 50)
    func loss(_ houses: [Prism], _ materials: [Material]) throws -> Double {
      let scene = GNSSSurroundings(
        frame: try GNSSScenes.frame(), sky: GNSSScenes.sky(), seed: 1, prisms: houses,
        facades: materials)
      let echoes = scene.reflections(
        toward: GNSSScenes.direction(azimuth: 3, elevation: 0.5), from: [0, 0, 1.2])
      #expect(echoes.count == 1)
      return echoes.first?.loss ?? 0
    }
    #expect(try loss([low, high], materials) == loss([low], [materials[0]]))
    #expect(try loss([low], [.metal]) != loss([low], [.brick]))
  }

  /// The cache of blocking buildings saves time and changes nothing.
  @Test func cacheDoesNotChangeResults() throws {
    let houses = try houses()
    let scene = GNSSSurroundings(
      frame: try GNSSScenes.frame(), sky: GNSSScenes.sky(), seed: 1, prisms: houses)
    var parameters = GNSSParameters()
    (parameters.acquisition, parameters.noise) = (false, false)
    let address = SignalReceiver(seed: 3, device: 1)
    var steady = GNSSReceiver(parameters, in: scene, for: address)
    var reported = 0
    for step in 0..<240 {
      // Along the streets, round corners and back again.
      let turn = Double(step) * 0.05
      let place = Vec3(150 + 140 * cos(turn), 130 + 125 * sin(1.7 * turn), 0)
      let pose = Pose(
        position: place, velocity: Vec3(1.2, 0.5, 0), doing: .walking, placement: .handTexting)
      let time = SimTime(seconds: Double(step))
      var fresh = GNSSReceiver(parameters, in: scene, for: address)
      let (one, other) = (steady.sense(pose, at: time), fresh.sense(pose, at: time))
      let strengths = one.measurements.map(\.carrierToNoiseDecibelHertz)
      #expect(strengths == other.measurements.map(\.carrierToNoiseDecibelHertz), "\(step)")
      #expect(one.measurements.map(\.satellite) == other.measurements.map(\.satellite))
      reported += strengths.count
    }
    #expect(reported > 1000)
  }
}
