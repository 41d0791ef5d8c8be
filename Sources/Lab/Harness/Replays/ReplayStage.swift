import Devices
public import Documents
import Geometry
public import Maps
public import Observations
import Parts
import Positioning
import Programs
import Recordings
import Scenarios
import Services

/// The setting of a replay: the map for the stack, and the stack's settings.
public struct ReplayStage: Sendable {
  /// The map that a stack may use.
  public let map: VenueMap
  /// The inputs to the results beside the recordings, for digests.
  public var digest: String { surveyDigest.map { "\(ownDigest) survey \($0)" } ?? ownDigest }
  private let ownDigest: String
  /// A short digest of the executables of all parts that are programs; empty without any.
  let programDigest: String
  /// The digest of the survey's file.
  public var surveyDigest: String?
  /// The named scenario; nil without one.
  public let scenario: LoadedScenario?
  private let settings: StackSettings
  /// True if a part is an external program.
  var hasPrograms: Bool { !settings.commands.isEmpty }
  /// The changed settings, and true if there is a survey; without a scenario.
  private let changes: [Setting]
  private let hasSurvey: Bool
  /// The survey's radio map; nil without one.
  public var radioMap: RadioMap?

  /// Creates the stage of a scenario: its venue's map and its `stack:` block.
  public init(_ scenario: LoadedScenario) {
    map = scenario.map
    ownDigest = "\(scenario.digest) \(scenario.venueDigest)"
    settings = scenario.scenario.stack
    (changes, hasSurvey) = ([], false)
    programDigest = scenario.programDigest
    self.scenario = scenario
  }

  /// Creates a stage without a scenario: an empty map, and a stack with defaults.
  ///
  /// - Parameters:
  ///   - settings: Changed settings, such as `stack.satellites.use=off`.
  ///   - hasSurvey: True if there is a survey, which then is the default for positioning.
  /// - Throws: All mistakes in the settings.
  public init(settings: [Setting] = [], hasSurvey: Bool = false) throws(DocumentError) {
    for setting in settings where setting.keys.first != "stack" {
      throw DocumentError(
        "--set \(excerpted(setting.text)): without --scenario, only stack.… can be set")
    }
    (changes, self.hasSurvey) = (settings, hasSurvey)
    self.settings = try Self.stackSettings(settings, hasSurvey: hasSurvey)
    ownDigest = settings.map(\.text).joined(separator: "\n")
    programDigest = try self.settings.programDigest()
    scenario = nil
    do {
      let nowhere = try Geodetic(latitudeDegrees: 0, longitudeDegrees: 0, altitudeMetres: 0)
      map = VenueMap(name: "nowhere", frame: LocalFrame(origin: nowhere), levels: [])
    } catch {
      throw DocumentError("\(error)")
    }
  }

  private static func stackSettings(
    _ settings: [Setting], hasSurvey: Bool
  ) throws(DocumentError) -> StackSettings {
    var node = try YAML.load("stack: {}", name: "--set")
    for setting in settings { node = try node.replacing(setting.keys, with: setting.value) }
    let usual = StackSettings.catalogue
    let catalogue = hasSurvey ? usual.preferring(.locator, "radio-map") : usual
    let stack = node["stack"]
    return try StackSettings.reading(with: catalogue) { () throws(DocumentError) in
      guard let stack, stack.count > 0 else { return StackSettings() }
      return try decodeDocument(StackSettings.self, from: stack)
    }
  }

  /// The stack's settings with those that suit a recording's device; a scenario's or changed ones have priority.
  private func settings(preferring preferred: [String]) -> StackSettings {
    let suitable = preferred.compactMap { try? Setting($0) }.filter { $0.keys.first == "stack" }
    guard scenario == nil, !suitable.isEmpty else { return settings }
    return (try? Self.stackSettings(suitable + changes, hasSurvey: hasSurvey)) ?? settings
  }

  /// Returns this stage with a survey.
  package func knowing(_ survey: RadioMap, digest: String) -> ReplayStage {
    var stage = self
    (stage.radioMap, stage.surveyDigest) = (survey, digest)
    return stage
  }

  /// Creates a stack with the map.
  ///
  /// - Parameters:
  ///   - choice: The stack.
  ///   - device: The recording's name, for the energy totals.
  ///   - own: The map of a data set; a scenario's map has priority.
  ///   - preferred: The settings that suit the recording's device.
  /// - Returns: The stack.
  public func makeStack(
    _ choice: StackChoice = .reference, for device: String = "", knowing own: VenueMap? = nil,
    preferring preferred: [String] = []
  ) -> any TrackingStack {
    // The scenario's map has priority over the data set's.
    var map = scenario == nil ? own ?? map : map
    map.radioMap = radioMap ?? map.radioMap
    return switch choice {
    case .own(let options):
      ReferenceStack(
        map: map, settings: self.settings(preferring: preferred),
        services: ServicesConfiguration(on: .phone2014)
      ) {
        ProcessPart(
          command: StackCommand($0, options), slot: $1, map: $2,
          for: StackUser(scenario: "replay", seed: 0, device: device))
      }
    case .command(let command):
      ProcessStack(
        command: command, map: map, for: StackUser(scenario: "replay", seed: 0, device: device))
    }
  }
}
