public import Geometry
import Glibc

/// The straight signal path from a satellite at transmission to a receiver at reception.
@frozen
public struct SignalPath: Hashable, Sendable {
  /// The satellite at transmission, in the Earth-fixed axes of the reception time.
  public var satellite: SatelliteState
  /// Transmission time in s of the week of true GPS time; below zero just after a week's start.
  public var transmissionSecondsOfWeek: Double
  /// Geometric range in m, in inertial space.
  public var rangeMetres: Double
  /// Travel time, in s.
  public var travelSeconds: Double
  /// The unit vector from the receiver to the satellite, in Earth-fixed axes.
  public var direction: Vec3

  @inlinable
  public init(
    satellite: SatelliteState, transmissionSecondsOfWeek: Double, rangeMetres: Double,
    travelSeconds: Double, direction: Vec3
  ) {
    self.satellite = satellite
    self.transmissionSecondsOfWeek = transmissionSecondsOfWeek
    self.rangeMetres = rangeMetres
    self.travelSeconds = travelSeconds
    self.direction = direction
  }

  /// Returns the range rate in m/s for a moving receiver; positive if receding.
  ///
  /// Differentiates range = |R(ωτ) s(t − τ) − r(t)| with τ = range/c, so it includes the change of the
  /// travel time and the Earth's rotation during it. The receiver's velocity is relative to the Earth, in
  /// m/s, in Earth-fixed axes.
  @inlinable
  public func rangeRate(receiverVelocity velocity: Vec3) -> Double {
    let moving = satellite.velocityMetresPerSecond
    let place = satellite.positionMetres
    let turning = Vec3(place.y, -place.x, 0) * KeplerEphemeris.earthRate
    let plain = direction.dot(moving - velocity)
    let delay = direction.dot(turning - moving)
    return plain / (1 - delay / KeplerEphemeris.speedOfLight)
  }
}

extension SatelliteOrbit {
  /// Traces a received signal back to the satellite's transmission.
  ///
  /// Solves for the transmission time, and rotates the satellite's axes by the Earth's rotation during
  /// the travel (Sagnac effect). Evaluates the orbit twice; the travel time is then off by less than
  /// 0.1 µs, over which the satellite's motion is straight.
  ///
  /// The path is exact to about a micrometre. The reception time is true GPS time, in s of the week.
  @inlinable
  public func signalPath(
    to receiver: ECEF, receivedAtSecondsOfWeek secondsOfWeek: Double
  ) -> SignalPath {
    // The mean of GPS and GLONASS travel times to the ground, 64 to 86 ms.
    var travel = 0.075
    var state = satelliteState(atSecondsOfWeek: secondsOfWeek - travel)
    travel = state.turned(by: travel).distance(to: receiver) / KeplerEphemeris.speedOfLight
    state = satelliteState(atSecondsOfWeek: secondsOfWeek - travel)
    for _ in 0..<2 {
      let arrived =
        state.turned(by: travel).distance(to: receiver) / KeplerEphemeris.speedOfLight
      let shift = travel - arrived
      state.positionMetres += state.velocityMetresPerSecond * shift
      state.clockSeconds += state.clockDriftSecondsPerSecond * shift
      travel = arrived
    }
    let velocity = SatelliteState.turn(state.velocityMetresPerSecond, by: travel)
    state.positionMetres = state.turned(by: travel)
    state.velocityMetresPerSecond = velocity
    let line = state.positionMetres - receiver
    let range = line.length
    return SignalPath(
      satellite: state, transmissionSecondsOfWeek: secondsOfWeek - travel, rangeMetres: range,
      travelSeconds: travel, direction: line / range)
  }
}

extension SatelliteState {
  /// Returns the position in the Earth-fixed axes `seconds` later.
  @inlinable
  func turned(by seconds: Double) -> Vec3 {
    Self.turn(positionMetres, by: seconds)
  }

  /// Returns a vector in the Earth-fixed axes `seconds` later.
  ///
  /// The angle is about 6 µrad, so two terms of each series are exact.
  @inlinable
  static func turn(_ vector: Vec3, by seconds: Double) -> Vec3 {
    let angle = KeplerEphemeris.earthRate * seconds
    let sine = angle - angle * angle * angle / 6
    let cosine = 1 - angle * angle / 2
    return Vec3(
      vector.x * cosine + vector.y * sine, vector.y * cosine - vector.x * sine, vector.z)
  }
}
