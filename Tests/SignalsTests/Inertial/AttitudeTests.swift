import Geometry
import Kernel
import Numerics
import Observations
import Signals
import Testing
import Truth

struct AttitudeTests {
  private static let gravity = InertialSensorParameters.gravity

  private func up(_ placement: Placement, _ doing: Doing = .standing, device: UInt64) -> Vec3 {
    var walk = InertialWalk(
      placement: placement, doing: doing, speed: 0, seconds: 4, device: device)
    walk.parameters = InertialWalk.trueSensors
    let samples = walk.readings(.accelerometer).accelerometer
    let sum = samples.reduce(SIMD3<Double>.zero) { $0 + $1.vector } / Double(samples.count)
    return Vec3(sum.x, sum.y, sum.z) / length(sum)
  }

  @Test func attitudeMatchesPlacement() throws {
    for device in 0..<200 as Range<UInt64> {
      // Standing, a pocket's phone follows the thigh; sitting, its long axis is horizontal.
      for placement in [Placement.frontPocket, .backPocket] {
        let standing = up(placement, device: device)
        #expect(abs(standing.y) > 0.8, "\(placement) \(device): \(standing)")
        #expect(abs(up(placement, .sitting, device: device).y) < 0.75)
      }
      #expect(up(.waist, device: device).y > 0.85)
      #expect(up(.handTexting, device: device).z > 0.2)
      #expect(abs(abs(up(.table, device: device).z) - 1) < 1e-4)
    }
    // Reading posture: 34° above the horizontal, give or take 16.
    var rise = RunningStatistics()
    for device in 0..<400 as Range<UInt64> {
      try rise.add(up(.handTexting, device: device).y)
    }
    #expect(abs(rise.average - 0.55) < 0.06, "\(rise.average)")
    #expect(rise.spread > 0.15)
    // A hanging hand mostly holds a phone by its long edge.
    var edge = RunningStatistics()
    for device in 0..<200 as Range<UInt64> {
      try edge.add(abs(up(.handSwinging, device: device).x))
    }
    #expect(edge.average > 0.75)
  }

  @Test func attitudeVariesByPersonAndTimeUnlessDisabled() {
    let first = up(.bag, device: 1)
    #expect((up(.bag, device: 2) - first).length > 0.05)
    var placement = Track(Placement.frontPocket)
    placement.set(.handTexting, at: SimTime(seconds: 10))
    placement.set(.frontPocket, at: SimTime(seconds: 20))
    var walk = InertialWalk(doing: .standing, speed: 0, seconds: 30)
    walk.parameters = InertialWalk.trueSensors
    walk.parameters.sway = false
    var minimum = Double.infinity
    for device in 0..<8 as Range<UInt64> {
      walk.device = device
      let samples = walk.readings(
        .accelerometer, along: walk.trajectory.changed(placement: placement)
      ).accelerometer
      minimum = min(minimum, length(samples[400].vector - samples[1400].vector))
    }
    #expect(minimum > 0.05)
    walk.parameters.holds = false
    let same = walk.readings(
      .accelerometer, along: walk.trajectory.changed(placement: placement)
    ).accelerometer
    #expect(length(same[400].vector - same[1400].vector) < 1e-4)
  }

  @Test func changesAreContinuous() {
    var doing = Track(Doing.standing)
    doing.set(.sitting, at: SimTime(seconds: 5))
    doing.set(.standing, at: SimTime(seconds: 15.7))
    // Interrupted before it is complete, too.
    doing.set(.sitting, at: SimTime(seconds: 16.5))
    var placement = Track(Placement.frontPocket)
    placement.set(.handTexting, at: SimTime(seconds: 9))
    placement.set(.bag, at: SimTime(seconds: 9.8))
    placement.set(.backPocket, at: SimTime(seconds: 13))
    var walk = InertialWalk(doing: .standing, speed: 0, seconds: 20)
    walk.parameters = InertialWalk.trueSensors
    for device in 0..<30 as Range<UInt64> {
      walk.device = device
      let trajectory = walk.trajectory.changed(doing: doing, placement: placement)
      let readings = walk.readings(hertz: 500, along: trajectory)
      for (one, next) in zip(readings.accelerometer, readings.accelerometer.dropFirst()) {
        let jump = length(next.vector - one.vector)
        #expect(jump < 0.7, "device \(device), \(one.time): \(jump)")
      }
      let fastest = readings.gyroscope.map { length($0.vector) }.max() ?? 0
      #expect(fastest > 1)
      #expect(fastest < 14, "device \(device): \(fastest)")
    }
    walk.parameters.handling = false
    walk.parameters.fidget = .ideal
    let trajectory = walk.trajectory.changed(doing: doing, placement: placement)
    let calm = walk.readings(.gyroscope, along: trajectory).gyroscope
    #expect((calm.map { length($0.vector) }.max() ?? 0) < 1)
  }

  @Test func restingPhoneKeepsItsHeading() {
    var walk = InertialWalk(seconds: 78)
    walk.parameters = InertialWalk.trueSensors
    let readings = walk.readings(.all, along: InertialCursorTests.eventful)
    let lying = 3200..<3890 as Range<Int>
    for index in lying {
      #expect(length(readings.gyroscope[index].vector) < 1e-6)
      #expect(readings.magnetometer[index].vector == readings.magnetometer[lying.lowerBound].vector)
    }
  }
}
