import Geometry
import Kernel
import Observations

/// Aiding of the GNSS filter by external positions, mainly from Wi-Fi access points.
///
/// Their errors are correlated over some distance, so a position soon after another is weighted
/// down. A position outside the innovation gate is rejected; several in a row trigger a window
/// search.
public struct GNSSAiding: Sendable {
  private let parameters: Parameters
  private var latest = SimTime.distantPast
  /// Number of consecutive positions rejected by the innovation gate.
  private var rejectionCount = 0

  init(parameters: Parameters) { self.parameters = parameters }

  /// True if enough consecutive external positions were rejected.
  var isContradicted: Bool { rejectionCount >= parameters.maxRejections }

  /// Updates a track with an external position, and passes it to the window as a hint.
  mutating func process(_ fix: LocationFix, _ track: inout GNSSTrack, _ window: inout GNSSWindow) {
    let behind = (track.time - fix.time).seconds
    guard let frame = track.frame, abs(behind) < parameters.ageSeconds,
      fix.horizontalAccuracyMetres > 0, fix.time > latest,
      let place = try? Geodetic(
        latitudeDegrees: fix.coordinate.latitudeDegrees,
        longitudeDegrees: fix.coordinate.longitudeDegrees, altitudeMetres: 0)
    else { return }
    // Curvature is negligible within the kilometres of a frame; the height is the filter's own.
    let velocity = track.state.velocity.xy
    let now = frame.enu(of: place).xy + velocity * behind
    let gap = now - track.state.position.xy
    let radius = fix.horizontalAccuracyMetres
    let plain = radius * radius / FusionFilter.squaredRadius
    window.hint(at: now, variance: plain)
    let spread = track.solution(at: track.time).map { ($0.variance.x + $0.variance.y) / 2 } ?? plain
    guard gap.squaredLength < parameters.limit * (plain + spread) else {
      rejectionCount += 1
      return
    }
    rejectionCount = 0
    // If the filter is much better, the position would add only its errors.
    guard parameters.knownFactor * parameters.knownFactor * spread > plain else { return }
    let speed = max(velocity.length, parameters.pathMetres / parameters.longestSeconds)
    let since = max(parameters.minSeconds, (fix.time - latest).seconds)
    let variance = plain * max(1, 2 * parameters.pathMetres / speed / since)
    track.state.observe(now, variance: Vec2(variance, variance))
    latest = fix.time
  }
}
