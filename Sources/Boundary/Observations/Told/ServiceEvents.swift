public import Kernel

/// What an app is told of a region.
public struct RegionEvent: Hashable, Sendable {
  /// A kind of message.
  public enum Kind: String, CaseIterable, Sendable {
    case entered, exited, stateInside, stateOutside, stateUnknown
    case monitoringStarted, monitoringFailed
  }

  /// What is told.
  public var kind: Kind
  /// Which region.
  public var identifier: String
  /// Why monitoring failed, when it did.
  public var reason: String

  /// Creates an event.
  public init(_ kind: Kind, identifier: String, reason: String = "") {
    self.kind = kind
    self.identifier = identifier
    self.reason = reason
  }
}

/// How near a beacon seems.
public enum Proximity: String, CaseIterable, Sendable {
  case unknown, immediate, near, far
}

/// One beacon of a ranging report.
public struct RangedBeacon: Hashable, Sendable {
  /// Who.
  public var identity: BeaconIdentity
  /// How near.
  public var proximity: Proximity
  /// One standard deviation of the distance, in m; negative when unknown.
  public var accuracyMetres: Double
  /// Filtered signal strength, in dBm; 0 when unheard.
  public var rssiDecibelMilliwatts: Double

  /// Creates an entry.
  public init(
    identity: BeaconIdentity, proximity: Proximity, accuracyMetres: Double,
    rssiDecibelMilliwatts: Double
  ) {
    self.identity = identity
    self.proximity = proximity
    self.accuracyMetres = accuracyMetres
    self.rssiDecibelMilliwatts = rssiDecibelMilliwatts
  }
}

/// The beacons of a constraint that are in reach, nearest first.
public struct RangingReport: Hashable, Sendable {
  /// Which constraint was ranged.
  public var constraint: BeaconConstraint
  /// The beacons; may be empty.
  public var beacons: [RangedBeacon]

  /// Creates a report.
  public init(constraint: BeaconConstraint, beacons: [RangedBeacon]) {
    self.constraint = constraint
    self.beacons = beacons
  }
}

/// A stay at a place.
public struct VisitEvent: Hashable, Sendable {
  /// When it began; the distant past when that was before visits were allowed.
  public var arrivalTime: SimTime
  /// When it ended; the distant future while it lasts.
  public var departureTime: SimTime
  /// Where.
  public var coordinate: Coordinate
  /// The 68 % radius of the place, in m.
  public var horizontalAccuracyMetres: Double

  /// Creates a visit.
  public init(
    arrivalTime: SimTime, departureTime: SimTime, coordinate: Coordinate,
    horizontalAccuracyMetres: Double
  ) {
    self.arrivalTime = arrivalTime
    self.departureTime = departureTime
    self.coordinate = coordinate
    self.horizontalAccuracyMetres = horizontalAccuracyMetres
  }
}

/// What an app may do, as it is told.
public struct AuthorizationEvent: Hashable, Sendable {
  /// A state of authorization for location.
  public enum Status: String, CaseIterable, Sendable {
    case notDetermined, restricted, denied, whenInUse, always
  }

  /// A state of authorization for motion.
  public enum Motion: String, CaseIterable, Sendable {
    case notDetermined, restricted, denied, authorized
  }

  /// The state for location.
  public var status: Status
  /// Whether only a reduced accuracy is given.
  public var isReducedAccuracy: Bool
  /// The state for motion.
  public var motion: Motion

  /// Creates an event.
  public init(status: Status, isReducedAccuracy: Bool = false, motion: Motion = .notDetermined) {
    self.status = status
    self.isReducedAccuracy = isReducedAccuracy
    self.motion = motion
  }
}

/// Location updates paused or resumed by themselves.
public enum PauseEvent: String, CaseIterable, Sendable {
  case paused, resumed
}

/// The state of an indoor data source.
public enum DataSourceStatus: String, CaseIterable, Sendable {
  case stopped, starting, started, failedToStart, stopping
}

/// A local notification.
public struct NotificationEvent: Hashable, Sendable {
  /// Which notification.
  public var identifier: String
  /// What the user reads.
  public var text: String

  /// Creates a notification.
  public init(identifier: String, text: String) {
    self.identifier = identifier
    self.text = text
  }
}

/// How the phone shows that location is in use.
public enum LocationIndicator: String, CaseIterable, Sendable {
  case hidden, arrow, outlinedArrow, pill
}

/// A service failed in a way that its documentation names.
public struct ServiceFailure: Hashable, Sendable {
  /// Which service.
  public var service: String
  /// The documented name of the error.
  public var code: String

  /// Creates a failure.
  public init(service: String, code: String) {
    self.service = service
    self.code = code
  }
}
