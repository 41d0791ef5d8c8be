import Geometry
import Glibc
import Kernel
import Observations

extension IndoorLocator {
  /// The least accuracy told, in m: what the survey itself is wrong by.
  private static let leastMetres = 1.0
  /// How much of the square of the guesses' spread is error.
  ///
  /// Readings count for less than they say, so guesses lie further apart; chosen so that some 68 % are
  /// within the accuracy told on real walks (Indoor Location Competition 2.0, site 1; IPIN 2023, track
  /// 3).
  private static let spreadShare = 0.6
  /// The same where so little is heard that each reading counts in full, and shadows mislead all
  /// guesses alike; chosen on five venues without access points, with seeds 1 to 4, so that some 60 to
  /// 75 % are within the accuracy told where beacons are fewest, and more elsewhere.
  private static let sparseSpreadShare = 2.2
  /// How many of the guesses at stairs, escalators and lifts change levels each second although the
  /// barometer shows no change, should it be stuck; tried on the mall with seeds 1 to 16,
  /// where ten times as many make floors wrong for minutes.
  private static let steadyHops = 0.00001

  mutating func climb(_ elapsed: Double, at known: SimTime) {
    guard let height, known - heightTime < .seconds(10) else {
      filter.hop(share: min(0.1, 0.01 * elapsed), height: nil)
      return
    }
    heights.append((known, height))
    heights.removeAll { known - $0.time > .seconds(8) }
    let change = heights.map(\.height)
    let isSteady = (change.max() ?? 0) - (change.min() ?? 0) < 0.7
    if !isSteady {
      climbTime = known
      trail.forget()
    }
    filter.climb(to: height, seconds: elapsed, isSteady: isSteady)
    if isSteady { filter.hop(share: min(0.02, Self.steadyHops * elapsed), height: height) }
  }

  /// Weighs the guesses by what was heard.
  ///
  /// - Parameters:
  ///   - due: The readings.
  ///   - isAtRest: Whether the phone is known not to be walked with.
  mutating func weigh(_ due: [HeardLevel], isAtRest: Bool) {
    guard !due.isEmpty else { return }
    trail.take(due, at: reached, time)
    var isOnTheSpot = false
    let (beacons, others) = (due.filter(\.isBeacon), due.filter { !$0.isBeacon })
    if !others.isEmpty, let now = wifiAnchor.take(others) {
      if wifiAnchor.isCarried { carry() }
      isOnTheSpot = wifiAnchor.isWeighed
      note(Self.weigh(now, &wifiAnchor, &filter), of: others.count)
    }
    if !beacons.isEmpty, let now = beaconAnchor.take(beacons) {
      isOnTheSpot = isOnTheSpot || beaconAnchor.isWeighed
      note(Self.weigh(now, &beaconAnchor, &filter), of: beacons.count)
    }
    if isOnTheSpot, isAtRest { filter.stir() }
    count(due)
  }

  /// Weighs guesses by what is known of a spot, and says how well that fits.
  private static func weigh(
    _ heard: [HeardLevel], _ anchor: inout RadioAnchor, _ filter: inout IndoorFilter
  ) -> Double {
    let isAgain = anchor.isWeighed
    anchor.isWeighed = true
    return filter.weigh(heard, isAgain: isAgain, share: anchor.news)
  }

  /// Notes how well so many readings fitted.
  private mutating func note(_ found: Double, of readings: Int) {
    if readings >= 3 { fit += 0.3 * (found - fit) }
  }

  /// Takes it that the phone is on a moving walkway, or in somebody else's hands, though no steps show.
  private mutating func carry() {
    carriedTime = time
    beaconAnchor.way = .infinity
    filter.board()
    filter.drift(filter.parameters.carriedMetres, seconds: 1)
    filter.arrive()
  }

  /// Takes which beacons of the survey aren't heard, now and then, if any is.
  mutating func missBeacons(at known: SimTime) {
    guard parameters.usesBeacons, known - lastBeacon < .seconds(5),
      known - missTime > .seconds(trace.isWalking || !parameters.usesMotion ? 3 : 20)
    else { return }
    missTime = known
    filter.miss(beacons.filter { known - heardTimes[$0] > .seconds(4) })
  }

  mutating func count(_ due: [HeardLevel]) {
    let beacons = due.count { $0.isBeacon }
    if beacons > 0 { beaconCount = beacons }
    if due.count > beacons { wifiCount = due.count - beacons }
  }

  /// The location at a time: from the last moment that motion is known of straight on.
  mutating func told(at now: SimTime) -> LocationFix? {
    let estimate = filter.estimate()
    outsideShare += 0.4 * (estimate.outsideShare - outsideShare)
    guard estimate.outsideShare < 0.5 else { return nil }
    if openEpochs >= Self.openSky, isByDoor(estimate) { return nil }
    let ahead = trace.isAlive ? trace.point(at: now) - reached : .zero
    let (c, s) = (cos(estimate.turn) * estimate.scale, sin(estimate.turn) * estimate.scale)
    let point =
      estimate.point + Vec2(c * ahead.x - s * ahead.y, s * ahead.x + c * ahead.y)
    let plane = filter.plan.planes[estimate.plane]
    guard let ordinal = plane.ordinal,
      let place = try? filter.plan.frame.geodetic(of: Vec3(point, plane.elevation))
    else { return nil }
    let share =
      Self.spreadShare + (Self.sparseSpreadShare - Self.spreadShare) * filter.fewness
    let spread = share * 2.28 * estimate.spread * estimate.spread
    let radius = (spread + Self.leastMetres * Self.leastMetres).squareRoot()
    let motion = motion(estimate, at: now)
    return LocationFix(
      time: now,
      coordinate: Coordinate(
        latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees),
      horizontalAccuracyMetres: radius, altitudeMetres: plane.altitude, verticalAccuracyMetres: 2,
      floor: ordinal, courseDegrees: motion.course, speedMetresPerSecond: motion.speed,
      source: beaconCount > wifiCount ? .beacon : .wifi,
      transmitterCount: wifiCount + beaconCount)
  }

  /// Which way and how fast the phone goes, in degrees from north and m/s, by its steps; negative where
  /// that isn't known.
  private func motion(
    _ estimate: IndoorFilter.Estimate, at now: SimTime
  ) -> (course: Double, speed: Double) {
    guard parameters.usesMotion, trace.isAlive, now - trace.time < .seconds(5) else {
      return (-1, -1)
    }
    guard trace.isWalking, trace.knowsTurns else { return (-1, trace.speed * estimate.scale) }
    let way = trace.heading
    let degrees = 90 - (atan2(way.y, way.x) + estimate.turn) * 180 / Double.pi
    let course = degrees.truncatingRemainder(dividingBy: 360)
    return (course < 0 ? course + 360 : course, trace.speed * estimate.scale)
  }
}
