import Kernel
import Motion
import Observations
import Testing

struct PedometerTests {
  private static let parts: [Walker.Part] = [
    .rest(20), .walk(60, rate: 1.8, strength: 2), .rest(30), .walk(45, rate: 1.9, strength: 2.4),
    .rest(20),
  ]

  /// Processes batches and returns the published records.
  private func run(
    _ pedometer: inout Pedometer, _ batches: [InertialBatch]
  ) -> [PedometerRecord] {
    var pushed: [PedometerRecord] = []
    for batch in batches {
      pedometer.receive(accelerometer: batch)
      guard let end = batch.samples.last?.time else { continue }
      if let record = pedometer.push(at: end) { pushed.append(record) }
    }
    return pushed
  }

  @Test func pushesOnlyWhileStepping() {
    var walker = Walker(seed: 1)
    var pedometer = Pedometer()
    let pushed = run(&pedometer, walker.batches(Self.parts))
    #expect(!pushed.isEmpty)
    for (earlier, later) in zip(pushed, pushed.dropFirst()) {
      #expect(later.stepCount > earlier.stepCount)
      #expect((later.distanceMetres ?? 0) > (earlier.distanceMetres ?? 0))
      #expect(later.endTime - earlier.endTime >= .seconds(2.4))
      #expect(later.startTime == .start)
    }
    // None in the second half of the rest between the walks, nor long after the last.
    #expect(!pushed.contains { $0.endTime.seconds > 96 && $0.endTime.seconds < 112 })
    #expect(!pushed.contains { $0.endTime.seconds > 168 })
    #expect(abs(Double(pushed.last?.stepCount ?? 0) / walker.steps - 1) < 0.04)
    // At 1.8 steps/s a step is 0.7 m long.
    let during = pushed.first { $0.endTime.seconds > 50 }
    #expect(abs((during?.cadenceStepsPerSecond ?? 0) - 1.8) < 0.1)
    #expect(abs((during?.paceSecondsPerMetre ?? 0) - 1 / (1.8 * 0.70)) < 0.1)
    let after = pedometer.resume(at: SimTime(seconds: 175))
    #expect(after.stepCount == pushed.last?.stepCount)
    #expect(after.cadenceStepsPerSecond == nil && after.paceSecondsPerMetre == nil)
    #expect(after.floorsAscended == nil)
  }

  @Test func reportsPausesAndResumptions() {
    var walker = Walker(seed: 2)
    var pedometer = Pedometer()
    _ = run(&pedometer, walker.batches(Self.parts))
    let events = pedometer.drainEvents()
    #expect(events.map(\.kind) == [.resume, .pause, .resume, .pause])
    for (event, second) in zip(events, [20.0, 80, 110, 155]) {
      #expect(abs(event.time.seconds - second) < 2.5, "\(event)")
    }
    #expect(pedometer.drainEvents().isEmpty)
  }

  @Test func pulledRecordMatchesPushAndSurvivesRestart() throws {
    var walker = Walker(seed: 3)
    var pedometer = Pedometer()
    let first = run(&pedometer, walker.batches(Self.parts))
    let now = SimTime(seconds: walker.seconds + 10)
    let pulled = pedometer.record(from: .start, to: now)
    #expect(pulled.stepCount == first.last?.stepCount)
    #expect(abs((pulled.distanceMetres ?? 0) - (first.last?.distanceMetres ?? 0)) < 1)
    // The phone restarts: stored records are restored, and counting continues.
    var later = Pedometer(
      from: .start, history: try PedometerHistory(bytes: pedometer.history.bytes),
      stride: pedometer.stride)
    let second = run(&later, walker.batches(Self.parts))
    #expect(abs(Double(second.last?.stepCount ?? 0) / walker.steps - 1) < 0.04)
    #expect((second.first?.stepCount ?? 0) > pulled.stepCount)
    // A start date in the past includes earlier steps.
    later.startUpdates(from: SimTime(seconds: 100))
    let rest = later.resume(at: SimTime(seconds: walker.seconds))
    let known = later.record(from: SimTime(seconds: 100), to: .distantFuture)
    #expect(rest.stepCount == known.stepCount)
  }

  /// A walk due east at 1.3 m/s with fixes each second that wander by some metres over half a minute.
  private func walk(
    _ pedometer: inout Pedometer, _ walker: inout Walker, wander: Double, accuracy: Double
  ) {
    var draw = RandomStream(seed: 4, purpose: "fixes")
    let begin = walker.seconds
    var off = (east: 0.0, north: 0.0)
    for batch in walker.batches([.rest(10), .walk(400, rate: 1.8, strength: 2), .rest(20)]) {
      for sample in batch.samples where Int(sample.time.seconds * 50 + 0.5) % 50 == 0 {
        let elapsed = sample.time.seconds - begin
        let metres = 1.3 * min(max(elapsed - 10, 0), 400)
        off.east += (-off.east + wander * 8 * draw.gaussian()) / 30
        off.north += (-off.north + wander * 8 * draw.gaussian()) / 30
        pedometer.receive(
          fix: LocationFix(
            time: sample.time,
            coordinate: Coordinate(
              latitudeDegrees: 37 + off.north / 111_000,
              longitudeDegrees: -122 + (metres + off.east) / 88_900),
            horizontalAccuracyMetres: accuracy, source: .gnss))
      }
      pedometer.receive(accelerometer: batch)
    }
  }

