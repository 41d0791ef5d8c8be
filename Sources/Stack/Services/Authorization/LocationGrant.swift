public import Observations

/// Actual location authorization of an app.
///
/// It may differ from the one reported to the app (``reported``) and the one in the settings (``shown``).
public enum LocationGrant: String, CaseIterable, Sendable {
  case undetermined, restricted, denied
  /// Allowed once: when in use, until the app leaves use.
  case once
  case whenInUse
  /// Provisional always: when in use, but reported to the app as always until the user's answer.
  case provisionalAlways
  case always

  /// True if any location may be delivered.
  public var isGiven: Bool { self >= .once }

  /// Authorization reported to the app.
  public var reported: AuthorizationEvent.Status {
    switch self {
    case .undetermined: .notDetermined
    case .restricted: .restricted
    case .denied: .denied
    case .once, .whenInUse: .whenInUse
    case .provisionalAlways, .always: .always
    }
  }

  /// Authorization in the settings.
  public var shown: AuthorizationEvent.Status {
    self == .provisionalAlways ? .whenInUse : reported
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

/// In-use state of an app.
public enum AppUse: String, CaseIterable, Sendable {
  case notInUse
  /// Has a complication on the watch face: receives locations only.
  case complication
  /// Left the foreground a few seconds ago.
  case grace
  /// Receives locations in the background, with the indicator.
  case backgroundSession
  case foreground

  /// True if when-in-use authorization applies in full.
  public var isInUse: Bool { self == .foreground || self == .backgroundSession || self == .grace }
}
