/// What kind of device it is, and whose rules hold on it.
public struct ServiceRules: Hashable, Sendable {
  /// A version of the rules for authorization.
  public enum Generation: String, CaseIterable, Comparable, Sendable {
    /// Always is offered by the first prompt; monitoring needs always.
    case twelve
    /// As in WWDC19-705: always is provisional first, for an upgrade too.
    case thirteen
    /// As thirteen, but an upgrade from when-in-use prompts at once (reference of
    /// `requestAlwaysAuthorization`, version 13.4 and later, from memory).
    case thirteenFour

    public static func < (left: Generation, right: Generation) -> Bool {
      left.rank < right.rank
    }

    private var rank: Int {
      switch self {
      case .twelve: 0
      case .thirteen: 1
      case .thirteenFour: 2
      }
    }
  }

  /// A kind of device.
  public enum Platform: String, CaseIterable, Sendable {
    /// A phone with satellites and cellular.
    case phone
    /// A player or tablet with neither: no significant changes, no deferred updates.
    case wifiOnly
    /// A watch: nothing launches an app, nothing is monitored; a complication is in use.
    case watch
    /// A television: single locations, and only while in use.
    case tv
    /// A Mac with an app made for tablets: asked about at the first use, and always once allowed.
    case mac
  }

  /// The version.
  public var generation: Generation
  /// The kind of device.
  public var platform: Platform

  /// Whether it senses motion, and so knows of activities and steps.
  public var hasMotion: Bool

  /// Creates the rules of a device.
  public init(
    generation: Generation = .thirteen, platform: Platform = .phone, hasMotion: Bool = true
  ) {
    self.generation = generation
    self.platform = platform
    self.hasMotion = hasMotion
  }

  /// Whether a service exists on the device at all.
  ///
  /// From the availability that the reference tells for each method: monitoring, visits and ranging
  /// are for phones and tablets, continuous updates for these and watches, significant changes
  /// for devices with cellular.
  ///
  /// - Parameter service: The service asked for.
  /// - Returns: Whether a call for it does anything.
  public func has(_ service: LocationService) -> Bool {
    switch platform {
    case .phone: true
    case .wifiOnly, .mac: service != .significantChanges && service != .deferredUpdates
    case .watch:
      switch service {
      case .locationUpdates, .singleLocation, .backgroundStart, .backgroundUpdates: true
      default: false
      }
    case .tv: service == .singleLocation
    }
  }

  /// Whether an event may start an app that isn't running.
  public var launchesApps: Bool { platform == .phone || platform == .wifiOnly }

  /// Whether when-in-use and always are the same, and the first use asks (WWDC19-705, of the Mac).
  public var isAlwaysOnceAllowed: Bool { platform == .mac }

  /// Whether an app can ask for always at all; where it can't, that call asks for when-in-use.
  public var hasAlways: Bool { platform != .tv }
}
