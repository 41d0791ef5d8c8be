public import Documents
public import Kernel
import Parts
public import Positioning

/// The dials of the survey by which phones find themselves.
public struct SurveyDials: DialSet {
  /// How well a survey tells the place as it is.
  public enum Survey: String, CaseIterable, Sendable {
    /// Of the very state of the place.
    case fresh
    /// Of half a year ago.
    case stale
    /// Of half of the access points: the others went unheard.
    case half
  }

  /// How well the survey tells the place as it is.
  public var survey = Survey.fresh
  /// How far a surveyor's lanes are apart, in m.
  public var lanes = 4.0
  /// Whether surveyors note the magnetic field, too.
  public var notesField = false
  /// Where the positioning file is, in place of a survey of the run's own.
  public var source: IndoorSourceSettings?

  public static let dials: [Dial<Self>] = [
    .choice(
      "survey", \.survey,
      "Whether the survey is fresh, half a year old, or heard half of the access points."),
    .number(
      "lanes", \.lanes, "m", 1...50, "How far apart the lanes are that surveyors walk in.",
      .estimate),
    .flag(
      "note_field", \.notesField,
      "Whether surveyors note the magnetic field, too, for phones to know places by."),
    .object(
      "source", \.source,
      "The positioning table that the radio map comes from, instead of the run's own survey."),
  ]

  /// Creates the defaults.
  public init() {}
}

/// The dials of the locator by a survey's radio map.
public struct RadioMapDials: DialSet {
  /// The survey.
  public var site = SurveyDials()
  /// How often the locator shows where the phone may be; zero for never.
  public var cloud = SimDuration.zero
  /// The locator.
  public var locator = IndoorLocator.Parameters()

  public static let dials: [Dial<Self>] =
    Dial.all(of: \.site) + [
      .time(
        "cloud", \.cloud, 0...3600,
        "How often particles are shown, for clouds.csv; 0 s for never.", .estimate)
    ] + Dial.all(of: \.locator)

  /// Creates the defaults.
  public init() {}
}

/// The dials of the locator by the surveyed points most alike.
public struct FingerprintDials: DialSet {
  /// The survey.
  public var site = SurveyDials()
  /// The part.
  public var part = FingerprintPart.Dials()

  public static let dials: [Dial<Self>] = Dial.all(of: \.site) + Dial.all(of: \.part)

  /// Creates the defaults.
  public init() {}
}

extension StackSettings {
  /// The survey by which the locator finds phones; nil for one that needs none.
  public var surveyDials: SurveyDials? {
    dials(.locator, RadioMapDials.self)?.site ?? dials(.locator, FingerprintDials.self)?.site
  }
}

/// The dials of the services.
public struct ServicesDials: DialSet {
  /// Versions of the rules.
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

  /// Ways to pause.
  public enum Pauses: String, CaseIterable, Sendable {
    /// As phones do: late rather than wrong.
    case phone
    /// As sports computers do: by speed, within seconds.
    case sport
  }

  /// The version of the rules.
  public var rules = Rules.thirteen
  /// Whether the device is a television.
  public var television = false
  /// How pauses are judged.
  public var pauses = Pauses.phone

  public static let dials: [Dial<Self>] = [
    .choice("rules", \.rules, "Which version's rules hold."),
    .flag("television", \.television, "Whether the device is a television."),
    .choice("pauses", \.pauses, "How pauses are judged."),
  ]

  /// Creates the defaults.
  public init() {}
}
