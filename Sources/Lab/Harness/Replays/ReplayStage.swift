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

/// What a replay goes with: the map a stack may know, and how the stack is set.
public struct ReplayStage: Sendable {
  /// What a stack may know of the place.
  public let map: VenueMap
  /// What decides the results besides the recordings, for digests.
  public var digest: String { surveyDigest.map { "\(ownDigest) survey \($0)" } ?? ownDigest }
  private let ownDigest: String
  /// A short digest of the files of all parts that are programs; empty where none is.
  let programDigest: String
  /// The digest of the survey's file.
  public var surveyDigest: String?
  /// The scenario that was named; nil without one.
  public let scenario: LoadedScenario?
  private let settings: StackSettings
  /// What a survey found of the place; nil without one.
  public var radioMap: RadioMap?

  /// The stage of a scenario: its venue's map and its `stack:` block.
  public init(_ scenario: LoadedScenario) {
    map = scenario.map
    ownDigest = "\(scenario.digest) \(scenario.venueDigest)"
    settings = scenario.scenario.stack
    programDigest = scenario.programDigest
    self.scenario = scenario
  }

  /// A stage without a scenario: nowhere, and a stack with its defaults.
  ///
  /// - Parameters:
  ///   - settings: What is set otherwise, such as `stack.satellites.use=off`.
  ///   - hasSurvey: Whether a survey is given, by which phones then are found unless told otherwise.
  /// - Throws: What is wrong with the settings.
  public init(settings: [Setting] = [], hasSurvey: Bool = false) throws(DocumentError) {
    var node = try YAML.load("stack: {}", name: "--set")
    for setting in settings {
      guard setting.keys.first == "stack" else {
        throw DocumentError(
          "--set \(excerpted(setting.text)): without --scenario, only stack.… can be set")
      }
      node = try node.replacing(setting.keys, with: setting.value)
    }
    let usual = StackSettings.catalogue
    let catalogue = hasSurvey ? usual.preferring(.locator, "radio-map") : usual
    let stack = node["stack"]
    self.settings = try StackSettings.reading(with: catalogue) { () throws(DocumentError) in
      guard let stack, stack.count > 0 else { return StackSettings() }
      return try decodeDocument(StackSettings.self, from: stack)
    }
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

  /// The same stage where a survey is known.
  package func knowing(_ survey: RadioMap, digest: String) -> ReplayStage {
    var stage = self
    (stage.radioMap, stage.surveyDigest) = (survey, digest)
    return stage
  }

  /// Makes a stack that knows the map.
  ///
  /// - Parameters:
  ///   - choice: Which stack.
  ///   - device: The recording it is for, for the account of what it uses.
  ///   - own: The map that a data set brings along; a scenario's goes before it.
  /// - Returns: The stack.
  public func makeStack(
    _ choice: StackChoice = .reference, for device: String = "", knowing own: VenueMap? = nil
  ) -> any TrackingStack {
    // A scenario's map goes before a data set's own.
    var map = scenario == nil ? own ?? map : map
    map.radioMap = radioMap ?? map.radioMap
    return switch choice {
    case .own(let terms):
      ReferenceStack(
        map: map, settings: self.settings, services: ServicesConfiguration(on: .phone2014)
      ) {
        ProcessPart(
          command: StackCommand($0, terms), slot: $1, map: $2,
          for: StackUser(scenario: "replay", seed: 0, device: device))
      }
    case .command(let command):
      ProcessStack(
        command: command, map: map, for: StackUser(scenario: "replay", seed: 0, device: device))
    }
  }
}
