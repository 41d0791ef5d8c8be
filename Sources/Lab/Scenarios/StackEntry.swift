public import Documents
public import Kernel

/// How the stack under test is put together: for each part, which one and how it is set.
///
/// The values mean what the parts' own documentation says; the harness hands them over.
public struct StackEntry: DocumentObject, Hashable {
  /// The indoor locator.
  public let locator: LocatorEntry
  /// The satellite solver.
  public let gnss: SolverEntry
  /// The use of access points.
  public let wifi: WiFiEntry
  /// The use of cells.
  public let cell: CellEntry
  /// The choice of radios.
  public let radios: RadiosEntry
  /// The use of roads.
  public let roads: RoadsEntry
  /// The step counter.
  public let steps: CounterEntry
  /// The activity classifier.
  public let activity: ActivityEntry
  /// The services for apps.
  public let services: ServicesEntry

  /// The defaults.
  public init() {
    locator = LocatorEntry()
    gnss = SolverEntry()
    wifi = WiFiEntry()
    cell = CellEntry()
    radios = RadiosEntry()
    roads = RoadsEntry()
    steps = CounterEntry()
    activity = ActivityEntry()
    services = ServicesEntry()
  }

  /// Reads a stack.
  public init(from object: inout ObjectReader) {
    locator = object.optional(
      "locator", .object(LocatorEntry.self), default: LocatorEntry(), "The indoor locator.")
    gnss = object.optional(
      "gnss", .object(SolverEntry.self), default: SolverEntry(), "The satellite solver.")
    wifi = object.optional(
      "wifi", .object(WiFiEntry.self), default: WiFiEntry(), "The use of access points.")
    cell = object.optional(
      "cell", .object(CellEntry.self), default: CellEntry(), "The use of cells.")
    radios = object.optional(
      "radios", .object(RadiosEntry.self), default: RadiosEntry(), "The choice of radios.")
    roads = object.optional(
      "roads", .object(RoadsEntry.self), default: RoadsEntry(), "The use of roads.")
    steps = object.optional(
      "steps", .object(CounterEntry.self), default: CounterEntry(), "The step counter.")
    activity = object.optional(
      "activity", .object(ActivityEntry.self), default: ActivityEntry(),
      "The activity classifier.")
    services = object.optional(
      "services", .object(ServicesEntry.self), default: ServicesEntry(),
      "The services for apps.")
  }
}

/// Which indoor locator, and how it is set.
public struct LocatorEntry: DocumentObject, Hashable {
  /// The locators there are.
  public enum Part: String, CaseIterable, Sendable {
    /// The nearest beacon's place.
    case strongestBeacon = "strongest-beacon"
    /// A particle filter on a survey's radio map.
    case radioMap = "radio-map"
  }

  /// How well a survey tells the place as it is.
  public enum Survey: String, CaseIterable, Sendable {
    /// Of the very state of the place.
    case fresh
    /// Of half a year ago.
    case stale
    /// Of half of the access points: the others went unheard.
    case half
  }

  /// Which.
  public let part: Part
  /// Whether the radio map's locator uses access points, beacons, walls and motion.
  public let wifi, beacons, walls, motion: Bool
  /// How well the survey tells the place as it is.
  public let survey: Survey
  /// How far a surveyor's lanes are apart, in m.
  public let lanes: Double
  /// How often the radio map's locator shows where the phone may be; zero for never.
  public let cloud: SimDuration
  /// How long an advertisement counts.
  public let window: SimDuration
  /// The least accuracy told, in m.
  public let leastAccuracy: Double
  /// How near the best beacon must seem, in m.
  public let reach: Double
  /// Where the positioning file is, in place of a survey of the run's own.
  public let source: IndoorSourceEntry?

  /// The defaults.
  public init() {
    source = nil
    part = .strongestBeacon
    (wifi, beacons, walls, motion) = (true, true, true, true)
    survey = .fresh
    lanes = 4
    cloud = .zero
    window = .seconds(3)
    leastAccuracy = 5
    reach = 12
  }

  /// Reads a locator.
  public init(from object: inout ObjectReader) {
    let standard = Self()
    part = object.optional("use", .choice(Part.self), default: standard.part, "Which locator.")
    wifi = object.optional(
      "wifi", .bool, default: true, "Whether the radio map's locator uses access points.")
    beacons = object.optional(
      "beacons", .bool, default: true, "Whether the radio map's locator uses beacons.")
    walls = object.optional(
      "walls", .bool, default: true, "Whether the radio map's locator uses walls.")
    motion = object.optional(
      "motion", .bool, default: true, "Whether the radio map's locator uses motion sensors.")
    survey = object.optional(
      "survey", .choice(Survey.self), default: standard.survey,
      "Whether the radio map's survey is fresh, half a year old, or heard half of the access points."
    )
    lanes = object.optional(
      "lanes", .quantity(.length, .between(1, 50)), default: standard.lanes,
      "How far apart the lanes are that the radio map's surveyors walk in.")
    cloud = object.optional(
      "cloud", .duration(.between(0, 3600)), default: standard.cloud,
      "How often the radio map's locator shows its particles, for clouds.csv; 0 s for never.")
    window = object.optional(
      "window", .duration(.between(0.1, 3600)), default: standard.window,
      "How long an advertisement counts.")
    leastAccuracy = object.optional(
      "least_accuracy", .quantity(.length, .between(0.1, 1000)), default: standard.leastAccuracy,
      "The least accuracy told.")
    reach = object.optional(
      "reach", .quantity(.length, .between(0.5, 1000)), default: standard.reach,
      "How near the best beacon must seem to be taken for the phone's place.")
    source = object.optional(
      "source", .object(IndoorSourceEntry.self),
      "The positioning table that the radio map comes from, instead of the run's own survey.")
  }
}

