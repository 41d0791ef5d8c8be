import Documents
import Kernel
import Motion
import Parts
import Positioning
import Scenarios
import Scoring
import Services
import Signals
import TestSupport
import Testing
import Truth

struct ScenarioTests {
  private static let good = """
    name: lunch
    duration: 20 min
    venue: mall.yaml
    seed: 12
    gps_start: {week: 2300, into_week: 100000 s}
    agents:
      - name: anna
        start: [1 m, 2 m]
        level: 0
        speed: 1.2 m/s
        placement: hand_texting
        itinerary:
          - stand: 5 s
          - walk: {to: [10 m, 2 m], level: 1, speed: 3 km/h}
      - name: ben
        start: [0 m, 0 m]
    stack:
      locator: {use: strongest-beacon, window: 4 s, reach: 9 m}
      satellites: {use: off}
      steps: {use: peaks, threshold: 1.1 m/s²}
    budgets:
      - horizontal_error.p95 <= 6 m

    """

  private func scenario(_ text: String) throws(DocumentError) -> Scenario {
    try decodeDocument(Scenario.self, bytes: Array(text.utf8), name: "s.yaml")
  }

  @Test func readsScenario() throws {
    let scenario = try scenario(Self.good)
    #expect(scenario.name == "lunch" && scenario.about.isEmpty && scenario.seed == 12)
    #expect(scenario.duration == .minutes(20) && scenario.venueFile.value == "mall.yaml")
    #expect(scenario.gpsStart.week == 2300 && scenario.gpsStart.intoWeek == .seconds(100_000))
    let (anna, ben) = (scenario.agents[0], scenario.agents[1])
    #expect(anna.name.value == "anna" && anna.start.aim == .point([1, 2]) && anna.start.level == 0)
    #expect(anna.placement == .handTexting && ben.placement == .waist && ben.start.level == nil)
    #expect(anna.movement.speed.law == .constant(1.2) && ben.itinerary.isEmpty)
    #expect(
      ben.movement.speed.law == .normal(mean: 1.34, sd: 0.26)
        && ben.movement.speed.limits == 0.5...2.2)
    guard case .stay(.standing, let length) = anna.itinerary[0].value,
      case .go(let walk, running: false) = anna.itinerary[1].value
    else {
      Issue.record("\(anna.itinerary)")
      return
    }
    #expect(length.law == .constant(5))
    #expect(walk.to.aim == .point([10, 2]) && walk.to.level == 1)
    #expect(abs(try #require(walk.speed) - 3 / 3.6) < 1e-12)
    let locator = try #require(
      scenario.stack.parameters(.locator, BeaconLocatorPart.Parameters.self))
    #expect(locator.locator.window == .seconds(4) && locator.locator.reachMetres == 9)
    #expect(locator.locator.minAccuracyMetres == 5 && scenario.stack[.satellites].name == "off")
    let steps = try #require(scenario.stack.parameters(.steps, PeakStepCounter.Parameters.self))
    #expect(steps.threshold == 1.1)
    #expect(scenario.budgets.map(\.text) == ["horizontal_error.p95 <= 6 m"])
    #expect(scenario.budgets.map(\.metric) == [.fix.horizontalError])
  }

  /// A large group doesn't start at one point, where its bodies would be in one another.
  @Test(arguments: [
    ("count: 20", 0.0), ("count: 2000", (2000 / Double.pi).squareRoot()),
    ("count: 2000\n    spread: 3 m", 3), ("count: 2000\n    spread: 0 m", 0),
  ]) func largeGroupsSpread(lines: String, metres: Double) throws {
    let text = Self.good.replacing("name: ben\n", with: "name: ben\n    \(lines)\n")
    #expect(try scenario(text).agents[1].spread == metres)
  }

  @Test(arguments: [
    ("duration: 20 min", "duration: 20", "s.yaml:2:11:", "a time with its unit"),
    ("speed: 1.2 m/s", "speed: 1.2", "s.yaml:10:12:", "a speed"),
    ("speed: 3 km/h", "speed: 3 km", "s.yaml:14:50:", "unit of length; expected a speed"),
    ("placement: hand_texting", "placment: hand", "s.yaml:11:5:", "did you mean 'placement'?"),
    ("placement: hand_texting", "placement: nose", "s.yaml:11:16:", "'waist'"),
    ("use: strongest-beacon", "use: strongest-becon", "s.yaml:18:18:", "strongest-beacon"),
    (
      "satellites: {use: off}", "satelites: {use: off}", "s.yaml:19:3:",
      "did you mean 'satellites'?"
    ),
    ("reach: 9 m", "reach: 9000 m", "s.yaml:18:56:", "at most 1"),
    ("reach: 9 m", "particles: 9", "s.yaml:18:49:", "'particles' is a parameter of 'radio-map'"),
    ("reach: 9 m", "reech: 9 m", "s.yaml:18:49:", "did you mean 'reach'?"),
    ("name: ben", "name: anna", "s.yaml:6:1:", "two agents are called 'anna'"),
    ("stand: 5 s", "stand: -5 s", "s.yaml:13:16:", "-5 s"),
    ("- stand: 5 s", "- {}", "s.yaml:13:9:", "one of 'stand', 'wait'"),
    ("p95 <= 6 m", "p95 < 6 m", "s.yaml:22:5:", "a budget"),
    ("week: 2300", "week: 1", "s.yaml:5:19:", "1024"),
    ("reach: 9 m", "reach: 9 s", "s.yaml:18:56:", "length"),
  ]) func errorsHavePositions(old: String, new: String, place: String, cause: String) throws {
    let text = try #require(Self.good.replacingOnly(old, with: new), "'\(old)' stands once")
    let found = mistakes { () throws(DocumentError) in try scenario(text) }
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasPrefix(place) == true, "\(found)")
    #expect(found.first?.contains(cause) == true, "\(found)")
  }
}
