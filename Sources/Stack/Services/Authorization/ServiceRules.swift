/// Kind of device, and version of its authorization rules.
public struct ServiceRules: Hashable, Sendable {
  /// Version of the authorization rules.
  public enum Generation: String, CaseIterable, Comparable, Sendable {
    /// The first prompt offers always; monitoring needs always.
    case twelve
    /// As in WWDC19-705: always is provisional at first, after an upgrade too.
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

  /// Kind of device.
  public enum Platform: String, CaseIterable, Sendable {
    /// Phone with GNSS and cellular.
    case phone
    /// Player or tablet with neither: no significant changes, no deferred updates.
    case wifiOnly
    /// Watch: no app launches, no monitoring; a complication counts as in use.
    case watch
    /// Television: single locations, and only while in use.
    case tv
    /// Mac with a tablet app: the first use prompts, and a permission is always.
    case mac
  }

  public var generation: Generation
  public var platform: Platform

  /// True if the device has motion sensors, and so activities and steps.
  public var hasMotion: Bool

  public init(
    generation: Generation = .thirteen, platform: Platform = .phone, hasMotion: Bool = true
  ) {
    self.generation = generation
    self.platform = platform
    self.hasMotion = hasMotion
  }

  /// True if a service is available on the device.
  ///
  /// According to the reference of each method: monitoring, visits and ranging are for phones and
  /// tablets, continuous updates for these and watches, significant changes for devices with cellular.
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

  /// True if an event may launch an app.
  public var launchesApps: Bool { platform == .phone || platform == .wifiOnly }

  /// True if when-in-use equals always, and the first use prompts (WWDC19-705, on the Mac).
  public var isAlwaysOnceAllowed: Bool { platform == .mac }

  /// True if always can be requested; otherwise that request is for when-in-use.
  public var hasAlways: Bool { platform != .tv }
}
