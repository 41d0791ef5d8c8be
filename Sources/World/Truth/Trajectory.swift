package import Geometry
public import Kernel
import Observations

/// An agent's ground truth: immutable, compact, and known at every moment.
public struct Trajectory: Sendable {
  /// Where the agent is.
  public let path: MotionPath
  /// What it does.
  public let doing: Track<Doing>
  /// The number of the level it is on; nil outdoors.
  public let level: Track<Int?>
  /// Where its phone is carried.
  public let placement: Track<Placement>
  /// What its phone hangs on.
  public let link: Track<PowerLink>
  /// The number of the vehicle that it is in or on.
  public let vehicle: Track<Int?>
  /// Its steps.
  public let footfalls: Footfalls
  /// Where the phone lies while its owner doesn't carry it.
  let lying: Track<Vec3?>
  /// Steps and metres that the owner took without the phone, up to each time it was taken up again.
  let missed: [(time: SimTime, steps: Double, metres: Double)]

  /// Creates a trajectory.
  package init(
    path: MotionPath, doing: Track<Doing>, level: Track<Int?>, placement: Track<Placement>,
    link: Track<PowerLink>, vehicle: Track<Int?>, lying: Track<Vec3?>, gait: Gait
  ) {
    let footfalls = Footfalls(path: path, doing: doing, gait: gait)
    var missed: [(time: SimTime, steps: Double, metres: Double)] = []
    var lost = (steps: 0.0, metres: 0.0)
    for (number, change) in lying.changes.enumerated() where change.value != nil {
      guard number + 1 < lying.changes.count else { break }
      let back = lying.changes[number + 1].time
      let (before, after) = (footfalls.progress(at: change.time), footfalls.progress(at: back))
      lost.steps += (after.steps - before.steps).rounded()
      lost.metres += after.metres - before.metres
      missed.append((back, lost.steps, lost.metres))
    }
    self.init(
      path: path, doing: doing, level: level, placement: placement, link: link, vehicle: vehicle,
      footfalls: footfalls, lying: lying, missed: missed)
  }

  /// Takes the parts of a trajectory as they were.
  init(
    path: MotionPath, doing: Track<Doing>, level: Track<Int?>, placement: Track<Placement>,
    link: Track<PowerLink>, vehicle: Track<Int?>, footfalls: Footfalls, lying: Track<Vec3?>,
    missed: [(time: SimTime, steps: Double, metres: Double)]
  ) {
    self.path = path
    self.doing = doing
    self.level = level
    self.placement = placement
    self.link = link
    self.vehicle = vehicle
    self.footfalls = footfalls
    self.lying = lying
    self.missed = missed
  }

  /// When the agent last moves or changes what it does.
  public var endTime: SimTime {
    max(path.endTime, doing.changes.last?.time ?? .start)
  }

  /// The agent's pose; before its first motion and after its last it stays where it is.
  public func pose(at time: SimTime) -> Pose {
    let state = path.state(at: time)
    let progress = footfalls.progress(at: time)
    return Pose(
      position: state.position, velocity: state.velocity, acceleration: state.acceleration,
      headingRadians: state.headingRadians, turnRate: state.turnRate, level: level[time],
      doing: doing[time], placement: placement[time], steps: progress.steps,
      distanceMetres: progress.metres)
  }

  /// The phone's pose: its owner's, unless it was put down; then it lies still.
  ///
  /// Steps and metres are those that were made with it.
  public func devicePose(at time: SimTime) -> Pose {
    var pose = pose(at: time)
    if let place = lying[time] {
      let since = lying.changes[lying.index(at: time)].time
      let before = footfalls.progress(at: since)
      pose = Pose(
        position: place, headingRadians: pose.headingRadians, level: level[since],
        doing: .standing, placement: pose.placement, steps: before.steps.rounded(.down),
        distanceMetres: before.metres)
    }
    if let lost = missed.last(where: { $0.time <= time }) {
      pose.steps -= lost.steps
      pose.distanceMetres -= lost.metres
    }
    return pose
  }

  /// The moments at which what the phone's bearer does changes, and what that is from then on.
  public var activityChanges: [(time: SimTime, activity: TrueActivity)] {
    let moments = (doing.changes.map(\.time) + lying.changes.map(\.time)).sorted()
    var changes: [(time: SimTime, activity: TrueActivity)] = []
    for time in moments {
      let activity = lying[time] == nil ? doing[time].activity : .stationary
      if changes.last?.time == time { changes.removeLast() }
      if changes.last?.activity != activity { changes.append((time, activity)) }
    }
    return changes
  }

  /// The memory of the motion and the tracks, in bytes; footfalls come on top.
  public var byteCount: Int {
    path.byteCount
      + (doing.changes.count + level.changes.count + placement.changes.count + link.changes.count
        + vehicle.changes.count + lying.changes.count) * 40
  }
}
