import Geometry
public import Kernel

/// A reader of a trajectory that caches its last position.
///
/// Equal to ``Trajectory/devicePose(at:)``, but forward steps in time need no search: the current piece
/// of the path, step and activity are looked up once. Any moment may be read; a jump only costs a
/// search.
public struct TrajectoryCursor: Sendable {
  /// A cached value with its interval of validity and its predecessor.
  public struct Hold<Value: Equatable & Sendable>: Sendable {
    public fileprivate(set) var value: Value
    /// The previous value; equal to `value` for the first.
    public fileprivate(set) var before: Value
    /// The start of validity; the distant past for the first.
    public fileprivate(set) var since = SimTime.distantFuture
    /// The end of validity; the distant future for the last.
    public fileprivate(set) var until = SimTime.distantPast
    /// The index of the change.
    public fileprivate(set) var number = 0

    fileprivate init(_ value: Value) {
      (self.value, before) = (value, value)
    }

    @inline(__always)
    fileprivate mutating func find(_ track: Track<Value>, at time: SimTime) {
      if time < since || time >= until { search(track, at: time) }
    }

    private mutating func search(_ track: Track<Value>, at time: SimTime) {
      number = track.index(at: time)
      value = track.changes[number].value
      before = track.changes[max(0, number - 1)].value
      since = number > 0 ? track.changes[number].time : .distantPast
      until = number + 1 < track.changes.count ? track.changes[number + 1].time : .distantFuture
    }
  }

  public let trajectory: Trajectory
  /// The activity of the carrier, not of its phone, at the moment last read.
  public private(set) var doing = Hold<Doing>(.standing)
  /// The phone's placement at the moment last read.
  public private(set) var placement = Hold<Placement>(.waist)
  /// True if the phone lies somewhere without its owner, at the moment last read.
  public var isLying: Bool { lying.value != nil }
  /// The start of the present state of `isLying`.
  public var lyingSince: SimTime { lying.since }
  /// Steps per second of the current step at the moment last read; zero between bouts.
  public private(set) var stepRate = 0.0
  /// The carrier's heading when the phone was put down, in radians.
  public private(set) var lyingHeadingRadians = 0.0
  /// Heading change from picking the phone up back to putting it down, in radians; zero if never put
  /// down.
  public private(set) var takenUpTurnRadians = 0.0

  private var level = Hold<Int?>(nil)
  private var lying = Hold<Vec3?>(nil)
  private var laid = Pose(position: .zero)
  private var path = SplineSegment()
  private var step = StepUnderWay()
  private var lost = Lost()

  public init(_ trajectory: Trajectory) {
    self.trajectory = trajectory
  }

  /// The phone's pose at a moment: ``Trajectory/devicePose(at:)``.
  public mutating func devicePose(at time: SimTime) -> Pose {
    let state = path.state(of: trajectory.path, at: time)
    let progress = step.progress(of: trajectory.stepEvents, at: time)
    stepRate = step.rate
    doing.find(trajectory.doing, at: time)
    placement.find(trajectory.placement, at: time)
    level.find(trajectory.level, at: time)
    var pose = Pose(
      position: state.position, velocity: state.velocity, acceleration: state.acceleration,
      headingRadians: state.headingRadians, turnRate: state.turnRate, level: level.value,
      doing: doing.value, placement: placement.value, steps: progress.steps,
      distanceMetres: progress.metres)
    if time < lying.since || time >= lying.until {
      lying.find(trajectory.lying, at: time)
      if let place = lying.value { layDown(at: place) } else { takeUp() }
    }
    if lying.value != nil {
      stepRate = 0
      laid.headingRadians = pose.headingRadians
      laid.placement = pose.placement
      pose = laid
    }
    lost.find(trajectory.missed, at: time)
    if lost.isAny {
      pose.steps -= lost.steps
      pose.distanceMetres -= lost.metres
    }
    return pose
  }

  private mutating func takeUp() {
    guard lying.number > 0 else {
      takenUpTurnRadians = 0
      return
    }
    let down = trajectory.lying.changes[lying.number - 1].time
    takenUpTurnRadians =
      trajectory.path.state(at: down).headingRadians
      - trajectory.path.state(at: lying.since).headingRadians
  }

  private mutating func layDown(at place: Vec3) {
    let since = trajectory.lying.changes[lying.number].time
    let before = trajectory.stepEvents.progress(at: since)
    lyingHeadingRadians = trajectory.path.state(at: since).headingRadians
    laid = Pose(
      position: place, level: trajectory.level[since], doing: .standing,
      steps: before.steps.rounded(.down), distanceMetres: before.metres)
  }
}

