import Geometry
import Kernel
import Observations

/// Tells by the way alone whether somebody drives, where nothing tells of motion.
///
/// A recording of a car, or a receiver on a windscreen, has locations and nothing else, so that no
/// activity is ever told. Speed shows it then: only satellites' places count, because those of access
/// points and cells leap.
struct WayWitness {
  /// Faster than anybody runs, and than most cycle for long, in m/s: 25 km/h, an estimate.
  private static let drivingSpeed = 7.0
  /// Slower than this, in m/s, one may have got out: a run, an estimate.
  private static let footSpeed = 3.5
  /// How long one must be as slow for that: longer than a red light; an estimate.
  private static let patience = SimDuration.minutes(3)
  /// Over which time a speed is measured, and over which it isn't any more; estimates.
  private static let shortest = SimDuration.seconds(5)
  private static let longest = SimDuration.seconds(60)
  /// How many of its radii a way must be long, for errors alone make shorter ones; an estimate.
  private static let leastRadii = 3.0

  /// Whether somebody drives, as far as the way tells.
  private(set) var isDriving = false
  private var anchor: LocationFix?
  private var slowSince: SimTime?

  /// Takes a location, before it is put on any road.
  mutating func receive(_ fix: LocationFix) {
    guard fix.source == .gnss else { return }
    guard let from = anchor, fix.time > from.time, fix.time - from.time <= Self.longest,
      let way = Self.metres(from: from, to: fix)
    else {
      // Held places come again with their old times.
      if anchor.map({ $0.time != fix.time }) ?? true { anchor = fix }
      return
    }
    let span = fix.time - from.time
    guard span >= Self.shortest else { return }
    anchor = fix
    let speed = way / span.seconds
    let radius = max(from.horizontalAccuracyMetres, fix.horizontalAccuracyMetres)
    if speed >= Self.drivingSpeed, way >= Self.leastRadii * radius { isDriving = true }
    guard speed < Self.footSpeed else {
      slowSince = nil
      return
    }
    let since = slowSince ?? from.time
    slowSince = since
    if fix.time - since >= Self.patience { isDriving = false }
  }

  private static func metres(from start: LocationFix, to end: LocationFix) -> Double? {
    func place(_ fix: LocationFix) -> Geodetic? {
      try? Geodetic(
        latitudeDegrees: fix.coordinate.latitudeDegrees,
        longitudeDegrees: fix.coordinate.longitudeDegrees, altitudeMetres: 0)
    }
    guard let start = place(start), let end = place(end) else { return nil }
    return LocalFrame(origin: start).enu(of: end).xy.length
  }
}
