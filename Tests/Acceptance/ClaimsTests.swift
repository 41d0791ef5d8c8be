import Foundation
import Testing

/// `claims`: claims of talks, which must hold because of their causes.
struct ClaimsTests {
  private static func claim(
    _ claim: String = "{talk: wwdc2014-708, says: 'Outdoors GPS is best.'}",
    name: String = "walk", budgets: String = "[availability.share >= 50 %]",
    breaks: String = "[{turn: stack.satellites.use=off, misses: availability.share}]",
    phone: String = "[]"
  ) -> String {
    """
    name: \(name)
    about: Who stands under the sky is found.
    claim: \(claim)
    duration: 60 s
    venue: \(TestPaths.root)/scenarios/venues/corridor.yaml
    agents:
      - {name: walker, start: [-30 m, 0 m], phone: \(phone), itinerary: [stand: 55 s]}
    budgets: \(budgets)
    breaks: \(breaks)

    """
  }

  private static let outside =
    "outside:\n  - {talk: arcgis-ips, says: 'Indoor analytics', why: No server is simulated.}\n"

  @Test func claimThatHoldsIsReported() throws {
    let sandbox = try Sandbox()
    try sandbox.write("c/walk.yaml", Self.claim())
    try sandbox.write("c/outside.yaml", Self.outside)
    let outcome = try sandbox.venuesim("claims", "c", "--seeds", "1001-1002", "--out", "out")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    #expect(outcome.output.contains("2 statements: 1 holds, 1 out of scope"), "\(outcome)")
    let page = try sandbox.read("out/claims.md")
    #expect(page.contains("## WWDC 2014, session 708") && page.contains("Seeds 1001-1002."))
    #expect(page.contains("“Outdoors GPS is best.”") && page.contains("| holds |"), "\(page)")
    #expect(page.contains("`stack.satellites.use=off`: availability.share 0"), "\(page)")
    let table = try Table(sandbox.read("out/claims.csv"))
    #expect(table.rows.count == 2)
    #expect(table.columns.first == "standing", "\(table.columns)")
  }

  /// A claim that fails, one that holds without its cause, and one that can't fail.
  @Test(arguments: [
    (["budgets"], "1 fails", 4 as Int32),
    (["breaks"], "1 unproved", 4), (["fails"], "1 fails", 0),
    (["mended"], "1 holds", 4),
    (["claim"], "1 by construction", 0),
  ]) func claimsGetTheirVerdicts(changed: [String], summary: String, status: Int32) throws {
    let sandbox = try Sandbox()
    let text =
      switch changed[0] {
      case "budgets": Self.claim(budgets: "[availability.share >= 99.999 %]")
      case "fails":
        Self.claim(
          "{talk: wwdc2014-708, says: Yes., fails: It takes a second.}",
          budgets: "[availability.share >= 99.999 %]")
      // A claim that is marked as failing, but holds.
      case "mended": Self.claim("{talk: wwdc2014-708, says: Yes., fails: It took a second.}")
      case "breaks":
        Self.claim(breaks: "[{turn: stack.steps.use=peaks, misses: availability.share}]")
      default:
        Self.claim("{talk: wwdc2014-708, says: Yes., by_construction: The sky is a constant.}")
      }
    try sandbox.write("walk.yaml", text)
    let outcome = try sandbox.venuesim("claims", "walk.yaml", "--seed", "1001")
    #expect(outcome.status == status, "\(outcome)")
    #expect(outcome.output.contains("1 statements: \(summary)"), "\(outcome)")
    #expect(outcome.errors.isEmpty == (status == 0), "\(outcome)")
  }

