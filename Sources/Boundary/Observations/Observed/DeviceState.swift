public import Kernel

/// The phone's power supply.
public struct PowerSource: Hashable, Sendable {
  /// A kind of supply.
  public enum Kind: String, CaseIterable, Sendable {
    case battery, wired, wireless, vehicle
  }

  /// The kind of supply.
  public var kind: Kind
  /// State of charge, 0 to 1.
  public var batteryShare: Double

  /// Creates a state of supply.
  public init(kind: Kind, batteryShare: Double) {
    self.kind = kind
    self.batteryShare = batteryShare
  }
}

/// A link to a car.
public struct VehicleLink: Hashable, Sendable {
  /// A kind of link.
  public enum Kind: String, CaseIterable, Sendable {
    case none, bluetooth, wired, dashboard
  }

  /// The current kind of link.
  public var kind: Kind
  /// Wheel speed, in m/s; nil if the car doesn't report it.
  public var speedMetresPerSecond: Double?

  /// Creates a state of the link.
  public init(kind: Kind, speedMetresPerSecond: Double? = nil) {
    self.kind = kind
    self.speedMetresPerSecond = speedMetresPerSecond
  }
}

/// The phone's network connection.
public struct NetworkReachability: Hashable, Sendable {
  /// A type of connection.
  public enum ConnectionType: String, CaseIterable, Sendable {
    case none, cellular, wifi, wired
  }

  /// The current connection.
  public var route: ConnectionType
  /// True for a metered connection.
  public var isExpensive: Bool

  /// Creates a state of reachability.
  public init(route: ConnectionType, isExpensive: Bool) {
    self.route = route
    self.isExpensive = isExpensive
  }
}

/// A boot of the phone.
public struct Boot: Hashable, Sendable {
  /// The number of boots in the phone's life.
  public var count: Int
  /// True if the phone was switched off before, so that clock and ephemerides have aged.
  public var wasOff: Bool
  /// The time of switching off; nil if it wasn't off or the time is unknown.
  public var offSince: SimTime?

  /// Creates a start.
  public init(count: Int, wasOff: Bool, offSince: SimTime? = nil) {
    self.offSince = offSince
    self.count = count
    self.wasOff = wasOff
  }
}
