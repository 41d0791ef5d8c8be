public import Documents
public import Kernel
import Parts
public import Positioning

/// Parameters of the radio map survey.
public struct SurveyParameters: ParameterSet {
  /// Quality of the survey.
  public enum Survey: String, CaseIterable, Sendable {
    /// Of the present radio environment.
    case fresh
    /// Half a year old.
    case stale
    /// With half of the access points; the others were not received.
    case half
  }

  /// Quality of the survey.
  public var survey = Survey.fresh
  /// Distance between survey lanes, in m.
  public var lanes = 4.0
  /// True if the survey includes the magnetic field.
  public var notesField = false
  /// Positioning file that replaces the run's own survey.
  public var source: IndoorSourceSettings?

  public static let parameters: [Parameter<Self>] = [
    .choice(
      "survey", \.survey,
      "Quality of the survey: fresh, half a year old, or with half of the access points."),
    .number(
      "lanes", \.lanes, "m", 1...50, "Distance between survey lanes.",
      .estimate),
    .flag(
      "note_field", \.notesField,
      "Includes the magnetic field in the survey, for magnetic positioning."),
    .object(
      "source", \.source,
      "Positioning table of the radio map, instead of the run's own survey."),
  ]

  public init() {}
}

/// Parameters of radio map positioning.
public struct RadioMapParameters: ParameterSet {
  public var site = SurveyParameters()
  /// Interval of particle output; zero for none.
  public var cloud = SimDuration.zero
  public var locator = IndoorLocator.Parameters()

  public static let parameters: [Parameter<Self>] =
    Parameter.all(of: \.site) + [
      .time(
        "cloud", \.cloud, 0...3600,
        "Interval of particle output to clouds.csv; 0 s for none.", .estimate)
    ] + Parameter.all(of: \.locator)

  public init() {}
}

/// Parameters of fingerprint positioning by nearest neighbours.
public struct FingerprintParameters: ParameterSet {
  public var site = SurveyParameters()
  public var part = FingerprintPart.Parameters()

  public static let parameters: [Parameter<Self>] =
    Parameter.all(of: \.site) + Parameter.all(of: \.part)

  public init() {}
}

extension StackSettings {
  /// Survey of the locator; nil if it needs none.
  public var surveyParameters: SurveyParameters? {
    parameters(.locator, RadioMapParameters.self)?.site
      ?? parameters(.locator, FingerprintParameters.self)?.site
  }
}

/// Parameters of the location services.
public struct ServicesParameters: ParameterSet {
  /// Version of the authorization rules.
  public enum Rules: String, CaseIterable, Sendable {
    case twelve, thirteen
    case thirteenFour = "thirteen_four"

    var generation: ServiceRules.Generation {
      switch self {
      case .twelve: .twelve
      case .thirteen: .thirteen
      case .thirteenFour: .thirteenFour
      }
    }
  }

  /// Kind of auto-pause.
  public enum Pauses: String, CaseIterable, Sendable {
    /// As on phones: late rather than wrong.
    case phone
    /// As on sports computers: by speed, within seconds.
    case sport
  }

  /// Version of the authorization rules.
  public var rules = Rules.thirteen
  /// True for a television.
  public var television = false
  /// Kind of auto-pause.
  public var pauses = Pauses.phone

  public static let parameters: [Parameter<Self>] = [
    .choice("rules", \.rules, "Version of the authorization rules."),
    .flag("television", \.television, "Device is a television."),
    .choice("pauses", \.pauses, "Kind of auto-pause."),
  ]

  public init() {}
}
