import Documents
import Kernel
import Observations
import Scoring
import Testing
import Truth

struct BudgetFilterTests {
  @Test(arguments: [
    ("visitor-*", "visitor-12", true), ("visitor-*", "visitor", false), ("*", "", true),
    ("*-1", "guide-1", true), ("*-1", "guide-11", false), ("a*b*c", "a-b-b-c", true),
    ("a*b*c", "a-c-b", false), ("visitor", "visitor", true), ("visitor", "visitors", false),
    ("", "x", false), ("**", "x", true),
  ]) func patternsMatchDevices(pattern: String, name: String, isMatch: Bool) {
    var filter = ScoreFilter()
    filter.device = pattern
    #expect(filter.contains(device: name) == isMatch)
    #expect(ScoreFilter().contains(device: name))
  }

  @Test func conditionsRestrictBudgetValues() throws {
    var filter = ScoreFilter()
    (filter.floor, filter.activity) = (2, .automotive)
    filter.device = "visitor-*"
    let budget = try Budget("horizontal_error.p95 <= 6 m", filter: filter)
    #expect(
      budget.text == "horizontal_error.p95 <= 6 m (floor 2, while driving, devices visitor-*)")
    var pool = ScenarioPool()
    var score = DeviceScore(device: "visitor-1")
    score.samples = [(budget.metric, [1, 50])]
    score.filtered = [(filter, [(budget.metric, [1, 2])])]
    pool.add(score)
    #expect(pool.values(of: budget) == [1, 2])
    #expect(pool.values(of: try Budget("horizontal_error.p95 <= 6 m")) == [1, 50])
    // Without data, nothing is kept.
    let other = try Budget("floor.accuracy.share >= 0.5", filter: filter)
    #expect(BudgetVerdict(other, values: pool.values(of: other)).verdict == .missed)
  }

  @Test func rejectsConditionsOfWholeRunMetrics() throws {
    var floor = ScoreFilter()
    floor.floor = 1
    for text in ["power.mean <= 5 W", "ttff.mean <= 5 s", "energy.mean <= 5 J"] {
      #expect(throws: DocumentFormError.self) { try Budget(text, filter: floor) }
      var devices = ScoreFilter()
      devices.device = "a*"
      #expect(try Budget(text, filter: devices).filter == devices)
    }
  }
}
