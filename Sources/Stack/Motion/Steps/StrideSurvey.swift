import Glibc
import Kernel
import Observations

/// Selects straight and steady legs of a walk under good GNSS, for stride calibration.
///
/// A leg has a steady step rate, and every fix on it is accurate to 20 m; the accuracy determines the
/// leg's weight. Where fixes have a speed (from the Doppler shift, which multipath disturbs far less
/// than the position), a leg may bend and need only be 40 m: its length is the integral of speed,
/// with which the path from fix to fix must agree. If it is straight, its length is the mean of both,
/// and they must agree to 8 %. Without speeds it must be straight and 80 m. In a street canyon fixes
/// deviate by more or have a poor accuracy: then there is no leg, and the model keeps its
/// calibration.
struct StrideSurvey: Sendable {
  private let rules: StrideSurveying

  private struct FixMark {
    var seconds: Double
    var east: Double
    var north: Double
    var steps: Double
    var speedMetres: Double
    var speedSeconds = 0.0
    var rateSum: Double
    var sizeSum: Double
    var accuracy: Double
  }

  /// Latest steps, to count those before a fix: steps arrive later.
  private var steps: [DetectedStep] = []
  private var fixes: [LocationFix] = []
  private var marks: [FixMark] = []
  private var origin: Coordinate?
  private var speedMetres = 0.0
  private var speedSeconds = 0.0
  private var latest: LocationFix?

  init(_ rules: StrideSurveying) {
    self.rules = rules
    steps.reserveCapacity(128)
    marks.reserveCapacity(64)
    fixes.reserveCapacity(32)
  }

  /// Queues a fix; it is evaluated once the steps up to it are confirmed.
  mutating func receive(_ fix: LocationFix) {
    guard fix.horizontalAccuracyMetres > 0, fix.coordinate.latitudeDegrees.isFinite,
      fix.coordinate.longitudeDegrees.isFinite, abs(fix.coordinate.latitudeDegrees) < 85
    else { return }
    if fixes.count >= 64 { fixes.removeFirst(32) }
    fixes.append(fix)
  }

  /// Adds confirmed steps.
  mutating func receive(_ added: ArraySlice<DetectedStep>) {
    if steps.count + added.count > 600 { steps.removeFirst(min(steps.count, 300)) }
    steps.append(contentsOf: added.suffix(300))
  }

  /// Returns the next leg that is complete by a time up to which steps are confirmed; nil if there is
  /// none.
  mutating func nextLeg(sureUntil time: SimTime) -> StrideLeg? {
    while let fix = fixes.first, fix.time <= time {
      fixes.removeFirst()
      if let leg = process(fix) { return leg }
    }
    return nil
  }

  /// Discards the open leg.
  mutating func abandon() {
    marks.removeAll(keepingCapacity: true)
    origin = nil
    latest = nil
    speedMetres = 0
    speedSeconds = 0
  }

  private mutating func process(_ fix: LocationFix) -> StrideLeg? {
    guard fix.horizontalAccuracyMetres <= rules.worstAccuracy,
      fix.source == .gnss || fix.source == .fused
    else { return close() }
    if let latest {
      let elapsed = (fix.time - latest.time).seconds
      guard elapsed > 0, elapsed <= rules.fixInterval else { return close() }
      if fix.speedMetresPerSecond >= 0 {
        speedMetres += fix.speedMetresPerSecond * elapsed
        speedSeconds += elapsed
      }
    }
    latest = fix
    // Only about every 4 s: marks are for straightness, not for length.
    if let last = marks.last, fix.time.seconds - last.seconds < rules.markInterval { return nil }
    guard let newest = steps.last(where: { $0.time <= fix.time }),
      fix.time.seconds - newest.time.seconds < rules.longestPause
    else { return close() }
    add(fix)
    guard let mark = marks.last, let first = marks.first else { return nil }
    let chord = hypot(mark.east - first.east, mark.north - first.north)
    if !isSteady() || !hasSpeeds && !isStraight(chord) {
      marks.removeLast()
      return close()
    }
    let way = hasSpeeds ? mark.speedMetres : chord
    return way >= rules.longest || marks.count >= 63 ? close() : nil
  }

  /// Ends the open leg at its latest mark; returns it if it is valid.
  private mutating func close() -> StrideLeg? {
    defer { abandon() }
    guard let first = marks.first, let last = marks.last else { return nil }
    let chord = hypot(last.east - first.east, last.north - first.north)
    if chord >= rules.shortest, isStraight(chord) {
      return finish(from: first, to: last, chord: chord)
    }
    return hasSpeeds && last.speedMetres >= rules.shortestBent
      ? finishBent(from: first, to: last) : nil
  }

  /// True if nearly all of the leg has speeds.
  private var hasSpeeds: Bool {
    guard let first = marks.first, let last = marks.last else { return false }
    return last.speedSeconds >= rules.speedShare * (last.seconds - first.seconds)
  }

