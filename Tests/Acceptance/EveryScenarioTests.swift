import Foundation
import TestSupport
import Testing

/// Properties of every bundled scenario, in a short form.
struct EveryScenarioTests {
  private static let scenarios: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: TestPaths.root + "/scenarios")) ?? [])
    .filter { $0.hasSuffix(".yaml") }.sorted().map { TestPaths.root + "/scenarios/" + $0 }

  @Test(.enabled(if: runsLong, "make test-long"))
  func longJobCountDoesNotChangeResults() throws {
    #expect(Self.scenarios.count >= 24)
    try expectSameResultsForAnyJobs(to: Self.scenarios.filter { !Self.few.contains($0) })
  }

  @Test func jobCountDoesNotChangeResults() throws {
    try expectSameResultsForAnyJobs(to: Self.few)
  }

  /// The scenarios tested each time; the others are left to the long tests.
  private static let few = scenarios.enumerated().filter { $0.offset % 10 == 1 }.map(\.element)

  /// Equal seeds give equal bytes, with any number of jobs.
  private func expectSameResultsForAnyJobs(to chosen: [String]) throws {
    let sandbox = try Sandbox()
    let short =
      chosen + ["--set", "duration=40 s", "--seeds", "1-2", "--record", "--quiet"]
    for jobs in ["1", "3"] {
      let outcome = try sandbox.run(
        TestPaths.venuesim, ["run"] + short + ["--jobs", jobs, "--out", "jobs-" + jobs])
      // Budgets may be missed by a run that is cut short.
      #expect([0, 4].contains(outcome.status) && outcome.errors.isEmpty, "\(outcome)")
    }
    let (one, three) = (try sandbox.files(below: "jobs-1"), try sandbox.files(below: "jobs-3"))
    #expect(one.keys.sorted() == three.keys.sorted())
    #expect(one.count > 12 * chosen.count, "recordings of every device, too: \(one.count)")
    for (name, bytes) in one where three[name] != bytes {
      Issue.record("\(name) depends on the number of jobs")
    }
    let scenarios = Set(try Table(sandbox.read("jobs-1/metrics.csv"))["scenario"])
    #expect(scenarios.count == chosen.count, "\(scenarios.sorted())")
  }
}
