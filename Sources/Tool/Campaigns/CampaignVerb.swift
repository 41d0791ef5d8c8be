import Campaigns
import Documents
import Glibc
import Harness
import Kernel
import Reporting
import Scenarios
import Scoring

/// Help text of campaigns.
let campaignAbout = [
  "A FILE names scenarios and seeds; 'venuesim schema campaign' has all of its keys.",
  "",
  "  plan    print the number of runs, with --shards N the runs of each shard, and with --cores N",
  "          the estimated time",
  "  run     run what is missing, and merge; with --shard I/N only that shard's part, without merging",
  "  status  print what is done, what is missing, and what can't be used",
  "  merge   merge the shards; more folders with shards may follow FILE",
  "  launch  print a script that runs --shards N on many machines: 'campaign launch slurm FILE'",
  "  record  add the results in --out DIR, under --commit ID, to the history in --store FILE",
  "  report  print what got worse or better since, and make a page of it in --out DIR; the operand is the",
  "          campaign's name, or its folder",
  "",
  "Shards are in DIR/shards, each named after the campaign and its runs. They hold what merging needs, but no",
  "tables. They may have any runs, made in any order, on any machine, even twice: the result is the same,",
  "byte for byte. A run that is stopped keeps what it has finished, and the same command does the rest.",
]

/// Runs `venuesim campaign`.
@Sendable
func campaignVerb(_ invocation: Invocation) throws -> ExitStatus {
  guard let word = invocation.operands.first, let act = CampaignAct(rawValue: word) else {
    let words = CampaignAct.allCases.map(\.rawValue).joined(separator: ", ")
    throw UsageError("campaign takes one of \(words): 'venuesim campaign run FILE --out DIR'")
  }
  if act == .record { return try recordCampaign(invocation) }
  if act == .report { return try reportCampaign(invocation) }
  var operands = invocation.operands.dropFirst()
  let launcher = act == .launch ? try launcher(operands.popFirst()) : nil
  guard let path = operands.popFirst() else { throw UsageError("\(word) which campaign?") }
  if let extra = operands.first, act != .merge, act != .status {
    throw UsageError("campaign \(word) does not expect '\(extra)'")
  }
  // Work of hours is seldom watched; its log is read afterwards.
  if !invocation.has(.progress), isatty(STDERR_FILENO) == 0 { ProgressLine.style = .plain }
  let settings = try invocation.values(.set).map { try Setting($0) }
  let plan = try CampaignPlan(
    path: path, settings: settings, stack: try stackChoice(invocation))
  for part in plan.parts {
    if let complaint = SeedUse.complaint(judgingBy: SeedList(part.seeds)),
      !part.scenario.budgets.isEmpty
    {
      throw UsageError("scenario '\(part.name)': \(complaint)")
    }
  }
  let controller = try CampaignController(
    plan: plan, path: path, moreFolders: Array(operands), invocation: invocation)
  switch act {
  case .plan: return try controller.reportPlan()
  case .run: return try controller.run()
  case .status: return try controller.reportStatus()
  case .merge: return try controller.merge()
  case .launch: return try launcher.map(controller.launch) ?? .usage
  case .record, .report: return .usage
  }
}

/// The launcher with a name.
private func launcher(_ name: String?) throws(UsageError) -> CampaignLauncher {
  let names = CampaignLauncher.allCases.map(\.rawValue)
  guard let name, let launcher = CampaignLauncher(rawValue: name) else {
    throw UsageError(
      "launch takes \(names.joined(separator: ", "))" + (name.map { ", not '\($0)'" } ?? "")
        + (name.map { suggestion($0, among: names) } ?? ""))
  }
  return launcher
}

/// The actions of `venuesim campaign`.
enum CampaignAct: String, CaseIterable {
  case plan, run, status, merge, launch, record, report
}

/// One of several shards, as in `--shard 3/100`.
struct ShardChoice {
  let number, count: Int

