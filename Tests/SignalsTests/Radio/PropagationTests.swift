import Documents
import Geometry
import Glibc
import Kernel
import Maps
import Signals
import Testing
import Venues

struct PropagationTests {
  private func free(_ distance: Double, _ megahertz: Double) -> Double {
    20 * log10(4 * .pi * distance * megahertz * 1e6 / 299_792_458)
  }

  @Test(arguments: [1.0, 10, 100, 1000], [700.0, 2437, 5500])
  func freeSpaceMatchesFriis(distance: Double, megahertz: Double) throws {
    let propagation = Propagation(
      try PropagationScene.corridor([.concrete]), parameters: .ideal)
    let path = propagation.path(
      from: [0, 1, 1], level: 0, to: [distance, 1, 1], level: 0, megahertz: megahertz)
    #expect(abs(path.lossDecibels - free(distance, megahertz)) < 1e-9)
    #expect(path.isClear && path.distanceMetres == distance)
  }

  /// ITU-R P.1238 for commercial places, at 10, 20 and 40 m.
  @Test(arguments: [(10.0, 62.0), (20, 69), (40, 75)])
  func openFloorsMatchStandard(distance: Double, loss: Double) throws {
    let propagation = Propagation(try PropagationScene.corridor([]))
    let low = propagation.path(
      from: [1, 1, 1], level: 0, to: [1 + distance, 1, 1], level: 0, megahertz: 2440)
    #expect(abs(low.lossDecibels - loss) < 0.7)
    let high = propagation.path(
      from: [1, 1, 1], level: 0, to: [1 + distance, 1, 1], level: 0, megahertz: 5500)
    #expect((7...9.2).contains(high.lossDecibels - low.lossDecibels))
  }

  @Test(arguments: Material.allCases, [0, 1, 2, 5]) func countsWalls(
    material: Material, count: Int
  ) throws {
    let propagation = Propagation(
      try PropagationScene.corridor(Array(repeating: material, count: 5)))
    let path = propagation.path(
      from: [5, 4, 1.2], level: 0, to: [5 + 10 * Double(count), 13, 2.7], level: 0,
      megahertz: 2400)
    let isLow = material == .railing
    #expect(path.wallCount == (isLow ? 0 : count) && path.floorCount == 0)
    #expect(path.isClear == (isLow || count == 0))
    // Saturation: never more than the sum, never more than the limit, little less for one thin wall.
    let one: [Material: Double] = [.plasterboard: 3, .glass: 2, .brick: 10, .concrete: 18]
    if let one = one[material] {
      #expect(path.wallDecibels <= one * Double(count) && path.wallDecibels < 35)
      #expect(abs(path.wallDecibels - 35 * (1 - exp(-one * Double(count) / 35))) < 0.01)
    }
  }

  @Test func lossIncreasesWithWalls() throws {
    var before = -1.0
    for count in 0...9 {
      let propagation = Propagation(
        try PropagationScene.corridor(Array(repeating: .brick, count: count)))
      let loss = propagation.path(
        from: [5, 10, 1], level: 0, to: [99, 11, 1], level: 0, megahertz: 5240
      ).lossDecibels
      #expect(loss > before)
      before = loss
    }
  }

