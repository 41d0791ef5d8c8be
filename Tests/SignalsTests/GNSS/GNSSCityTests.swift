import Geometry
import Glibc
import Kernel
import Observations
import Signals
import Studies
import Testing
import Truth

struct GNSSCityTests {
  @Test func visibilityMatchesCanyonFormula() throws {
    let prisms = try GNSSScenes.street(height: 18, width: 20, angle: 0.4)
    let scene = GNSSSurroundings(
      frame: try GNSSScenes.frame(), sky: GNSSScenes.sky(), seed: 1, prisms: prisms)
    var draw = RandomStream(seed: 5, purpose: "rays")
    for _ in 0..<4000 {
      let (side, way) = (draw.uniform(in: -9...9), draw.uniform(in: -300...300))
      let position = Vec3(Vec2(side, way).rotated(by: 0.4), 1.2)
      let (azimuth, elevation) = (draw.uniform(in: 0...6.283), draw.uniform(in: 0.1...1.5))
      let across = sin(azimuth + 0.4)
      // The long blocks end after 2 km.
      guard abs(across) > 0.05 else { continue }
      let wall = across > 0 ? 10 - side : 10 + side
      let clearance = tan(elevation) - 16.8 * abs(across) / wall
      guard abs(clearance) > 1e-6 else { continue }
      let direction = GNSSScenes.direction(azimuth: azimuth, elevation: elevation)
      #expect(
        scene.sight(toward: direction, from: position, bends: false).isFree == (clearance > 0))
    }
  }

  /// True if a ray passes through a prism, tested between all its crossings.
  private func blocks(_ prism: Prism, from place: Vec3, toward direction: Vec3) -> Bool {
    var cuts = [0, 5000] + [prism.base, prism.top].map { ($0 - place.z) / direction.z }
    for edge in prism.footprint.edges {
      let share = direction.xy.cross(edge.vector)
      if share != 0 { cuts.append((edge.start - place.xy).cross(edge.vector) / share) }
    }
    let passed = cuts.filter { (0...5000).contains($0) }.sorted()
    return zip(passed, passed.dropFirst()).contains {
      $1 > $0 && prism.contains(place + direction * (($0 + $1) / 2))
    }
  }

  @Test func matchesExhaustiveSearch() throws {
    var draw = RandomStream(seed: 8, purpose: "city")
    var prisms: [Prism] = []
    for row in 0..<12 {
      for column in 0..<12 {
        let corner = Vec2(Double(column) * 37, Double(row) * 41)
        let turn = draw.uniform(in: 0...0.5)
        let ring = [Vec2(-11, -9), Vec2(12, -9), Vec2(12, 3), Vec2(4, 4), Vec2(-11, 12)]
          .map { corner + $0.rotated(by: turn) }
        let base = draw.happens(withProbability: 0.1) ? 5.0 : 0
        prisms.append(
          try Prism(
            footprint: Polygon(exterior: ring), base: base, top: base + draw.uniform(in: 6...40)))
      }
    }
    let scene = GNSSSurroundings(
      frame: try GNSSScenes.frame(), sky: GNSSScenes.sky(), seed: 1, prisms: prisms)
    var free = 0
    var checked = 0
    for _ in 0..<5000 {
      let position = Vec3(draw.uniform(in: -20...420), draw.uniform(in: -20...460), 1.3)
      guard !prisms.contains(where: { $0.footprint.contains(position.xy) }) else { continue }
      let direction = GNSSScenes.direction(
        azimuth: draw.uniform(in: 0...6.283), elevation: draw.uniform(in: 0.05...1.55))
      let isFree = scene.sight(toward: direction, from: position, bends: false).isFree
      let isBlocked = prisms.contains { blocks($0, from: position, toward: direction) }
      #expect(isFree != isBlocked)
      free += isFree ? 1 : 0
      checked += 1
    }
    #expect(checked > 2000 && free > checked / 10 && free < checked * 9 / 10)
  }

  @Test func reflectionsMatchMethodOfImages() throws {
    let wall = try GNSSScenes.box([-1000, 30], [1000, 40], top: 500)
    let scene = GNSSSurroundings(
      frame: try GNSSScenes.frame(), sky: GNSSScenes.sky(), seed: 1, prisms: [wall])
    var draw = RandomStream(seed: 6, purpose: "echo")
    for _ in 0..<500 {
      let away = draw.uniform(in: 1...29)
      let position = Vec3(draw.uniform(in: -20...20), 30 - away, 1.2)
      let azimuth = draw.uniform(in: 1.8...4.4)
      let elevation = draw.uniform(in: 0.1...1.2)
      let echoes = scene.reflections(
        toward: GNSSScenes.direction(azimuth: azimuth, elevation: elevation), from: position)
      guard abs(tan(azimuth)) < 5 else { continue }
      #expect(echoes.count == 1)
      let extra = 2 * away * cos(elevation) * abs(cos(azimuth))
      #expect(abs((echoes.first?.extra ?? 0) - extra) < 1e-9)
      // Concrete: 8 dB at moderate incidence, 5 at 75°, less beyond.
      #expect((1.0...9).contains(echoes.first?.loss ?? 0))
      // Satellites behind the wall have no reflection.
      let behind = GNSSScenes.direction(azimuth: azimuth + .pi, elevation: elevation)
      #expect(scene.reflections(toward: behind, from: position).isEmpty)
    }
  }

  @Test func diffractsOverRoofsAndAroundCorners() throws {
    let house = try GNSSScenes.box([-20, 20], [20, 40], top: 21.2)
    let scene = GNSSSurroundings(
      frame: try GNSSScenes.frame(), sky: GNSSScenes.sky(), seed: 1, prisms: [house])
    let wavelength = 299_792_458 / 1_575.42e6
    let position = Vec3(0, 0, 1.2)
    // Over the roof: grazing incidence costs 6 dB, and continues by knife-edge diffraction.
    for below in [-0.02, 0, 0.02, 0.05, 0.1] {
      let elevation = Double.pi / 4 - below
      let height = (20 - 20 * tan(elevation)) * cos(elevation)
      let nu = GNSSKnifeEdge.parameter(
        height: height, distance: 20 / cos(elevation), wavelength: wavelength)
      let sight = scene.sight(
        toward: GNSSScenes.direction(azimuth: 0, elevation: elevation), from: position)
      #expect(abs(sight.loss - GNSSKnifeEdge.loss(nu)) < 0.01, "\(below)")
      #expect(sight.extra < 2)
    }
    // Round the corner: 45° is the near one's azimuth, 26.6° the far one's.
    let hidden = scene.sight(
      toward: GNSSScenes.direction(azimuth: 0, elevation: 0.3), from: position)
    let grazing = scene.sight(
      toward: GNSSScenes.direction(azimuth: 0.775, elevation: 0.3), from: position)
    #expect(hidden.loss > 30)
    #expect(!grazing.isFree && grazing.loss > 6 && grazing.loss < 15, "\(grazing)")
  }

  @Test func roughFacadesScatterBeyondSpecularReflection() throws {
    // Some satellites behind tall buildings are received by diffuse scattering of the opposite facades, weak
    // and late.
    var (more, lost) = (0, 0)
    for seed in 1...6 as ClosedRange<UInt64> {
      let scene = GNSSSurroundings(
        frame: try GNSSScenes.frame(), sky: GNSSScenes.sky(hour: Double(seed) * 3), seed: seed,
        prisms: try GNSSScenes.street(height: 30, width: 24, house: 25, angle: 0.3 * Double(seed)))
      var parameters = GNSSParameters.bare
      (parameters.buildings, parameters.multipath) = (true, true)
      (parameters.facadeRoughnessDecibels, parameters.facadeScatter) = (3, 0.16)
      parameters.receiver = .module
      let address = SignalReceiver(seed: seed, device: 1)
      let pose = Pose(position: Vec3(1, 2, 0), placement: .table)
      var smooth = GNSSReceiver(parameters, in: scene, for: address)
      parameters.roughFacades = true
      var rough = GNSSReceiver(parameters, in: scene, for: address)
      var open = GNSSReceiver(.bare, in: scene, for: address)
      let mirrored = smooth.sense(pose, at: .start).measurements
      let truth = open.sense(pose, at: .start).measurements
      let received = rough.sense(pose, at: .start).measurements
      // Scattering may also cancel a barely received signal.
      lost += mirrored.count { signal in !received.contains { $0.satellite == signal.satellite } }
      for signal in received where !mirrored.contains(where: { $0.satellite == signal.satellite }) {
        guard let same = truth.first(where: { $0.satellite == signal.satellite }) else { continue }
        #expect((0.0...320).contains(signal.pseudorangeMetres - same.pseudorangeMetres))
        #expect(signal.carrierToNoiseDecibelHertz < 34)
        more += 1
      }
    }
    #expect(more > 3 && lost < more / 2, "\(more) and \(lost)")
  }
}
