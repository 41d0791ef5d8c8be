import Geometry
import Kernel
import Maps
import Observations
import Positioning
import Testing

/// The particle cloud of the indoor locator.
@Suite struct IndoorCloudTests {
  @Test(arguments: [(12.0, 9.0, 0), (52, 30, 1)])
  func cloudSurroundsFixWithoutSideEffects(east: Double, north: Double, ordinal: Int) throws {
    let hall = try IndoorLocatorTests.Hall()
    var withCloud = try #require(IndoorLocator(map: hall.map))
    var alone = withCloud
    #expect(withCloud.cloud(at: .start) == nil, "nothing was received yet")
    let point = Vec3(east, north, 5 * Double(ordinal) + 1)
    var last: ParticleCloud?
    for second in 1...30 {
      let time = SimTime(seconds: Double(second))
      if second % 3 == 0 {
        withCloud.receive(hall.scan(point, at: Double(second)))
        alone.receive(hall.scan(point, at: Double(second)))
      }
      #expect(withCloud.fix(at: time) == alone.fix(at: time))
      last = withCloud.cloud(at: time) ?? last
    }
    let cloud = try #require(last)
    #expect((40...60).contains(cloud.particles.count) && cloud.time == SimTime(seconds: 30))
    #expect(cloud.particles.count { $0.floor == ordinal } > cloud.particles.count * 8 / 10)
    let offsets = try cloud.particles.map { particle in
      let place = try Geodetic(
        latitudeDegrees: particle.coordinate.latitudeDegrees,
        longitudeDegrees: particle.coordinate.longitudeDegrees, altitudeMetres: 9)
      return hall.frame.enu(of: place).xy - point.xy
    }
    // Sampled by weight, they have the particles' mean and spread.
    let middle = offsets.reduce(.zero, +) / Double(offsets.count)
    #expect(middle.length < 6, "\(middle)")
    let squares = offsets.map { ($0 - middle).squaredLength }.reduce(0, +) / Double(offsets.count)
    let spread = (squares / 2).squareRoot()
    #expect(spread > 0.5 * cloud.spreadMetres && spread < 1.6 * cloud.spreadMetres + 0.5)
  }
}
