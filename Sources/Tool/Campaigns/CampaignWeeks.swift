import Campaigns
import Documents
import Glibc
import Reporting
import Scoring

// Records the results of campaigns, and reports regressions.

/// Runs `venuesim campaign record --out DIR --store FILE --commit ID`.
func recordCampaign(_ invocation: Invocation) throws -> ExitStatus {
  guard let path = invocation.value(.store), let commit = invocation.value(.storeCommit),
    !commit.isEmpty
  else {
    throw UsageError("record needs --store FILE, and --commit ID of what was run")
  }
  guard let folder = invocation.value(.out), invocation.operands.count == 1 else {
    throw UsageError("record takes a finished folder: 'campaign record --out DIR …'")
  }
  let date = try invocation.value(.date).map(checkedDate) ?? today()
  let record = try FolderRecord(folder: folder)
  try CampaignStore(path: path).add(record, commit: commit, date: date)
  if !invocation.has(.quiet) {
    let count = record.scenarios.count
    say("\(count) scenario\(count == 1 ? "" : "s") of \(commit), \(date), are in \(path).")
  }
  return .success
}

/// Runs `venuesim campaign report NAME --store FILE`.
func reportCampaign(_ invocation: Invocation) throws -> ExitStatus {
  guard let path = invocation.value(.store) else { throw UsageError("report needs --store FILE") }
  guard invocation.operands.count <= 2 else {
    throw UsageError("report takes one campaign, by its name or its folder")
  }
  let store = try CampaignStore(path: path, isReadOnly: true)
  let names = Set(try store.entries().map(\.campaign)).sorted()
  guard let name = try campaign(invocation.operands.dropFirst().first, among: names) else {
    throw UsageError(
      names.isEmpty
        ? "the store is empty; 'campaign record' fills it"
        : "report which campaign? The store has \(listed(names))")
  }
  let history = try CampaignHistory(store, campaign: name, since: invocation.value(.since))
  let page = try page(history, name, store, invocation.value(.links))
  if let folder = invocation.value(.out) {
    try makeFolder(folder)
    try writeFile(page.html, to: folder + "/index.html")
    try writeFile(page.badge, to: folder + "/badge.svg")
  }
  announce(page, history, invocation)
  return page.count(.worse) > 0 ? .regression : .success
}

/// The campaign that is asked for by its name or its folder; nil if there is a choice.
private func campaign(_ asked: String?, among names: [String]) throws(DocumentError) -> String? {
  guard let asked else { return names.count == 1 ? names[0] : nil }
  if names.contains(asked) { return asked }
  if fileExists(asked + "/manifest.json") {
    let name = try FolderRecord(folder: withoutSlash(asked)).campaign
    if names.contains(name) { return name }
    throw DocumentError(
      "the store has nothing of '\(asked)', whose campaign is '\(name)'; 'campaign record --out "
        + "\(asked)' adds it. The store has \(listed(names))")
  }
  throw DocumentError(
    "the store has nothing of the campaign '\(asked)', and no folder of results has that name. "
      + (names.isEmpty ? "The store is empty" : "The store has \(listed(names))"),
    suggestion: nearestName(to: asked, among: names))
}

/// Names of campaigns in a message.
private func listed(_ names: [String]) -> String {
  names.map { $0.isEmpty ? "'' (plain runs)" : "'\($0)'" }.joined(separator: ", ")
}

private func page(
  _ history: CampaignHistory, _ name: String, _ store: CampaignStore, _ links: String?
) throws -> WeeksPage {
  var page = WeeksPage(
    campaign: name,
    entries: history.entries.map { .init(commit: $0.commit, date: $0.date, run: $0.run) },
    base: history.base)
  page.rows = history.lines.map { line in
    var row = WeeksPage.Row(scenario: line.scenario, figure: line.figure, values: line.values)
    (row.changes, row.comparison) = (line.changes, line.comparison)
    return row
  }
  page.notes = history.notes
  if let last = history.entries.last {
    page.worst = try store.worst(of: last).map { scenario, worst in
      WeeksPage.WorstRunLink(
        scenario: scenario, seed: worst.seed, figure: worst.figure, value: worst.value,
        unit: worst.unit,
        link: worst.folder.isEmpty ? "" : (links.map { $0 + "/" } ?? "") + worst.folder + "/")
    }
  }
  return page
}