  /// Adds a mark at a fix; the first mark starts a leg.
  private mutating func add(_ fix: LocationFix) {
    let seconds = fix.time.seconds
    let base = origin ?? fix.coordinate
    let (east, north) = Self.offset(of: fix.coordinate, from: base)
    var mark = FixMark(
      seconds: seconds, east: east, north: north, steps: 0, speedMetres: speedMetres, rateSum: 0,
      sizeSum: 0, accuracy: fix.horizontalAccuracyMetres)
    guard let last = marks.last else {
      origin = base
      speedMetres = 0
      speedSeconds = 0
      mark.speedMetres = 0
      marks.append(mark)
      return
    }
    (mark.steps, mark.rateSum, mark.sizeSum) = (last.steps, last.rateSum, last.sizeSum)
    for step in steps
    where step.time.seconds > last.seconds && step.time.seconds <= seconds {
      mark.steps += 1
      mark.rateSum += Double(step.stepsPerSecond)
      mark.sizeSum += log(max(Double(step.meanSize), 0.05))
    }
    mark.speedSeconds = speedSeconds
    marks.append(mark)
  }

  /// True if all marks are close to the straight line from the first to the latest.
  private func isStraight(_ chord: Double) -> Bool {
    guard let first = marks.first, let last = marks.last, chord > 20 else { return true }
    let (east, north) = ((last.east - first.east) / chord, (last.north - first.north) / chord)
    return marks.allSatisfy { mark in
      let aside = (mark.east - first.east) * north - (mark.north - first.north) * east
      return abs(aside) <= max(rules.maxAside, mark.accuracy)
    }
  }

  /// True if the step rate between the two latest marks is about the leg's.
  private func isSteady() -> Bool {
    guard let last = marks.last, let before = marks.dropLast().last, let first = marks.first,
      last.steps > 0
    else { return true }
    let rate = (last.steps - before.steps) / (last.seconds - before.seconds)
    let mean = last.steps / (last.seconds - first.seconds)
    return rate > rules.minRate && abs(rate - mean) < rules.maxRateChange * mean
  }

  /// Returns a leg that bends, with its length from speeds.
  private func finishBent(from first: FixMark, to last: FixMark) -> StrideLeg? {
    let metres = last.speedMetres
    let way = zip(marks, marks.dropFirst()).reduce(0) {
      $0 + hypot($1.1.east - $1.0.east, $1.1.north - $1.0.north)
    }
    guard last.steps >= rules.minStepsBent, abs(way / metres - 1) < rules.maxPathDifference else {
      return nil
    }
    let pace = metres / last.steps
    guard pace > rules.shortestStep, pace < rules.longestStep else { return nil }
    return StrideLeg(
      metres: metres, relativeError: hypot(rules.speedError, rules.edgeError / metres),
      stepCount: Int(last.steps), stepsPerSecond: last.rateSum / last.steps,
      meanSize: exp(last.sizeSum / last.steps))
  }

  private func finish(from first: FixMark, to last: FixMark, chord: Double) -> StrideLeg? {
    guard last.steps >= rules.minSteps else { return nil }
    var metres = chord
    // Errors of fixes a minute apart are half common; the rest affects both ends.
    var error = rules.chordError * max(first.accuracy, last.accuracy) / chord
    if last.speedSeconds >= rules.speedShare * (last.seconds - first.seconds) {
      guard abs(last.speedMetres / chord - 1) < rules.maxSpeedDifference else { return nil }
      metres = 0.5 * (chord + last.speedMetres)
      error *= rules.speedGain
    }
    let pace = metres / last.steps
    guard pace > rules.shortestStep, pace < rules.longestStep else { return nil }
    return StrideLeg(
      metres: metres, relativeError: max(error, rules.minError), stepCount: Int(last.steps),
      stepsPerSecond: last.rateSum / last.steps, meanSize: exp(last.sizeSum / last.steps))
  }

  /// Returns the offset in m east and north on the WGS-84 ellipsoid, accurate to a mm over a leg.
  private static func offset(
    of place: Coordinate, from base: Coordinate
  ) -> (east: Double, north: Double) {
    let latitude = base.latitudeDegrees * .pi / 180
    let (a, e2) = (6_378_137.0, 6.694_379_990_14e-3)
    let w = (1 - e2 * sin(latitude) * sin(latitude)).squareRoot()
    var degrees = place.longitudeDegrees - base.longitudeDegrees
    if degrees > 180 { degrees -= 360 } else if degrees < -180 { degrees += 360 }
    let east = degrees * .pi / 180 * a / w * cos(latitude)
    let north =
      (place.latitudeDegrees - base.latitudeDegrees) * .pi / 180 * a * (1 - e2) / (w * w * w)
    return (east, north)
  }
}
