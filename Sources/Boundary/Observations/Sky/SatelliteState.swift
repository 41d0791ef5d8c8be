public import Geometry

/// Where a satellite is, how it moves and what its clock shows, by what it broadcasts.
@frozen
public struct SatelliteState: Hashable, Sendable {
  /// The position of the antenna, in m, in the Earth-fixed axes of the state's own time.
  public var positionMetres: Vec3
  /// The velocity relative to the rotating Earth, in m/s, in the same axes.
  public var velocityMetresPerSecond: Vec3
  /// By how much the satellite's clock is ahead of its system's time, in s, for one frequency at L1.
  ///
  /// The broadcast polynomial, the relativistic term of the orbit's eccentricity and the group delay
  /// of L1 (TGD, BGD): a pseudorange on L1 alone is range − c · clock (IS-GPS-200, 20.3.3.3.3).
  /// GLONASS messages hold all of that in τn and γn, so that nothing is added there.
  public var clockSeconds: Double
  /// The clock's rate, in s/s.
  public var clockDriftSecondsPerSecond: Double

  /// Makes a state.
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

/// What can say where a satellite is at a GPS time: an ephemeris, or something faster made of one.
public protocol SatelliteOrbit: Sendable {
  /// The satellite's state at a GPS time.
  ///
  /// - Parameter secondsOfWeek: True GPS time in s of the week; half a week off the ephemeris wraps.
  /// - Returns: The state at that time, in the axes of that time.
  func satelliteState(atSecondsOfWeek secondsOfWeek: Double) -> SatelliteState
}
