import Foundation
import Testing

/// The collected `--json` output of verbs without an object of their own.
struct JSONOutputTests {
  private func answer(
    _ sandbox: Sandbox, _ arguments: String..., status: Int32 = 0
  ) throws -> [String: Any] {
    let outcome = try sandbox.venuesim(arguments + ["--json"])
    #expect(outcome.status == status, "\(outcome)")
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let answer = try #require(object as? [String: Any], "\(outcome)")
    #expect(answer["verb"] as? String == arguments[0] && answer["status"] as? Int == Int(status))
    return answer
  }

  private func rows(_ answer: [String: Any]) throws -> [[String: Any]] {
    let tables = try #require(answer["tables"] as? [[String: Any]])
    return try tables.flatMap { try #require($0["rows"] as? [[String: Any]]) }
  }

  @Test func jsonTablesHaveFullPrecision() throws {
    let sandbox = try Sandbox()
    let budgets = try rows(
      answer(sandbox, "budgets", TestPaths.corridor, "--seeds", "201-203", status: 4))
    #expect(budgets.count == 4)
    let reached = try #require(budgets[0]["reached"] as? Double)
    #expect(reached > 1 && reached < 60 && reached != (reached * 10).rounded() / 10, "\(reached)")
    try sandbox.write(
      "study.yaml",
      """
      study: two
      scenarios: ['\(TestPaths.corridor)']
      seeds: 1000-1001
      variants: {as is: {}, no beacons: {signals.beacons: 'off'}}
      metrics: [horizontal_error.p50]
      """)
    let study = try rows(answer(sandbox, "study", "study.yaml"))
    #expect(study.contains { $0["variant"] as? String == "no beacons" && $0["value"] is Double })
    let fresh = try answer(
      sandbox, "fresh", "--commit", "ab12", "--count", "2", TestPaths.corridor)
    #expect((fresh["lines"] as? [String])?.last?.contains("budgets kept") == true, "\(fresh)")
  }

  /// A name that looks like a number stays a string.
  @Test func numericNamesStayStrings() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "study.yaml",
      """
      study: two
      scenarios: ['\(TestPaths.corridor)']
      seeds: 1000-1001
      variants: {'1e5': {}, 'nan': {signals.beacons: 'off'}}
      metrics: [horizontal_error.p50]
      """)
    let study = try rows(answer(sandbox, "study", "study.yaml"))
    #expect(Set(study.compactMap { $0["variant"] as? String }) == ["1e5", "nan"])
    #expect(study.contains { $0["seed"] as? String == "1000" && $0["value"] is Double }, "\(study)")
    #expect(study.allSatisfy { !($0["n"] is String) })
  }

  @Test func filesAreNamed() throws {
    let sandbox = try Sandbox()
    #expect(try sandbox.venuesim("run", TestPaths.corridor, "--out", "run", "--quiet").status == 0)
    let page = try answer(sandbox, "report", "run")
    #expect(page["files"] as? [String] == ["run/report.html"])
    let drawn = try #require(try answer(sandbox, "plot", "run")["files"] as? [String])
    #expect(drawn.count >= 3 && drawn.allSatisfy { sandbox.exists($0) }, "\(drawn)")
    let sheets = try answer(sandbox, "export", "svg", TestPaths.corridor, "--out", "drawn")
    #expect((sheets["files"] as? [String])?.isEmpty == false, "\(sheets)")
    let survey = try answer(sandbox, "survey", TestPaths.corridor, "--out", "c.vspf")
    #expect((survey["lines"] as? [String])?.contains { $0.contains("transmitters") } == true)
    let begun = try answer(sandbox, "new", "venue", "v.yaml")
    #expect(begun["files"] as? [String] == ["v.yaml"])
  }

  @Test func sweepsAndGatesPrintJSON() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "sweep.yaml",
      "scenarios: ['\(TestPaths.corridor)']\nsweep:\n  axes: [{key: stack.locator.window, values: [2 s, 4 s]}]\n"
    )
    let swept = try answer(sandbox, "run", "sweep.yaml", "--sweep")
    #expect(try rows(swept).count == 2 && rows(swept)[0]["power.mean"] is Double, "\(swept)")
    let gate = ["gate", TestPaths.corridor, "--baselines", "mine", "--seeds", "1000-1002"]
    let made = try sandbox.venuesim(
      gate + ["--update", "--reason", "first", "--detects", "any", "--json"])
    #expect(made.status == 0 && made.output.contains("\"verb\":\"gate\""), "\(made)")
    let judged = try sandbox.venuesim(gate.dropLast(2) + ["--json"])
    #expect(judged.status == 0, "\(judged)")
    #expect(try JSONSerialization.jsonObject(with: Data(judged.output.utf8)) is [String: Any])
  }

  /// Errors are objects, too; text output is unchanged.
  @Test func errorsAreJSONObjects() throws {
    let sandbox = try Sandbox()
    try sandbox.write("wrong.yaml", "duration: 5 s\nvenu: x\n")
    let failures: [([String], Int32, String)] = [
      (["run", "wrong.yaml"], 2, "unknown key 'venu'"),
      (["run", "none.yaml"], 2, "cannot read 'none.yaml'"),
      (["compare", "a", "b"], 2, "cannot read 'a/manifest.json'"),
      (["gate", TestPaths.corridor, "--seds", "1"], 2, "--seds"),
      (["rnu"], 2, "did you mean 'run'"),
      (["run", TestPaths.corridor, "--seed", "1", "--out", "/proc/none"], 1, "/proc/none"),
    ]
    for (words, status, message) in failures {
      let outcome = try sandbox.venuesim(words + ["--json"])
      #expect(outcome.status == status, "\(outcome)")
      let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
      let answer = try #require(object as? [String: Any], "\(outcome)")
      #expect(answer["verb"] as? String == words[0] && answer["status"] as? Int == Int(status))
      let errors = try #require(answer["errors"] as? [[String: Any]])
      let messages = errors.compactMap { $0["message"] as? String }
      #expect(messages.contains { $0.contains(message) }, "\(messages)")
      #expect(messages.allSatisfy { outcome.errors.contains($0) }, "\(outcome)")
      if words == ["run", "wrong.yaml"] {
        let place = errors.first { ($0["message"] as? String)?.contains("venu'") == true }
        #expect(place?["line"] as? Int == 2 && place?["column"] as? Int == 1, "\(errors)")
        #expect(place?["suggestion"] as? String == "venue", "\(errors)")
      }
    }
  }

  /// Each verb that prints results supports `--json`.
  @Test func everyPrintingVerbSupportsJSON() throws {
    let sandbox = try Sandbox()
    let overview = try sandbox.venuesim("help")
    let verbs = overview.output.matches(of: /\n  ([a-z]+)  +[A-Z]/).map { String($0.1) }
    #expect(verbs.count > 25)
    let others = ["play", "serve", "edit", "schema", "completions", "help"]
    for verb in verbs where !others.contains(verb) {
      #expect(try sandbox.venuesim("help", verb).output.contains("  --json"), "\(verb)")
    }
  }
}