/// Which satellite solver.
public struct SolverEntry: DocumentObject, Hashable {
  /// The solvers there are.
  public enum Part: String, CaseIterable, Sendable {
    /// A filter over all epochs.
    case filter
    /// Epoch by epoch.
    case singlePoint = "single-point"
    case off
  }

  /// Which.
  public let part: Part
  /// Whether the map's houses help the filter.
  public let city: Bool

  /// The default.
  public init() {
    part = .filter
    city = false
  }

  /// Reads a solver.
  public init(from object: inout ObjectReader) {
    part = object.optional("use", .choice(Part.self), default: .filter, "Which solver.")
    city = object.optional(
      "city", .bool, default: false, "Whether the map's houses help the filter.")
  }
}

/// How access points come to the phone that it finds itself by.
public struct WiFiEntry: DocumentObject, Hashable {
  /// The ways there are.
  public enum Part: String, CaseIterable, Sendable {
    /// In tiles of 5 km by 5 km.
    case tiles
    /// In the older way: those around what was heard.
    case areas
    case off
  }

  /// Which.
  public let part: Part

  /// The default.
  public init() {
    part = .tiles
  }

  /// Reads the use of access points.
  public init(from object: inout ObjectReader) {
    part = object.optional(
      "use", .choice(Part.self), default: .tiles, "How access points come to the phone.")
  }
}

/// Whether the phone finds itself by cells.
public struct CellEntry: DocumentObject, Hashable {
  /// The ways there are.
  public enum Part: String, CaseIterable, Sendable {
    /// By the serving cell and those beside it.
    case neighbours
    case off
  }

  /// Which.
  public let part: Part

  /// The default.
  public init() {
    part = .neighbours
  }

  /// Reads the use of cells.
  public init(from object: inout ObjectReader) {
    part = object.optional(
      "use", .choice(Part.self), default: .neighbours, "How cells tell the place.")
  }
}

/// Which radios run.
public struct RadiosEntry: DocumentObject, Hashable {
  /// The ways there are.
  public enum Part: String, CaseIterable, Sendable {
    /// The cheapest that serve all who ask.
    case need = "by-need"
    /// All, all the time.
    case always
  }

  /// Which.
  public let part: Part

  /// The default.
  public init() {
    part = .need
  }

  /// Reads the choice of radios.
  public init(from object: inout ObjectReader) {
    part = object.optional("use", .choice(Part.self), default: .need, "Which radios run.")
  }
}

/// Whether the locations of vehicles are put on the map's roads.
public struct RoadsEntry: DocumentObject, Hashable {
  /// The ways there are.
  public enum Part: String, CaseIterable, Sendable {
    /// Where a hidden Markov model of roads explains them.
    case matcher
    case off
  }

  /// Which.
  public let part: Part

  /// The default.
  public init() {
    part = .matcher
  }

  /// Reads the use of roads.
  public init(from object: inout ObjectReader) {
    part = object.optional(
      "use", .choice(Part.self), default: .matcher, "How vehicles are put on roads.")
  }
}

/// Which step counter, and how it is set.
public struct CounterEntry: DocumentObject, Hashable {
  /// The counters there are.
  public enum Part: String, CaseIterable, Sendable {
    /// By the regularity of gait.
    case gait
    /// By peaks of the acceleration, for comparison.
    case peaks
  }

  /// Which.
  public let part: Part
  /// How far a peak must stand out, in m/s².
  public let threshold: Double
  /// The least time between two steps.
  public let refractory: SimDuration

  /// The defaults.
  public init() {
    part = .gait
    threshold = 0.8
    refractory = .seconds(0.35)
  }

  /// Reads a counter.
  public init(from object: inout ObjectReader) {
    let standard = Self()
    part = object.optional("use", .choice(Part.self), default: standard.part, "Which counter.")
    threshold = object.optional(
      "threshold", .quantity(.acceleration, .between(0.01, 100)), default: standard.threshold,
      "How far a peak must stand out above the mean, for the plain counter.")
    refractory = object.optional(
      "refractory", .duration(.between(0, 5)), default: standard.refractory,
      "The least time between two steps, for the plain counter.")
  }
}

/// Whether and how activities are told.
public struct ActivityEntry: DocumentObject, Hashable {
  /// The classifiers there are.
  public enum Part: String, CaseIterable, Sendable {
    /// A small learned network under a filter of states.
    case network
    case off
  }

  /// Which.
  public let part: Part

  /// The default.
  public init() {
    part = .network
  }

  /// Reads a classifier.
  public init(from object: inout ObjectReader) {
    part = object.optional("use", .choice(Part.self), default: .network, "Which classifier.")
  }
}