  init?(_ text: String) {
    let ends = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard ends.count == 2, let number = ends[0], let count = ends[1], number >= 1, number <= count,
      count <= CampaignController.maxShards
    else { return nil }
    (self.number, self.count) = (number, count)
  }
}

/// A campaign with its folder.
struct CampaignController {
  static let maxShards = 1_000_000

  let plan: CampaignPlan
  /// The campaign's file.
  let path: String
  /// Folders with further shards.
  let moreFolders: [String]
  let invocation: Invocation
  let identity: CampaignIdentity
  /// The figures that are kept of each scenario's runs.
  let figures: [[GatedFigure]]
  /// The campaign's folder; nil if not given.
  let folder: String?

  init(
    plan: CampaignPlan, path: String, moreFolders: [String], invocation: Invocation
  ) throws {
    (self.plan, self.path, self.invocation) = (plan, path, invocation)
    self.moreFolders = moreFolders
    identity = plan.identity(version: version)
    figures = plan.parts.indices.map { plan.figures(of: $0) }
    folder = invocation.value(.out)
    if folder?.isEmpty == true { throw UsageError("--out names no folder") }
  }

  var isQuiet: Bool { invocation.has(.quiet) }

  /// The campaign's folder; an error if not given.
  func neededFolder() throws(UsageError) -> String {
    guard let folder else {
      throw UsageError("the campaign's folder is missing; name it with --out DIR")
    }
    return folder
  }

  /// The folder of the shards.
  func shardFolder() throws(UsageError) -> String { try neededFolder() + "/shards" }

  /// Max number of unusable files that are reported.
  private static let maxProblems = 5

  /// The existing shards of all or some runs; reports unusable files.
  func store(within wanted: Range<Int>? = nil) throws -> ShardStore {
    let store = ShardStore(
      [try shardFolder()] + moreFolders, of: identity, runCount: plan.runCount, within: wanted)
    guard !isQuiet else { return store }
    for problem in store.problems.prefix(Self.maxProblems) {
      complain("note: \(problem); it isn't used")
    }
    let more = store.problems.count - Self.maxProblems
    if more > 0 { complain("note: \(more) more files can't be used either") }
    return store
  }

  /// The value of an option that counts shards or cores; nil if not given.
  func count(_ option: Option) throws(UsageError) -> Int? {
    guard let text = invocation.value(option) else { return nil }
    guard let count = Int(text), (1...Self.maxShards).contains(count) else {
      throw UsageError(
        "--\(option.name) takes a whole number from 1 to \(Self.maxShards), not '\(text)'")
    }
    return count
  }

  /// A range of runs as text: scenarios with their seeds.
  func text(_ runs: Range<Int>) -> String {
    guard let last = runs.last else { return "nothing" }
    let (first, end) = (plan.run(runs.lowerBound), plan.run(last))
    let (from, to) = (plan.parts[first.part].name, plan.parts[end.part].name)
    if first.part == end.part {
      return first.seed == end.seed
        ? "\(from) \(first.seed)" : "\(from) \(first.seed)-\(end.seed)"
    }
    return "\(from) \(first.seed) to \(to) \(end.seed)"
  }
}

// MARK: Plan and status

extension CampaignController {
  func reportPlan() throws -> ExitStatus {
    let (shards, cores) = (try count(.shards), try count(.cores))
    if invocation.has(.json) {
      var answer: JSONObject = [
        "campaign": .string(plan.name), "run": .string(identity.digest),
        "runs": .int(Int64(plan.runCount)), "keep": .string(plan.keep.text),
        "scenarios": .array(
          plan.parts.map {
            [
              "name": .string($0.name), "first_seed": .string("\($0.seeds.lowerBound)"),
              "last_seed": .string("\($0.seeds.upperBound)"),
              "phones": .int(Int64($0.scenario.phoneCount)),
              "duration_s": .number($0.scenario.scenario.duration.seconds),
            ]
          }),
      ]
      if let shards { answer["shards"] = .int(Int64(shards)) }
      if let cores { answer["estimate"] = try estimate(cores: cores, shards: shards).json }
      say(JSONValue.object(answer).text(pretty: false))
      return .success
    }
    var table = TextTable(["scenario", "seeds", "runs", "phones", "device-hours"])
    var hours = 0.0
    for part in plan.parts {
      let own = part.deviceHours * Double(part.seeds.count)
      hours += own
      table.add([
        part.name, part.seeds.text, "\(part.seeds.count)", "\(part.scenario.phoneCount)",
        figureText(own),
      ])
    }
    for line in table.lines { say(line) }
    say("")
    say(
      "\(plan.runCount) runs, \(figureText(hours)) device-hours; "
        + "kept: \(plan.keep.text)")
    if let shards {
      for number in 1...min(shards, 20) {
        say("  shard \(number)/\(shards): \(text(plan.runs(ofShard: number, of: shards)))")
      }
      if shards > 20 { say("  and \(shards - 20) more") }
    }
    if let cores { for line in try estimate(cores: cores, shards: shards).lines { say(line) } }
    return .success
  }

