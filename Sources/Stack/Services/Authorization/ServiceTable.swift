/// Service, as distinguished by authorization.
public enum LocationService: String, CaseIterable, Sendable {
  /// Continuous updates that start in use.
  case locationUpdates
  case singleLocation
  /// Continuous updates that go on in the background with the indicator.
  case backgroundUpdates
  /// Continuous updates that start in the background.
  case backgroundStart
  case deferredUpdates
  case ranging
  case significantChanges
  case regions
  case visits
}

/// Permission table of services by authorization and in-use state.
///
/// The tables of WWDC19-705: up to version 12, services that reach an app out of use needed always;
/// from version 13 on, everything can be requested with when-in-use, and is delivered in use.
public enum ServiceTable {
  /// Authorization that a service needs.
  public enum Need: String, Sendable {
    case whenInUse, always
  }

  /// Permission for a service.
  public enum Permission: String, CaseIterable, Sendable {
    /// A request fails.
    case refused
    /// A request succeeds, but there is no delivery now.
    case silent
    /// A request succeeds, with delivery now.
    case reported = "told"
  }

  /// Row of the tables.
  public struct Row: Hashable, Sendable {
    public let service: LocationService
    /// Needs up to version 12, and from version 13 on.
    public let twelve, thirteen: Need
  }

  /// Rows in the order of the talk.
  public static let rows = [
    Row(service: .locationUpdates, twelve: .whenInUse, thirteen: .whenInUse),
    Row(service: .singleLocation, twelve: .whenInUse, thirteen: .whenInUse),
    Row(service: .deferredUpdates, twelve: .whenInUse, thirteen: .whenInUse),
    Row(service: .ranging, twelve: .whenInUse, thirteen: .whenInUse),
    Row(service: .backgroundUpdates, twelve: .whenInUse, thirteen: .whenInUse),
    Row(service: .backgroundStart, twelve: .always, thirteen: .whenInUse),
    Row(service: .significantChanges, twelve: .always, thirteen: .whenInUse),
    Row(service: .regions, twelve: .always, thirteen: .whenInUse),
    Row(service: .visits, twelve: .always, thirteen: .whenInUse),
  ]

  /// Returns the authorization that a service needs.
  public static func need(
    of service: LocationService, _ generation: ServiceRules.Generation
  ) -> Need {
    guard generation == .twelve else { return .whenInUse }
    switch service {
    case .backgroundStart, .significantChanges, .regions, .visits: return .always
    default: return .whenInUse
    }
  }

  /// Returns the permission for a service, given the actual authorization and the in-use state.
  public static func permission(
    _ service: LocationService, _ grant: LocationGrant, _ use: AppUse,
    _ generation: ServiceRules.Generation
  ) -> Permission {
    switch grant {
    case .undetermined, .restricted, .denied: return .refused
    case .always: return .reported
    // Requests succeed as with always; delivery follows the user's knowledge.
    case .provisionalAlways: break
    case .once, .whenInUse:
      if need(of: service, generation) == .always { return .refused }
    }
    if use == .complication { return service == .locationUpdates ? .reported : .silent }
    return use.isInUse ? .reported : .silent
  }
}
