import Documents
import Harness
import Reporting
import Scenarios
import Surveys

/// A scenario of a run's folder, found again with the settings of the run.
struct RepeatedRun {
  let scenario: LoadedScenario
  let settings: [Setting]
  /// The version of the program that made the run.
  let madeBy: String
  private let stackName: String

  /// Finds a scenario of a run.
  ///
  /// - Parameters:
  ///   - folder: The run's folder.
  ///   - manifest: Its manifest.
  ///   - name: The name of the scenario.
  ///   - file: The scenario's file; nil to search for it.
  /// - Throws: An error if the file isn't there, or has changed.
  init(
    _ folder: String, _ manifest: JSONValue, scenario name: String, file: String?
  ) throws(DocumentError) {
    let entry = manifest["scenarios"]?.elements?.first { $0["name"]?.string == name }
    guard let entry, let fileName = entry["file"]?.string, let digest = entry["sha256"]?.string
    else {
      throw DocumentError(
        "'\(folder)/manifest.json' does not name the scenario's file, so the run can't be repeated")
    }
    madeBy = manifest["venuesim"]?.string ?? ""
    stackName = manifest["stack"]?.string ?? "reference"
    settings = try manifestSettings(manifest)
    scenario = try foundScenario(
      fileName, besides: folder, file: file, settings, digest: digest,
      venueDigest: entry["venue_sha256"]?.string ?? "")
  }

  /// The stack of the run.
  func stack() throws(DocumentError) -> StackChoice { try StackChoice(stackName) }
}

/// The stage of a replay's folder, found again with the options of the replay.
struct RepeatedReplay {
  let stage: ReplayStage
  let stack: StackChoice
  let settings: [Setting]

  /// Finds the scenario and the survey of a replay.
  ///
  /// - Throws: An error if one of them isn't there, or has changed.
  init(_ folder: String, _ manifest: JSONValue, _ invocation: Invocation) throws {
    settings = try manifestSettings(manifest)
    var stack = try StackChoice(manifest["stack"]?.string ?? "reference")
    stack.options = try stackChoice(invocation).options
    self.stack = stack
    let surveyDigest = manifest["survey"]?["sha256"]?.string
    var stage: ReplayStage
    if let entry = manifest["scenario"], let file = entry["file"]?.string {
      stage = ReplayStage(
        try foundScenario(
          file, besides: folder, file: invocation.value(.scenarioName), settings, digest: nil,
          venueDigest: entry["venue_sha256"]?.string ?? ""))
    } else {
      stage = try ReplayStage(settings: settings, hasSurvey: surveyDigest != nil)
    }
    if let surveyDigest {
      guard let path = invocation.value(.survey) else {
        throw UsageError("the replay in '\(folder)' used a survey: name it with --survey FILE")
      }
      let survey = try SurveyFile.read(path)
      guard survey.digest == surveyDigest else {
        throw DocumentError("'\(path)' isn't the survey of the replay in '\(folder)'")
      }
      (stage.radioMap, stage.surveyDigest) = (survey.map, survey.digest)
    }
    self.stage = stage
  }
}

/// The settings in a manifest.
private func manifestSettings(_ manifest: JSONValue) throws(DocumentError) -> [Setting] {
  var settings: [Setting] = []
  for text in manifest["settings"]?.elements ?? [] {
    if let text = text.string { settings.append(try Setting(text)) }
  }
  return settings
}

/// Finds the scenario of a run by its file's name and contents.
///
/// - Parameters:
///   - name: The name of the file.
///   - folder: The run's folder.
///   - file: The path, if it is given.
///   - settings: The settings of the run.
///   - digest: SHA-256 of the scenario with its settings; nil if unknown.
///   - venueDigest: SHA-256 of the venue.
/// - Returns: The scenario with the settings.
/// - Throws: An error if there is no such file, or if all have changed.
private func foundScenario(
  _ name: String, besides folder: String, file: String?, _ settings: [Setting], digest: String?,
  venueDigest: String
) throws(DocumentError) -> LoadedScenario {
  let places = file.map { [$0] } ?? scenarioPlaces(name, besides: folder)
  let present = places.filter { exists($0) }
  guard !present.isEmpty else {
    throw DocumentError(
      file == nil
        ? "the run's scenario '\(name)' is not in this folder, in scenarios/, beside '\(folder)' or "
          + "among the bundled ones; give its path: --scenario FILE"
        : "there is no file '\(places[0])'; the run's scenario was '\(name)'")
  }
  for path in present {
    let scenario = try LoadedScenario(path: path, settings: settings)
    let isSame = digest.map { scenario.digest == $0 } ?? true
    if isSame, scenario.venueDigest == venueDigest { return scenario }
  }
  throw DocumentError(
    "'\(present[0])' or its venue has changed since the run in '\(folder)'; run it again, or give the "
      + "unchanged file: --scenario FILE")
}

/// The paths at which a run's scenario may be.
private func scenarioPlaces(_ name: String, besides folder: String) -> [String] {
  let beside = splitPath(folder).folder
  var places = [name, "scenarios/" + name, beside + name, beside + "scenarios/" + name]
  if let bundled = try? DataFolder().file("scenarios") {
    places += ["", "suite/", "claims/", "starts/", "examples/"].map { "\(bundled)/\($0)\(name)" }
  }
  return places
}

extension JSONValue {
  /// The text of a string; nil for other values.
  var string: String? { if case .string(let text) = self { text } else { nil } }
  /// The elements of an array; nil for other values.
  var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
}
