public import Geometry

/// A satellite's position, velocity and clock, from its broadcast message.
@frozen
public struct SatelliteState: Hashable, Sendable {
  /// The antenna position, in m, in the Earth-fixed axes of the state's own time.
  public var positionMetres: Vec3
  /// The velocity relative to the rotating Earth, in m/s, in the axes of the position.
  public var velocityMetresPerSecond: Vec3
  /// Satellite clock offset ahead of system time, in s, for a single-frequency user at L1.
  ///
  /// Includes the broadcast polynomial, the relativistic eccentricity term and the group delay of L1
  /// (TGD, BGD): a pseudorange on L1 alone is range − c · clock (IS-GPS-200, 20.3.3.3.3). GLONASS
  /// messages include all of that in τn and γn.
  public var clockSeconds: Double
  /// Clock drift, in s/s.
  public var clockDriftSecondsPerSecond: Double

  @inlinable
  public init(
    positionMetres: Vec3, velocityMetresPerSecond: Vec3, clockSeconds: Double,
    clockDriftSecondsPerSecond: Double
  ) {
    self.positionMetres = positionMetres
    self.velocityMetresPerSecond = velocityMetresPerSecond
    self.clockSeconds = clockSeconds
    self.clockDriftSecondsPerSecond = clockDriftSecondsPerSecond
  }
}

/// A source of satellite states: an ephemeris, or a faster form of one.
public protocol SatelliteOrbit: Sendable {
  /// Returns the satellite's state at a GPS time.
  ///
  /// - Parameter secondsOfWeek: True GPS time in s of the week; half a week off the ephemeris wraps.
  /// - Returns: The state, in the axes of that time.
  func satelliteState(atSecondsOfWeek secondsOfWeek: Double) -> SatelliteState
}
