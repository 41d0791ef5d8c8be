import Documents
import Kernel
import Observations
import Scenarios
import Scoring
import Testing
import Truth

struct BudgetTests {
  private func scenario(_ budget: String) -> [UInt8] {
    Array(
      """
      name: s
      duration: 1 min
      venue: v.yaml
      agents: [{name: a, start: [0 m, 0 m], itinerary: [stand: 1 s]}]
      budgets:
        - \(budget)
      """.utf8)
  }

  @Test func readsConditions() throws {
    let budget = try decodeDocument(
      Scenario.self,
      bytes: scenario(
        """
        {limit: horizontal_error.p95 <= 6 m, only: floor == -1, while: driving, \
        devices: visitor-*, from: 1 min, until: 90 s}
        """), name: "s.yaml"
    ).budgets[0]
    #expect(
      budget.text
        == "horizontal_error.p95 <= 6 m (floor -1, while driving, devices visitor-*, "
        + "from 60.0 s, until 90.0 s)")
    #expect(budget.metric == .fix.horizontalError && budget.statistic == .p95)
    #expect(budget.relation == .atMost && budget.limit == 6)
    let filter = try #require(budget.filter)
    #expect(filter.floor == -1 && filter.activity == .automotive && filter.device == "visitor-*")
    #expect(filter.from == SimTime(seconds: 60) && filter.until == SimTime(seconds: 90))
    let plain = try decodeDocument(
      Scenario.self, bytes: scenario("ttff.max <= 5 s"), name: "s.yaml"
    ).budgets[0]
    #expect(plain == (try Budget("ttff.max <= 5 s")) && plain.filter == nil)
    let bare = try decodeDocument(
      Scenario.self, bytes: scenario("{limit: ttff.max <= 5 s}"), name: "s.yaml"
    ).budgets[0]
    #expect(bare == plain)
  }

  @Test(arguments: [
    ("stationary", TrueActivity.stationary), ("walking", .walking), ("running", .running),
    ("cycling", .cycling), ("driving", .automotive),
  ]) func readsActivityNames(word: String, activity: TrueActivity) throws {
    let budget = try decodeDocument(
      Scenario.self,
      bytes: scenario("{limit: horizontal_error.p95 <= 6 m, while: \(word)}"), name: "s.yaml"
    ).budgets[0]
    #expect(budget.filter?.activity == activity)
    #expect(budget.text.hasSuffix("(while \(word))"))
  }

  @Test(arguments: [
    ("{only: floor == 1}", "s.yaml:6:5: needs 'limit' or 'compare'"),
    ("{limit: nees.p50 <= 1, only: floor = 1}", "s.yaml:6:34: expected a floor such as"),
    ("{limit: nees.p50 <= 1, only: floor == 01}", "s.yaml:6:34: expected a floor such as"),
    ("{limit: nees.p50 <= 1, while: drivin}", "(did you mean 'driving'?)"),
    ("{limit: nees.p50 <= 1, while: other}", "s.yaml:6:35: expected 'stationary', "),
    ("{limit: nees.p50 <= 1, wihle: driving}", "unknown key 'wihle' (did you mean 'while'?)"),
    ("{limit: nees.p50 <= 1, devices: a b}", "expected devices such as 'visitor-*'"),
    ("{limit: nees.p50 <= 1, from: 2 min, until: 1 min}", "must come after 'from'"),
    ("{limit: nees.p50 < 1}", "s.yaml:6:13: expected a budget"),
    ("{limit: nes.p50 <= 1}", "s.yaml:6:13: unknown metric 'nes.p50' (did you mean 'nees.p50'?)"),
    ("nees.p50 < 1", "s.yaml:6:5: expected a budget"), ("[a]", "s.yaml:6:5: expected a"),
    ("nes.p50 <= 1", "s.yaml:6:5: unknown metric 'nes.p50' (did you mean 'nees.p50'?)"),
    ("ttff.p50 <= 1 m", "s.yaml:6:5: unknown unit 'm'"),
    ("{limit: power.mean <= 1 W, only: floor == 1}", "s.yaml:6:6: 'power' covers a device's whole"),
  ]) func errorsNameTheMistake(budget: String, complaint: String) {
    do throws(DocumentError) {
      _ = try decodeDocument(Scenario.self, bytes: scenario(budget), name: "s.yaml")
      Issue.record("accepted: \(budget)")
    } catch {
      #expect("\(error)".contains(complaint), "\(error)")
      #expect(error.diagnostics.count == 1, "\(error)")
    }
  }
}
