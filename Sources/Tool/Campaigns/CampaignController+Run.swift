import Campaigns
import Documents
import Glibc
import Harness
import Kernel
import Programs
import Reporting
import Scenarios
import Scoring
import Venues

// Runs the missing runs of a campaign, and merges its shards.

extension CampaignController {
  func run() throws -> ExitStatus {
    let choice = try invocation.value(.shard).map { text throws(UsageError) in
      guard let choice = ShardChoice(text) else {
        throw UsageError(
          "--shard takes I/N, from 1/1 to \(Self.maxShards)/\(Self.maxShards), not '\(text)'"
        )
      }
      return choice
    }
    let wanted = choice.map { plan.runs(ofShard: $0.number, of: $0.count) } ?? 0..<plan.runCount
    let token = interruptible()
    let gaps = try store(within: wanted).missing(in: wanted)
    let left = gaps.reduce(0) { $0 + $1.count }
    if left < wanted.count, !isQuiet {
      complain("note: \(wanted.count - left) of \(wanted.count) runs were finished before")
    }
    let shards = try shardFolder()
    try makeFolder(shards)
    var (done, stop) = (0, (any Error)?.none)
    let progress = ProgressLine(total: left, isQuiet: isQuiet)
    do {
      for gap in gaps {
        try run(gap, into: shards, cancellation: token) { label in
          done += 1
          progress.show(done, label)
        }
      }
    } catch {
      stop = error
    }
    progress.clear()
    try reportUse(of: plan.stack, invocation)
    if let stop {
      // Runs that couldn't be stored are lost: only those on disk count.
      let lacking = ShardStore(
        [shards] + moreFolders, of: identity, runCount: plan.runCount, within: wanted
      ).missing(in: wanted).reduce(0) { $0 + $1.count }
      return statusOfStopped(
        by: stop, finished: "\(wanted.count - lacking) of \(wanted.count) runs", in: folder,
        cure: "the same command does the rest")
    }
    return choice == nil ? try merge() : .success
  }

  /// Runs some runs and stores them as shards.
  private func run(
    _ runs: Range<Int>, into folder: String, cancellation: CancellationToken,
    progress: (String) -> Void
  ) throws {
    let digest = identity.digest
    let tables = plan.keep == .all ? self.folder.map { $0 + "/runs" } : nil
    let sink = ShardSink(clock: monotonicSeconds) { shard in
      try AtomicFile.write(
        shard.bytes(), to: folder + "/" + Shard.name(digest, shard.runs), unfinished: ".shard-")
    }
    let jobs = try jobCount(invocation)
    guard let tables else {
      try plan.run(
        runs, identity: identity, jobs: jobs, cancellation: cancellation,
        into: { _ in NoGathering() }, sink: sink
      ) { _, yield in progress(yield.scenario) }
      return
    }
    try plan.run(
      runs, identity: identity, jobs: jobs, cancellation: cancellation,
      into: { UnitTables(run: digest, scenario: $0.scenario.scenario.name, seed: $0.seed) },
      sink: sink
    ) { _, yield in
      try keep(yield.gathered.second, of: yield.scenario, yield.seed, in: tables)
      progress(yield.scenario)
    }
  }

  /// Stores all tables of one run in a folder of its own.
  private func keep(
    _ tables: UnitTables, of scenario: String, _ seed: UInt64, in folder: String
  ) throws {
    let path = "\(folder)/\(scenario)-\(seed)"
    try makeFolder(folder)
    var run = try RunFolder(path: path, run: identity.digest, overwrites: true)
    try run.add(tables, number: 0)
    guard let part = plan.parts.first(where: { $0.name == scenario }) else { return }
    var pool = ScenarioPool()
    tables.figures.add(to: &pool)
    try run.add(
      pool, verdicts: part.scenario.budgets.map { BudgetVerdict($0, values: pool.values(of: $0)) },
      scenario: scenario)
    try run.finish(
      .object(explanation(of: [part], [], seed: seed)), scene: nil, isComplete: true)
  }
}

// MARK: Merging

extension CampaignController {
  func merge() throws -> ExitStatus {
    let folder = try neededFolder()
    let store = try store()
    let missing = store.missing(in: 0..<plan.runCount)
    guard missing.isEmpty else {
      let left = missing.reduce(0) { $0 + $1.count }
      throw DocumentError(
        "\(left) of \(plan.runCount) runs are missing, from \(missing.first.map { text($0) } ?? "") on; "
          + "'venuesim campaign run' with the same --out runs them")
    }
    var merge = CampaignMerge(plan)
    var tables = try CampaignTables(folder: folder, run: identity.digest)
    let chosen = store.chosen
    let progress = ProgressLine(total: chosen.count, isQuiet: isQuiet, unit: "shards")
    for (number, entry) in chosen.enumerated() {
      try add(entry, to: &merge, &tables)
      progress.show(number + 1, "merged")
    }
    progress.clear()
    let outcomes = merge.outcomes
    for outcome in outcomes {
      try tables.add(outcome.accumulator, verdicts: outcome.verdicts, scenario: outcome.name)
      if let figure = outcome.worstFigure {
        try tables.add(worst: outcome.worst, by: figure, scenario: outcome.name)
      }
    }
    try tables.finish(explanation(of: plan.parts, outcomes, seed: nil))
    switch plan.keep {
    case .metrics: break
    case .worst(let count): try makeWorst(outcomes, count)
    case .all:
      // Shards from other machines, or from before a kill, have no tables here.
      try makeAgain(
        plan.parts.flatMap { part in part.seeds.map { (part, $0) } }, in: folder + "/runs",
        "runs made again")
    }
    return show(outcomes)
  }

