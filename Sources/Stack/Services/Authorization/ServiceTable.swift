/// A service as far as authorization tells them apart.
public enum LocationService: String, CaseIterable, Sendable {
  /// Continuous locations, begun while in use.
  case locationUpdates
  /// One location.
  case singleLocation
  /// Continuous locations that go on in the background under the indicator.
  case backgroundUpdates
  /// Continuous locations begun in the background.
  case backgroundStart
  /// Locations deferred to be delivered together.
  case deferredUpdates
  case ranging
  case significantChanges
  case regions
  case visits
}

/// Which service an app gets with which authorization, in use and out of use.
///
/// The tables of WWDC19-705: until version 12, what could reach an app out of use needed always;
/// from version 13 on, everything can be asked for with when-in-use, and is told while in use.
public enum ServiceTable {
  /// What authorization a service needs before it can be asked for.
  public enum Need: String, Sendable {
    case whenInUse, always
  }

  /// What an app gets of a service.
  public enum Permission: String, CaseIterable, Sendable {
    /// Asking for it fails.
    case refused
    /// It may be asked for, but nothing is told now.
    case silent
    /// It is told now.
    case told
  }

  /// A row of the tables.
  public struct Row: Hashable, Sendable {
    /// The service.
    public let service: LocationService
    /// What it needs until version 12, and from version 13 on.
    public let twelve, thirteen: Need
  }

  /// The tables, in the order in which the talk shows them.
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

  /// What a service needs.
  public static func need(
    of service: LocationService, _ generation: ServiceRules.Generation
  ) -> Need {
    guard generation == .twelve else { return .whenInUse }
    switch service {
    case .backgroundStart, .significantChanges, .regions, .visits: return .always
    default: return .whenInUse
    }
  }

  /// What an app gets.
  ///
  /// - Parameters:
  ///   - service: Of which service.
  ///   - grant: What the app really may have.
  ///   - use: In which sense it is in use.
  ///   - generation: Whose rules hold.
  /// - Returns: Whether it is refused, may wait, or is told.
  public static func permission(
    _ service: LocationService, _ grant: LocationGrant, _ use: AppUse,
    _ generation: ServiceRules.Generation
  ) -> Permission {
    switch grant {
    case .undetermined, .restricted, .denied: return .refused
    case .always: return .told
    // Asking succeeds as with always; telling goes by what the user knows of.
    case .provisionalAlways: break
    case .once, .whenInUse:
      if need(of: service, generation) == .always { return .refused }
    }
    if use == .complication { return service == .locationUpdates ? .told : .silent }
    return use.isInUse ? .told : .silent
  }
}
