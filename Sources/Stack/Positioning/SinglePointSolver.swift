import Geometry
import Glibc
import Numerics
public import Observations

/// Solves one epoch of pseudoranges for position and clock by weighted least squares.
///
/// GPS and its like alone, less what the broadcast ionosphere and a standard troposphere delay. No
/// exclusion of bad satellites, no memory beyond a starting point.
public struct SinglePointSolver: Sendable {
  /// Fixes that are worse than this, in m, aren't told; an estimate.
  private static let worstAccuracy = 100.0

  private var orbits: [SatelliteID: KeplerEphemeris] = [:]
  private var ionosphere: KlobucharParameters?
  /// The last solution, in ECEF metres; the next search begins there.
  private var last = Vec3.zero

  /// Creates a solver that knows no satellite yet.
  public init() {}

  /// Takes an ephemeris.
  public mutating func receive(_ ephemeris: BroadcastEphemeris) {
    switch ephemeris {
    case .kepler(let orbit): orbits[orbit.satellite] = orbit
    case .ionosphere(let parameters): ionosphere = parameters
    case .glonass: break
    }
  }

  /// Where the receiver was at an epoch; nil if fewer than four satellites can be used.
  public mutating func solve(_ epoch: GNSSEpoch) -> LocationFix? {
    // Without the time of week a pseudorange is known but for whole milliseconds of light.
    let usable = epoch.measurements.filter {
      orbits[$0.satellite] != nil && $0.state.contains(.timeOfWeekDecoded)
    }
    guard usable.count >= 4 else { return nil }
    var position = last
    var clock = 0.0
    for _ in 0..<10 {
      guard let step = step(usable, epoch, from: position, clock: clock) else { return nil }
      position += Vec3(step.solution[0], step.solution[1], step.solution[2])
      clock += step.solution[3]
      guard position.isFinite, clock.isFinite else { return nil }
      if abs(step.solution[0]) + abs(step.solution[1]) + abs(step.solution[2]) < 1e-3 {
        return fix(at: position, covariance: step.covariance, epoch, count: usable.count)
      }
    }
    return nil
  }

  /// One Gauss-Newton step.
  private func step(
    _ signals: [GNSSMeasurement], _ epoch: GNSSEpoch, from position: Vec3, clock: Double
  ) -> LeastSquares.LinearFit? {
    var rows: [[Double]] = []
    var residuals: [Double] = []
    var weights: [Double] = []
    // Delays are worked out once the place is on the Earth, and not in the search's first leaps.
    let place = abs(position.length - 6_371_000) < 100_000 ? try? Geodetic(ecef: position) : nil
    let frame = place.map { LocalFrame(origin: $0) }
    for signal in signals {
      guard let orbit = orbits[signal.satellite] else { continue }
      let flight = (signal.pseudorangeMetres - clock) / KeplerEphemeris.speedOfLight
      let sent =
        epoch.secondsOfWeek - clock / KeplerEphemeris.speedOfLight - flight
      let state = orbit.state(atSecondsOfWeek: sent)
      let angle = KeplerEphemeris.earthRate * flight
      let satellite = Vec3(
        cos(angle) * state.positionMetres.x + sin(angle) * state.positionMetres.y,
        cos(angle) * state.positionMetres.y - sin(angle) * state.positionMetres.x,
        state.positionMetres.z)
      let line = position - satellite
      let range = line.length
      guard range > 1 else { return nil }
      rows.append([line.x / range, line.y / range, line.z / range, 1])
      var residual =
        signal.pseudorangeMetres - range - clock
        + KeplerEphemeris.speedOfLight * state.clockSeconds
      if let place, let frame {
        let seen = frame.azimuthElevation(of: satellite)
        residual -=
          Troposphere.delayMetres(at: place, elevation: max(0.05, seen.elevation))
          + (ionosphere?.delayMetres(
            at: place, azimuth: seen.azimuth, elevation: seen.elevation,
            secondsOfWeek: epoch.secondsOfWeek) ?? 0)
      }
      residuals.append(residual)
      weights.append(1 / (signal.pseudorangeSigmaMetres * signal.pseudorangeSigmaMetres + 1))
    }
    guard let design = try? Matrix(rows: rows) else { return nil }
    return try? LeastSquares.linear(design: design, observations: residuals, weights: weights)
  }

  private mutating func fix(
    at position: Vec3, covariance: Matrix, _ epoch: GNSSEpoch, count: Int
  ) -> LocationFix? {
    guard let place = try? Geodetic(ecef: position), abs(place.altitudeMetres) < 20_000 else {
      return nil
    }
    last = position
    let frame = LocalFrame(origin: place)
    func variance(along axis: Vec3) -> Double {
      var sum = 0.0
      for row in 0..<3 {
        for column in 0..<3 { sum += axis[row] * covariance[row, column] * axis[column] }
      }
      return max(sum, 0)
    }
    // With equal variances on both axes, 68 % lie within 1.51 standard deviations of one of them.
    let horizontal = (variance(along: frame.east) + variance(along: frame.north)) / 2
    // A few satellites in a row, or echoes alone, tell no place.
    guard 1.51 * horizontal.squareRoot() <= Self.worstAccuracy else { return nil }
    return LocationFix(
      time: epoch.time,
      coordinate: Coordinate(
        latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees),
      horizontalAccuracyMetres: 1.51 * horizontal.squareRoot(),
      altitudeMetres: place.altitudeMetres,
      verticalAccuracyMetres: variance(along: frame.up).squareRoot(), source: .gnss,
      transmitterCount: count)
  }
}
