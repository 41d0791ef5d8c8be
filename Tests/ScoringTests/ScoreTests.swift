import Geometry
import Kernel
import Observations
import Scoring
import Testing
import Truth

struct ScoreTests {
  private static let origin = Coordinate(latitudeDegrees: 47, longitudeDegrees: 8)

  /// Stands for 10 s, walks up to 20 s, then stands; upstairs from 15 s on; 20 steps in all.
  private func truth(_ time: SimTime) -> TruthSample {
    let seconds = time.seconds
    return TruthSample(
      time: time, coordinate: Self.origin, altitudeMetres: 400, floor: seconds < 15 ? nil : 1,
      eastVelocityMetresPerSecond: 0, northVelocityMetresPerSecond: 0,
      activity: seconds >= 10 && seconds < 20 ? .walking : .stationary,
      stepCount: Int(min(max(0, (seconds - 10) * 2), 20)), distanceMetres: 0)
  }

  private func fix(
    _ seconds: Double, metresNorth: Double, accuracy: Double = 5, floor: Int? = nil,
    height: Double? = nil
  ) -> LocationFix {
    // A degree of latitude is 111,170.8 m at 47° (the meridian's radius of curvature).
    LocationFix(
      time: SimTime(seconds: seconds),
      coordinate: Coordinate(
        latitudeDegrees: 47 + metresNorth / 111_170.8, longitudeDegrees: 8),
      horizontalAccuracyMetres: accuracy, altitudeMetres: height ?? 0,
      verticalAccuracyMetres: height == nil ? -1 : 3, floor: floor, source: .fused)
  }

  private func score(
    _ outputs: [(Double, Output)], duration: Double = 30, countsSilenceAsNoSteps: Bool = false,
    knownUntil: Double = 100, while activity: TrueActivity? = nil
  ) -> DeviceScore {
    var input = ScoringInput(
      device: "d",
      outputs: outputs.map { Delivered(time: SimTime(seconds: $0.0), $0.1) },
      truth: { time in
        var sample = truth(time)
        if time.seconds > knownUntil { sample.known = [] }
        return sample
      },
      changes: [
        TrueChange(
          time: SimTime(seconds: 10), kind: .activity, from: "stationary", to: "walking"),
        TrueChange(time: SimTime(seconds: 15), kind: .floor, from: "outdoors", to: "1"),
        TrueChange(
          time: SimTime(seconds: 20), kind: .activity, from: "walking", to: "stationary"),
      ], duration: .seconds(duration),
      power: [
        PowerRow(component: "gnss", state: "on", cause: "stack", seconds: 10, millijoules: 2000),
        PowerRow(
          component: "gnss", state: "off", cause: "system", seconds: 20, millijoules: 1000),
      ])
    input.countsSilenceAsNoSteps = countsSilenceAsNoSteps
    guard let activity else { return scoreDevice(input) }
    var filter = ScoreFilter()
    filter.activity = activity
    var score = scoreDevice(input, filters: [filter])
    score.samples = score.filtered[0].samples
    return score
  }

  /// Walking from 10 s, standing from 20 s on; batches of motion arrive every 2.5 s, some of them late.
  @Test func latenciesHaveBounds() throws {
    let changes = [(10.0, "walking"), (20, "stationary"), (25, "running")].map {
      TrueChange(time: SimTime(seconds: $0.0), kind: .activity, from: "other", to: $0.1)
    }
    var notes = SensedNotes(changes: changes)
    for number in 1...10 {
      let end = 2.5 * Double(number)
      // The batch that ends at 12.5 s is half a second late.
      let arrival = SimTime(seconds: end == 12.5 ? 13 : end)
      let samples = [0.5, 0].map {
        InertialSample(time: SimTime(seconds: end - $0), x: 0, y: 0, z: 9.8)
      }
      notes.add(Delivered(time: arrival, .accelerometer(.init(samples: samples))), truth: nil)
    }
    #expect(notes.evidenceTimes == [SimTime(seconds: 13), SimTime(seconds: 22.5), nil])
    var input = ScoringInput(
      device: "d",
      outputs: [(15.0, ActivityFlags.walking), (22.5, .stationary), (29, .running)].map {
        let time = SimTime(seconds: $0.0)
        return Delivered(
          time: time,
          .activity(ActivityReport(startTime: time, flags: $0.1, confidence: .high)))
      }, truth: truth, changes: changes, duration: .seconds(30), power: [])
    input.take(notes)
    let score = scoreDevice(input)
    #expect(values(score, "activity.latency_bound.walking") == [3])
    #expect(values(score, "activity.latency.walking") == [5])
    #expect(values(score, "activity.latency_efficiency.walking") == [0.6])
    #expect(values(score, "activity.latency_efficiency.stationary") == [1])
    // No batch held enough of it, whatever was reported.
    #expect(values(score, "activity.latency.running") == [4])
    #expect(values(score, "activity.latency_bound.running").isEmpty)
  }

