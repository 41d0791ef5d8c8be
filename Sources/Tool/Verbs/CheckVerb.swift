import Campaigns
import Documents
import Formats
import Harness
import Recordings
import Scenarios
import Venues

/// Runs `venuesim check FILE...` for scenarios, venues and other documents.
@Sendable
func checkVerb(_ invocation: Invocation) throws -> ExitStatus {
  guard !invocation.operands.isEmpty else { throw UsageError("check which file?") }
  if invocation.has(.fix) { return try fixFiles(invocation) }
  if invocation.has(.dryRun) { throw UsageError("--dry-run belongs to --fix") }
  if invocation.has(.power) { return try checkPower(invocation) }
  for option in [Option.seeds, .jobs] where invocation.has(option) {
    throw UsageError("--\(option.name) belongs to --power")
  }
  let settings = try invocation.values(.set).map { try Setting($0) }
  var wrong: [Diagnostic] = []
  var unlisted = 0
  for path in invocation.operands {
    do throws(DocumentError) {
      let remarks = try check(path, settings)
      guard !invocation.has(.quiet), !invocation.has(.json) else { continue }
      say("\(path): good" + (remarks.warning.map { ", but \($0)" } ?? ""))
      for remark in remarks.former { say("\(remark)") }
    } catch {
      // A venue may be given itself, and be used by several scenarios.
      wrong += error.diagnostics.filter { !wrong.contains($0) }
      unlisted += error.unlisted
    }
  }
  if invocation.has(.json) {
    say(Answer.objects(wrong).text(pretty: false))
    return wrong.isEmpty ? .success : .usage
  }
  guard wrong.isEmpty else { throw DocumentError(wrong, unlisted: unlisted) }
  return .success
}

/// True if a document is a venue: it has an `origin` and no `agents`.
func isVenue(_ node: Node) -> Bool { DocumentKind(of: node) == .venue }

/// Something valid that may be unintended.
struct CheckRemarks {
  var warning: String?
  /// Former names of keys.
  var former: [Diagnostic] = []
}

/// Checks a document of any kind; a scenario with its sweep, if it has one.
func check(_ path: String, _ settings: [Setting]) throws(DocumentError) -> CheckRemarks {
  let node = try YAML.load(path: path)
  let kind = DocumentKind(of: node)
  var remarks = CheckRemarks(former: formerNames(in: node, kind))
  do throws(DocumentError) {
    remarks.warning = try warning(about: node, kind, path, settings)
  } catch {
    // A mistake in the list doesn't hide those in its scenarios.
    let others = scenarioMistakes(in: node, kind, path, settings).filter {
      !error.diagnostics.contains($0)
    }
    throw DocumentError(error.diagnostics + others, unlisted: error.unlisted)
  }
  return remarks
}

/// Checks a document.
///
/// - Returns: A warning about something valid that may be unintended.
private func warning(
  about node: Node, _ kind: DocumentKind, _ path: String, _ settings: [Setting]
) throws(DocumentError) -> String? {
  switch kind {
  case .venue:
    let venue = try decodeDocument(VenueFile.self, from: node).venue()
    guard venue.transmitters.isEmpty, !venue.levels.isEmpty else { return nil }
    return "it has no transmitters: phones receive no Wi-Fi, beacon or cell there; "
      + "'venuesim equip' adds transmitters"
  case .study:
    var choice = StudyPlan.Selection()
    (choice.settings, choice.data) = (settings, recordingsFolder(nil))
    choice.find = { try FoundRecordings.find(at: $0) }
    _ = try StudyPlan(path: path, choice: choice)
  case .campaign: _ = try CampaignPlan(path: path, settings: settings)
  case .sweep: _ = try SweepPlan(path: path, settings: settings)
  case .scenario:
    _ = try LoadedScenario(path: path, settings: settings)
    if node["sweep"] != nil { _ = try SweepPlan(path: path, settings: settings) }
  }
  return nil
}

/// The mistakes in the scenarios that a study, a campaign or a sweep lists.
private func scenarioMistakes(
  in node: Node, _ kind: DocumentKind, _ path: String, _ settings: [Setting]
) -> [Diagnostic] {
  guard [.study, .campaign, .sweep].contains(kind) else { return [] }
  let entries = node["scenarios"].map { Array($0.elements) } ?? []
  return entries.compactMap { $0["scenario"] ?? $0 }.flatMap { entry -> [Diagnostic] in
    guard let name = entry.text else { return [] }
    do throws(DocumentError) {
      _ = try LoadedScenario(path: besides(path, name), settings: settings)
      return []
    } catch {
      return error.diagnostics.map { diagnostic in
        var diagnostic = diagnostic
        diagnostic.place = diagnostic.place ?? entry.place
        return diagnostic
      }
    }
  }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
}

/// Remarks about keys of a file with their former names.
func formerNames(inFile path: String) throws(DocumentError) -> [Diagnostic] {
  let node = try YAML.load(path: path)
  return formerNames(in: node, DocumentKind(of: node))
}

private func formerNames(in node: Node, _ kind: DocumentKind) -> [Diagnostic] {
  guard let former = kind.formerNameKey,
    let key = node.pairs.first(where: { $0.key.text == former })?.key
  else { return [] }
  return [
    Diagnostic(
      place: key.place,
      message:
        "'\(former)' is the former name of the key 'name'; 'venuesim check --fix' renames it",
      fix: TextFix(of: key, to: "name"))
  ]
}
