import Documents
import Scenarios
import Testing

struct BudgetEntryTests {
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

  @Test func conditionsAreRead() throws {
    let budget = try decodeDocument(
      Scenario.self,
      bytes: scenario(
        """
        {limit: horizontal_error.p95 <= 6 m, only: floor == -1, while: driving, \
        devices: visitor-*, from: 1 min, until: 90 s}
        """), name: "s.yaml"
    ).budgets[0]
    #expect(budget.limit.value == "horizontal_error.p95 <= 6 m" && budget.limit.place.line == 6)
    #expect(budget.limit.place.column == 13)
    let part = budget.conditions
    #expect(part.floor == -1 && part.activity == .driving && part.devices == "visitor-*")
    #expect(part.from == 60 && part.until == 90 && part.isConditional)
    let plain = try decodeDocument(
      Scenario.self, bytes: scenario("ttff.max <= 5 s"), name: "s.yaml"
    ).budgets[0]
    #expect(plain.limit.value == "ttff.max <= 5 s" && !plain.conditions.isConditional)
  }

  @Test(arguments: [
    ("{only: floor == 1}", "s.yaml:6:5: missing key 'limit'"),
    ("{limit: x.p50 <= 1, only: floor = 1}", "s.yaml:6:31: expected a floor such as"),
    ("{limit: x.p50 <= 1, only: floor == 01}", "s.yaml:6:31: expected a floor such as"),
    ("{limit: x.p50 <= 1, while: drivin}", "(did you mean 'driving'?)"),
    ("{limit: x.p50 <= 1, wihle: driving}", "unknown key 'wihle' (did you mean 'while'?)"),
    ("{limit: x.p50 <= 1, devices: a b}", "expected devices such as 'visitor-*'"),
    ("{limit: x.p50 <= 1, from: 2 min, until: 1 min}", "must come after 'from'"),
    ("{limit: x.p50 < 1}", "s.yaml:6:13: expected a budget"),
    ("x.p50 < 1", "s.yaml:6:5: expected a budget"), ("[a]", "s.yaml:6:5: expected a"),
  ]) func mistakesAreNamed(budget: String, complaint: String) {
    do throws(DocumentError) {
      _ = try decodeDocument(Scenario.self, bytes: scenario(budget), name: "s.yaml")
      Issue.record("accepted: \(budget)")
    } catch {
      #expect("\(error)".contains(complaint), "\(error)")
    }
  }
}
