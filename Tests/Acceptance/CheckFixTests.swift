import Foundation
import Testing

/// Errors with their source lines, mistakes of all kinds at once, and their corrections.
struct CheckFixTests {
  private static let venue = """
    name: clinic
    origin: {latitude: 52 deg, longitude: 13 deg}
    buildings:
      - name: Main
        at: [0 m, 0 m]
        size: [10 m, 10 m]
        levels:
          - ordinal: 0
            rooms:
              - {name: Reception, at: [0 m, 0 m], size: [10 m, 10 m], doors: [south]}
    places:
      - {name: Reception desk, at: [5 m, 5 m], level: 0}
      - {name: Outside, at: [5 m, -10 m]}

    """
  private static let visit = """
    name: visit  # the name in reports
    duration: 2 min
    venue: clinic.yaml
    agents:
      - name: ada
        start: Outside
        itinerary:
          - walk: Reception desk
    budgets:
      - horizontal_error.p95 <= 60 m  # a comment

    """

  private func sandbox(_ changes: (String, String)...) throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("clinic.yaml", Self.venue)
    var text = Self.visit
    for (old, new) in changes {
      #expect(text.contains(old))
      text = text.replacingOccurrences(of: old, with: new)
    }
    try sandbox.write("visit.yaml", text)
    return sandbox
  }

  @Test func goodFilesStayAsTheyAre() throws {
    let sandbox = try sandbox()
    let outcome = try sandbox.venuesim("check", "--fix", "visit.yaml", "clinic.yaml")
    #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome)")
    #expect(try sandbox.read("visit.yaml") == Self.visit)
  }

  @Test func showsTheSourceOfEachMistake() throws {
    let sandbox = try sandbox(("itinerary:", "itinerery:"))
    let outcome = try sandbox.venuesim("check", "visit.yaml")
    #expect(
      outcome.errors.contains(
        """
        visit.yaml:7:5: unknown key 'itinerery' (did you mean 'itinerary'?)
        7 |     itinerery:
          |     ^

        """), "\(outcome)")
    let json = try sandbox.venuesim("check", "visit.yaml", "--json")
    #expect(json.status == 2 && !json.errors.contains("^"), "\(json)")
    #expect((try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [Any])?.count == 1)
  }

  @Test func listsMistakesOfFormAndMeaningTogether() throws {
    let sandbox = try sandbox(
      ("duration: 2 min", "duration: 2"),
      ("horizontal_error.p95 <= 60 m", "floor.accuracy >= 95 %"),
      ("walk: Reception desk", "walk: Recepton desk"), ("start: Outside", "start: Ward C"))
    let outcome = try sandbox.venuesim("check", "visit.yaml")
    let lines = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("visit.yaml:") }
    #expect(
      lines == [
        "visit.yaml:2:11: expected a time with its unit, such as '2 min'",
        "visit.yaml:6:12: the venue has no place 'Ward C'",
        "visit.yaml:8:15: the venue has no place 'Recepton desk' (did you mean 'Reception desk'?)",
        "visit.yaml:10:5: 'floor.accuracy' needs a statistic, such as floor.accuracy.share "
          + "(did you mean 'floor.accuracy.share'?)",
      ], "\(outcome)")
  }

  @Test func mistakesInAListDontHideThoseInItsScenarios() throws {
    let sandbox = try sandbox(("start: Outside", "start: Ward C"))
    try sandbox.write(
      "study.yaml",
      "name: s\nscenarios: [visit.yaml, none.yaml]\nsedes: 1-3\nmetrics: [power.mean]\n")
    let outcome = try sandbox.venuesim("check", "study.yaml")
    for mistake in [
      "study.yaml:2:25: cannot read 'none.yaml': no such file",
      "study.yaml:3:1: unknown key 'sedes' (did you mean 'seeds'?)",
      "visit.yaml:6:12: the venue has no place 'Ward C'",
    ] { #expect(outcome.errors.contains(mistake), "\(outcome)") }
  }

  @Test func correctsWhatIsCertainAndListsTheRest() throws {
    let sandbox = try sandbox(
      ("itinerary:", "itinerery:"), ("horizontal_error.p95 <= 60 m", "floor.accuracy >= 95 %"),
      ("walk: Reception desk", "walk: Recepton desk"), ("start: Outside", "start: Ward C"))
    let before = try sandbox.read("visit.yaml")
    let dry = try sandbox.venuesim("check", "--fix", "--dry-run", "visit.yaml")
    #expect(dry.status == 2 && dry.errors.contains("3 lines to correct"), "\(dry)")
    #expect(try sandbox.read("visit.yaml") == before)
    let outcome = try sandbox.venuesim("check", "--fix", "visit.yaml")
    #expect(outcome.status == 2 && outcome.output == dry.output, "\(outcome)")
    #expect(
      outcome.output == """
        --- visit.yaml
        +++ visit.yaml
        @@ -7 +7 @@
        -    itinerery:
        +    itinerary:
        @@ -8 +8 @@
        -      - walk: Recepton desk
        +      - walk: Reception desk
        @@ -10 +10 @@
        -  - floor.accuracy >= 95 %  # a comment
        +  - floor.accuracy.share >= 95 %  # a comment

        """, "\(outcome)")
    #expect(outcome.errors.contains("visit.yaml:6:12: the venue has no place 'Ward C'"))
    #expect(
      try sandbox.read("visit.yaml")
        == Self.visit.replacingOccurrences(of: "start: Outside", with: "start: Ward C")
        .replacingOccurrences(
          of: "horizontal_error.p95 <= 60 m", with: "floor.accuracy.share >= 95 %"))
    // The difference is one that 'patch' applies.
    try sandbox.write("visit.yaml", before)
    try sandbox.write("fix.patch", dry.output)
    let patch = try sandbox.run(
      "/usr/bin/env", ["sh", "-c", "command -v patch || exit 9; patch -p0 < fix.patch"])
    #expect(patch.status == 9 || patch.status == 0, "\(patch)")
    let patched = try sandbox.read("visit.yaml")
    #expect(patch.status == 9 || patched.contains("    itinerary:"))
  }

  @Test func correctsTabsAndQuotes() throws {
    let sandbox = try sandbox(
      ("    start:", "\tstart:"), ("    itinerary:", "\titinerary:"))
    // Only tabs of four columns continue the entry of the list.
    let tabs = try sandbox.venuesim("check", "--fix", "visit.yaml")
    #expect(tabs.status == 0, "\(tabs)")
    #expect(try sandbox.read("visit.yaml") == Self.visit)
    try sandbox.write(
      "n.yaml",
      "name: n\nduration: 1 min\nabout: 12\nvenue: clinic.yaml\nagents:\n\t- name: a\n")
    let fixed = try sandbox.venuesim("check", "--fix", "n.yaml")
    #expect(fixed.output.contains("+about: '12'"), "\(fixed)")
    #expect(try sandbox.read("n.yaml").contains("\n  - name: a\n"))
  }

  @Test func renamesFormerKeys() throws {
    let sandbox = try sandbox()
    let rest = "scenarios: [visit.yaml]\nmetrics: [power.mean]\n"
    try sandbox.write("study.yaml", "# Mine\nstudy: mine\n" + rest)
    let noted = try sandbox.venuesim("check", "study.yaml")
    #expect(
      noted.status == 0 && noted.output.contains("'study' is the former name of the key 'name'"),
      "\(noted)")
    let fixed = try sandbox.venuesim("check", "--fix", "study.yaml")
    #expect(fixed.status == 0, "\(fixed)")
    #expect(try sandbox.read("study.yaml") == "# Mine\nname: mine\n" + rest)
    #expect(try sandbox.venuesim("check", "study.yaml").output == "study.yaml: good\n")
    try sandbox.write("both.yaml", "study: a\nname: b\n" + rest)
    let both = try sandbox.venuesim("check", "both.yaml")
    #expect(both.errors.contains("both.yaml:1:1: 'study' is the former name of 'name'"), "\(both)")
  }

  @Test func refusesLinksAndOtherOptions() throws {
    let sandbox = try sandbox(("itinerary:", "itinerery:"))
    try FileManager.default.createSymbolicLink(
      atPath: sandbox.path + "/link.yaml", withDestinationPath: "visit.yaml")
    let before = try sandbox.read("visit.yaml")
    let link = try sandbox.venuesim("check", "--fix", "link.yaml")
    #expect(link.status == 2 && link.errors.contains("'link.yaml' is a link"), "\(link)")
    #expect(try sandbox.read("visit.yaml") == before)
    for (words, answer) in [
      (["--dry-run"], "--dry-run belongs to --fix"), (["--fix", "--power"], "exclude each other"),
      (["--fix", "--set", "duration=1 min"], "exclude each other"),
    ] {
      let outcome = try sandbox.venuesim(["check", "visit.yaml"] + words)
      #expect(outcome.status == 2 && outcome.errors.contains(answer), "\(outcome)")
    }
    let rest = try sandbox.venuesim("check", "--fix", "--json", "visit.yaml")
    #expect(rest.status == 0 && rest.output == "[]\n", "\(rest)")
  }

  /// The contents of a file of another kind may be secret: neither keys nor source lines are printed.
  @Test(arguments: [
    "root:*:1:0:7:::\nann:hash:1:0:7:::\n", "root:x:0:/root:/bin/sh\nann:x:1:/hash:/bin/sh\n",
  ])
  func filesOfAnotherKindAreNotPrinted(text: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("shadow", text)
    let outcome = try sandbox.venuesim("check", "shadow")
    #expect(outcome.status == 2 && outcome.errors.contains("shadow:1:1: "), "\(outcome)")
    #expect(!outcome.errors.contains("root:") && !outcome.errors.contains("hash"), "\(outcome)")
  }
}
