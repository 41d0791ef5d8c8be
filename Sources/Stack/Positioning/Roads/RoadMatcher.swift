import Geometry
import Glibc
import Kernel

/// Online HMM map matcher (Newson-Krumm) for vehicles, with posterior and fixed-lag Viterbi
/// decisions.
///
/// A ``RoadLattice`` holds the states: candidates on roads near each location, and off-road. Each
/// location gets an immediate result, snapped by the confidence in its road. ``takeRoute()`` gives
/// the driven route some seconds later, with the later evidence. The caller must know that the
/// user drives, or cycles on a road, and call ``reset()`` when that ends.
public struct RoadMatcher: Sendable {
  /// Counts of invalid input.
  public struct Faults: Hashable, Sendable {
    /// Locations with invalid values, and locations not after the previous one.
    public var unusable = 0
    public var outOfOrder = 0
    /// Gaps with a reset.
    public var gaps = 0
  }

  public let parameters: Parameters
  /// Counts of invalid input so far.
  public private(set) var faults = Faults()
  var lattice: RoadLattice
  var trace: RoadTrace
  var route = RoadRouteDraft()
  /// Location of the last step, and time of the last location.
  private var stepFix: RoadFix?
  private var lastTime: SimTime?
  /// Recent turning of the course, in rad.
  private(set) var turning = 0.0
  private var lastCourse: (time: SimTime, degrees: Double)?

  /// Creates a matcher.
  public init(index: RoadIndex, parameters: Parameters = Parameters()) {
    var parameters = parameters
    parameters.width = min(max(parameters.width, 2), 64)
    self.parameters = parameters
    lattice = RoadLattice(index, parameters)
    trace = RoadTrace(width: parameters.width)
  }

  public var index: RoadIndex { lattice.index }

  /// Decides the rest of the route and resets the states.
  public mutating func reset() {
    endRoute()
    (stepFix, lastTime, lastCourse) = (nil, nil, nil)
    turning = 0
  }

  /// Processes a location.
  ///
  /// - Parameter fix: The location; must be later than the previous one.
  /// - Returns: The result; nil for invalid or out-of-order input.
  public mutating func receive(_ fix: RoadFix) -> RoadMatch? {
    guard let sigma = admit(fix) else { return nil }
    guard !index.isEmpty else { return RoadMatch(untouched: fix) }
    guard advance(to: fix, sigma: sigma) else { return answer(fix, sigma: sigma, isStep: false) }
    decide(at: fix.time)
    return answer(fix, sigma: sigma, isStep: true)
  }

  /// Validates a location, and returns its sigma along an axis, in m.
  mutating func admit(_ fix: RoadFix) -> Double? {
    guard abs(fix.point.x) < 4e7, abs(fix.point.y) < 4e7, fix.accuracyMetres >= 0,
      fix.accuracyMetres < 1e6
    else {
      faults.unusable += 1
      return nil
    }
    if let lastTime, fix.time <= lastTime {
      faults.outOfOrder += 1
      // After a backward clock step the matcher restarts.
      if lastTime - fix.time > .seconds(parameters.clockResetSeconds) { reset() }
      guard self.lastTime == nil else { return nil }
    }
    lastTime = fix.time
    noteTurning(fix)
    // The 68 % radius of a circular normal distribution is 1.51 sigmas.
    return max(parameters.minSigma, fix.accuracyMetres / 1.51)
  }

  private mutating func noteTurning(_ fix: RoadFix) {
    guard fix.courseDegrees >= 0, fix.courseDegrees < 1e6,
      fix.speedMetresPerSecond >= parameters.minCourseSpeed
    else { return }
    if let last = lastCourse {
      let seconds = (fix.time - last.time).seconds
      let turn = (fix.courseDegrees - last.degrees).remainder(dividingBy: 360) * .pi / 180
      // Frequent courses are noisier in proportion.
      let share = min(1, seconds / parameters.turningPeriodSeconds)
      turning = turning * exp(-seconds / parameters.turningSeconds)
      if seconds <= parameters.turningGapSeconds { turning += abs(turn) * share }
    }
    lastCourse = (fix.time, fix.courseDegrees)
  }

  /// Performs a step if the location is far enough or turns; true if it did.
  mutating func advance(to fix: RoadFix, sigma: Double) -> Bool {
    guard let last = stepFix else {
      begin(fix, sigma: sigma)
      return true
    }
    let straight = fix.point.distance(to: last.point)
    let seconds = (fix.time - last.time).seconds
    guard !startsAnew(fix) else {
      faults.gaps += 1
      begin(fix, sigma: sigma)
      return true
    }
    // A vehicle in a tight turn hardly moves, but its courses are informative.
    let isTurning =
      seconds >= parameters.courseStepSeconds && fix.courseDegrees >= 0
      && fix.speedMetresPerSecond >= parameters.minCourseSpeed
    let minimum = min(parameters.stepSigmas * sigma, parameters.greatestStepMetres)
    guard straight >= minimum || isTurning else { return false }
    let share = min(1, max(parameters.minShare, seconds / parameters.errorSeconds))
    lattice.advance(
      to: fix, straight: straight, seconds: seconds, sigma: sigma, share: share)
    trace.append(fix, lattice.now)
    stepFix = fix
    return true
  }

  /// True if a location is too far in time or distance from the last step.
  func startsAnew(_ fix: RoadFix) -> Bool {
    guard let last = stepFix else { return true }
    return (fix.time - last.time).seconds > parameters.greatestGapSeconds
      || fix.point.distance(to: last.point) > parameters.greatestGapMetres
  }

  private mutating func begin(_ fix: RoadFix, sigma: Double) {
    endRoute()
    lattice.begin(fix, sigma: sigma)
    trace.append(fix, lattice.now)
    stepFix = fix
  }
}
