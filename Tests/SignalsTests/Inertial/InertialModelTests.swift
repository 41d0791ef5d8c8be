import Geometry
import Kernel
import Mobility
import Numerics
import Observations
import Signals
import Testing
import Truth

struct InertialModelTests {
  private static let gravity = InertialSensorParameters.gravity

  @Test(arguments: [50.0, 100, 33.3]) func doesNotDependOnQueryPattern(hertz: Double) throws {
    let trajectory = InertialCursorTests.eventful
    var walk = InertialWalk(seconds: 120)
    walk.parameters.sampleRateHertz = hertz
    let whole = walk.readings(.all, hertz: hertz, along: trajectory)
    #expect(whole.accelerometer.count == Int((120 * hertz).rounded(.up)))

    var draws = RandomStream(seed: 2, purpose: "batches")
    var model = walk.model
    var cursor = TrajectoryCursor(trajectory)
    var joined = InertialReadings()
    var batch = InertialReadings()
    var from = SimTime.start
    while from < SimTime(seconds: 120) {
      let until = min(SimTime(seconds: 120), from + .seconds(draws.uniform(in: 0...3)))
      model.fill(&batch, sensors: .all, hertz: hertz, from: from, until: until, along: &cursor)
      joined.accelerometer += batch.accelerometer
      joined.gyroscope += batch.gyroscope
      joined.magnetometer += batch.magnetometer
      from = until
    }
    #expect(joined == whole)

    // One at a time, in any order, by a model that has slept.
    var single = walk.model
    for _ in 0..<500 {
      let index = draws.integer(below: whole.accelerometer.count)
      let time = Ticks(from: .start, hertz: hertz).time(of: Int64(index))
      let sensed = single.sense(along: trajectory, at: time)
      let reading = try #require(sensed)
      #expect(reading.accelerometer == whole.accelerometer[index], "\(index)")
      #expect(reading.gyroscope == whole.gyroscope[index], "\(index)")
      #expect(reading.magnetometer == whole.magnetometer[index], "\(index)")
    }
    // A sensor that is off changes nothing for the others.
    let alone = walk.readings(.gyroscope, hertz: hertz, along: trajectory)
    #expect(alone.gyroscope == whole.gyroscope)
    #expect(alone.accelerometer.isEmpty)
    let force = walk.readings(.accelerometer, hertz: hertz, along: trajectory)
    #expect(force.accelerometer == whole.accelerometer)
    walk.device += 1
    #expect(walk.readings(.all, hertz: hertz, along: trajectory) != whole)
  }

  /// The Earth's field is fixed, so its rotation in phone axes matches the gyroscope.
  @Test(arguments: Placement.allCases) func fieldRotationMatchesGyroscope(placement: Placement) {
    var walk = InertialWalk(placement: placement, seconds: 40)
    walk.parameters = InertialWalk.trueSensors
    let seconds = 0.001
    for doing in [Doing.walking, .running, .stairsDown, .standing] {
      walk.doing = doing
      walk.speed = [.walking: 1.3, .running: 3, .stairsDown: 0.5][doing] ?? 0
      check(walk.readings(.all, hertz: 1 / seconds), seconds, "\(placement) \(doing)")
    }
  }

  @Test func fieldRotationMatchesGyroscopeThroughChanges() {
    var walk = InertialWalk(seconds: 120)
    walk.parameters = InertialWalk.trueSensors
    for device in 0..<3 as Range<UInt64> {
      walk.device = device
      check(
        walk.readings(.all, hertz: 1000, along: InertialCursorTests.eventful), 0.001,
        "device \(device)", letGo: 60)
    }
  }

  private func check(
    _ readings: InertialReadings, _ seconds: Double, _ what: String, letGo: Double = -1
  ) {
    var (wrong, all) = (0.0, 1e-4)
    for index in 1..<readings.magnetometer.count - 1 {
      // A released phone stops at once.
      if abs(Double(index) * seconds - letGo) < 0.01 { continue }
      let field = readings.magnetometer[index].vector
      let change =
        (readings.magnetometer[index + 1].vector - readings.magnetometer[index - 1].vector)
        / (2 * seconds * length(field))
      let felt = -cross(readings.gyroscope[index].vector, field) / length(field)
      wrong += ((change - felt) * (change - felt)).sum()
      all += (felt * felt).sum()
    }
    // Rows of the stride's table are interpolated linearly, so slopes have steps.
    #expect((wrong / all).squareRoot() < 0.06, "\(what): \((wrong / all).squareRoot())")
  }

  @Test func measuresGravityAndTurnRateOfCarrier() {
    // Walking in a circle of 10 m, ideal: the mean force is gravity's, the rotation rate the turn's.
    let points = (0...240).map { index -> Vec3 in
      let angle = Double(index) / 240 * 4 * .pi
      return [10 * Double.sine(angle), 10 - 10 * Double.cosine(angle), 0]
    }
    var walk = InertialWalk(placement: .waist, seconds: 80)
    walk.parameters = .ideal
    let readings = walk.readings(
      .all, along: Trajectory(along: points, speed: 1.34, placement: .waist))
    let steady = 500..<3000 as Range<Int>
    let force = steady.reduce(SIMD3<Double>.zero) { $0 + readings.accelerometer[$1].vector }
    let turning = steady.reduce(SIMD3<Double>.zero) { $0 + readings.gyroscope[$1].vector }
    #expect(abs(length(force) / 2500 - Self.gravity) < 0.1)
    // Upright, screen to the body: the top is up.
    #expect(abs(turning.y / 2500 - 0.134) < 0.005, "\(turning / 2500)")
    // The field's horizontal part rotates the other way, and keeps its magnitude.
    for sample in readings.magnetometer {
      #expect(abs(length(sample.vector) - length([5.1, 22.1, -41])) < 0.01)
    }
  }

  @Test func noiseOnTableMatchesSpecification() throws {
    var still = RunningStatistics()
    var turning = RunningStatistics()
    for device in 0..<100 as Range<UInt64> {
      let walk = InertialWalk(
        placement: .table, doing: .standing, speed: 0, seconds: 4, device: device)
      let readings = walk.readings()
      var (z, x) = (RunningStatistics(), RunningStatistics())
      for sample in readings.accelerometer { try z.add(Double(sample.z)) }
      for sample in readings.gyroscope { try x.add(Double(sample.x)) }
      try still.add(z.spread)
      try turning.add(x.spread)
    }
    // 160 µg/√Hz and 0.007 °/s/√Hz over 25 Hz, and steps of 4096 LSB/g and 16.4 LSB/(°/s).
    #expect(abs(still.average - 0.00785) < 0.0004, "\(still.average)")
    #expect(abs(turning.average - 0.000684) < 0.00006, "\(turning.average)")
  }
}

extension Double {
  fileprivate static func sine(_ angle: Double) -> Double { Vec2(angle: angle).y }
  fileprivate static func cosine(_ angle: Double) -> Double { Vec2(angle: angle).x }
}
