import Foundation
import Testing

/// Surveys of venues by the command.
@Suite struct SurveyVerbTests {
  /// The survey of a venue equals that of a scenario without changes to it.
  @Test func venueSurveyEqualsScenarioSurvey() throws {
    let sandbox = try Sandbox()
    let scenarios = TestPaths.root + "/scenarios"
    for (place, file) in [("museum-visit", "scenario"), ("venues/museum", "venue")] {
      let done = try sandbox.venuesim(
        ["survey", "\(scenarios)/\(place).yaml", "--seed", "5", "--out", file, "--quiet"])
      #expect(done.status == 0, "\(done)")
    }
    let files = try ["scenario", "venue"].map {
      try Data(contentsOf: URL(fileURLWithPath: sandbox.path + "/" + $0))
    }
    #expect(files[0] == files[1] && files[0].count > 100_000)
    let refused = try sandbox.venuesim([
      "survey", "\(scenarios)/venues/museum.yaml", "--out", "f", "--set", "duration=1 min",
    ])
    #expect(refused.status == 2 && refused.errors.contains("is a venue"), "\(refused)")
  }
}
