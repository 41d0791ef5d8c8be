import Formats
import Recordings
import Reporting

/// A verb of the command.
struct Verb: Sendable {
  let name: String
  /// Operands, as shown in help.
  let operands: String
  /// Max number of operands.
  var maxOperands = Int.max
  /// One-line description.
  let summary: String
  /// Further help text.
  var about: [String] = []
  /// Options besides `--help`.
  let options: [Option]
  /// True if the output is collected for `--json`; else the verb prints its own object.
  var gathersAnswer = false
  /// Runs the verb.
  let run: @Sendable (Invocation) throws -> ExitStatus

  /// The options, with those that all verbs of its kind have.
  var allOptions: [Option] {
    options + (options.contains { $0.name == Option.jobs.name } ? [.progress] : []) + [.help]
  }

  /// The verb with a name; nil if there is none.
  static func called(_ name: String) -> Verb? { all.first { $0.name == name } }

  /// All verbs, in the order of the help.
  static let all = groups.flatMap(\.verbs)

  /// All verbs, by what they are for.
  static let groups: [(title: String, verbs: [Verb])] = [
    (
      "Start",
      [
        Verb(
          name: "demo",
          operands: "[" + Demo.allCases.map(\.rawValue).joined(separator: "|") + "]...",
          summary: "Run bundled scenarios, and make a page of each.",
          about: demoAbout, options: [.demoOut, .force, .jobs, .cache, .quiet, .json], run: demoVerb
        ),
        Verb(
          name: "new",
          operands: NewKind.allCases.map(\.rawValue).joined(separator: "|") + " [FILE]",
          maxOperands: 2, summary: "Create a file of your own: one that works, to be changed.",
          about: newAbout,
          options: [
            .newVenue, .newScenario, .newClass, .newPicture, .newPage, .newAnchor, .newWidth,
            .origin,
            .newForce, .quiet, .json,
          ],
          gathersAnswer: true,
          run: newVerb),
        Verb(
          name: "doctor", operands: "", maxOperands: 0,
          summary: "Print what is there, what is missing, and how to get it.", about: doctorAbout,
          options: [.cache, .json], run: doctorVerb),
      ]
    ),
    (
      "Simulate",
      [
        Verb(
          name: "run", operands: "SCENARIO...",
          summary: "Run scenarios and judge what the stack reported.",
          options: [
            .seed, .seeds, .out, .force, .resume, .jobs, .set, .sweep, .stack, .stackTimeout,
            .stackCPU,
            .record, .report, .cache, .quiet, .json,
          ], run: runVerb),
        Verb(
          name: "explain", operands: "DIR [EVENT] | metric|parameter NAME", maxOperands: 2,
          summary: "Explain a wrong location, or an event that fired, fired late, or did not fire.",
          about: explainAbout,
          options: [
            .scenarioName, .seed, .device, .explainRecordings, .survey, .set, .stack, .stackTimeout,
            .jobs, .cache, .json,
          ], run: explainVerb),
        Verb(
          name: "report", operands: "DIR...",
          summary: "Make a self-contained HTML page of a run, a film, or condensed tables.",
          about: filmAbout + CondensedGuide.lines + watchAbout,
          options: [.against, .plans, .csv, .reportOut, .film] + Option.ofFilms
            + [.watch, .port, .quiet, .json],
          gathersAnswer: true, run: reportVerb),
        Verb(
          name: "serve", operands: "[FOLDER]", maxOperands: 1,
          summary: "Serve a local page that lists runs, opens, compares and follows them.",
          about: serveAbout, options: [.port], run: serveVerb),
        Verb(
          name: "plot", operands: "RUN", maxOperands: 1,
          summary: "Draw figures of a run or a replay: error curves, error maps, tracks.",
          about: plotAbout, options: [.plotFigure, .plotSurvey, .plotOut, .png, .quiet, .json],
          gathersAnswer: true, run: plotVerb),
        Verb(
          name: "play", operands: "SCENARIO | RECORDING", maxOperands: 1,
          summary:
            "Play the locations that phones reported, in real time or faster, to other programs.",
          about: playAbout,
          options: [
            .playFormat, .playTarget, .playSpeed, .playAgent, .playTruth, .seed, .set, .stack,
            .stackTimeout, .cache, .quiet,
          ], run: playVerb),
      ]
    ),
    (
      "Judge",
      [
        Verb(
          name: "check", operands: "FILE...",
          summary: "Read scenarios and venues and report every mistake.", about: checkAbout,
          options: [.fix, .dryRun, .power, .seeds, .jobs, .set, .cache, .quiet, .json],
          run: checkVerb),
        Verb(
          name: "gate", operands: "SCENARIO... | RECORDINGS...",
          summary: "Run or replay, and compare with the committed baselines.", about: gateAbout,
          options: [
            .seed, .gateSeeds, .limit, .scenario, .survey, .jobs, .set, .stack, .stackTimeout,
            .stackCPU, .baselines, .metric, .reportFormat, .all, .out, .baseStack, .baseBinary,
            .update,
            .reason, .detects, .cache, .quiet, .json,
          ], run: gateVerb),
        Verb(
          name: "compare", operands: "BASE NEW", maxOperands: 2,
          summary:
            "Print which metrics changed between two runs, by how much, and with what confidence.",
          options: [
            .reportFormat, .all, .json, .page, .metric, .eachDevice, .changedScenario, .quiet,
          ], run: compareVerb),
        Verb(
          name: "budgets", operands: "SCENARIO...",
          summary: "Print the slack of limits, or fit them to what the stack reaches.",
          about: budgetsAbout, options: [.seeds, .jobs, .fit, .margin, .cache, .quiet, .json],
          gathersAnswer: true, run: budgetsVerb
        ),
        Verb(
          name: "falsify", operands: "SCENARIO | RECORDINGS...",
          summary: "Search for the worst seed or recording and settings, and shrink them.",
          about: falsifyAbout,
          options: [
            .figure, .budget, .seeds, .vary, .tries, .shrinkTries, .searchSeed, .scenario, .survey,
            .jobs, .set, .counterexample, .stack, .stackTimeout, .cache, .quiet, .json,
          ], gathersAnswer: true, run: falsifyVerb),
      ]
    ),
    (
      "Your recordings",
      [
        Verb(
          name: "replay", operands: "PATH...",
          summary: "Replay recordings of any format through the stack and judge what it reported.",
          about: replayAbout,
          options: [
            .format, .scenario, .survey, .truthFile, .vary, .seed, .seeds, .metric, .out, .force,
            .jobs,
            .set, .stack, .stackTimeout, .stackCPU, .quiet, .json,
          ], run: replayVerb),
        Verb(
          name: "twin", operands: "RECORDING...",
          summary: "Compare a recording with the simulator's own version of it.", about: twinAbout,
          options: [
            .format, .truthFile, .venue, .surveyed, .cutFrom, .cutUntil, .seeds, .jobs, .set, .out,
            .quiet,
            .json,
          ], gathersAnswer: true, run: twinVerb),
        Verb(
          name: "export", operands: "svg|truth FILE... | gpx|nmea|geojson|rinex|mcap RECORDING",
          summary: "Draw venues and scenarios, write true positions, or convert recordings.",
          options: [.out, .seed, .set, .rate, .truth, .quiet, .json], gathersAnswer: true,
          run: exportVerb),
      ]
    ),
    (
      "Your venue",
      [
        Verb(
          name: "import", operands: "[imdf|wrld|osm|geojson|kml|indoorgml] PATH", maxOperands: 2,
          summary: "Turn a map of another format into a venue.",
          options: [.venueOut, .importName, .origin, .box, .note, .quiet, .json], run: importVerb),
        Verb(
          name: "edit", operands: "VENUE", maxOperands: 1,
          summary: "Draw walls, rooms and transmitters of a venue in a browser.", about: editAbout,
          options: [.port], run: editVerb),
        Verb(
          name: "equip", operands: "VENUE", maxOperands: 1,
          summary: "Add access points and beacons to a venue that has none.", about: equipAbout,
          options: [.equipAccessPoints, .equipBeacons, .venueOut, .quiet, .json],
          gathersAnswer: true,
          run: equipVerb),
        Verb(
          name: "survey", operands: "VENUE | SCENARIO | build RECORDING...",
          summary: "Walk a venue, or take recordings, and make a positioning file.",
          options: [
            .surveyOut, .table, .pictures, .wanted, .atMost, .apply, .seed, .set, .format, .cache,
            .quiet,
            .json,
          ], gathersAnswer: true, run: surveyVerb),
        Verb(
          name: "tour", operands: "VENUE [PLACE...]",
          summary: "Walk between named places of a venue, and draw the route.", about: tourAbout,
          options: [.pictureFolder, .pairs, .quiet, .json], run: tourVerb),
      ]
    ),
    (
      "Many runs",
      [
        Verb(
          name: "study", operands: "FILE", maxOperands: 1,
          summary: "Run variants under many seeds, and print medians with intervals.",
          about: studyAbout,
          options: [
            .seed, .seeds, .studyScenario, .variant, .out, .force, .resume, .jobs, .set,
            .studyFormat,
            .data, .stack, .stackTimeout, .stackCPU, .cache, .quiet, .json,
          ], gathersAnswer: true, run: studyVerb),
        Verb(
          name: "suite", operands: "", maxOperands: 0,
          summary: "Compare a stack with the reference and simple methods, on a fixed set.",
          about: suiteAbout,
          options: [
            .suitePart, .out, .force, .jobs, .set, .data, .stack, .stackTimeout, .stackCPU, .cache,
            .quiet, .json,
          ], gathersAnswer: true, run: suiteVerb),
        Verb(
          name: "campaign",
          operands: CampaignAct.allCases.map(\.rawValue).joined(separator: "|") + " FILE...",
          summary: "Run scenarios under thousands of seeds, in shards, on any number of machines.",
          about: campaignAbout,
          options: [
            .out, .shard, .shards, .cores, .jobs, .set, .stack, .stackTimeout, .stackCPU, .store,
            .storeCommit, .date, .since, .links, .cache, .quiet, .json,
          ], run: campaignVerb),
      ]
    ),
    (
      "Trust",
      [
        Verb(
          name: "claims", operands: "[FOLDER | FILE...]",
          summary: "Print which statements of the talks hold, and what they depend on.",
          about: claimsAbout,
          options: [.seed, .seeds, .jobs, .set, .claimFormat, .out, .cache, .quiet, .json],
          gathersAnswer: true, run: claimsVerb),
        Verb(
          name: "fresh", operands: "SCENARIO...",
          summary: "Run scenarios under unseen seeds, and print which budgets are missed.",
          about: freshAbout,
          options: [.commit, .freshCount, .parts, .jobs, .set, .out, .cache, .quiet, .json],
          gathersAnswer: true, run: freshVerb),
        Verb(
          name: "validate", operands: "", maxOperands: 0,
          summary: "Compare synthetic signals with real recordings.",
          options: [.data, .set, .out, .quiet, .json], run: validateVerb),
        Verb(
          name: "fidelity", operands: "FILE...",
          summary: "Check whether simulation ranks variants of the stack as reality does.",
          about: fidelityAbout, options: [.data, .seeds, .jobs, .set, .out, .cache, .quiet, .json],
          gathersAnswer: true, run: fidelityVerb),
      ]
    ),
    (
      "Tools",
      [
        Verb(
          name: "list",
          operands: ListKind.allCases.map(\.form).joined(separator: "|") + " [WORD...]",
          summary: "List what there is.", about: listAbout, options: [.json, .listCSV, .names],
          run: listVerb),
        Verb(
          name: "schema", operands: "[scenario|venue|study|campaign]", maxOperands: 1,
          summary: "Print the JSON Schema of a file, for editors.", options: [], run: schemaVerb),
        Verb(
          name: "cache", operands: "list|clear", maxOperands: 1,
          summary: "List what is kept between runs, or delete it.", about: cacheAbout,
          options: [.cache, .quiet, .json], run: cacheVerb),
        Verb(
          name: "completions", operands: "bash|zsh|fish", maxOperands: 1,
          summary: "Print a script that completes this command in a shell.", options: [],
          run: completionsVerb),
        Verb(
          name: "help", operands: "[VERB]", maxOperands: 1, summary: "Describe a verb.",
          options: [.man],
          run: helpVerb),
      ]
    ),
  ]

  /// The verb's help.
  var help: String {
    var text = "venuesim \(name) \(operands)\n\n  \(summary)\n"
    if !about.isEmpty { text += "\n" + about.map { ($0.isEmpty ? "" : "  ") + $0 + "\n" }.joined() }
    let options = allOptions
    text += "\nOptions:\n"
    let width = options.map(\.form.count).max() ?? 0
    for option in options {
      let blanks = String(repeating: " ", count: width - option.form.count + 2)
      text += "  \(option.form)\(blanks)\(option.summary)\n"
    }
    text += "\nExamples:\n" + examples.map { "  \($0)\n" }.joined()
    return text + "\n" + ExitStatus.explanation
  }
}

extension Option {
  static let format = Option(
    "format", taking: "NAME", from: .words(ReplayFormat.all.map(\.name)),
    "The recordings' format; by default found by names and first lines.")
  static let scenario = Option(
    "scenario", taking: "FILE",
    "The scenario whose venue map and stack settings go with it; by default an empty map.")
}
