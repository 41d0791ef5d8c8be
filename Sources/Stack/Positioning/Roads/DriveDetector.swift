import Geometry
import Kernel
import Observations

/// Driving detection from GNSS speed, for runs without an activity source.
///
/// A recording from a car or a dashboard receiver has locations and nothing else. Only GNSS
/// locations count, because those of Wi-Fi and cells jump.
struct DriveDetector {
  /// Minimum driving speed, in m/s: 25 km/h, faster than running and most cycling; an estimate.
  private static let drivingSpeed = 7.0
  /// Maximum speed on foot, in m/s: a run; an estimate.
  private static let footSpeed = 3.5
  /// Time at foot speed that ends a drive: longer than a red light; an estimate.
  private static let timeout = SimDuration.minutes(3)
  /// Minimum and maximum time between locations for a speed; estimates.
  private static let shortest = SimDuration.seconds(5)
  private static let longest = SimDuration.seconds(60)
  /// Minimum displacement, in accuracy radii, an estimate; errors alone are shorter.
  private static let minRadii = 3.0

  /// True while driving is detected.
  private(set) var isDriving = false
  private var anchor: LocationFix?
  private var slowSince: SimTime?

  /// Processes a location, before map matching.
  mutating func receive(_ fix: LocationFix) {
    guard fix.source == .gnss else { return }
    guard let from = anchor, fix.time > from.time, fix.time - from.time <= Self.longest,
      let way = Self.metres(from: from, to: fix)
    else {
      // Held locations repeat with old times.
      if anchor.map({ $0.time != fix.time }) ?? true { anchor = fix }
      return
    }
    let span = fix.time - from.time
    guard span >= Self.shortest else { return }
    anchor = fix
    let speed = way / span.seconds
    let radius = max(from.horizontalAccuracyMetres, fix.horizontalAccuracyMetres)
    if speed >= Self.drivingSpeed, way >= Self.minRadii * radius { isDriving = true }
    guard speed < Self.footSpeed else {
      slowSince = nil
      return
    }
    let since = slowSince ?? from.time
    slowSince = since
    if fix.time - since >= Self.timeout { isDriving = false }
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
