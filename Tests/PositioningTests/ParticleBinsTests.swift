import Geometry
import Kernel
import Positioning
import Testing

/// Bins agree with the particles' squares, one by one.
@Suite struct ParticleBinsTests {
  private struct Square: Hashable {
    var east, north: Double
    var plane: Int

    init(_ particle: (point: Vec2, plane: Int), perMetre: Double) {
      east = (particle.point.x * perMetre).rounded(.down)
      north = (particle.point.y * perMetre).rounded(.down)
      plane = particle.plane
    }
  }

  /// Clouds around a few positions on three planes, on both sides of zero.
  private static func cloud(
    _ count: Int, _ draws: inout RandomStream
  ) -> [(point: Vec2, plane: Int)] {
    let middles = (0..<5).map { _ in
      (Vec2(draws.uniform(in: -80...80), draws.uniform(in: -80...80)), draws.integer(below: 3))
    }
    return (0..<count).map { _ in
      let (middle, plane) = middles[draws.integer(below: middles.count)]
      return (middle + Vec2(3 * draws.gaussian(), 3 * draws.gaussian()), plane)
    }
  }

  /// The buffers are reused for clouds of other positions and sizes.
  @Test(arguments: [0.5, 1.5]) func binsMatchSquares(size: Double) {
    var draws = RandomStream(seed: 11, purpose: "bins")
    var bins = ParticleBins(2000, planes: 3, size: size)
    for count in [2000, 700, 1, 1999, 0, 40] {
      let cloud = Self.cloud(count, &draws)
      bins.find(count) { cloud[$0] }
      let members = Dictionary(grouping: 0..<count) { Square(cloud[$0], perMetre: 1 / size) }
      #expect(Set(bins.indices[..<count]).count == members.count, "squares don't share a bin")
      for (square, particles) in members {
        let bin = bins.indices[particles[0]]
        #expect(particles.allSatisfy { bins.indices[$0] == bin })
        let middle =
          particles.map { cloud[$0].point }.reduce(Vec2.zero, +) / Double(particles.count)
        #expect((bins.places[bin].point - middle).length < 1e-4)
        #expect(bins.places[bin].plane == square.plane)
      }
    }
  }

  /// Distant outliers are binned as well.
  @Test func distantPositionsAreBinned() {
    let far = [Vec2(1e12, 0), Vec2(-1e12, 0), Vec2(0, 1e300), Vec2(1e13, 0), Vec2(0, 0)]
    var bins = ParticleBins(far.count, planes: 1, size: 1)
    bins.find(far.count) { (far[$0], 0) }
    #expect(bins.indices[0] == bins.indices[3])
    #expect(Set(bins.indices).count == 4)
  }
}