/// The cached piece of a path between two control points.
private struct SplineSegment: Sendable {
  private var begin = SimTime.distantFuture
  private var end = SimTime.distantPast
  private var spanStart = SimTime.start
  private var spanNumber = -1
  private var stepSeconds = 0.0
  private var lastIndex = 1
  private var index = -1
  private var isMoving = false
  private var controls = (
    SIMD4<Double>.zero, SIMD4<Double>.zero, SIMD4<Double>.zero, SIMD4<Double>.zero
  )

  @inline(__always)
  mutating func state(of path: MotionPath, at time: SimTime) -> MotionPath.State {
    if time < begin || time >= end { search(path, at: time) }
    guard isMoving else { return path.rest(at: controls.0) }
    let elapsed = (time - spanStart).seconds / stepSeconds
    let wanted = min(max(Int(elapsed), 1), lastIndex)
    if wanted != index {
      index = wanted
      controls = path.controls(from: index - 1, of: path.spans[spanNumber], spanNumber)
    }
    return MotionPath.state(controls, at: elapsed - Double(index), step: stepSeconds)
  }

  private mutating func search(_ path: MotionPath, at time: SimTime) {
    spanNumber = path.index(at: time)
    index = -1
    let next =
      spanNumber + 1 < path.spans.count ? path.spans[spanNumber + 1].begin : .distantFuture
    guard spanNumber >= 0 else {
      (begin, end, isMoving) = (.distantPast, next, false)
      controls.0 = path.origin
      return
    }
    let span = path.spans[spanNumber]
    isMoving = time < span.end
    (begin, end) = isMoving ? (span.begin, span.end) : (span.end, next)
    if !isMoving { controls.0 = path.control(Int(span.count) - 1, of: span, spanNumber) }
    spanStart = MotionPath.time(ofTick: Int(span.firstTick))
    stepSeconds = (MotionPath.tick * Int64(span.stepTicks)).seconds
    lastIndex = Int(span.count) - 3
  }
}

/// The cached step.
private struct StepUnderWay: Sendable {
  private(set) var rate = 0.0
  private var since = SimTime.distantFuture
  private var until = SimTime.distantPast
  private var begin = SimTime.start
  private var isLast = false
  private var done = 0.0
  private var seconds = 1.0
  private var before = 0.0
  private var after = 0.0

  @inline(__always)
  mutating func progress(
    of stepEvents: StepEvents, at time: SimTime
  ) -> (steps: Double, metres: Double) {
    if time < since || time >= until { search(stepEvents, at: time) }
    rate = 0
    guard !isLast else { return (done, before) }
    let share = (time - begin).seconds / seconds
    guard share > 0 else { return (done, before) }
    rate = 1 / seconds
    return (done + min(share, 1), before + (after - before) * min(share, 1))
  }

  private mutating func search(_ stepEvents: StepEvents, at time: SimTime) {
    let count = stepEvents.countUntil(time)
    done = Double(count)
    since = count > 0 ? stepEvents.time(of: count - 1) : .distantPast
    before = count > 0 ? Double(stepEvents.distances[count - 1]) : 0
    isLast = count == stepEvents.count
    until = isLast ? .distantFuture : stepEvents.time(of: count)
    guard !isLast else { return }
    let bout = stepEvents.bout(ofStep: count)
    begin = count == bout.firstStep ? bout.begin : since
    seconds = max(1e-6, (until - begin).seconds)
    after = Double(stepEvents.distances[count])
  }
}

/// The cached steps and metres of the owner without the phone.
private struct Lost: Sendable {
  private var since = SimTime.distantFuture
  private var until = SimTime.distantPast
  private(set) var steps = 0.0
  private(set) var metres = 0.0
  private(set) var isAny = false

  @inline(__always)
  mutating func find(
    _ missed: [(time: SimTime, steps: Double, metres: Double)], at time: SimTime
  ) {
    if time < since || time >= until { search(missed, at: time) }
  }

  private mutating func search(
    _ missed: [(time: SimTime, steps: Double, metres: Double)], at time: SimTime
  ) {
    let next = missed.firstIndex { $0.time > time } ?? missed.count
    until = next < missed.count ? missed[next].time : .distantFuture
    since = next > 0 ? missed[next - 1].time : .distantPast
    isAny = next > 0
    (steps, metres) = next > 0 ? (missed[next - 1].steps, missed[next - 1].metres) : (0, 0)
  }
}
