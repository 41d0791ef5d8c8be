import Geometry
public import Observations

/// Where a satellite truly is, how it moves and what its clock shows, during one run.
///
/// Cubic Hermite pieces over knots: with the usual 30 s between them, positions are within 0.1 mm of
/// what they were made from and a look-up costs a few nanoseconds.
public struct SatelliteTrack: Sendable {
  /// The satellite.
  public let satellite: SatelliteID
  /// The frequency channel of a GLONASS satellite, -7 to 6; otherwise 0.
  public let frequencyChannel: Int
  private let first: Double
  private let step: Double
  private let knots: SatelliteKnots

  /// Samples an orbit.
  ///
  /// Where there are many knots, only those about the moment that was last asked for are in memory:
  /// with 60 s between them, those of five hours are few.
  ///
  /// - Parameters:
  ///   - satellite: The satellite.
  ///   - frequencyChannel: The frequency channel of a GLONASS satellite.
  ///   - span: The time that is wanted, in s since the scenario's start.
  ///   - step: From knot to knot, in s.
  ///   - fewKnots: Up to how many knots all are in memory.
  ///   - state: The state at a time in s since the scenario's start; nil when there is none.
  public init(
    _ satellite: SatelliteID, frequencyChannel: Int = 0, during span: ClosedRange<Double>,
    step: Double = 30, fewKnots: Int = 302,
    state: @escaping @Sendable (Double) -> SatelliteState?
  ) {
    self.satellite = satellite
    self.frequencyChannel = frequencyChannel
    let step = max(step, 1)
    self.step = step
    // A signal that arrives at the start has left before.
    first = span.lowerBound - 1
    let pieces = min(100_000, ((span.upperBound - first) / step).rounded(.up))
    let count = max(2, Int(pieces) + 1)
    let begin = first
    knots = SatelliteKnots(count: count, keepingAtMost: fewKnots) {
      state(begin + Double($0) * step)
    }
  }

  /// Takes another track's knots as somebody's own.
  private init(_ other: SatelliteTrack, knots: SatelliteKnots) {
    satellite = other.satellite
    frequencyChannel = other.frequencyChannel
    first = other.first
    step = other.step
    self.knots = knots
  }

  /// The same track for one receiver, whose moments then aren't those of others.
  func apart() -> SatelliteTrack { SatelliteTrack(self, knots: knots.apart()) }

  /// The state at a time in s since the scenario's start; nil outside of what was sampled.
  public func state(at time: Double) -> SatelliteState? {
    let place = (time - first) / step
    guard place >= 0, place < Double(knots.count - 1) else { return nil }
    let index = Int(place)
    guard case (let a?, let b?) = knots.pair(at: index) else { return nil }
    let u = place - Double(index)
    let (uu, v) = (u * u, 1 - u)
    let blend = uu * (3 - 2 * u)
    let (va, vb) = (a.velocityMetresPerSecond * step, b.velocityMetresPerSecond * step)
    let move = b.positionMetres - a.positionMetres
    let position = a.positionMetres + move * blend + va * (u * v * v) - vb * (uu * v)
    let velocity = (move * (6 * u * v) + va * (v * (1 - 3 * u)) + vb * (u * (3 * u - 2))) / step
    let tick = b.clockSeconds - a.clockSeconds
    return SatelliteState(
      positionMetres: position, velocityMetresPerSecond: velocity,
      clockSeconds: a.clockSeconds + tick * u, clockDriftSecondsPerSecond: tick / step)
  }
}