  @Test(arguments: [
    ("{says: It is so.}", "talk"), ("{talk: wwdc2014-708}", "says"),
    ("{talk: wwdc2014-709, says: It is so.}", "did you mean 'wwdc2014-708'"),
  ]) func claimNeedsACitation(claim: String, words: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("walk.yaml", Self.claim(claim))
    for verb in ["claims", "check"] {
      let outcome = try sandbox.venuesim(verb, "walk.yaml")
      #expect(outcome.status == 2 && outcome.errors.contains(words), "\(outcome)")
      #expect(outcome.errors.contains("walk.yaml:3:"), "\(outcome)")
    }
  }

  @Test func rejectsIncompleteClaims() throws {
    let sandbox = try Sandbox()
    let act = "[{when: doing standing, acts_on_truth: true, user: open}]"
    for (text, words) in [
      (Self.claim().replacing("claim: {", with: "# {"), "cites no talk"),
      (Self.claim(breaks: "[]"), "a claim needs 'breaks:'"),
      (Self.claim(phone: act), "whose script acts on the truth"),
    ] {
      try sandbox.write("walk.yaml", text)
      let outcome = try sandbox.venuesim("claims", "walk.yaml")
      #expect(outcome.status == 2 && outcome.errors.contains(words), "\(outcome)")
    }
    try sandbox.write("empty/readme.txt", "")
    #expect(try sandbox.venuesim("claims", "empty").status == 2)
    try sandbox.write("c/a.yaml", Self.claim())
    try sandbox.write("c/b.yaml", Self.claim())
    let twice = try sandbox.venuesim("claims", "c")
    #expect(twice.status == 2 && twice.errors.contains("2 claims are called 'walk'"), "\(twice)")
  }

  /// The bundled claims are well formed, each with its file's name; 'make claims' runs them.
  @Test func bundledClaimsAreValid() throws {
    let sandbox = try Sandbox()
    let folder = TestPaths.root + "/scenarios/claims"
    var files: [String] = []
    for place in [folder, folder + "/failing"] {
      let names = try FileManager.default.contentsOfDirectory(atPath: place).sorted()
      files += names.filter { $0.hasSuffix(".yaml") && $0 != "outside.yaml" }.map {
        place + "/" + $0
      }
    }
    #expect(files.count >= 120)
    let outcome = try sandbox.venuesim(["check"] + files)
    #expect(outcome.status == 0, "\(outcome.errors)")
    for file in files {
      let text = try String(contentsOfFile: file, encoding: .utf8)
      let name = file.split(separator: "/").last.map { String($0.dropLast(5)) } ?? ""
      #expect(text.contains("\nname: \(name)\n"), "\(file)")
      #expect(text.contains("  fails: ") == file.contains("/failing/"), "\(file)")
    }
  }

  /// Training seeds never judge.
  @Test(arguments: ["run", "claims", "gate"]) func trainingSeedsAreNotJudged(verb: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("walk.yaml", Self.claim())
    let outcome = try sandbox.venuesim(verb, "walk.yaml", "--seeds", "100-101")
    #expect(outcome.status == 2, "\(outcome)")
    #expect(outcome.errors.contains("seeds 100 to 199 are those of people"), "\(outcome)")
    if verb == "run" {
      // In a mixed range, the other seeds judge.
      let mixed = try sandbox.venuesim("run", "walk.yaml", "--seeds", "99-100", "--out", "mixed")
      #expect(mixed.status == 0 && mixed.errors.contains("without seeds 100-199"), "\(mixed)")
      let alone = try sandbox.venuesim("run", "walk.yaml", "--seed", "99", "--out", "alone")
      #expect(alone.status == 0)
      let values = try ["mixed", "alone"].map { folder in
        try Table(sandbox.read(folder + "/budgets.csv"))["value"]
      }
      #expect(values[0] == values[1])
      let free = Self.claim(budgets: "[]").split(separator: "\n").filter {
        !$0.hasPrefix("claim") && !$0.hasPrefix("breaks")
      }
      try sandbox.write("free.yaml", free.joined(separator: "\n"))
      #expect(try sandbox.venuesim("run", "free.yaml", "--seed", "100").status == 0)
    }
  }
}