private func announce(_ page: WeeksPage, _ history: CampaignHistory, _ invocation: Invocation) {
  guard !invocation.has(.quiet) else { return }
  for note in page.notes { complain("note: \(note)") }
  if invocation.has(.json) {
    let rows = page.rows.compactMap { row -> JSONValue? in
      guard let comparison = row.comparison, [.worse, .better].contains(comparison.verdict) else {
        return nil
      }
      return [
        "scenario": .string(row.scenario), "figure": .string(row.figure.name),
        "verdict": .string(comparison.verdict.rawValue),
        "base": comparison.effect.map { .number($0.base) } ?? .null,
        "new": comparison.effect.map { .number($0.new) } ?? .null,
      ]
    }
    say(
      JSONValue.object([
        "campaign": .string(page.campaign), "entries": .int(Int64(page.entries.count)),
        "worse": .int(Int64(page.count(.worse))), "better": .int(Int64(page.count(.better))),
        "moved": .array(rows),
      ]).text(pretty: false))
    return
  }
  guard let last = history.entries.last, let base = history.base.map({ history.entries[$0] }) else {
    say("\(shown(page.campaign)): one entry, and nothing to compare it with yet")
    return
  }
  say(
    "\(shown(page.campaign)): \(last.commit) of \(last.date), compared with \(base.commit) of \(base.date)"
  )
  for verdict in [FigureVerdict.worse, .better] {
    for row in page.rows where row.comparison?.verdict == verdict {
      guard let effect = row.comparison?.effect else { continue }
      say(
        "  \(verdict.rawValue): \(row.scenario) \(row.figure.name) \(figureText(effect.base)) → "
          + "\(figureText(effect.new)) \(row.figure.metric.unit)")
    }
  }
  say("  \(page.count(.worse)) worse, \(page.count(.better)) better")
  if let folder = invocation.value(.out) { say("The page is \(folder)/index.html.") }
}

/// A campaign's name for text output; plain runs have none.
private func shown(_ campaign: String) -> String { campaign.isEmpty ? "plain runs" : campaign }

/// A sortable date: `2026-11-28`, perhaps with a time of day.
private func checkedDate(_ text: String) throws(UsageError) -> String {
  let parts = text.prefix(10).split(separator: "-", omittingEmptySubsequences: false)
  let numbers = parts.compactMap { Int($0) }
  guard parts.map(\.count) == [4, 2, 2], numbers.count == 3, (1...12).contains(numbers[1]),
    (1...daysOfMonth(numbers[1], numbers[0])).contains(numbers[2]),
    isTimeOfDay(text.dropFirst(10))
  else {
    throw UsageError(
      "--date takes a date such as 2026-11-28, optionally with a time, not '\(text)'")
  }
  return text
}

/// True if the rest of a date is empty, or a time of day as in `git log --format=%cI`.
private func isTimeOfDay(_ text: Substring) -> Bool {
  guard let first = text.utf8.first else { return true }
  return (first == UInt8(ascii: "T") || first == UInt8(ascii: " "))
    && (6...32).contains(text.utf8.count)
    && text.utf8.dropFirst().allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-:.Z".utf8.contains(byte)
    }
}

private func daysOfMonth(_ month: Int, _ year: Int) -> Int {
  let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
}

private func today() -> String {
  var time = time(nil)
  var parts = tm()
  gmtime_r(&time, &parts)
  return "\(parts.tm_year + 1900)-\(twoDigits(parts.tm_mon + 1))-\(twoDigits(parts.tm_mday))"
}

extension Option {
  static let store = Option(
    "store", taking: "FILE", "The SQLite file of the history; created if it is missing.")
  static let storeCommit = Option("commit", taking: "ID", "The commit that was run.")
  static let date = Option("date", taking: "DATE", "The commit's date; by default today.")
  static let since = Option(
    "since", taking: "COMMIT|DATE",
    "The entry to compare the last one with; by default the one before it.")
  static let links = Option(
    "links", taking: "PREFIX",
    "The address of the campaign's folder as seen from the page, for links to the worst runs.")
}
