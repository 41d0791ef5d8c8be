public import Kernel

/// What an app does, and what is done to it.
public enum AppEvent: Hashable, Sendable {
  /// The app changed its state.
  case lifecycle(app: String, AppLifecycle)
  /// The app called the location or motion services.
  case call(app: String, AppCall)
  /// The user did something.
  case user(app: String, UserAction)
}

/// A state that an app enters.
public enum AppLifecycle: String, CaseIterable, Sendable {
  case launched, foreground, background, suspended
  case terminatedByUser, killedBySystem, relaunchedForEvent, uninstalled
}

/// What the user does with an app, its prompts, the settings or the phone.
public enum UserAction: String, CaseIterable, Sendable {
  case open, leave, forceQuit
  case grantOnce, grantWhenInUse, grantAlways, keepWhenInUse, deny
  case grantMotion, denyMotion
  case settingsNever, settingsAsk, settingsWhenInUse, settingsAlways
  case settingsPreciseOn, settingsPreciseOff, settingsMotionOn, settingsMotionOff
  case locationServicesOn, locationServicesOff
  case tapNotification, dismissNotification
  case lock, unlock, screenOn, screenOff, airplaneModeOn, airplaneModeOff
}

extension UserAction {
  /// Whether it is done to the phone and not to an app.
  public var isOfPhone: Bool {
    switch self {
    case .lock, .unlock, .screenOn, .screenOff, .airplaneModeOn, .airplaneModeOff,
      .locationServicesOn, .locationServicesOff:
      true
    default: false
    }
  }
}

/// A call to the services, with what it takes.
public struct AppCall: Hashable, Sendable {
  /// What is called.
  public enum Name: String, CaseIterable, Sendable {
    case requestWhenInUseAuthorization, requestAlwaysAuthorization
    case requestTemporaryFullAccuracy
    case startUpdatingLocation, stopUpdatingLocation, requestLocation
    case allowDeferredUpdates, disallowDeferredUpdates
    case startMonitoringSignificantChanges, stopMonitoringSignificantChanges
    case startMonitoringVisits, stopMonitoringVisits
    case startMonitoringRegion, stopMonitoringRegion, requestRegionState
    case startRangingBeacons, stopRangingBeacons
    case startAdvertisingBeacon, stopAdvertisingBeacon
    case startActivityUpdates, stopActivityUpdates, queryActivity
    case startPedometerUpdates, stopPedometerUpdates, queryPedometer
    case startPedometerEvents, stopPedometerEvents
    case startIndoorSource, stopIndoorSource
    case startWayfinding, stopWayfinding
    case geocodeAddress, reverseGeocodeLocation, queryLevels
    case beginBackgroundTask, endBackgroundTask, scheduleLocationNotification
    case setActivityType, setPausesAutomatically, setAllowsBackgroundUpdates
    case setShowsBackgroundIndicator, setDesiredAccuracy, setDistanceFilter
  }

  /// What is called.
  public var name: Name
  /// Which region, constraint, task, notification, row, place, address or building it is about.
  public var identifier: String?
  /// A circular region to monitor; of a search for an address, where it is.
  public var circle: CircularRegion?
  /// A beacon region or constraint to monitor or range.
  public var beacon: BeaconConstraint?
  /// The accuracy or distance set or asked for, in m.
  public var distanceMetres: Double?
  /// Where a query begins.
  public var from: SimTime?
  /// Where a query ends, when a deferral times out, or when one wants to be there.
  public var to: SimTime?
  /// A switch's new position; of a way, whether it must do without steps.
  public var isOn: Bool?
  /// An activity type or a purpose key.
  public var option: String?

  /// Creates a call; what it doesn't take stays nil.
  public init(
    _ name: Name, identifier: String? = nil, circle: CircularRegion? = nil,
    beacon: BeaconConstraint? = nil, distanceMetres: Double? = nil, from: SimTime? = nil,
    to: SimTime? = nil, isOn: Bool? = nil, option: String? = nil
  ) {
    self.name = name
    self.identifier = identifier
    self.circle = circle
    self.beacon = beacon
    self.distanceMetres = distanceMetres
    self.from = from
    self.to = to
    self.isOn = isOn
    self.option = option
  }
}

/// A circle on the ground.
public struct CircularRegion: Hashable, Sendable {
  /// The centre.
  public var centre: Coordinate
  /// The radius, in m.
  public var radiusMetres: Double

  /// Creates a circle; whether it makes sense is for the service to judge.
  public init(centre: Coordinate, radiusMetres: Double) {
    self.centre = centre
    self.radiusMetres = radiusMetres
  }
}

/// Which beacons are meant: all of a UUID, of a UUID and major, or the one with the minor too.
public struct BeaconConstraint: Hashable, Sendable {
  /// The proximity UUID.
  public var uuid: Identifier128
  /// The major number, or any.
  public var major: UInt16?
  /// The minor number, or any.
  public var minor: UInt16?

  /// Creates a constraint.
  public init(uuid: Identifier128, major: UInt16? = nil, minor: UInt16? = nil) {
    self.uuid = uuid
    self.major = major
    self.minor = minor
  }

  /// Whether a beacon is one of those meant.
  public func matches(_ identity: BeaconIdentity) -> Bool {
    identity.uuid == uuid && (major == nil || major == identity.major)
      && (minor == nil || minor == identity.minor)
  }
}