  @Test func learnsStrideFromGoodFixesOnly() {
    var walker = Walker(seed: 5)
    var pedometer = Pedometer()
    let unknown = pedometer.stride.length(stepsPerSecond: 1.8, meanSize: 1.8)
    // Bad fixes: with a large radius, or with an unreported error.
    walk(&pedometer, &walker, wander: 1, accuracy: 60)
    #expect(pedometer.stride.legCount == 0)
    walk(&pedometer, &walker, wander: 60, accuracy: 8)
    let canyon = pedometer.stride.length(stepsPerSecond: 1.8, meanSize: 1.8)
    #expect(abs(canyon / unknown - 1) < 0.08)
    for _ in 0..<6 { walk(&pedometer, &walker, wander: 2, accuracy: 5) }
    #expect(pedometer.stride.legCount >= 4)
    let before = pedometer.record(at: .start).distanceMetres ?? 0
    walk(&pedometer, &walker, wander: 1, accuracy: 60)
    let way = (pedometer.record(at: .start).distanceMetres ?? 0) - before
    #expect(abs(way / 520 - 1) < 0.03, "\(way) m of 520, \(pedometer.stride)")
  }

  @Test func finishIncludesLastSteps() {
    for seed in 0..<5 as Range<UInt64> {
      var walker = Walker(seed: seed)
      var pedometer = Pedometer()
      let pushed = run(&pedometer, walker.batches([.rest(5), .walk(61.3, rate: 1.8, strength: 2)]))
      let end = SimTime(seconds: walker.seconds)
      let last = pedometer.finish(at: end)
      #expect((last?.stepCount ?? 0) >= (pushed.last?.stepCount ?? 0))
      #expect(abs(Double(last?.stepCount ?? 0) - walker.steps) < 4, "\(walker.steps)")
      let again = pedometer.finish(at: end)
      #expect(again == nil)
    }
  }

  @Test func hoursAddUpToTheDayAcrossARestart() throws {
    var walker = Walker(seed: 6, rate: 25)
    var pedometer = Pedometer()
    // Three walks up and down stairs in three hours; the phone restarts after the second.
    for part in 0..<3 {
      let batches = walker.batches([
        .rest(1200), .walk(700, rate: 1.6 + 0.15 * Double(part), strength: 2), .rest(1500),
      ])
      for batch in batches {
        guard let time = batch.samples.last?.time else { continue }
        // A floor of 4 m up in 15 s each minute, and down again.
        let phase = time.seconds - 60 * (time.seconds / 60).rounded(.down)
        let height = phase < 15 ? phase / 3.75 : phase < 30 ? 4 : max(0, 4 - (phase - 30) / 3.75)
        pedometer.receive(
          pressure: PressureSample(time: time, pressurePascals: 101_000 - 12 * height))
        pedometer.receive(accelerometer: batch)
      }
      if part == 1 {
        pedometer.reboot()
        pedometer = Pedometer(
          history: try PedometerHistory(bytes: pedometer.history.bytes), stride: pedometer.stride)
      }
    }
    let day = pedometer.record(from: .start, to: SimTime(seconds: 86_400))
    var sum = (steps: 0, metres: 0.0, up: 0, down: 0)
    for hour in 0..<24 {
      let part = pedometer.record(
        from: SimTime(seconds: 3600 * Double(hour)), to: SimTime(seconds: 3600 * Double(hour + 1)))
      sum.steps += part.stepCount
      sum.metres += part.distanceMetres ?? 0
      sum.up += part.floorsAscended ?? 0
      sum.down += part.floorsDescended ?? 0
    }
    #expect(sum.steps == day.stepCount && sum.metres == day.distanceMetres)
    #expect(sum.up == day.floorsAscended && sum.down == day.floorsDescended)
    #expect(abs(Double(day.stepCount) / walker.steps - 1) < 0.03)
  }

  @Test func survivesInvalidInput() {
    var pedometer = Pedometer(from: .distantPast)
    for value in [Double.nan, .infinity, -.infinity, 1e300] {
      for time in [SimTime.distantPast, .start, .distantFuture] {
        pedometer.receive(pressure: PressureSample(time: time, pressurePascals: value))
        pedometer.receive(
          fix: LocationFix(
            time: time, coordinate: Coordinate(latitudeDegrees: value, longitudeDegrees: value),
            horizontalAccuracyMetres: value, source: .gnss))
        pedometer.receive(
          accelerometer: InertialBatch(samples: [
            InertialSample(time: time, x: Float(value), y: 0, z: 0)
          ]))
        #expect(pedometer.push(at: time) == nil)
      }
    }
    pedometer.reboot()
    #expect(pedometer.record(from: .distantPast, to: .distantFuture).stepCount == 0)
  }
}
