import Testing

/// Invocations, and messages for wrong ones.
struct InvocationTests {
  static let verbs = [
    "run", "check", "replay", "compare", "gate", "explain", "report", "plot", "validate",
    "falsify",
    "survey", "import", "edit", "export", "list", "schema", "completions", "help",
  ]
  static let options: [String: [String]] = [
    "run": [
      "--seed N", "--seeds LIST", "-o, --out DIR", "--force", "--jobs N", "--set KEY=VALUE",
      "--stack NAME", "--record", "--quiet", "--json",
    ],
    "check": ["--set KEY=VALUE", "--quiet", "--json"],
    "replay": [
      "--format NAME", "--scenario FILE", "-o, --out DIR", "--force", "--jobs N", "--set KEY=VALUE",
      "--stack NAME",
    ],
    "import": [
      "-o, --out FILE", "--name NAME", "--origin LAT,LON", "--box W,S,E,N", "--note TEXT",
      "--quiet", "--json",
    ],
    "export": ["-o, --out DIR", "--seed N", "--set KEY=VALUE", "--rate HZ", "--quiet"],
    "list": ["--json", "--csv"],
    "survey": ["-o, --out FILE", "--pictures DIR", "--wanted LENGTH", "--seed N", "--quiet"],
    "plot": ["--figure NAME", "--survey FILE", "-o, --out DIR", "--png", "--quiet"],
    "explain": [
      "--scenario NAME|FILE", "--recordings PATH", "--seed N", "--device NAME", "--json",
    ],
    "validate": ["--data DIR", "--set KEY=VALUE", "-o, --out DIR", "--quiet", "--json"],
  ]

  @Test(arguments: verbs) func everyVerbHasHelp(verb: String) throws {
    let sandbox = try Sandbox()
    let help = try sandbox.venuesim("help", verb)
    #expect(help.status == 0 && help.errors.isEmpty, "\(help)")
    #expect(help.output.hasPrefix("venuesim \(verb) "))
    for option in (Self.options[verb] ?? []) + ["--help"] {
      #expect(help.output.contains("  \(option) "), "\(verb) doesn't mention \(option)")
    }
    for flag in ["--help", "-h"] {
      let outcome = try sandbox.venuesim(verb, flag)
      #expect(outcome.status == 0 && outcome.output == help.output, "\(verb) \(flag): \(outcome)")
    }
  }

