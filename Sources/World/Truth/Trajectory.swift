package import Geometry
public import Kernel
import Observations

/// An agent's ground truth: immutable, compact and defined at every moment.
public struct Trajectory: Sendable {
  public let path: MotionPath
  /// The true activity.
  public let doing: Track<Doing>
  /// The index of the level; nil outdoors.
  public let level: Track<Int?>
  public let placement: Track<Placement>
  /// The phone's power source.
  public let link: Track<PowerLink>
  /// The index of the vehicle with the agent in or on it; nil on foot.
  public let vehicle: Track<Int?>
  public let stepEvents: StepEvents
  /// The position of the phone while its owner doesn't carry it; nil while carried.
  let lying: Track<Vec3?>
  /// Cumulative steps and metres of the owner without the phone, at each time it was picked up again.
  let missed: [(time: SimTime, steps: Double, metres: Double)]

  /// Creates a trajectory and computes its footfalls.
  package init(
    path: MotionPath, doing: Track<Doing>, level: Track<Int?>, placement: Track<Placement>,
    link: Track<PowerLink>, vehicle: Track<Int?>, lying: Track<Vec3?>, gait: Gait
  ) {
    let stepEvents = StepEvents(path: path, doing: doing, gait: gait)
    var missed: [(time: SimTime, steps: Double, metres: Double)] = []
    var lost = (steps: 0.0, metres: 0.0)
    for (number, change) in lying.changes.enumerated() where change.value != nil {
      guard number + 1 < lying.changes.count else { break }
      let back = lying.changes[number + 1].time
      let (before, after) = (stepEvents.progress(at: change.time), stepEvents.progress(at: back))
      lost.steps += (after.steps - before.steps).rounded()
      lost.metres += after.metres - before.metres
      missed.append((back, lost.steps, lost.metres))
    }
    self.init(
      path: path, doing: doing, level: level, placement: placement, link: link, vehicle: vehicle,
      stepEvents: stepEvents, lying: lying, missed: missed)
  }

  init(
    path: MotionPath, doing: Track<Doing>, level: Track<Int?>, placement: Track<Placement>,
    link: Track<PowerLink>, vehicle: Track<Int?>, stepEvents: StepEvents, lying: Track<Vec3?>,
    missed: [(time: SimTime, steps: Double, metres: Double)]
  ) {
    self.path = path
    self.doing = doing
    self.level = level
    self.placement = placement
    self.link = link
    self.vehicle = vehicle
    self.stepEvents = stepEvents
    self.lying = lying
    self.missed = missed
  }

  /// The end of the last motion, or the last change of activity if that is later.
  public var endTime: SimTime {
    max(path.endTime, doing.changes.last?.time ?? .start)
  }

  /// The agent's pose; before the first motion and after the last one it is constant.
  public func pose(at time: SimTime) -> Pose {
    let state = path.state(at: time)
    let progress = stepEvents.progress(at: time)
    return Pose(
      position: state.position, velocity: state.velocity, acceleration: state.acceleration,
      headingRadians: state.headingRadians, turnRate: state.turnRate, level: level[time],
      doing: doing[time], placement: placement[time], steps: progress.steps,
      distanceMetres: progress.metres)
  }

  /// The phone's pose: its owner's, or a pose at rest where it was put down.
  ///
  /// Steps and metres count only those made with the phone.
  public func devicePose(at time: SimTime) -> Pose {
    var pose = pose(at: time)
    if let place = lying[time] {
      let since = lying.changes[lying.index(at: time)].time
      let before = stepEvents.progress(at: since)
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

  /// The changes of the activity of the phone's carrier: time and new activity.
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

  /// Memory of the motion and the tracks, in bytes, without the footfalls.
  public var byteCount: Int {
    path.byteCount
      + (doing.changes.count + level.changes.count + placement.changes.count + link.changes.count
        + vehicle.changes.count + lying.changes.count) * 40
  }
}