  private func sketch(_ score: DeviceScore, _ name: String) -> ValueSketch {
    score.samples.first { $0.metric.name == name }?.values ?? []
  }

  private func values(_ score: DeviceScore, _ name: String) -> [Double] {
    sketch(score, name).values
  }

  /// Number of values of a share, and number of those that are one.
  private func combined(_ score: DeviceScore, _ name: String) -> [Int] {
    [Int(sketch(score, name).sum), sketch(score, name).count]
  }

  @Test func measuresFixesAtDeliveryTime() throws {
    let outputs: [(Double, Output)] = [
      (4, .location(fix(4, metresNorth: 3, floor: nil, height: 402))),
      (14.9, .location(fix(14, metresNorth: -8, accuracy: 8.1, floor: 1))),
      (
        16,
        .locations([
          fix(15.5, metresNorth: 5.01, floor: 1), fix(16, metresNorth: 4.99, floor: 2),
        ])
      ),
    ]
    let score = score(outputs)
    let errors = values(score, "horizontal_error")
    #expect(errors.count == 4)
    for (error, expected) in zip(errors, [3, 8, 5.01, 4.99]) {
      #expect(abs(error - expected) < 0.002, "\(error), not \(expected)")
    }
    #expect(score.fixes.map { $0.deliveryTime.seconds } == [4, 14.9, 16, 16])
    #expect(score.fixes.map(\.verticalErrorMetres) == [2, nil, nil, nil])
    // Upstairs is true from 15 s on: reported too early once, and once a floor too high.
    #expect(combined(score, "floor.accuracy") == [2, 4])
    #expect(combined(score, "within_accuracy") == [3, 4])
    #expect(combined(score, "calibration.0_5x") == [0, 4])
    #expect(combined(score, "calibration.1_5x") == [4, 4])
    #expect(values(score, "vertical_error") == [2])
    #expect(values(score, "ttff") == [4])
    // Whole seconds 4 to 9 and 15 to 21 of 30.
    #expect(combined(score, "availability") == [13, 30])
    #expect(combined(score, "gaps") == [3, 30])
    #expect(sketch(score, "age").count == 27 && sketch(score, "age").maximum == 14)
    #expect(values(score, "energy") == [3] && values(score, "power") == [0.1])
    #expect(score.events.map(\.kind) == ["location", "location", "locations"])
  }

  @Test func scoresSilentStack() {
    let score = score([])
    #expect(values(score, "horizontal_error").isEmpty && values(score, "ttff").isEmpty)
    #expect(combined(score, "availability") == [0, 30] && combined(score, "gaps") == [30, 30])
    // A stack without step counts isn't scored for them, unless they were requested.
    #expect(values(score, "steps.error").isEmpty && values(score, "steps.abs_error").isEmpty)
    let asked = self.score([], countsSilenceAsNoSteps: true)
    #expect(values(asked, "steps.error") == [-1] && values(asked, "steps.abs_error") == [1])
    #expect(score.transitions.count == 3 && score.transitions.allSatisfy { $0.reportedTime == nil })
    #expect(score.samples.map(\.metric.name) == MetricCatalogue.all.map(\.name))
  }