  @Test func overviewAndVersion() throws {
    let sandbox = try Sandbox()
    let overview = try sandbox.venuesim("--help")
    #expect(overview.status == 0 && overview.errors.isEmpty)
    for verb in Self.verbs { #expect(overview.output.contains("\n  \(verb) "), "\(verb)") }
    for flags in [["-h"], ["help"]] {
      #expect(try sandbox.venuesim(flags).output == overview.output)
    }
    let nothing = try sandbox.venuesim()
    #expect(nothing.status == 2 && nothing.output.isEmpty && nothing.errors == overview.output)
    let version = try sandbox.venuesim("--version")
    #expect(version.status == 0)
    #expect(version.output.wholeMatch(of: /venuesim \d+\.\d+\.\d+ \(.+\)\n/) != nil, "\(version)")
    #expect(try sandbox.files().isEmpty)
  }

  /// Arguments, and a part of the message, with `S` for the corridor scenario.
  static let mistakes: [(arguments: [String], answer: String)] = [
    (["rnu"], "unknown verb 'rnu' (did you mean 'run'?)"),
    (["help", "chekc"], "unknown verb 'chekc' (did you mean 'check'?)"),
    (["--versoin"], "unknown option '--versoin' (did you mean '--version'?)"),
    (["zzzzzzzz"], "unknown verb 'zzzzzzzz'; 'venuesim help' lists what there is"),
    (["run"], "run which scenario?"),
    (["run", "S", "--sed", "1"], "unknown option '--sed' for 'run' (did you mean '--seed'?)"),
    (["run", "S", "-x"], "unknown option '-x' for 'run'"),
    (["run", "S", "--seed", "1", "--seed", "2"], "--seed is given twice, as '1' and '2'"),
    (["run", "S", "--quiet", "--quiet"], "--quiet is given twice"),
    (["run", "S", "--quiet=yes"], "--quiet takes no value"),
    (["run", "S", "--seed"], "--seed needs a value: --seed N"),
    (["run", "S", "--out", "--force"], "--out needs a value: --out DIR"),
    (["run", "S", "--seed", "seven"], "--seed takes a whole number, not 'seven'"),
    (["run", "S", "--seed", "-1"], "--seed takes a whole number, not '-1'"),
    (["run", "S", "--seed", "1.5"], "--seed takes a whole number, not '1.5'"),
    (["run", "S", "--seed", "18446744073709551616"], "--seed takes a whole number"),
    (["run", "S", "--seed", "1", "--seeds", "1-2"], "--seed and --seeds exclude each other"),
    (["run", "S", "--seeds", "5-1"], "the range of seeds '5-1' begins above its end"),
    (["run", "S", "--seeds", "1-3,2"], "'1-3,2' has seed 2 twice"),
    (["run", "S", "--seeds", "1-2-3"], "--seeds takes a list such as 1-20 or 1-3,7"),
    (["run", "S", "--seeds", "-"], "--seeds takes a list"),
    (["run", "S", "--seeds", "0-18446744073709551615"], "more than a million seeds"),
    (["run", "S", "--jobs", "0"], "--jobs takes a whole number from 1 to 1024, not '0'"),
    (["run", "S", "--jobs", "two"], "--jobs takes a whole number from 1 to 1024, not 'two'"),
    (["run", "S", "--jobs=99999999999999999999"], "--jobs takes a whole number from 1 to 1024"),
    (["run", "S", "--out", ""], "--out names no folder"),
    (["run", "S", "--out="], "--out names no folder"),
    (["run", "S", "--record"], "--record needs --out DIR"),
    (["run", "S", "S"], "is given twice; give each scenario once"),
    (["run", "S", "--set", "duration"], "--set takes key=value"),
    (["run", "S", "--set", "=3"], "--set takes key=value"),
    (["run", "S", "--set", "stack..window=3 s"], "an empty key"),
    (["run", "S", "--set", "stack.lokator.window=3 s"], "(did you mean 'locator'?)"),
    (["run", "S", "--set", "duration=3"], "--set duration:1:1: "),
    (["run", "S", "--stack", "referense"], "(did you mean 'reference'?)"),
    (["run", "nowhere.yaml"], "venuesim: cannot read 'nowhere.yaml': no such file"),
    (["run", "."], "it is a folder"),
    (["run", "--", "--out"], "cannot read '--out': no such file"),
    (["check"], "check which file?"),
    (["check", "S", "--seed", "1"], "unknown option '--seed' for 'check'"),
    (["replay"], "replay which recording?"),
    (["replay", "."], "'.' is not a recording: it has no recording.yaml"),
    (["replay", ".", "--format", "motionsens"], "(did you mean 'motionsense'?)"),
    (["replay", ".", "--set", "signals.x=1"], "without --scenario, only stack.… can be set"),
    (["replay", ".", "--scenario", "S"], "'.' is not a recording: it has no recording.yaml"),
    (["replay", "none", "--scenario", "S"], "cannot read 'none': no such file"),
    (["replay", "S", "--scenario", "S"], "corridor.yaml"),
    (["survey", "S", "--out", "f", "--at-most", "0"], "--at-most takes a number of beacons"),
    (
      ["survey", "S", "--out", "f", "--pictures", "p", "--wanted", "3"],
      "--wanted takes a length from 2.5 m to 50 m, such as '3 m', not '3'"
    ),
    (["list"], "list what?"),
    (["list", "metric"], "nothing called 'metric' (did you mean 'metrics'?)"),
    (["list", "dails"], "nothing called 'dails' (did you mean 'parameters'?)"),
    (
      ["explain", "metric", "steps.eror"],
      "no metric is called 'steps.eror' (did you mean 'steps.error'?)"
    ),
    (["explain", "parameter", "stack.locator.windw"], "(did you mean 'stack.locator.window'?)"),
    (["explain"], "explain what?"), (["explain", "none"], "'none' isn't a run's folder"),
    (["explain", "none", "pausd"], "no kind of event is called 'pausd' (did you mean 'paused'?)"),
    (["run", "S", "--set", "stack.gnss.use=off"], "(did you mean 'satellites'?)"),
    (["schema", "venu"], "no schema 'venu' (did you mean 'venue'?)"),
    (["schema", "venue", "scenario"], "'schema' does not expect 'scenario'"),
    (["completions"], "completions for which shell?"),
    (["completions", "bsh"], "no shell 'bsh' (did you mean 'bash'?)"),
  ]

  /// Status 2, a message on standard error, nothing on standard output and nothing written.
  @Test func mistakesAreReported() throws {
    for (arguments, answer) in Self.mistakes {
      let sandbox = try Sandbox()
      let outcome = try sandbox.venuesim(arguments.map { $0 == "S" ? TestPaths.corridor : $0 })
      #expect(outcome.status == 2, "\(arguments): \(outcome)")
      #expect(outcome.output.isEmpty, "\(arguments): \(outcome)")
      #expect(outcome.errors.contains(answer), "\(arguments): \(outcome)")
      #expect(outcome.errors.hasSuffix("\n"))
      #expect(try sandbox.files().isEmpty, "\(arguments)")
    }
  }

  /// Terminals obey control characters, which names of files may contain.
  @Test func controlCharactersOfFileNamesAreNotPrinted() throws {
    let sandbox = try Sandbox()
    let positions = "time_s,latitude_deg,longitude_deg\n0,52,13\n1,52,13\n2,52,13\n"
    try sandbox.write("walks/\u{1B}]0;title\u{7}a\rb.csv", positions)
    try sandbox.write("walks/\u{1B}[2Jbroken.gpx", "<gpx")
    try sandbox.write("walks/hidden\u{1B}[8m\nFAKE\u{202E}.csv", positions)
    try sandbox.write("walks/\t=cmd.csv", positions)
    let outcome = try sandbox.venuesim("replay", "walks")
    #expect(outcome.output.contains("]0;title"), "\(outcome)")
    #expect(outcome.errors.contains("broken.gpx"), "\(outcome)")
    #expect(outcome.output.contains("hidden_[8m_FAKE_") && outcome.output.contains("_=cmd"))
    for control in ["\u{1B}", "\u{7}", "\r", "\u{202E}", "\t"] {
      #expect(!(outcome.output + outcome.errors).unicodeScalars.contains { "\($0)" == control })
    }
  }
}
