import Campaigns
import Documents
import Glibc
import Harness
import Kernel
import Reporting
import Scoring

extension Option {
  static let figure = Option(
    "metric", taking: "NAME", from: .metrics,
    "The figure whose worst case is searched: horizontal_error.p95.")
  static let budget = Option(
    "budget", taking: "BUDGET",
    "The search ends when this is missed: 'horizontal_error.p95 <= 6 m'.")
  static let tries = Option(
    "tries", taking: "N", "Maximum number of runs of the search; by default 60.")
  static let shrinkTries = Option(
    "shrink-tries", taking: "N", "Maximum number of runs of the shrinking; by default 200.")
  static let vary = Option(
    "vary", taking: "KEY=RANGE", repeats: true,
    "What may be varied: stack.locator.window=1..10 s, or agents.walker.placement=hand,waist.")
  static let searchSeed = Option(
    "seed", taking: "N", "The seed of the search itself; by default 1.")
  static let counterexample = out(
    "FILE", "Write the simplest scenario here; by default NAME-falsified.yaml.")
}

/// Help text of `falsify`.
let falsifyAbout = [
  "It tries the seeds (1-20 by default), then the values that --vary or the scenario's 'falsify:'",
  "block allow: first anywhere, then ever closer to the worst. The result is shrunk: agents, steps,",
  "signals and settings are removed, and the duration is shortened, while it stays as bad. The remaining",
  "file has the seed and the missed budget in it, and 'venuesim run' reproduces the result. Recordings",
  "are tried in place of seeds, and only the settings of --vary that are needed are kept.",
  "Status 4 means that --budget was missed, 0 that it never was.",
]

/// Runs `venuesim falsify SCENARIO`.
@Sendable
func falsifyVerb(_ invocation: Invocation) throws -> ExitStatus {
  guard let path = invocation.operands.first else {
    throw UsageError("falsify which scenario, or which recordings?")
  }
  let target = try FalsifyTarget(
    metric: invocation.value(.figure), budget: invocation.value(.budget))
  func isScenario(_ path: String) -> Bool { path.hasSuffix(".yaml") || path.hasSuffix(".yml") }
  guard let scenario = invocation.operands.first(where: isScenario) else {
    return try falsifyRecordings(invocation, target)
  }
  guard invocation.operands.count == 1 else {
    let other = invocation.operands.first { $0 != scenario } ?? scenario
    throw UsageError("falsify takes one scenario only, so it does not expect '\(other)'")
  }
  for option in [Option.scenario, .survey] where invocation.has(option) {
    throw UsageError("--\(option.name) goes with recordings; a scenario has its own")
  }
  let settings = try invocation.values(.set).map { try Setting($0) }
  let varied = try invocation.values(.vary).map { try VariedKey($0) }
  var falsifier = try Falsifier(
    path: path, settings: settings, target: target, seeds: try rangeOfSeeds(invocation),
    varied: varied)
  falsifier.tries = try falsifyCount(invocation, .tries) ?? falsifier.tries
  falsifier.shrinkTries = try falsifyCount(invocation, .shrinkTries) ?? falsifier.shrinkTries
  falsifier.jobs = try jobCount(invocation)
  falsifier.stack = try stackChoice(invocation)
  falsifier.searchSeed = try searchSeed(invocation) ?? falsifier.searchSeed
  let name = splitPath(path).name
  let stem = name.hasSuffix(".yaml") ? String(name.dropLast(5)) : name
  let out = invocation.value(.counterexample) ?? "\(stem)-falsified.yaml"
  guard absolute(out) != absolute(path) else {
    throw UsageError("--out \(out) is the scenario itself; name another file")
  }
  falsifier.cancellation = interruptible()
  let unit = target.metric.unit
  let total = falsifier.tries + falsifier.shrinkTries
  let progress = ProgressLine(total: total, isQuiet: invocation.has(.quiet))
  let tries = falsifier.tries
  falsifier.progress = { stage, done, worst in
    let figure = worst.map { ", worst \(figureText($0)) \(unit)" } ?? ""
    progress.show(stage == "shrinking" ? tries + done : done, stage + figure)
  }
  let found = try falsifier.run()
  progress.clear()
  return try FalsifyOutput(found: found, path: path, out: out, invocation: invocation).finish()
}

/// Prints and stores the result of a search.
private struct FalsifyOutput {
  let found: Falsified
  let path: String
  let out: String
  let invocation: Invocation

  private var unit: String { found.target.metric.unit }

  func finish() throws -> ExitStatus {
    let isMissed = found.tree != nil
    if isMissed, let text = found.file(comments: comments, rename: renamed) {
      try writeFile(text, to: out)
    }
    if !invocation.has(.quiet) { for line in lines { say(line) } }
    if found.isInterrupted {
      complain(
        "venuesim: interrupted after \(found.tries + found.shrinkTries) runs"
          + (isMissed ? "; the worst so far is in \(out)" : ""))
      return .interrupted
    }
    guard found.worstFigure != nil else {
      complain("venuesim: no run had any \(found.target.name); there is nothing to judge")
      return .undecided
    }
    return isMissed && found.target.budget != nil ? .budgetMissed : .success
  }

