import Campaigns
import Documents
import Formats
import Harness
import Recordings
import Venues

/// Runs `venuesim check FILE...` for scenarios, venues and other documents.
@Sendable
func checkVerb(_ invocation: Invocation) throws -> ExitStatus {
  guard !invocation.operands.isEmpty else { throw UsageError("check which file?") }
  if invocation.has(.power) { return try checkPower(invocation) }
  for option in [Option.seeds, .jobs] where invocation.has(option) {
    throw UsageError("--\(option.name) belongs to --power")
  }
  let settings = try invocation.values(.set).map { try Setting($0) }
  var wrong: [Diagnostic] = []
  var unlisted = 0
  for path in invocation.operands {
    do throws(DocumentError) {
      let warning = try check(path, settings)
      if !invocation.has(.quiet), !invocation.has(.json) {
        say("\(path): good" + (warning.map { ", but \($0)" } ?? ""))
      }
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
func isVenue(_ node: Node) -> Bool { node["origin"] != nil && node["agents"] == nil }

/// Checks a document: a study, a campaign, a sweep file (`scenarios`), a venue, or else a scenario, with its
/// sweep if it has one.
///
/// - Returns: A warning about something valid that may be unintended.
private func check(_ path: String, _ settings: [Setting]) throws(DocumentError) -> String? {
  let node = try YAML.load(path: path)
  if isVenue(node) {
    let venue = try decodeDocument(VenueFile.self, from: node).venue()
    guard venue.transmitters.isEmpty, !venue.levels.isEmpty else { return nil }
    return "it has no transmitters: phones receive no Wi-Fi, beacon or cell there; "
      + "'venuesim equip' adds transmitters"
  }
  if node["study"] != nil {
    var choice = StudyPlan.Selection()
    (choice.settings, choice.data) = (settings, recordingsFolder(nil))
    choice.find = { try FoundRecordings.find(at: $0) }
    _ = try StudyPlan(path: path, choice: choice)
    return nil
  }
  if node["campaign"] != nil {
    _ = try CampaignPlan(path: path, settings: settings)
    return nil
  }
  if node["scenarios"] == nil { _ = try LoadedScenario(path: path, settings: settings) }
  if node["scenarios"] != nil || node["sweep"] != nil {
    _ = try SweepPlan(path: path, settings: settings)
  }
  return nil
}
