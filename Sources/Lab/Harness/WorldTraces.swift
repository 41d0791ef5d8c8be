import Geometry
public import Kernel
import Mobility
import Observations
import Scenarios
public import Truth

extension LoadedScenario {
  /// Simulates the agents without their phones, and returns their tracks.
  ///
  /// - Parameters:
  ///   - seed: The run's seed.
  ///   - cancellation: Cancels the work.
  /// - Returns: A trace for each agent.
  /// - Throws: ``Cancelled``.
  public func traces(seed: UInt64, cancellation: CancellationToken? = nil) throws -> [TruthTrace] {
    let end = SimTime.start + scenario.duration
    let agents = try scenario.plan(in: venue, seed: seed)
    let truth = try world.move(
      agents.plans, conditions: conditions, until: end, seed: seed, cancellation: cancellation)
    return truth.trajectories.enumerated().map { number, trajectory in
      TruthTrace(
        name: agents.plans[number].name, isFollowed: agents.carriesPhone[number],
        stretches: stretches(of: trajectory, until: end))
    }
  }

  /// Returns the stretches of a trajectory, with a point per 0.6 s of motion.
  private func stretches(of trajectory: Trajectory, until end: SimTime) -> [TruthTrace.Stretch] {
    var stretches: [TruthTrace.Stretch] = []
    func add(_ time: SimTime) {
      let pose = trajectory.pose(at: time)
      let isDriven = pose.doing.activity == .automotive || pose.doing == .cycling
      let last = stretches.count - 1
      if last >= 0, stretches[last].level == pose.level, stretches[last].isDriven == isDriven {
        if stretches[last].points.last != pose.position.xy {
          stretches[last].points.append(pose.position.xy)
        }
      } else {
        stretches.append(
          TruthTrace.Stretch(level: pose.level, isDriven: isDriven, points: [pose.position.xy]))
      }
    }
    add(.start)
    for (begin, finish) in trajectory.path.movements where begin < end {
      var time = begin
      while time < min(finish, end) {
        add(time)
        time += .seconds(0.6)
      }
      add(min(finish, end))
    }
    return stretches
  }
}
