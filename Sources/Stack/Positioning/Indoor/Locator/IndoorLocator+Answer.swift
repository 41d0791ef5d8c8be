import Geometry
import Glibc
import Kernel
import Observations

extension IndoorLocator {
  mutating func climb(_ elapsed: Double, at known: SimTime) {
    let levels = parameters.levels
    guard let (height, isSteady) = barometer.note(at: known) else {
      filter.particles.changeLevels(
        share: min(levels.maxBlindChangeShare, levels.blindChangeRate * elapsed), height: nil)
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

  /// Weights the particles by readings.
  ///
  /// - Parameters:
  ///   - due: The readings.
  ///   - isAtRest: True if the phone is known to be at rest.
  mutating func weigh(_ due: [ReceivedLevel], isAtRest: Bool) {
    guard !due.isEmpty else { return }
    trail.process(due, at: reached, time)
    var isOnTheSpot = false
    let (beacons, others) = (due.filter(\.isBeacon), due.filter { !$0.isBeacon })
    if !others.isEmpty, let now = wifiAnchor.process(others) {
      if wifiAnchor.isCarried { carry() }
      isOnTheSpot = wifiAnchor.isWeighed
      note(Self.weigh(now, &wifiAnchor, &filter), of: others)
    }
    if !beacons.isEmpty, let now = beaconAnchor.process(beacons) {
      isOnTheSpot = isOnTheSpot || beaconAnchor.isWeighed
      note(Self.weigh(now, &beaconAnchor, &filter), of: beacons)
    }
    if isOnTheSpot, isAtRest { filter.rejuvenate() }
    count(due)
  }

  /// Weights particles by the averages of a spot, and returns the misfit.
  private static func weigh(
    _ received: [ReceivedLevel], _ anchor: inout RadioAnchor, _ filter: inout IndoorFilter
  ) -> Double {
    let isAgain = anchor.isWeighed
    anchor.isWeighed = true
    return filter.weigh(received, isAgain: isAgain, share: anchor.news)
  }

  /// Weights the particles by the magnetic field along the path, where the survey has one.
  mutating func weighMagneticField(until known: SimTime, _ isMoving: Bool) {
    guard filter.magnetic != nil else { return }
    guard isMoving else { return magneticTrack.forget() }
    let readings = magneticTrack.process(trace.takeFields(), until: known) { [trace] in
      trace.point(at: $0)
    }
    guard !readings.isEmpty else { return }
    filter.particles.setHeading(trace.heading)
    for reading in readings { filter.weigh(reading.parts, before: reached - reading.point) }
  }

  /// Updates the misfit with that of some readings.
  private mutating func note(_ found: Double, of readings: [ReceivedLevel]) {
    let search = parameters.search
    if readings.count >= search.fitReadings { fit += search.fitGain * (found - fit) }
    misfit.process(
      found, of: readings.count, isBeacon: readings.first?.isBeacon ?? false, gain: search.fitGain)
    filter.misfit = misfit.excess(parameters.answer)
  }

  /// Handles a phone that moves without steps: on a walkway or in other hands.
  private mutating func carry() {
    carriedTime = time
    beaconAnchor.way = .infinity
    filter.particles.board()
    filter.particles.drift(parameters.movement.carriedSigmaMetres, seconds: 1)
    filter.particles.resetDeadReckoned()
  }

  /// Weights the particles by missing beacons at intervals, if any beacon is received.
  mutating func weighUndetectedBeacons(at known: SimTime) {
    let missing = parameters.missing
    let isWalking = trace.isWalking || !parameters.usesMotion
    guard parameters.usesBeacons, known - lastBeacon < missing.receivedWithin,
      lastBeacon - beaconsSince >= missing.undetectedFor,
      known - missTime > (isWalking ? missing.walkingInterval : missing.restingInterval)
    else { return }
    missTime = known
    filter.weighUndetected(beacons.filter { known - receivedTimes[$0] > missing.undetectedFor })
  }

  mutating func count(_ due: [ReceivedLevel]) {
    let beacons = due.count { $0.isBeacon }
    if beacons > 0 { beaconCount = beacons }
    if due.count > beacons { wifiCount = due.count - beacons }
  }

  /// Returns the location at a time, extrapolated in a straight line from the last known motion.
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
    // Shadowing biases all particles alike once they have been weighted in several shadows.
    let misled = filter.sparsity * min(1, walkedWay / answer.biasMetres)
    // Without motion data the phone may be walking.
    let moved = knowsMotion(at: now) ? min(1, recentWay / answer.movedMetres) : 1
    // Where transmitters are sparse, a phone at rest is hardly more certain than one that walks.
    let still =
      answer.stillSpreadShare
      + (answer.spreadShare - answer.stillSpreadShare) * filter.sparsity
    let usual =
      isOfOneScan ? answer.scanSpreadShare : still + (answer.spreadShare - still) * moved
    let share = usual + (answer.sparseSpreadShare - usual) * misled
    // The 68 % radius of a two-dimensional normal is the square root of 2.28 sigmas.
    let spread = share * 2.28 * estimate.spread * estimate.spread
    // Where transmitters are sparse, the radius already allows for shadowing.
    let widening = pow(misfit.excess(answer), answer.misfitPower * (1 - filter.sparsity))
    let radius =
      (spread * widening + answer.minAccuracy * answer.minAccuracy).squareRoot()
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

  /// Returns course, in degrees from north, and speed, in m/s, by steps; negative if unknown.
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