  private func figure(_ value: Double?) -> String {
    value.map { figureText($0) + (unit.isEmpty ? "" : " \(unit)") } ?? "no data"
  }

  private var lines: [String] {
    guard let seed = found.seed else { return [] }
    var lines = [
      "worst of \(found.tries) runs: \(found.target.name) \(figure(found.worstFigure)), seed \(seed)"
    ]
    lines += found.settings.map { "  with \($0)" }
    guard let limit = found.limit, found.tree != nil else {
      if let budget = found.target.budget {
        lines.append("kept by all of them: \(budget.text). Nothing was written.")
      } else {
        lines.append("There is no budget that it would miss. Nothing was written.")
      }
      return lines
    }
    lines.append(
      "shrunk in \(found.shrinkTries) runs from \(found.removed.before) values to "
        + "\(found.removed.after): \(figure(found.figure)) misses \(limit.text)")
    lines.append("The scenario is \(out); 'venuesim run \(out)' reproduces it.")
    return lines
  }

  /// Comments at the top of the file.
  private var comments: [String] {
    var command = "venuesim falsify \(shellWord(splitPath(path).name))"
    for option in [Option.figure, .budget, .seeds, .tries, .shrinkTries, .searchSeed, .stack] {
      if let value = invocation.value(option) { command += " --\(option.name) \(shellWord(value))" }
    }
    for option in [Option.vary, .set] {
      for value in invocation.values(option) { command += " --\(option.name) \(shellWord(value))" }
    }
    var lines = [
      "Misses '\(found.limit?.text ?? "")': \(found.target.name) is \(figure(found.figure)).",
      "Found by: \(command)",
      "The worst of \(found.tries) runs had \(figure(found.worstFigure))"
        + (found.settings.isEmpty ? "." : " with \(found.settings.joined(separator: ", "))."),
    ]
    if found.isInterrupted {
      lines.append("It was interrupted: there may be worse and simpler cases.")
    }
    return lines
  }

  /// A path in the old file, relative to the new file.
  private func renamed(_ name: String) -> String {
    guard !name.hasPrefix("/") else { return name }
    let target = absolute(splitPath(path).folder + name)
    return relative(target, from: absolute(splitPath(out).folder))
  }
}

/// A word quoted for a shell.
func shellWord(_ text: String) -> String {
  // Quoting of bytes that aren't UTF-8 in bash and similar shells.
  if PathName.isForeign(text) {
    return "$'" + PathName.shown(text).replacing("'", with: "\\'") + "'"
  }
  let isPlain = text.utf8.allSatisfy { byte in
    (byte | 0x20) &- 0x61 < 26 || byte &- 0x2D < 13 || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: ",")
  }
  return isPlain && !text.isEmpty ? text : "'" + text.replacing("'", with: "'\\''") + "'"
}

/// An absolute path, without `.` and `..`.
private func absolute(_ path: String) -> String {
  var whole = path
  if !path.hasPrefix("/"), let current = getcwd(nil, 0) {
    whole = String(cString: current) + "/" + path
    free(current)
  }
  var steps: [Substring] = []
  for step in whole.split(separator: "/") where step != "." {
    if step == ".." { _ = steps.popLast() } else { steps.append(step) }
  }
  return "/" + steps.joined(separator: "/")
}

/// A path relative to a folder: `../venues/a.yaml`; absolute if they share no folder.
private func relative(_ path: String, from folder: String) -> String {
  let (steps, base) = (path.split(separator: "/"), folder.split(separator: "/"))
  let common = zip(steps, base).prefix { $0 == $1 }.count
  guard common > 0 else { return path }
  let up = base.dropFirst(common).map { _ in ".." as Substring }
  return (up + steps.dropFirst(common)).joined(separator: "/")
}

private func rangeOfSeeds(_ invocation: Invocation) throws -> SeedList? {
  guard invocation.has(.seeds) else { return nil }
  return try seedList(invocation)
}

/// Seed of the search's random draws; nil if not given.
func searchSeed(_ invocation: Invocation) throws(UsageError) -> UInt64? {
  guard let text = invocation.value(.searchSeed) else { return nil }
  guard let seed = UInt64(text) else {
    throw UsageError("--seed takes a whole number, not '\(text)'")
  }
  return seed
}

/// The value of an option that counts runs.
func falsifyCount(_ invocation: Invocation, _ option: Option) throws(UsageError) -> Int? {
  guard let text = invocation.value(option) else { return nil }
  guard let number = Int(text), number >= 0, number <= 1_000_000,
    number > 0 || option.name != "tries"
  else {
    throw UsageError("--\(option.name) takes a whole number up to a million, not '\(text)'")
  }
  return number
}
