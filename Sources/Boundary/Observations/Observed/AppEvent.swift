public import Kernel

/// An event of an app: a lifecycle change, a call to the services, or a user action.
public enum AppEvent: Hashable, Sendable {
  /// The app changed its state.
  case lifecycle(app: String, AppLifecycle)
  /// The app called the location or motion services.
  case call(app: String, AppCall)
  /// A user action.
  case user(app: String, UserAction)
}

/// A state that an app enters.
public enum AppLifecycle: String, CaseIterable, Sendable {
  case launched, foreground, background, suspended
  case terminatedByUser, killedBySystem, relaunchedForEvent, uninstalled
}

/// A user action on an app, its prompts, the settings or the phone.
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
  /// True if the action concerns the phone and not an app.
  public var isOfPhone: Bool {
    switch self {
    case .lock, .unlock, .screenOn, .screenOff, .airplaneModeOn, .airplaneModeOff,
      .locationServicesOn, .locationServicesOff:
      true
    default: false
    }
  }
}

/// A call to the location or motion services, with its arguments.
public struct AppCall: Hashable, Sendable {
  /// The called function.
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

  /// The called function.
  public var name: Name
  /// The region, constraint, task, notification, row, place, address or building concerned.
  public var identifier: String?
  /// A circular region to monitor, or the area of an address search.
  public var circle: CircularRegion?
  /// A beacon region or constraint to monitor or range.
  public var beacon: BeaconConstraint?
  /// The accuracy or distance that is set or requested, in m.
  public var distanceMetres: Double?
  /// The start of a query's interval.
  public var from: SimTime?
  /// The end of a query's interval, the timeout of a deferral, or the desired arrival time.
  public var to: SimTime?
  /// The new state of a switch; for wayfinding, true to avoid stairs.
  public var isOn: Bool?
  /// An activity type or a purpose key.
  public var option: String?

  /// Creates a call; arguments that it doesn't take stay nil.
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

  /// Creates a circle without validation, which is the service's task.
  public init(centre: Coordinate, radiusMetres: Double) {
    self.centre = centre
    self.radiusMetres = radiusMetres
  }
}

/// A beacon filter: all beacons of a UUID, of a UUID and major, or a single beacon.
public struct BeaconConstraint: Hashable, Sendable {
  /// The proximity UUID.
  public var uuid: Identifier128
  /// The major number; nil for any.
  public var major: UInt16?
  /// The minor number; nil for any.
  public var minor: UInt16?

  /// Creates a constraint.
  public init(uuid: Identifier128, major: UInt16? = nil, minor: UInt16? = nil) {
    self.uuid = uuid
    self.major = major
    self.minor = minor
  }

  /// Returns whether a beacon satisfies the constraint.
  public func matches(_ identity: BeaconIdentity) -> Bool {
    identity.uuid == uuid && (major == nil || major == identity.major)
      && (minor == nil || minor == identity.minor)
  }
}
