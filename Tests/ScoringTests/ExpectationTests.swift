import Kernel
import Observations
import Scoring
import Testing
import Truth

/// Expected events of apps, scored on outputs made by hand.
struct ExpectationTests {
  private static let changes = [
    TrueChange(time: SimTime(seconds: 100), kind: .region, from: "", to: "in home"),
    TrueChange(time: SimTime(seconds: 400), kind: .region, from: "", to: "in home"),
  ]
  private static let outputs: [(Double, String, Output)] = [
    (50, "a", .pause(.paused)), (160, "a", .region(RegionEvent(.entered, identifier: "home"))),
    (170, "b", .region(RegionEvent(.entered, identifier: "work"))), (200, "a", .pause(.resumed)),
  ]

  /// The share met; nil if it can't be scored.
  private func met(_ expectation: AppExpectation, asPart: Bool = true) -> Double? {
    var input = ScoringInput(
      device: "d",
      outputs: Self.outputs.map {
        Delivered(time: SimTime(seconds: $0.0), $0.2, app: $0.1)
      }, truth: nil, changes: Self.changes, duration: .seconds(600), power: [])
    input.expectations = [expectation]
    var filter = ScoreFilter()
    filter.expectation = expectation.name
    let score = scoreDevice(input, filters: [filter])
    let samples = asPart ? score.filtered[0].samples : score.samples
    let values = samples.first { $0.metric.name == "expectation.met" }?.values
    return values.flatMap { MetricRow.summary(.share, of: $0) }
  }

  private func of(
    _ event: String, app: String? = nil, _ anchor: AppExpectation.WindowOrigin = .start,
    from: Double = 0, until: Double? = nil, minimum: Int = 1, maximum: Int = .max
  ) -> AppExpectation {
    AppExpectation(
      name: "x " + event, event: EventName(text: event), app: app, anchor: anchor,
      from: .seconds(from), until: until.map { .seconds($0) }, minimum: minimum, maximum: maximum)
  }

  @Test func respectsWindowsAppsAndCounts() {
    #expect(met(of("paused")) == 1)
    #expect(met(of("paused", app: "b")) == 0)
    #expect(met(of("paused", from: 51)) == 0)
    #expect(met(of("paused", from: 50, until: 50)) == 1)
    #expect(met(of("entered", minimum: 2)) == 1 && met(of("entered:home", minimum: 2)) == 0)
    #expect(met(of("entered", maximum: 1)) == 0)
    #expect(met(of("exited", minimum: 0, maximum: 0)) == 1)
    #expect(met(of("paused", minimum: 0, maximum: 0)) == 0)
  }

  @Test func aReportedShareIsNeitherGoodNorBad() {
    var woken = of("paused")
    #expect(met(woken, asPart: false) == 1)
    woken.isJudged = false
    #expect(met(woken) == 1)
    #expect(met(woken, asPart: false) == nil)
  }

  @Test func windowsStartAtAnchorEvents() {
    let home = AppExpectation.WindowOrigin.change(kind: .region, to: "in home")
    #expect(met(of("entered:home", home, until: 60)) == 1)
    #expect(met(of("entered:home", home, until: 59)) == 0)
    #expect(met(of("paused", home, from: -60, until: 0)) == 1)
    #expect(met(of("resumed", .reported(EventName("paused")), from: 150, until: 150)) == 1)
    // An event that never happened opens no window.
    #expect(met(of("paused", .change(kind: .region, to: "in work"))) == nil)
    #expect(met(of("paused", .reported(EventName("exited")))) == nil)
    #expect(met(of("paused", home, from: 501)) == nil)
  }

  @Test func eventNamesRoundTrip() throws {
    for text in ["paused", "entered:home", "failure:location.denied", "notification:a:b"] {
      #expect(EventName(text: text).text == text)
    }
    for (_, _, output) in Self.outputs {
      let name = try #require(output.eventName)
      #expect(EventName.names.contains(name.name))
    }
    var filter = ScoreFilter()
    filter.expectation = "anna paused, 1 s to 2 s since told a=b c"
    #expect(ScoreFilter(text: filter.text) == filter)
  }
}