  /// The grid gives the same count as a test of every wall, and the same from either end.
  @Test(arguments: 0..<8 as Range<UInt64>) func matchesExhaustiveWallCount(seed: UInt64) throws {
    var draw = RandomStream(seed: seed, purpose: "walls")
    func point() -> Vec2 { Vec2(draw.uniform(in: 0...80), draw.uniform(in: 0...50)) }
    let walls = (0..<300).map { _ -> Segment2 in
      let start = point()
      return Segment2(start, start + Vec2(angle: draw.uniform(in: 0...6.3), length: 6))
    }
    let level = Level(ordinal: 0, shortName: "G", elevationMetres: 0, walls: walls)
    let propagation = Propagation(
      Venue(map: VenueMap(name: "x", frame: try PropagationScene.frame(), levels: [level])))
    for _ in 0..<400 {
      let (a, b) = (point(), point())
      let way = b - a
      let expected = walls.count { wall in
        let sides = (way.cross(wall.start - a), way.cross(wall.end - a))
        let ends = (
          wall.vector.cross(a - wall.start), wall.vector.cross(b - wall.start)
        )
        guard (sides.0 >= 0) != (sides.1 >= 0), (ends.0 >= 0) != (ends.1 >= 0) else { return false }
        let share = abs(ends.0) / (abs(ends.0) + abs(ends.1))
        return share * way.length > 0.05 && (1 - share) * way.length > 0.05
      }
      let there = propagation.path(
        from: Vec3(a, 1), level: 0, to: Vec3(b, 2), level: 0, megahertz: 2437)
      let back = propagation.path(
        from: Vec3(b, 2), level: 0, to: Vec3(a, 1), level: 0, megahertz: 2437)
      #expect(there.wallCount == expected)
      #expect(abs(there.lossDecibels - back.lossDecibels) < 1e-4)
    }
  }

  @Test func atriaHaveNoFloorLoss() throws {
    let propagation = Propagation(try PropagationScene.atrium(storeys: 4))
    func floors(_ from: Vec3, _ level: Int, _ to: Vec3, _ other: Int) -> RadioPath {
      propagation.path(from: from, level: level, to: to, level: other, megahertz: 2400)
    }
    // Down through the atrium; beside it; and from its edge to the far side.
    #expect(floors([30, 30, 1], 0, [30, 31, 11], 2).floorCount == 0)
    for rise in 1...3 {
      let path = floors([5, 5, 1], 0, [6, 5, 4 * Double(rise) + 1], rise)
      #expect(path.floorCount == rise && path.wallCount == 0)
      #expect(abs(path.floorDecibels - (18 + 14 * Double(rise - 1))) < 1e-6)
    }
    #expect(floors([19, 30, 5], 1, [41, 30, 9], 2).floorCount == 0)
    #expect(floors([5, 30, 5], 1, [10, 30, 9], 2).floorCount == 1)
    // A position with a given level is below its ceiling, whatever its height.
    #expect(floors([5, 5, 1], 0, [6, 5, 5], 0).floorCount == 0)
  }

  @Test func buildingsAttenuateUpToALimit() throws {
    let propagation = Propagation(try PropagationScene.house())
    func path(_ from: Vec3, _ to: Vec3) -> RadioPath {
      propagation.path(from: from, level: nil, to: to, level: nil, megahertz: 2400)
    }
    #expect(path([0, 0, 1.5], [100, 0, 1.5]).wallCount == 2)
    #expect(path([0, 0, 12], [100, 0, 12]).isClear)
    #expect(path([0, 20, 1.5], [100, 20, 1.5]).isClear)
    // From outdoors into the building: one side.
    #expect(path([0, 0, 1.5], [55, 0, 1.5]).wallCount == 1)
    // Limited to the difference of UMi between line of sight and none.
    let hidden = path([0, 0, 1.5], [200, 0, 1.5]).wallDecibels
    #expect(hidden > 10 && hidden < 14.3 * log10(200) - 10)
  }

  @Test func survivesInvalidPositions() throws {
    let propagation = Propagation(try PropagationScene.atrium(storeys: 2))
    for x in [Double.nan, .infinity, 1e300, -1e12] {
      let path = propagation.path(
        from: [x, 1, 1], level: 0, to: [2, x, 5], level: 99, megahertz: x)
      #expect(path.wallCount == 0 && path.floorCount == 0)
    }
  }

  @Test func readsItsParameters() throws {
    let read = try decode(
      "{walls: false, floors: false, clutter: false, most_wall_loss: 40 dB}")
    #expect(read.walls == false && read.maxWallDecibels == 40)
    #expect(throws: DocumentError.self) { try decode("{wals: false}") }
    #expect(throws: DocumentError.self) { try decode("{most_wall_loss: 40}") }
    #expect(try decode("{}") == PropagationParameters())
  }

  private func decode(_ text: String) throws -> PropagationParameters {
    try decodeDocument(PropagationParameters.self, bytes: Array(text.utf8), name: "p.yaml")
  }
}
