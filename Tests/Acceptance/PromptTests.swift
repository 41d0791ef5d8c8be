import Foundation
import Testing

/// Options and examples that all verbs have alike.
struct PromptTests {
  private static let verbs: [String] = {
    let overview = try? Sandbox().venuesim("help").output
    return (overview ?? "").split(separator: "\n").compactMap { line in
      guard line.hasPrefix("  "), !line.hasPrefix("   ") else { return nil }
      return line.split(separator: " ").first.map(String.init)
    }
  }()

  /// The examples in the help of a verb.
  private func examples(_ verb: String, _ sandbox: Sandbox) throws -> [String] {
    let help = try sandbox.venuesim("help", verb).output
    guard let begin = help.range(of: "\nExamples:\n") else { return [] }
    return help[begin.upperBound...].split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { $0.hasPrefix("  ") }.map { String($0.dropFirst(2)) }
  }

  @Test func everyVerbHasExamplesThatItCanParse() throws {
    #expect(Self.verbs.count > 30 && Self.verbs.contains("help"), "\(Self.verbs)")
    let sandbox = try Sandbox()
    for verb in Self.verbs {
      let examples = try examples(verb, sandbox)
      #expect((1...4).contains(examples.count), "\(verb): \(examples)")
      for example in examples {
        #expect(
          example == "venuesim \(verb)" || example.hasPrefix("venuesim \(verb) "), "\(example)")
        // The verb's parser reads options in order: only the last one is wrong, and nothing runs.
        let command = "venuesim() { '\(TestPaths.venuesim)' \"$@\"; }; \(example) --no-such-option"
        let outcome = try sandbox.run("/bin/sh", ["-c", command])
        #expect(
          outcome.status == 2
            && outcome.errors.contains("unknown option '--no-such-option' for '\(verb)'"),
          "\(example): \(outcome)")
      }
    }
    #expect(try sandbox.files().isEmpty)
  }

  @Test func everyOutIsSpeltAlike() throws {
    let sandbox = try Sandbox()
    for verb in Self.verbs {
      let help = try sandbox.venuesim("help", verb).output
      #expect(!help.contains("--output") && !help.contains("--html "), "\(verb)")
      guard help.contains("--out ") else { continue }
      let isShort = help.contains("  -o, --out ")
      #expect(isShort, "\(verb)")
    }
    let museum = TestPaths.root + "/scenarios/venues/museum.yaml"
    for (number, option) in ["-o", "--out", "--output"].enumerated() {
      let outcome = try sandbox.venuesim(
        "equip", museum, "--beacons", "20 m", option, "\(number).yaml")
      #expect(outcome.status == 0 && sandbox.exists("\(number).yaml"), "\(outcome)")
    }
    let both = try sandbox.venuesim(
      "equip", museum, "--beacons", "20 m", "-o", "a.yaml", "--output=b.yaml")
    #expect(
      both.errors.contains("--out is given twice, as 'a.yaml' and 'b.yaml'; give one of them"),
      "\(both)")
  }

  @Test func seedsAreAnyList() throws {
    let sandbox = try Sandbox()
    let run = try sandbox.venuesim(
      "run", TestPaths.corridor, "--seeds", "9,1-2", "--set", "duration=20 s", "--out", "some",
      "--quiet")
    #expect([0, 4].contains(run.status), "\(run)")
    #expect(Set(try Table(sandbox.read("some/fixes.csv"))["seed"]) == ["1", "2", "9"])
    let manifest = try sandbox.read("some/manifest.json")
    for seed in ["\"first_seed\": \"1\"", "\"last_seed\": \"2\"", "\"first_seed\": \"9\""] {
      #expect(manifest.contains(seed), "\(manifest)")
    }
    // Each seed alone has the same rows.
    let one = try sandbox.venuesim(
      "run", TestPaths.corridor, "--seed", "9", "--set", "duration=20 s", "--out", "one", "--quiet")
    #expect([0, 4].contains(one.status), "\(one)")
    // Run, scenario, seed and the rest; the run's digest differs.
    func rows(_ folder: String) throws -> [String] {
      try sandbox.read(folder + "/fixes.csv").split(separator: "\n").compactMap { line in
        let fields = line.split(separator: ",", omittingEmptySubsequences: false)
        guard fields.count > 3, fields[2] == "9" else { return nil }
        return fields.dropFirst().joined(separator: ",")
      }
    }
    #expect(try !rows("one").isEmpty && rows("one") == rows("some"))
    try sandbox.write(
      "s.yaml",
      "name: s\nscenarios: [\(TestPaths.corridor)]\nseeds: 1-2,5\nmetrics: [power.mean]\n"
        + "variants: {short: {duration: 20 s}}\n")
    let study = try sandbox.venuesim("study", "s.yaml")
    #expect(study.status == 0 && study.output.contains("Seeds 1-2,5."), "\(study)")
    let wrong = try sandbox.venuesim("study", "s.yaml", "--seeds", "1-3,2")
    #expect(wrong.errors.contains("'1-3,2' has seed 2 twice"), "\(wrong)")
  }

  @Test func gateTakesBaselinesOfAnySeeds() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "s.yaml",
      try String(contentsOfFile: TestPaths.corridor, encoding: .utf8).replacingOccurrences(
        of: "venue: venues", with: "venue: \(TestPaths.root)/scenarios/venues"))
    let gate = [
      "gate", "s.yaml", "--baselines", "base", "--set", "duration=20 s", "--set", "budgets=[]",
    ]
    let made = try sandbox.venuesim(
      gate + ["--update", "--reason", "new", "--detects", "any", "--seeds", "1-8,11,13"])
    #expect(made.output.contains("seeds 1-8, 11, 13"), "\(made)")
    let same = try sandbox.venuesim(gate + ["--seeds", "1-8,13"])
    #expect(same.output.contains("9 seeds"), "\(same)")
    let other = try sandbox.venuesim(gate + ["--seeds", "1-8,12"])
    #expect(other.errors.contains("has the seeds 1-8, 11, 13, not 12"), "\(other)")
  }

  @Test func oneNameNamesBothFiles() throws {
    let sandbox = try Sandbox()
    let text = try String(contentsOfFile: TestPaths.corridor, encoding: .utf8).replacingOccurrences(
      of: "venue: venues", with: "venue: \(TestPaths.root)/scenarios/venues")
    try sandbox.write("a.yaml", text)
    try sandbox.write("b.yaml", text)
    let run = try sandbox.venuesim("run", "a.yaml", "b.yaml")
    #expect(
      run.status == 2
        && run.errors.contains("two scenarios are called 'corridor': 'a.yaml' and 'b.yaml'"),
      "\(run)")
    let twice = try sandbox.venuesim("run", "a.yaml", "a.yaml")
    #expect(twice.errors.contains("'a.yaml' is given twice"), "\(twice)")
    for file in [
      "name: s\nscenarios: [a.yaml, b.yaml]\nmetrics: [power.mean]\n",
      "name: c\nscenarios: [a.yaml, b.yaml]\nkeep: all\n",
      "scenarios: [a.yaml, b.yaml]\nsweep: {ablate: [stack.satellites]}\n",
    ] {
      try sandbox.write("f.yaml", file)
      let check = try sandbox.venuesim("check", "f.yaml")
      #expect(
        check.errors.contains("'a.yaml' and 'b.yaml' are called 'corridor'; change 'name:'"),
        "\(check)")
    }
  }
}
