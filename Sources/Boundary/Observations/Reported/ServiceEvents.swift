public import Kernel

/// A region monitoring event for an app.
public struct RegionEvent: Hashable, Sendable {
  /// The kind of event.
  public enum Kind: String, CaseIterable, Sendable {
    case entered, exited, stateInside, stateOutside, stateUnknown
    case monitoringStarted, monitoringFailed
  }

  /// The kind of event.
  public var kind: Kind
  /// The region's identifier.
  public var identifier: String
  /// The reason of a monitoring failure; else empty.
  public var reason: String

  /// Creates an event.
  public init(_ kind: Kind, identifier: String, reason: String = "") {
    self.kind = kind
    self.identifier = identifier
    self.reason = reason
  }
}

/// The proximity class of a beacon.
public enum Proximity: String, CaseIterable, Sendable {
  case unknown, immediate, near, far
}

/// One beacon of a ranging report.
public struct RangedBeacon: Hashable, Sendable {
  /// The beacon's identity.
  public var identity: BeaconIdentity
  /// The proximity class.
  public var proximity: Proximity
  /// Standard deviation of the distance, in m; negative if unknown.
  public var accuracyMetres: Double
  /// Filtered signal strength (RSSI), in dBm; 0 if not received.
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

/// The beacons of a constraint in range, nearest first.
public struct RangingReport: Hashable, Sendable {
  /// The ranged constraint.
  public var constraint: BeaconConstraint
  /// The beacons; may be empty.
  public var beacons: [RangedBeacon]

  /// Creates a report.
  public init(constraint: BeaconConstraint, beacons: [RangedBeacon]) {
    self.constraint = constraint
    self.beacons = beacons
  }
}

/// A visit: a stay at a place.
public struct VisitEvent: Hashable, Sendable {
  /// Arrival time; the distant past if it was before visits were authorised.
  public var arrivalTime: SimTime
  /// Departure time; the distant future during the visit.
  public var departureTime: SimTime
  /// The position.
  public var coordinate: Coordinate
  /// The 68 % radius of the position, in m.
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

/// The authorization state reported to an app.
public struct AuthorizationEvent: Hashable, Sendable {
  /// The authorization state for location.
  public enum Status: String, CaseIterable, Sendable {
    case notDetermined, restricted, denied, whenInUse, always
  }

  /// The authorization state for motion.
  public enum Motion: String, CaseIterable, Sendable {
    case notDetermined, restricted, denied, authorized
  }

  /// The state for location.
  public var status: Status
  /// True if only reduced accuracy is authorised.
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

/// An automatic pause or resumption of location updates.
public enum PauseEvent: String, CaseIterable, Sendable {
  case paused, resumed
}

/// The state of an indoor data source.
public enum DataSourceStatus: String, CaseIterable, Sendable {
  case stopped, starting, started, failedToStart, stopping
}

/// A local notification.
public struct NotificationEvent: Hashable, Sendable {
  /// The notification's identifier.
  public var identifier: String
  /// The text shown to the user.
  public var text: String

  /// Creates a notification.
  public init(identifier: String, text: String) {
    self.identifier = identifier
    self.text = text
  }
}

/// The status bar indicator of location use.
public enum LocationIndicator: String, CaseIterable, Sendable {
  case hidden, arrow, outlinedArrow, pill
}

/// A documented failure of a service.
public struct ServiceFailure: Hashable, Sendable {
  /// The service.
  public var service: String
  /// The documented name of the error.
  public var code: String

  /// Creates a failure.
  public init(service: String, code: String) {
    self.service = service
    self.code = code
  }
}
