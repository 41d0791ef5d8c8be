import Campaigns
import Documents
import Harness
import Kernel
import Scoring
import TestSupport
import Testing

struct StudyPlanTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("venues/hall.yaml", Place.venue)
    try folder.write("hall.yaml", Place.scenario)
    try folder.write(
      "bare.yaml", Place.scenario.replacing("name: hall", with: "name: bare"))
  }

  private func plan(_ text: String, _ choice: StudyPlan.Selection = .init()) throws -> StudyPlan {
    try StudyPlan(path: try folder.write("study.yaml", text), choice: choice)
  }

  private func complaints(
    _ text: String, _ choice: StudyPlan.Selection = .init()
  ) throws -> [String] {
    let path = try folder.write("study.yaml", text)
    return mistakes { () throws(DocumentError) in try StudyPlan(path: path, choice: choice) }
      .map { $0.replacing(folder.path + "/", with: "") }
  }

  private static let good = """
    study: small
    scenarios:
      - hall.yaml
      - {scenario: bare.yaml, variants: {only: {duration: 20 s}}, metrics: [power.mean]}
    seeds: 3-5
    variants:
      as is: {}
      without satellites: {stack.satellites.use: off, agents.anna.device: watch}
    metrics:
      - horizontal_error.p95
      - {metric: horizontal_error.p50, title: middle, while: walking, devices: an*}
    """

  @Test func everyScenarioHasItsVariantsAndMetrics() throws {
    let study = try plan(Self.good)
    #expect(study.name == "small" && study.seeds == SeedList(3...5) && study.unitCount == 9)
    #expect(study.parts.map(\.scenario) == ["hall", "hall", "bare"])
    #expect(study.parts.map(\.variant) == ["as is", "without satellites", "only"])
    #expect(study.parts[0].figures.map(\.title) == ["horizontal_error.p95, m", "middle"])
    #expect(study.parts[1].figures[1].condition == "while walking, devices an*")
    #expect(study.parts[2].figures.map(\.figure.name) == ["power.mean"])
    #expect(study.digest(version: "1", stack: .reference).count == 12)
  }

  @Test func choiceSelectsScenariosAndVariants() throws {
    var choice = StudyPlan.Selection()
    (choice.seeds, choice.scenarios, choice.variants) = (
      SeedList(7...7), ["hall"], ["as is", "only"]
    )
    let study = try plan(Self.good, choice)
    #expect(study.parts.map(\.variant) == ["as is"] && study.seeds == SeedList(7...7))
    choice.variants = ["only"]
    #expect(
      try complaints(Self.good, choice).first?.contains("none of the chosen scenarios") == true)
    choice.variants = ["as si"]
    #expect(try complaints(Self.good, choice).first?.contains("did you mean 'as is'?") == true)
    choice.scenarios = ["hal"]
    #expect(try complaints(Self.good, choice).first?.contains("did you mean 'hall'?") == true)
  }

  /// Another seed, figure, variant or setting changes the digest.
  @Test func digestDependsOnAllInputs() throws {
    let changes = [
      ("seeds: 3-5", "seeds: 3-6"), ("p95", "p90"), ("as is:", "plain:"), ("watch", "phone-2019"),
      ("while: walking", "while: running"), ("20 s", "21 s"),
      ("middle,", "middle, magnitude: true,"),
    ]
    let texts = [Self.good] + changes.map { Self.good.replacing($0.0, with: $0.1) }
    let digests = try texts.map { try plan($0).digest(version: "1", stack: .reference) }
    #expect(Set(digests).count == texts.count, "\(digests)")
  }

  @Test(arguments: [
    ("horizontal_error.p95", "horizontal_eror.p95", ":10:5:", "'horizontal_error.p95'"),
    ("horizontal_error.p95", "horizontal_error", ":10:5:", "needs a statistic"),
    ("horizontal_error.p95", "floor.accuracy.mean", ":10:5:", "'floor.accuracy.share'"),
    ("metric: horizontal_error.p50", "metric: power.mean", ":11:14:", "a device's whole run"),
    ("while: walking", "while: waking", ":11:58:", "did you mean 'walking'?"),
    ("satellites.use: off", "satellites.use: of", ":8:46:", "did you mean 'off'?"),
    ("stack.satellites.use", "stack.satelites.use", ":8:45:", "did you mean 'satellites'?"),
    ("agents.anna", "agents.ana", ":8:70:", "did you mean 'anna'?"),
    ("seeds: 3-5", "seeds: 5-3", ":5:8:", "begins above its end"),
    ("seeds: 3-5", "seeds: 5", ":5:8:", "such as '1-20'"),
    ("seeds: 3-5", "seeds: 3-5,4", ":5:8:", "'3-5,4' has seed 4 twice"),
    ("seeds: 3-5", "seed: 3-5", ":5:1:", "did you mean 'seeds'?"),
    ("- hall.yaml", "- hal.yaml", ":3:5:", "cannot read"),
    ("scenario: bare.yaml", "scenario: hall.yaml", ":4:16:", "is called 'hall', is listed twice"),
    ("duration: 20 s", "duration: 20", ":4:55:", "with its unit"),
    ("study: small", "study: 3", ":1:8:", "identifier"),
    ("as is: {}", "as is:", ":7:9:", "a mapping"),
  ]) func reportsThePositionOfAMistake(
    old: String, new: String, place: String, cause: String
  ) throws {
    let found = try complaints(Self.good.replacing(old, with: new))
    #expect(found.count == 1, "\(found)")
    #expect(found.contains { $0.hasPrefix("study.yaml" + place) && $0.contains(cause) }, "\(found)")
  }

  @Test func rejectsContradictorySurveyOptions() throws {
    let both = """
      study: walks
      recordings:
        - {path: walks, survey: mall.ips, surveyed: surveyors}
      metrics: [horizontal_error.p95]
      """
    let found = try complaints(both)
    #expect(found.count == 1 && found[0].hasPrefix("study.yaml:3:47:"), "\(found)")
    #expect(found[0].contains("exclude each other"))
    let alone = try complaints(both.replacing("survey: mall.ips, ", with: ""))
    #expect(alone.first?.contains("need --data DIR") == true, "\(alone)")
    let thinned = try complaints(
      both.replacing("survey: mall.ips, surveyed: surveyors", with: "every: 2"))
    #expect(thinned.first?.contains("'every' thins 'surveyed'") == true, "\(thinned)")
  }

  @Test func allMistakesAreReportedAtOnce() throws {
    let text = Self.good.replacing("satellites.use", with: "satelites.use").replacing(
      "seeds: 3-5\n", with: ""
    )
    .replacing("power.mean", with: "powr.mean").replacing("error.p95", with: "error.p33")
    let found = try complaints(text)
    #expect(found.count == 3, "\(found)")
    #expect(try complaints("study: x\nmetrics: [power.mean]\n")[0].contains("neither 'scenarios'"))
    #expect(
      try complaints("study: x\nscenarios: [hall.yaml]\n")[0].contains("no metrics are given here"))
    let recordings = try complaints("study: x\nrecordings: [walks]\nmetrics: [power.mean]\n")
    #expect(recordings[0].contains("study.yaml:2:14:") && recordings[0].contains("--data"))
    var choice = StudyPlan.Selection()
    choice.data = folder.path
    #expect(
      try complaints("study: x\nrecordings: [venues]\nmetrics: budgets\n", choice)[0]
        .contains("no budgets"))
  }
}
