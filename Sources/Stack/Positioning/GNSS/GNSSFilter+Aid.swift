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
    /// Until when it isn't believed, having misled once.
    var distrustedUntil = SimTime.distantPast
    /// Where the filter was when it last gave in.
    var concededAt: Vec3?
  }

  /// Takes in a place that was found by other means.
  ///
  /// Its errors are the same over some way, so that soon after another it tells little. One far off is
  /// left out; where several are, the filter gives in: it no longer trusts what lasts in its ranges, and
  /// lets them find the place anew from between the two. Ranges that then lead back to where it was were
  /// right, and the aid isn't listened to for a while.
  ///
  /// - Parameter fix: Where the receiver was at its time.
  public mutating func aid(_ fix: LocationFix) {
    let behind = (time - fix.time).seconds
    guard let frame, abs(behind) < parameters.aidSeconds, fix.horizontalAccuracyMetres > 0,
      fix.time >= aids.distrustedUntil,
      let place = try? Geodetic(
        latitudeDegrees: fix.coordinate.latitudeDegrees,
        longitudeDegrees: fix.coordinate.longitudeDegrees, altitudeMetres: 0)
    else { return }
    // The curvature is nothing within the kilometres of a frame; the height is the filter's own.
    let told = frame.enu(of: place)
    let gap = told.xy + state.velocity.xy * behind - state.position.xy
    let radius = fix.horizontalAccuracyMetres
    let plain = radius * radius / FusionFilter.squaredRadius
    let spread = (state.covariance[0][0] + state.covariance[1][1]) / 2
    guard gap.squaredLength < 9.2 * (plain + spread) else {
      doubtAid(gap, at: fix.time)
      return
    }
    aids.doubts = max(0, aids.doubts - 1)
    let speed = max(state.velocity.xy.length, parameters.aidMetres / parameters.longestAidSeconds)
    let lasts = parameters.aidMetres / speed
    let since = max(0.5, (fix.time - aids.time).seconds)
    let variance = plain * max(1, 2 * lasts / since)
    state.observe(0, value: state.mean[0] + gap.x, variance: variance)
    let north = state.mean[1]
    state.observe(
      1, value: north + (told.y + state.velocity.y * behind - north), variance: variance)
    aids.time = fix.time
  }

  /// Gives in to an aid that has been far off for several times.
  private mutating func doubtAid(_ gap: Vec2, at now: SimTime) {
    aids.doubts += 1
    guard aids.doubts >= parameters.aidPatience else { return }
    aids.doubts = 0
    if let before = aids.concededAt, (before - ecefPosition).length < gap.length / 3 {
      aids.distrustedUntil = now + .seconds(60)
      aids.concededAt = nil
      return
    }
    aids.concededAt = ecefPosition
    let variance = gap.squaredLength / 4
    for axis in 0..<2 { state.covariance[axis][axis] += variance }
    state.covariance[2][2] += variance
    state.covariance[FilterState.clock][FilterState.clock] += variance
    for slot in habits.indices { habits[slot] = SatelliteHabit() }
  }
}
