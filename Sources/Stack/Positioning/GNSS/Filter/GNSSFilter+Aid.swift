import Geometry
import Kernel
public import Observations

/// What the filter is told of the place by other means: access points, above all.
extension GNSSFilter {
  /// What was told of late.
  struct Aids: Sendable {
    var time = SimTime.distantPast
    /// How often in a row it was far from where the filter is.
    var doubts = 0
  }

  /// Takes in a place that was found by other means.
  ///
  /// Its errors are the same over some way, so that soon after another it tells little. One far off is
  /// left out; where several are, the window is asked whether the ranges would rather be there.
  ///
  /// - Parameter fix: Where the receiver was at its time.
  public mutating func aid(_ fix: LocationFix) {
    let behind = (main.time - fix.time).seconds
    let settings = parameters.aid
    guard let frame = main.frame, abs(behind) < settings.ageSeconds,
      fix.horizontalAccuracyMetres > 0, fix.time > aids.time,
      let place = try? Geodetic(
        latitudeDegrees: fix.coordinate.latitudeDegrees,
        longitudeDegrees: fix.coordinate.longitudeDegrees, altitudeMetres: 0)
    else { return }
    // The curvature is nothing within the kilometres of a frame; the height is the filter's own.
    let now = frame.enu(of: place).xy + main.state.velocity.xy * behind
    let gap = now - main.state.position.xy
    let radius = fix.horizontalAccuracyMetres
    let plain = radius * radius / FusionFilter.squaredRadius
    window.hint(at: now, variance: plain)
    let spread = solution(at: main.time).map { ($0.variance.x + $0.variance.y) / 2 } ?? plain
    guard gap.squaredLength < settings.limit * (plain + spread) else {
      aids.doubts += 1
      return
    }
    aids.doubts = 0
    // Who knows it much better learns nothing from it but its errors.
    guard settings.knownFactor * settings.knownFactor * spread > plain else { return }
    let speed = max(
      main.state.velocity.xy.length, settings.wayMetres / settings.longestSeconds)
    let since = max(settings.leastSeconds, (fix.time - aids.time).seconds)
    let variance = plain * max(1, 2 * settings.wayMetres / speed / since)
    main.state.observe(0, value: now.x, variance: variance)
    main.state.observe(1, value: now.y, variance: variance)
    aids.time = fix.time
  }
}
