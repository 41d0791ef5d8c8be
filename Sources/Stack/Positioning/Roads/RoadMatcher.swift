import Geometry
import Glibc
import Kernel

/// Tells on which road a vehicle is, one location after another.
///
/// A hidden Markov model (``RoadLattice``) is kept over places on the roads near each location and the
/// state of being off them all. Each location is answered at once, pulled to its road by how sure that
/// is and otherwise left alone; ``decision`` tells a bounded number of steps later what the place was
/// in the light of what came after. Only for vehicles: whoever calls it knows that somebody drives, or
/// cycles on a road, and calls ``reset()`` when that ends.
public struct RoadMatcher: Sendable {
  /// What was wrong with what it was given.
  public struct Faults: Hashable, Sendable {
    /// Locations that were no place, or no time after the one before.
    public var unusable = 0
    public var outOfOrder = 0
    /// Gaps over which it started anew.
    public var gaps = 0
  }

  /// The settings.
  public let parameters: Parameters
  /// What was wrong so far.
  public private(set) var faults = Faults()
  /// The latest place that was decided with hindsight; nil before there is one.
  public private(set) var decision: RoadDecision?

  var lattice: RoadLattice
  var trace: RoadTrace
  /// The location at the last step, and the last one at all.
  private var stepFix: RoadFix?
  private var lastTime: SimTime?
  /// How much the course has turned lately, in rad.
  private(set) var turning = 0.0
  private var lastCourse: (time: SimTime, degrees: Double)?

  /// Creates a matcher.
  ///
  /// - Parameters:
  ///   - index: The roads.
  ///   - parameters: The settings.
  public init(index: RoadIndex, parameters: Parameters = Parameters()) {
    var parameters = parameters
    parameters.width = min(max(parameters.width, 2), 64)
    parameters.lagSteps = min(max(parameters.lagSteps, 1), 10_000)
    self.parameters = parameters
    lattice = RoadLattice(index, parameters)
    trace = RoadTrace(width: parameters.width)
  }

  /// The roads.
  public var index: RoadIndex { lattice.index }

  /// Forgets where it was: the vehicle was left.
  public mutating func reset() {
    trace.removeAll()
    (stepFix, lastTime, lastCourse, decision) = (nil, nil, nil, nil)
    turning = 0
  }

  /// Takes a location.
  ///
  /// - Parameter fix: The location; later than the one before.
  /// - Returns: What to tell; nil for what is no place or no later.
  public mutating func receive(_ fix: RoadFix) -> RoadMatch? {
    guard let sigma = admit(fix) else { return nil }
    guard !index.isEmpty else { return RoadMatch(untouched: fix) }
    guard advance(to: fix, sigma: sigma) else { return answer(fix, sigma: sigma, isStep: false) }
    if trace.stepCount >= 2 * parameters.lagSteps {
      trace.removeFirst(parameters.lagSteps)
    }
    if trace.stepCount > parameters.lagSteps {
      let step = trace.stepCount - 1 - parameters.lagSteps
      decision = decide(step, trace.number(at: step, from: lattice.now.best))
    }
    return answer(fix, sigma: sigma, isStep: true)
  }

  /// Checks a location, and returns its standard deviation on an axis, in m.
  mutating func admit(_ fix: RoadFix) -> Double? {
    guard abs(fix.point.x) < 4e7, abs(fix.point.y) < 4e7, fix.accuracyMetres >= 0,
      fix.accuracyMetres < 1e6
    else {
      faults.unusable += 1
      return nil
    }
    if let lastTime, fix.time <= lastTime {
      faults.outOfOrder += 1
      // A clock that was put back counts on from there.
      if lastTime - fix.time > .seconds(parameters.clockResetSeconds) { reset() }
      guard self.lastTime == nil else { return nil }
    }
    lastTime = fix.time
    noteTurning(fix)
    // 68 % lie within 1.51 standard deviations, on a plane with both axes alike.
    return max(parameters.leastSigma, fix.accuracyMetres / 1.51)
  }

  private mutating func noteTurning(_ fix: RoadFix) {
    guard fix.courseDegrees >= 0, fix.courseDegrees < 1e6,
      fix.speedMetresPerSecond >= parameters.leastCourseSpeed
    else { return }
    if let last = lastCourse {
      let seconds = (fix.time - last.time).seconds
      let turn = (fix.courseDegrees - last.degrees).remainder(dividingBy: 360) * .pi / 180
      // What comes more often is noisier by as much as it says.
      let share = min(1, seconds / parameters.turningPeriodSeconds)
      turning = turning * exp(-seconds / parameters.turningSeconds)
      if seconds <= parameters.turningGapSeconds { turning += abs(turn) * share }
    }
    lastCourse = (fix.time, fix.courseDegrees)
  }

  /// Takes a step if there is reason to; tells whether it did.
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
    // Who goes in circles doesn't get far, but courses tell.
    let isTurning =
      seconds >= parameters.courseStepSeconds && fix.courseDegrees >= 0
      && fix.speedMetresPerSecond >= parameters.leastCourseSpeed
    let least = min(parameters.stepSigmas * sigma, parameters.greatestStepMetres)
    guard straight >= least || isTurning else { return false }
    let share = min(1, max(parameters.leastShare, seconds / parameters.errorSeconds))
    lattice.advance(
      to: fix, straight: straight, seconds: seconds, sigma: sigma, share: share)
    trace.append(fix, lattice.now)
    stepFix = fix
    return true
  }

  /// Whether a location is too far from the last step to belong to it.
  func startsAnew(_ fix: RoadFix) -> Bool {
    guard let last = stepFix else { return true }
    return (fix.time - last.time).seconds > parameters.greatestGapSeconds
      || fix.point.distance(to: last.point) > parameters.greatestGapMetres
  }

  private mutating func begin(_ fix: RoadFix, sigma: Double) {
    trace.removeAll()
    lattice.begin(fix, sigma: sigma)
    trace.append(fix, lattice.now)
    stepFix = fix
  }

  /// A place of the trace as it is told.
  func decide(_ step: Int, _ number: Int) -> RoadDecision {
    let place = trace.place(step, number)
    guard place.isOnRoad else {
      return RoadDecision(
        time: trace.time(step), road: nil, isAlongRoad: true, point: trace.point(step))
    }
    let segment = Int(place.segment)
    return RoadDecision(
      time: trace.time(step), road: Int(index.segmentRoad[segment]),
      isAlongRoad: index.segmentIsReversed[segment] == (place.way & 1 == 1), point: place.point)
  }
}