  func reportStatus() throws -> ExitStatus {
    let store = try store()
    let missing = store.missing(in: 0..<plan.runCount)
    let left = missing.reduce(0) { $0 + $1.count }
    let done = plan.runCount - left
    let shards = try count(.shards)
    let parts = shards.map { count in
      (1...count).map { number -> (Int, Range<Int>, Int) in
        let runs = plan.runs(ofShard: number, of: count)
        return (number, runs, store.missing(in: runs).reduce(0) { $0 + $1.count })
      }
    }
    if invocation.has(.json) {
      var answer: JSONObject = [
        "campaign": .string(plan.name), "run": .string(identity.digest),
        "runs": .int(Int64(plan.runCount)), "done": .int(Int64(done)),
        "missing": .array(
          missing.map {
            ["first_run": .int(Int64($0.lowerBound)), "end_run": .int(Int64($0.upperBound))]
          }),
        "unusable": .array(store.problems.map { .string($0) }),
      ]
      if let parts {
        answer["shards"] = .array(
          parts.map {
            [
              "shard": .int(Int64($0.0)), "runs": .int(Int64($0.1.count)),
              "missing": .int(Int64($0.2)),
            ]
          })
      }
      say(JSONValue.object(answer).text(pretty: false))
      return .success
    }
    say("\(plan.name): \(done) of \(plan.runCount) runs are done")
    for runs in missing.prefix(10) { say("  missing: \(text(runs))") }
    if missing.count > 10 { say("  and \(missing.count - 10) more gaps") }
    for (number, runs, left) in (parts ?? []).filter({ $0.2 > 0 }).prefix(20) {
      say("  shard \(number)/\(shards ?? 0): \(runs.count - left) of \(runs.count) runs")
    }
    if let pace = pace(store) { say(pace) }
    return .success
  }

  /// Recent rate of shards, and the remaining time; nil if there are too few shards.
  ///
  /// It uses the clocks of the writing machines, which may differ slightly; implausible times give nil.
  private func pace(_ store: ShardStore) -> String? {
    let chosen = store.chosen.sorted { $0.writtenSeconds < $1.writtenSeconds }
    guard let first = chosen.first, let last = chosen.last else { return nil }
    let seconds = last.writtenSeconds - first.writtenSeconds
    let done = chosen.reduce(0) { $0 + $1.runs.count }
    let later = done - first.runs.count
    guard seconds > 0, later > 0, done < plan.runCount else { return nil }
    let rate = Double(later) / Double(seconds)
    let left = Double(plan.runCount - done) / rate
    return "\(figureText(rate * 3600)) runs an hour so far; the rest takes "
      + "\(durationText(left)) at that rate"
  }
}

extension Option {
  static let shard = Option(
    "shard", taking: "I/N", "Run only what the I-th of N shards lacks, without merging.")
  static let cores = Option(
    "cores", taking: "N",
    "Try a few runs of each scenario here, and estimate the plan's time on N cores.")
  static let shards = Option(
    "shards", taking: "N",
    "Split the campaign into N shards: 'plan' and 'status' show them, 'launch' needs it.")
}
