import Campaigns
import Documents
import Formats
import Harness
import Kernel
import Recordings
import Reporting
import Scoring
import Twins

// `venuesim fidelity`: agreement of the ranking of variants between simulation and reality.

/// Runs `venuesim fidelity FILE...`.
@Sendable
func fidelityVerb(_ invocation: Invocation) throws -> ExitStatus {
  guard !invocation.operands.isEmpty else { throw UsageError("the fidelity of which study?") }
  let asked = try seeds(invocation)
  let settings = try invocation.values(.set).map { try Setting($0) }
  let jobs = try jobCount(invocation)
  let token = interruptible()
  var found: [(study: String, figure: String, ranks: RankFidelity)] = []
  for path in invocation.operands {
    var choice = StudyPlan.Selection()
    choice.data = recordingsFolder(invocation.value(.data))
    choice.find = { try FoundRecordings.find(at: $0) }
    let plan = try StudyPlan(path: path, choice: choice)
    guard !plan.recordings.isEmpty else {
      throw DocumentError("'\(path)' names no recordings, but only recordings have twins")
    }
    let seeds = asked ?? SeedList(1001...UInt64(1000 + plan.twinCount))
    let real = try rows(of: plan, jobs, token)
    let made = try twinRows(of: plan, settings, seeds, jobs, token)
    guard let ranks = try? RankFidelity(real: real, twin: made) else {
      throw DocumentError(
        "'\(path)': there is no recording, or no twin, on which all variants have the figure; leave out "
          + "those without data, or choose a metric that all have")
    }
    if !invocation.has(.quiet) { show(ranks, of: plan) }
    found.append((plan.name, plan.parts.first?.figures.first?.title ?? "", ranks))
  }
  if let folder = invocation.value(.out) {
    try makeFolder(folder)
    try writeFile(fidelityTable(found), to: "\(folder)/fidelity.csv")
    try writeFile(fidelityPage(found), to: "\(folder)/fidelity.md")
  }
  return .success
}

/// The rows of a study's twins.
private func twinRows(
  of plan: StudyPlan, _ settings: [Setting], _ seeds: SeedList, _ jobs: Int,
  _ token: CancellationToken
) throws -> [StudyRow] {
  let settings = plan.twinSettings + settings
  let found = try surveyedRows(of: plan, TwinSettings(settings), seeds, jobs, token)
  let twins = try plan.replacing { source in
    let recordings = try twinRecordings(of: source.read(), settings, nil, seeds, source.path)
    return zip(seeds, recordings).map { seed, recording in
      source.replaced(name: "\(source.name) \(seed)", digest: "twin \(seed)", by: recording)
    }
  }
  return try rows(of: twins, jobs, token) + found
}

/// The rows of twins that are positioned with surveys, each seed with its own.
private func surveyedRows(
  of plan: StudyPlan, _ settings: TwinSettings, _ seeds: SeedList, _ jobs: Int,
  _ token: CancellationToken
) throws -> [StudyRow] {
  var found: [StudyRow] = []
  for set in plan.surveyed {
    let twins: SurveyedTwins
    do {
      twins = try SurveyedTwins(
        set.recordings, surveyors: set.surveyors, settings: settings, jobs: jobs)
    } catch let error as DocumentError {
      throw DocumentError("'\(set.name)': \(error)")
    }
    for warning in twins.warnings { complain("note: \(warning)") }
    for seed in seeds {
      if token.isCancelled { throw Cancelled() }
      let made = try twins.under(seed: seed)
      found += try rows(
        of: plan.replacing(
          set.name, by: made.recordings, knowing: made.survey, digest: "twin \(seed)"), jobs, token)
    }
  }
  return found
}

private func rows(
  of plan: StudyPlan, _ jobs: Int, _ token: CancellationToken
) throws -> [StudyRow] {
  var rows: [StudyRow] = []
  try plan.run(
    jobs: jobs, cancellation: token, note: { complain("note: \($0)") },
    consume: { rows += $1 })
  return rows
}

private func show(_ fidelity: RankFidelity, of plan: StudyPlan) {
  let title = plan.parts.first?.figures.first?.title ?? ""
  var table = AnswerTable(
    plan.name, [("variant", plan.name), ("real", "real"), ("twins", "twins")])
  for variant in fidelity.variants {
    table.add([.text(variant.name), .figure(variant.real), .figure(variant.twin)])
  }
  table.show()
  var tau = fidelity.tau.map { figureText($0) } ?? "none"
  if let range = fidelity.tauInterval {
    tau += " (\(figureText(range.lowerBound)) to \(figureText(range.upperBound)))"
  }
  if let ceiling = fidelity.ceiling { tau += ", ceiling \(figureText(ceiling))" }
  let significant = fidelity.significant
  say("by \(title); \(fidelity.recordings) recordings, \(fidelity.twins) twins each")
  say(
    "Kendall's tau \(tau); \(significant.count(where: \.isAgreed)) of \(significant.count) pairs that differ "
      + "significantly on the twins are in the same order in reality")
  for pair in significant where !pair.isAgreed {
    say(
      "  not: \(pair.lower) below \(pair.higher), \(figureText(pair.twin)) on the twins, "
        + "\(figureText(pair.real)) in reality")
  }
}
