import Geometry
import Glibc
import Kernel
import Observations

extension IndoorLocator {
  mutating func climb(_ elapsed: Double, at known: SimTime) {
    let levels = parameters.levels
    guard let (height, isSteady) = barometer.note(at: known) else {
      filter.particles.changeLevels(
        share: min(levels.mostBlindChangeShare, levels.blindChangeRate * elapsed), height: nil)
      return
    }
    if !isSteady {
      climbTime = known
      trail.forget()
    }
    filter.particles.climb(to: height, seconds: elapsed, isSteady: isSteady)
    if isSteady {
      let share = min(0.02, levels.steadyChangeRate * elapsed)
      filter.particles.changeLevels(share: share, height: height)
    }
  }

  /// Weighs the particles by what was heard.
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
      note(Self.weigh(now, &wifiAnchor, &filter), of: others)
    }
    if !beacons.isEmpty, let now = beaconAnchor.take(beacons) {
      isOnTheSpot = isOnTheSpot || beaconAnchor.isWeighed
      note(Self.weigh(now, &beaconAnchor, &filter), of: beacons)
    }
    if isOnTheSpot, isAtRest { filter.rejuvenate() }
    count(due)
  }

  /// Weighs particles by what is known of a spot, and says how well that fits.
  private static func weigh(
    _ heard: [HeardLevel], _ anchor: inout RadioAnchor, _ filter: inout IndoorFilter
  ) -> Double {
    let isAgain = anchor.isWeighed
    anchor.isWeighed = true
    return filter.weigh(heard, isAgain: isAgain, share: anchor.news)
  }

  /// Weighs the particles by the magnetic field along the way, where surveyors noted it.
  mutating func weighMagneticField(until known: SimTime, _ isMoving: Bool) {
    guard filter.magnetic != nil else { return }
    guard isMoving else { return magneticWay.forget() }
    let readings = magneticWay.take(trace.takeFields(), until: known) { [trace] in
      trace.point(at: $0)
    }
    guard !readings.isEmpty else { return }
    filter.particles.setHeading(trace.heading)
    for reading in readings { filter.weigh(reading.parts, before: reached - reading.point) }
  }

  /// Notes how well so many readings fitted.
  private mutating func note(_ found: Double, of readings: [HeardLevel]) {
    let search = parameters.search
    if readings.count >= search.fitReadings { fit += search.fitGain * (found - fit) }
    misfit.take(
      found, of: readings.count, isBeacon: readings.first?.isBeacon ?? false, gain: search.fitGain)
    filter.misfit = misfit.excess(parameters.answer)
  }

  /// Takes it that the phone is on a moving walkway, or in somebody else's hands, though no steps show.
  private mutating func carry() {
    carriedTime = time
    beaconAnchor.way = .infinity
    filter.particles.board()
    filter.particles.drift(parameters.movement.carriedWay, seconds: 1)
    filter.particles.resetDeadReckoned()
  }

  /// Takes which beacons of the survey aren't heard, now and then, if any is.
  mutating func weighUnheardBeacons(at known: SimTime) {
    let missing = parameters.missing
    let isWalking = trace.isWalking || !parameters.usesMotion
    guard parameters.usesBeacons, known - lastBeacon < missing.heardWithin,
      lastBeacon - beaconsSince >= missing.unheardFor,
      known - missTime > (isWalking ? missing.walkingInterval : missing.restingInterval)
    else { return }
    missTime = known
    filter.weighUnheard(beacons.filter { known - heardTimes[$0] > missing.unheardFor })
  }

  mutating func count(_ due: [HeardLevel]) {
    let beacons = due.count { $0.isBeacon }
    if beacons > 0 { beaconCount = beacons }
    if due.count > beacons { wifiCount = due.count - beacons }
  }

  /// The location at a time: from the last moment that motion is known of straight on.
  mutating func makeFix(at now: SimTime) -> LocationFix? {
    let estimate = filter.particles.estimate()
    let answer = parameters.answer
    outsideShare += answer.outsideGain * (estimate.outsideShare - outsideShare)
    guard estimate.outsideShare < answer.outsideShare else { return nil }
    if openEpochs >= parameters.sky.openEpochs, isByDoor(estimate) { return nil }
    let ahead = trace.isAlive ? trace.point(at: now) - reached : .zero
    let (c, s) = (cos(estimate.turn) * estimate.scale, sin(estimate.turn) * estimate.scale)
    let point =
      estimate.point + Vec2(c * ahead.x - s * ahead.y, s * ahead.x + c * ahead.y)
    let plane = filter.plan.planes[estimate.plane]
    guard let ordinal = plane.ordinal,
      let place = try? filter.plan.frame.geodetic(of: Vec3(point, plane.elevation))
    else { return nil }
    // Shadows mislead all particles alike once they have been weighed under several.
    let misled = filter.sparsity * min(1, walkedWay / answer.misledWay)
    let share = answer.spreadShare + (answer.sparseSpreadShare - answer.spreadShare) * misled
    // 68 % of what is normal in two directions is within the square root of 2.28.
    let spread = share * 2.28 * estimate.spread * estimate.spread
    // Where little is heard, radii are as wide as shadows mislead already.
    let widening = pow(misfit.excess(answer), answer.misfitPower * (1 - filter.sparsity))
    let radius =
      (spread * widening + answer.leastAccuracy * answer.leastAccuracy).squareRoot()
    let motion = motion(estimate, at: now)
    var fix = LocationFix(
      time: now,
      coordinate: Coordinate(
        latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees),
      horizontalAccuracyMetres: radius, altitudeMetres: plane.altitude,
      verticalAccuracyMetres: answer.verticalAccuracy,
      floor: ordinal, courseDegrees: motion.course, speedMetresPerSecond: motion.speed,
      source: beaconCount > wifiCount ? .beacon : .wifi,
      transmitterCount: wifiCount + beaconCount)
    fix.isSurveyed = misfit.isSurveyed(answer)
    return fix
  }

  /// Which way and how fast the phone goes, in degrees from north and m/s, by its steps; negative where
  /// that isn't known.
  private func motion(
    _ estimate: Particles.Estimate, at now: SimTime
  ) -> (course: Double, speed: Double) {
    guard knowsMotion(at: now) else {
      return (-1, -1)
    }
    guard trace.isWalking, trace.knowsTurns else { return (-1, trace.speed * estimate.scale) }
    let way = trace.heading
    let degrees = 90 - (atan2(way.y, way.x) + estimate.turn) * 180 / Double.pi
    let course = degrees.truncatingRemainder(dividingBy: 360)
    return (course < 0 ? course + 360 : course, trace.speed * estimate.scale)
  }
}
