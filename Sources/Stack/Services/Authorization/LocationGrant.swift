public import Observations

/// What an app really may have of the location.
///
/// It isn't always what the app is told (``told``) or what the settings show (``shown``).
public enum LocationGrant: String, CaseIterable, Sendable {
  case undetermined, restricted, denied
  /// When in use, until the app no longer is.
  case once
  case whenInUse
  /// When in use, while the app believes in always, until the user has been asked.
  case provisionalAlways
  case always

  /// Whether any location may be given at all.
  public var isGiven: Bool { self >= .once }

  /// What the app is told.
  public var told: AuthorizationEvent.Status {
    switch self {
    case .undetermined: .notDetermined
    case .restricted: .restricted
    case .denied: .denied
    case .once, .whenInUse: .whenInUse
    case .provisionalAlways, .always: .always
    }
  }

  /// What the user sees in the settings.
  public var shown: AuthorizationEvent.Status {
    self == .provisionalAlways ? .whenInUse : told
  }
}

extension LocationGrant: Comparable {
  public static func < (left: LocationGrant, right: LocationGrant) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .undetermined: 0
    case .restricted: 1
    case .denied: 2
    case .once: 3
    case .whenInUse: 4
    case .provisionalAlways: 5
    case .always: 6
    }
  }
}

/// In which sense an app is in use.
public enum AppUse: String, CaseIterable, Sendable {
  case notInUse
  /// Something of it is on the watch face: it receives locations, and that is all.
  case complication
  /// It was left a few seconds ago.
  case grace
  /// It takes locations in the background, and the phone shows that it does.
  case backgroundSession
  case foreground

  /// Whether when-in-use holds in full.
  public var isInUse: Bool { self == .foreground || self == .backgroundSession || self == .grace }
}
