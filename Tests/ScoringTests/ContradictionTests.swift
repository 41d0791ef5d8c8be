import Kernel
import Observations
import Scoring
import Testing

/// Contradictory steps and activities, side by side in an app.
struct ContradictionTests {
  /// The share of contradicted seconds of a minute.
  ///
  /// - Parameters:
  ///   - flags: The reported activity from the first second on.
  ///   - confidence: Its confidence.
  ///   - steps: Times of records with ten more steps, in s.
  ///   - isCounting: True if an app counts steps.
  ///   - standsIn: True without an app, so that a default one is used.
  ///   - sensesMotion: True if there is an accelerometer.
  /// - Returns: The share, and the number of seconds; nil without any.
  private func share(
    _ flags: ActivityFlags, _ confidence: Confidence = .high, steps: [Int], isCounting: Bool = true,
    standsIn: Bool = false, sensesMotion: Bool = true
  ) -> (value: Double, count: Int)? {
    var outputs = [
      Delivered<Output>(
        time: .start + .seconds(1),
        .activity(
          ActivityReport(startTime: .start, flags: flags, confidence: confidence)))
    ]
    for (number, second) in steps.enumerated() {
      let time = SimTime.start + .seconds(Double(second))
      outputs.append(
        Delivered(
          time: time,
          .pedometer(
            PedometerRecord(startTime: .start, endTime: time, stepCount: 10 * (number + 1)))))
    }
    var input = ScoringInput(
      device: "d", outputs: outputs, truth: nil, changes: [], duration: .seconds(60), power: [])
    // Without any app, a default one would count.
    let call = isCounting ? AppCall(.startPedometerUpdates) : AppCall(.startUpdatingLocation)
    if !standsIn { input.apps.add(.call(app: "app", call), at: .start) }
    if !sensesMotion { input.motionSpans = [] }
    let score = scoreDevice(input)
    guard
      let found = score.samples.first(where: { $0.metric.name == "activity.contradicted" }),
      let row = MetricRow.rows(found.metric, values: found.values).first
    else { return nil }
    return (row.value, row.count)
  }

  @Test func confidentWalkWithoutStepsIsAContradiction() throws {
    let silent = try #require(share(.walking, steps: []))
    #expect(silent.value == 1 && silent.count > 40)
    let counted = try #require(share(.walking, steps: Array(stride(from: 8, to: 60, by: 3))))
    #expect(counted.value == 0)
    // Steps that end half-way are missed from twelve seconds on.
    let half = try #require(share(.running, steps: Array(stride(from: 8, to: 30, by: 3))))
    #expect(half.value > 0.2 && half.value < 0.6)
  }

  @Test func stepsDuringConfidentRestAreAContradiction() throws {
    for flags in [ActivityFlags.stationary, .automotive, [.automotive, .stationary]] {
      let rest = try #require(share(flags, steps: []))
      #expect(rest.value == 0)
      let busy = try #require(share(flags, steps: [20, 30, 40]))
      #expect(busy.value > 0.05 && busy.value < 0.1)
    }
  }

  @Test func uncertainReportsAreNoContradiction() {
    #expect(share(.walking, .medium, steps: []) == nil)
    #expect(share([], steps: [20]) == nil)
    #expect(share(.cycling, steps: [20]) == nil)
    #expect(share(.walking, steps: [], isCounting: false) == nil)
    #expect(share(.walking, steps: [], standsIn: true)?.value == 1)
    #expect(share(.walking, steps: [], standsIn: true, sensesMotion: false) == nil)
  }
}
