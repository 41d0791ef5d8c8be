import Devices
import Documents
import Harness
import Kernel
import Maps
import Parts
import Positioning
import Scenarios
import Scoring
import Services
import Signals
import TestSupport
import Testing
import Venues

struct LoadingTests {
  @Test func loadsAScenarioWithItsVenue() throws {
    let place = try Place(scenario: Place.scenario + "budgets: [power.mean <= 300 mW]\n")
    let loaded = try place.load()
    #expect(loaded.scenario.name == "hall" && loaded.venue.name == "Hall")
    #expect(loaded.map.beacons.count == 2 && loaded.path == place.path)
    #expect(loaded.budgets.map(\.text) == ["power.mean <= 300 mW"])
    #expect(loaded.venueDigest == SHA256.digest(of: Array(Place.venue.utf8)).hexadecimal)
    #expect(loaded.digest.count == 64 && loaded.digest != loaded.venueDigest)
    let set = try place.load(["duration=90 s"])
    #expect(set.scenario.duration == .seconds(90) && set.digest != loaded.digest)
  }

  @Test(arguments: [
    ("budgets: [horizontal_eror.p95 <= 6 m]", "hall.yaml:11:11:", "'horizontal_error.p95'"),
    ("budgets: [power.mean <= 300]", "hall.yaml:11:11:", "300"),
    ("budgets: [power.mean]", "hall.yaml:11:11:", "a budget"),
    ("access_points: [{name: ap7, at: 5 s, then: off}]", "hall.yaml:11:24:", "'ap7'"),
    ("access_points: [{name: ap1, at: 5 s, then: up}]", "hall.yaml:11:44:", "replaced"),
    ("access_points: [{name: ap1, at: 5 s, then: {at: hell}}]", "hall.yaml:11:49:", "'hell'"),
    ("stakc: {}", "hall.yaml:11:1:", "did you mean 'stack'?"),
    ("  - {name: bob, start: [0 m, 0 m], level: 3}", "hall.yaml:11:24:", "level 3, which 'Hall'"),
  ]) func reportsThePositionOfAMistake(line: String, place: String, cause: String) throws {
    let found = try Place(scenario: Place.scenario + line + "\n").complaints()
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasPrefix(place) == true, "\(found)")
    #expect(found.first?.contains(cause) == true, "\(found)")
  }

  @Test func accessPointsChange() throws {
    let lines = """
      access_points:
        - {name: ap1, at: 1 min, then: {at: [3 m, 2 m], level: 0, height: 3 m}}
        - {name: ap1, at: 2 min, then: off}

      """
    let changes = try Place(scenario: Place.scenario + lines).load().accessPoints
    #expect(changes.map(\.kind) == [.moves(to: [3, 2, 3], level: 0), .vanishes])
    #expect(changes.map(\.time) == [SimTime(seconds: 60), SimTime(seconds: 120)])
  }

  @Test func reportsTheMistakesOfAllFilesAtOnce() throws {
    let place = try Place(
      scenario: Place.scenario.replacing("60 s", with: "60") + "budgets: [x.p50 <= 6 m]\n",
      venue: Place.venue.replacing("47 deg", with: "91 deg"))
    let found = place.complaints()
    #expect(
      found.map { $0.prefix { $0 != " " } } == [
        "hall.yaml:2:11:", "hall.yaml:11:11:", "venues/hall.yaml:2:20:",
      ])
    let lost = try Place(scenario: Place.scenario.replacing("hall.yaml", with: "hell.yaml"))
    let missing = lost.complaints()
    #expect(missing.count == 1 && missing[0].hasPrefix("hall.yaml:3:8: cannot read"), "\(missing)")
    #expect(
      mistakes { () throws(DocumentError) in try LoadedScenario(path: "/nowhere.yaml") }.count == 1)
  }

  @Test func settingsFindAgentsByName() throws {
    let more = "  - {name: bob, start: [1 m, 0 m]}\n"
    let place = try Place(scenario: Place.scenario + more)
    func devices(_ setting: String) throws -> [String] {
      try place.load([setting]).scenario.agents.map(\.device.name)
    }
    #expect(try devices("agents.bob.device=watch") == ["phone-2014", "watch"])
    #expect(try devices("agents.0.device=watch") == ["watch", "phone-2014"])
    #expect(try devices("agents.*.device=watch") == ["watch", "watch"])
    #expect(place.complaints(["agents.bo.device=watch"]).count == 1)
  }

  @Test func settingsReplaceAndAdd() throws {
    let setting = try Setting("stack.locator.window=2 s")
    #expect(setting.keys == ["stack", "locator", "window"] && setting.value.text == "2 s")
    #expect(setting.text == "stack.locator.window=2 s")
    #expect(try Setting("a=b=c").value.text == "b=c")
    let place = try Place()
    let loaded = try place.load([
      "stack.locator.window=2 s", "stack.satellites={use: off}", "budgets=[ttff.max <= 5 s]",
    ])
    let stack = loaded.scenario.stack
    #expect(
      stack.parameters(.locator, BeaconLocatorPart.Parameters.self)?.locator.window == .seconds(2))
    #expect(stack[.satellites].name == "off" && loaded.budgets.count == 1)
    // The last of several settings wins.
    #expect(try place.load(["seed=3", "seed=4"]).scenario.seed == 4)
  }

  @Test(arguments: [
    ("seed", "key=value"), ("=3", "key=value"), ("", "key=value"), ("a..b=3", "an empty key"),
    (".a=3", "an empty key"), ("a=[1", "--set a:1:"), ("stack.locatr.window=2 s", "'locator'"),
    ("stack.locator.window=2", "--set stack.locator.window:1:1:"), ("duration=", "duration"),
    ("stack.locator.use=best", "strongest-beacon"), ("name.first=x", "name"),
  ]) func explainsUnusableSettings(text: String, cause: String) throws {
    let found = try Place().complaints([text])
    #expect(!found.isEmpty && found.contains { $0.contains(cause) }, "\(text): \(found)")
  }

  @Test(
    arguments: [
      ([], ["stack.satellites.use=off"]), ([], ["stack.satellites.use=single-point"]),
      ([], ["stack.activity.use=off"]), ([], ["stack.steps.use=peaks"]),
      ([], ["stack.locator.reach=1 m"]), ([], ["stack.locator.window=100 ms"]),
      ([], ["stack.locator.least_accuracy=50 m"]),
      (["stack.steps.use=peaks"], ["stack.steps.threshold=18 m/s²"]),
      (["stack.steps.use=peaks"], ["stack.steps.refractory=2 s"]),
    ] as [([String], [String])])
  func partsAndParametersChangeResults(base: [String], settings: [String]) throws {
    let place = try Place()
    func events(_ settings: [String]) throws -> [EventRow] {
      try RunUnit(scenario: try place.load(settings), seed: 1).run().devices[0].events
    }
    let standard = try events(base)
    #expect(try events(base + settings) != standard, "\(settings)")
    // The explicit default of a part equals the default.
    let same = [
      "stack.locator.use=strongest-beacon", "stack.satellites.use=filter", "stack.steps.use=gait",
      "stack.activity.use=network",
    ]
    #expect(try events(same + base) == standard)
  }

  @Test func findsStacksByName() throws {
    #expect(try StackChoice("reference") == .reference && StackChoice.reference.name == "reference")
    let error = #expect(throws: DocumentError.self) { try StackChoice("refrence") }
    #expect(error?.description.contains("did you mean 'reference'?") == true)
    #expect(try StackChoice("cmd:python3 mine.py").name == "cmd:python3 mine.py")
  }
}
