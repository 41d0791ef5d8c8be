import Geometry
import Kernel
import Maps
import Positioning
import Testing

/// Lines on a level's raster: shortcuts by clearance must agree with a search square by square.
@Suite struct WalkRasterTests {
  /// Rooms of 5 by 4 m with open doors, a slanted wall, and a counter.
  private static func level(hasOutline: Bool) -> Level {
    var walls: [Segment2] = []
    for column in 0...6 {
      let x = 5 * Double(column)
      walls += [Segment2(Vec2(x, 0), Vec2(x, 1.5)), Segment2(Vec2(x, 2.6), Vec2(x, 8))]
    }
    for y in [0.0, 4, 8] { walls.append(Segment2(Vec2(0, y), Vec2(30, y))) }
    walls.append(Segment2(Vec2(11, 5), Vec2(14, 7.5)))
    let corners = [Vec2(0, 0), Vec2(30, 0), Vec2(30, 8), Vec2(0, 8)]
    let counter = [Vec2(21, 1), Vec2(23, 1), Vec2(23, 2), Vec2(21, 2)]
    return Level(
      ordinal: 0, shortName: "0", elevationMetres: 0,
      outline: hasOutline ? [corners].compactMap { try? Polygon(exterior: $0) } : [], walls: walls,
      fixtures: [counter].compactMap { try? Polygon(exterior: $0) })
  }

  @Test(arguments: [true, false], [0.3, 0.7]) func clearancesMatchSquareBySquareSearch(
    hasOutline: Bool, square: Double
  ) {
    let raster = WalkRaster(
      Self.level(hasOutline: hasOutline), shiftedBy: Vec2(3.21, -7.13), square: square)
    var draw = RandomStream(seed: 1, purpose: "walk.raster")
    var counts: [WalkRaster.Ground: Int] = [:]
    for number in 0..<100_000 {
      // Into the level, near its edges and far beyond; from short steps to half of its width.
      let start = Vec2(draw.uniform(in: -3...40), draw.uniform(in: -14...8))
      let length = [0.02, 0.3, 1, 4, 20][number % 5]
      let end = start + Vec2(angle: draw.uniform(in: 0...6.3), length: length * draw.uniform())
      let found = raster.ground(start.x, start.y, to: end.x, end.y)
      let plain = raster.groundSquareBySquare(start.x, start.y, to: end.x, end.y)
      #expect(found == plain, "from \(start) to \(end)")
      counts[found, default: 0] += 1
    }
    #expect(counts[.free, default: 0] > 1000 && counts[.wall, default: 0] > 1000)
    #expect(counts[.closed, default: 0] > 50)
    #expect((counts[.beyond, default: 0] > 1000) == hasOutline)
  }

  @Test func classifiesFreeWallAndBeyond() {
    let raster = WalkRaster(Self.level(hasOutline: true), shiftedBy: .zero, square: 0.3)
    #expect(raster.ground(2, 2, to: 2.1, 2.1) == .free)
    #expect(raster.ground(2, 2, to: 2, 6) == .wall)
    #expect(raster.ground(1e9, 1e9, to: 1e9 + 1, 1e9) == .beyond)
  }
}