  @Test func silenceIsNoFalseSteps() {
    // Without it, the mean over phones would leave out those that were right.
    let still = score([], duration: 9, countsSilenceAsNoSteps: true)
    #expect(values(still, "steps.false_per_hour") == [0])
    let part = score([], duration: 9, countsSilenceAsNoSteps: true, while: .stationary)
    #expect(values(part, "steps.false_per_hour") == [0])
    #expect(values(score([], duration: 9), "steps.false_per_hour").isEmpty)
  }

  @Test(arguments: [(18, -0.1), (20, 0.0), (25, 0.25)])
  func comparesLastStepCount(reported: Int, error: Double) throws {
    func record(_ steps: Int) -> Output {
      .pedometer(
        PedometerRecord(startTime: .start, endTime: SimTime(seconds: 25), stepCount: steps))
    }
    let found = values(score([(12, record(4)), (25, record(reported))]), "steps.error")
    #expect(found.count == 1 && abs(found[0] - error) < 1e-12, "\(found)")
    let size = values(score([(12, record(4)), (25, record(reported))]), "steps.abs_error")
    #expect(size == found.map { abs($0) })
    // A later query counts as well, if it covers the whole run.
    let pulled = Output.pedometerHistory(
      PedometerRecord(startTime: .start, endTime: SimTime(seconds: 25), stepCount: reported))
    #expect(values(score([(26, pulled)]), "steps.error") == found)
    // Truth that ends before the run is compared with the reports up to its end.
    let short = score([(12, record(4)), (25, record(reported))], knownUntil: 29)
    #expect(values(short, "steps.error") == found)
    let early = score([(12, record(4)), (25, record(reported))], knownUntil: 15)
    #expect(values(early, "steps.error") == [(4.0 - 10) / 10])
    // A query half-way covers the steps until then.
    let half = Output.pedometerHistory(
      PedometerRecord(startTime: .start, endTime: SimTime(seconds: 10), stepCount: 0))
    #expect(values(score([(10, half)]), "steps.error").isEmpty)
    let late = Output.pedometerHistory(
      PedometerRecord(
        startTime: SimTime(seconds: 9), endTime: SimTime(seconds: 25), stepCount: reported))
    #expect(values(score([(26, late)]), "steps.error").isEmpty)
    // Without steps there is no relative error.
    #expect(values(score([(5, record(3))], duration: 9), "steps.error").isEmpty)
  }

  @Test func measuresTransitionLatencies() throws {
    func report(_ flags: ActivityFlags) -> Output {
      .activity(ActivityReport(startTime: .start, flags: flags, confidence: .high))
    }
    let score = score([
      (2, report(.walking)), (12.5, report([.walking, .unknown])), (13, report(.walking)),
      (14, .location(fix(14, metresNorth: 0, floor: 1))),
      (17, .location(fix(17, metresNorth: 0, floor: nil))),
      (18.25, .location(fix(18, metresNorth: 0, floor: 1))), (31, report(.stationary)),
    ])
    let rows = score.transitions
    #expect(rows.map(\.kind) == ["activity", "floor", "activity"])
    #expect(rows.map(\.time.seconds) == [10, 15, 20])
    #expect(rows.map(\.from) == ["stationary", "outdoors", "walking"])
    #expect(rows.map(\.to) == ["walking", "1", "stationary"])
    #expect(rows.map { $0.reportedTime?.seconds } == [12.5, 18.25, nil])
  }

  @Test func survivesInvalidCoordinates() {
    for value in [Double.nan, .infinity, 91, -1e300] {
      var strange = fix(3, metresNorth: 0)
      strange.coordinate.latitudeDegrees = value
      let score = score([(3, .location(strange))])
      #expect(values(score, "horizontal_error") == [.infinity], "\(value)")
      #expect(combined(score, "within_accuracy") == [0, 1], "\(value)")
      let rows = score.samples.flatMap { MetricRow.rows($0.metric, values: $0.values) }
      #expect(rows.allSatisfy { !$0.value.isNaN }, "\(value)")
    }
  }
}
