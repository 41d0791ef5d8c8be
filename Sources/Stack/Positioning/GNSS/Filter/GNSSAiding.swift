import Geometry
import Kernel
import Observations

/// What the filter is told of the place by other means: access points, above all.
///
/// Its errors are the same over some way, so that soon after another it tells little. One far off is
/// left out; where several are, the window is asked whether the ranges would rather be there.
public struct GNSSAiding: Sendable {
  private let parameters: Parameters
  private var latest = SimTime.distantPast
  /// How often in a row a place was far from where the filter is.
  private var doubts = 0

  init(parameters: Parameters) { self.parameters = parameters }

  /// Whether other means have contradicted the filter for long enough.
  var isContradicted: Bool { doubts >= parameters.patience }

  /// Takes in a place that was found by other means.
  mutating func take(_ fix: LocationFix, _ track: inout GNSSTrack, _ window: inout GNSSWindow) {
    let behind = (track.time - fix.time).seconds
    guard let frame = track.frame, abs(behind) < parameters.ageSeconds,
      fix.horizontalAccuracyMetres > 0, fix.time > latest,
      let place = try? Geodetic(
        latitudeDegrees: fix.coordinate.latitudeDegrees,
        longitudeDegrees: fix.coordinate.longitudeDegrees, altitudeMetres: 0)
    else { return }
    // The curvature is nothing within the kilometres of a frame; the height is the filter's own.
    let velocity = track.state.velocity.xy
    let now = frame.enu(of: place).xy + velocity * behind
    let gap = now - track.state.position.xy
    let radius = fix.horizontalAccuracyMetres
    let plain = radius * radius / FusionFilter.squaredRadius
    window.hint(at: now, variance: plain)
    let spread = track.solution(at: track.time).map { ($0.variance.x + $0.variance.y) / 2 } ?? plain
    guard gap.squaredLength < parameters.limit * (plain + spread) else {
      doubts += 1
      return
    }
    doubts = 0
    // Who knows it much better learns nothing from it but its errors.
    guard parameters.knownFactor * parameters.knownFactor * spread > plain else { return }
    let speed = max(velocity.length, parameters.wayMetres / parameters.longestSeconds)
    let since = max(parameters.leastSeconds, (fix.time - latest).seconds)
    let variance = plain * max(1, 2 * parameters.wayMetres / speed / since)
    track.state.observe(now, variance: Vec2(variance, variance))
    latest = fix.time
  }
}