  private func add(
    _ entry: ShardStore.Entry, to merge: inout CampaignMerge, _ tables: inout CampaignTables
  ) throws {
    let shard: Shard
    do {
      shard = try Shard(bytes: readFile(entry.path, limit: 1 << 30))
    } catch let flaw as Shard.Flaw {
      throw DocumentError("'\(entry.path)' \(flaw); delete it and run the campaign again")
    }
    try merge.add(shard) { part, record in
      try tables.add(record, figures: figures[part], scenario: plan.parts[part].name)
    }
  }

  /// The manifest of the tables, without times, hosts and shards, so that it is reproducible.
  private func explanation(
    of parts: [CampaignPlan.PlannedScenario], _ outcomes: [CampaignMerge.MergedScenario],
    seed: UInt64?
  ) -> JSONObject {
    let scenarios = parts.enumerated().map { number, part -> JSONValue in
      var entry: JSONObject = [
        "name": .string(part.name), "file": .string(splitPath(part.scenario.path).name),
        "sha256": .string(part.scenario.digest), "file_sha256": .string(part.scenario.fileDigest),
        "venue": .string(part.scenario.venue.name),
        "venue_sha256": .string(part.scenario.venueDigest),
        "settings": .array(part.settings.map { .string($0) }),
        "first_seed": .string("\(seed ?? part.seeds.lowerBound)"),
        "last_seed": .string("\(seed ?? part.seeds.upperBound)"),
        "judged": part.scenario.judged.json,
      ]
      if outcomes.indices.contains(number) {
        entry["events_fingerprint"] = .string(outcomes[number].fingerprint)
      }
      return .object(entry)
    }
    return [
      "run": .string(identity.digest), "venuesim": .string(version),
      "campaign": .string(plan.name), "stack": .string(plan.stack.name), "settings": .array([]),
      "scenarios": .array(scenarios), "complete": true,
    ]
  }

  private func show(_ outcomes: [CampaignMerge.MergedScenario]) -> ExitStatus {
    let isMissed = outcomes.contains { $0.verdicts.contains { $0.verdict == .missed } }
    let status = isMissed ? ExitStatus.budgetMissed : .success
    guard !isQuiet else { return status }
    if invocation.has(.json) {
      say(
        JSONValue.object([
          "run": .string(identity.digest), "folder": folder.map { .string($0) } ?? .null,
          "runs": .int(Int64(plan.runCount)), "status": .int(Int64(status.rawValue)),
        ]).text(pretty: false))
      return status
    }
    var table = TextTable(["scenario", "runs", "budgets kept", "worst seed", "by"])
    for (part, outcome) in zip(plan.parts, outcomes) {
      let kept = outcome.verdicts.count { $0.verdict != .missed }
      let worst = outcome.worst.first
      table.add([
        outcome.name, "\(part.seeds.count)", "\(kept) of \(outcome.verdicts.count)",
        worst.map { "\($0.seed)" } ?? "",
        worst.flatMap { worst in
          outcome.worstFigure.map {
            "\($0.name) \(figureText(worst.value)) \($0.metric.unit)"
          }
        } ?? "",
      ])
    }
    for line in table.lines { say(line) }
    for outcome in outcomes {
      for verdict in outcome.verdicts where verdict.verdict == .missed {
        let value = verdict.value.map { "\(figureText($0)) \(verdict.budget.metric.unit)" }
        say("missed: \(outcome.name): \(verdict.budget.text) (\(value ?? "no data"))")
      }
    }
    say("")
    say("The files are in \(folder ?? "")/.")
    return status
  }

  /// Repeats the worst runs from their seeds, with all tables, if they are missing.
  private func makeWorst(_ outcomes: [CampaignMerge.MergedScenario], _ count: Int) throws {
    guard let folder else { return }
    let wanted = zip(plan.parts, outcomes).flatMap { part, outcome in
      outcome.worst.prefix(count).map { (part, $0.seed) }
    }
    try makeAgain(wanted, in: folder + "/worst", "worst runs made again")
  }

  /// Repeats some runs from their seeds, with all tables, if they are missing.
  private func makeAgain(
    _ wanted: [(CampaignPlan.PlannedScenario, UInt64)], in folder: String, _ unit: String
  ) throws {
    let absent = wanted.filter { part, seed in
      guard
        case .finished(let manifest) = RunFolderState(ofFolder: "\(folder)/\(part.name)-\(seed)")
      else { return true }
      return manifest["run"] != .string(identity.digest)
    }
    let token = interruptible()
    let progress = ProgressLine(total: absent.count, isQuiet: isQuiet, unit: unit)
    for (number, (part, seed)) in absent.enumerated() {
      let unit = RunUnit(scenario: part.scenario, seed: seed)
      let yield = try unit.run(
        into: UnitTables(run: identity.digest, scenario: part.name, seed: seed), stack: plan.stack,
        jobs: try jobCount(invocation), cancellation: token)
      try keep(yield.gathered, of: part.name, seed, in: folder)
      progress.show(number + 1, "\(part.name) \(seed)")
    }
    progress.clear()
  }
}
