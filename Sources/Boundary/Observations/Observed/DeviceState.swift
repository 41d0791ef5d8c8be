public import Kernel

/// What the phone is fed by.
public struct PowerSource: Hashable, Sendable {
  /// A kind of supply.
  public enum Kind: String, CaseIterable, Sendable {
    case battery, wired, wireless, vehicle
  }

  /// The supply.
  public var kind: Kind
  /// The battery's charge as a share of full, 0 to 1.
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

  /// The link there is now.
  public var kind: Kind
  /// The wheel speed that the car tells, in m/s, where it does.
  public var speedMetresPerSecond: Double?

  /// Creates a state of the link.
  public init(kind: Kind, speedMetresPerSecond: Double? = nil) {
    self.kind = kind
    self.speedMetresPerSecond = speedMetresPerSecond
  }
}

/// How the phone can reach the network.
public struct NetworkReachability: Hashable, Sendable {
  /// A way to the network.
  public enum Route: String, CaseIterable, Sendable {
    case none, cellular, wifi, wired
  }

  /// The way there is now.
  public var route: Route
  /// Whether it costs money.
  public var isExpensive: Bool

  /// Creates a state of reachability.
  public init(route: Route, isExpensive: Bool) {
    self.route = route
    self.isExpensive = isExpensive
  }
}

/// The phone has started.
public struct Boot: Hashable, Sendable {
  /// How often it has started in its life.
  public var count: Int
  /// Whether it was switched off meanwhile, so that clocks and ephemerides have aged.
  public var wasOff: Bool
  /// When it went off, if it was and that is known.
  public var offSince: SimTime?

  /// Creates a start.
  public init(count: Int, wasOff: Bool, offSince: SimTime? = nil) {
    self.offSince = offSince
    self.count = count
    self.wasOff = wasOff
  }
}
