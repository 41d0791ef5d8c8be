import Geometry
import Kernel
import Observations
import Scoring
import Testing
import Truth

/// Activities published batch by batch, with faulty motion data.
struct BatchTests {
  private static let origin = Coordinate(latitudeDegrees: 47, longitudeDegrees: 8)

  private func batch(
    from begin: Double, to end: Double, rate: Double = 50,
    _ change: (Int, inout InertialSample) -> Void = { _, _ in }
  ) -> Delivered<Observation> {
    var samples: [InertialSample] = []
    var time = begin
    while time < end - 1e-6 {
      let wave = Float(samples.count % 5)
      var sample = InertialSample(time: SimTime(seconds: time), x: wave, y: -wave, z: 9 + wave)
      change(samples.count, &sample)
      samples.append(sample)
      time += 1 / rate
    }
    return Delivered(time: SimTime(seconds: end), .accelerometer(InertialBatch(samples: samples)))
  }

  /// Scores a minute at rest, then a minute of running that is reported some seconds late.
  private func figures(late: Double, gap: Bool = false) -> [String: (value: Double, count: Int)] {
    let turn = SimTime(seconds: 60)
    let changes = [TrueChange(time: turn, kind: .activity, from: "stationary", to: "running")]
    var notes = SensedNotes(changes: changes)
    for number in 0..<48 where !gap || number < 20 || number >= 30 {
      notes.add(batch(from: Double(number) * 2.5, to: Double(number + 1) * 2.5), truth: nil)
    }
    func reported(_ seconds: Double, _ flags: ActivityFlags) -> Delivered<Output> {
      let time = SimTime(seconds: seconds)
      return Delivered(
        time: time, .activity(ActivityReport(startTime: time, flags: flags, confidence: .high)))
    }
    var input = ScoringInput(
      device: "d", outputs: [reported(2.5, .stationary), reported(60 + late, .running)],
      truth: { time in
        TruthSample(
          time: time, coordinate: Self.origin, altitudeMetres: 0, floor: nil,
          eastVelocityMetresPerSecond: 0, northVelocityMetresPerSecond: 0,
          activity: time < turn ? .stationary : .running, stepCount: 0, distanceMetres: 0)
      }, changes: changes, duration: .seconds(120), power: [])
    input.take(notes)
    var found: [String: (value: Double, count: Int)] = [:]
    for (metric, values) in scoreDevice(input).samples.map({ ($0.metric, $0.values) }) {
      if let row = MetricRow.rows(metric, values: values).first {
        found[metric.name] = (row.value, row.count)
      }
    }
    return found
  }

  @Test(arguments: [(2.5, 24), (5.0, 23), (30.0, 13)])
  func lateReportsReduceBatchRecall(late: Double, right: Int) {
    let found = figures(late: late)
    #expect(found["activity.batch.recall.running"]?.count == 24)
    #expect(found["activity.batch.recall.running"]?.value == Double(right) / 24)
    // The first two batches don't count.
    #expect(found["activity.batch.accuracy"]?.count == 46)
    #expect(found["activity.batch.recall.stationary"]?.value == 1)
  }

  @Test func skipsTwoBatchesAfterGap() {
    let found = figures(late: 2.5, gap: true)
    #expect(found["activity.batch.accuracy"]?.count == 18 + 16)
    #expect(found["motion.faults.gap"]?.value == 1)
    #expect(found["motion.faults.unusable"] == nil)
  }

  @Test func countsFaults() {
    var notes = SensedNotes(changes: [])
    notes.add(batch(from: 0, to: 2.5), truth: nil)
    for kind in SensedFaults.FaultKind.allCases { #expect(notes.faults[kind] == 0) }
    notes.add(
      batch(from: 2.5, to: 5) { number, sample in
        if number == 3 { sample.x = .nan }
        if number == 4 { sample.z = -.infinity }
        if number == 5 { sample.y = 158 }
      }, truth: nil)
    #expect(notes.faults[.unusable] == 3)
    notes.add(batch(from: 5, to: 7.5) { _, sample in sample.y = 156.9 }, truth: nil)
    #expect(notes.faults[.stuck] == 1)
    notes.add(batch(from: 1, to: 3.5), truth: nil)
    #expect(notes.faults[.setBack] == 1)
    notes.add(batch(from: 4, to: 6.5, rate: 20), truth: nil)
    #expect(notes.faults[.gap] == 1)
    #expect(notes.faults[.unusable] == 3)
  }

  @Test func phoneOnTableIsNotStuck() {
    var notes = SensedNotes(changes: [])
    notes.add(
      batch(from: 0, to: 2.5) { _, sample in (sample.x, sample.y, sample.z) = (0, 0, 9.8) },
      truth: nil)
    #expect(notes.faults[.stuck] == 0)
  }
}
