import Geometry
import Harness
import Kernel
import Mobility
import Motion
import Observations
import Scenarios
import Signals
import Truth

/// Readings of simulated people from scenarios.
enum SyntheticPeople {
  /// Runs a scenario's world and reads every phone's accelerometer.
  ///
  /// - Parameters:
  ///   - path: The scenario.
  ///   - seed: The seed of the run.
  ///   - group: The common group of all its people.
  /// - Returns: The readings.
  /// - Throws: If the scenario is invalid.
  static func readings(of path: String, seed: UInt64, group: Int) throws -> [LabelledReadings] {
    let scenario = try LoadedScenario(
      path: path,
      settings: try ["gnss", "wifi", "beacons", "cell", "barometer"].map {
        try Setting("signals.\($0)=off")
      })
    let entry = scenario.scenario
    let end = SimTime.start + entry.duration
    let agents = try entry.plan(in: scenario.venue, seed: seed)
    let truth = try scenario.world.move(
      agents.plans, conditions: scenario.conditions, until: end, seed: seed)
    let scene = SignalScene(
      scenario.venue, settings: entry.signals, sky: scenario.sky, seed: seed)
    var all: [LabelledReadings] = []
    for (number, trajectory) in truth.trajectories.enumerated() where agents.carriesPhone[number] {
      var signals = PhoneSignals(
        along: trajectory, in: scene,
        for: SignalReceiver(seed: seed, device: stableHash(agents.plans[number].name)))
      var readings = InertialReadings()
      var samples: [InertialSample] = []
      let stop = min(end, trajectory.endTime + .seconds(60))
      var time = SimTime.start
      while time < stop {
        signals.readMotion(
          .accelerometer, from: time, until: time + MotionFeatures.period, into: &readings)
        samples += readings.accelerometer
        time += MotionFeatures.period
      }
      all.append(
        LabelledReadings(
          samples: samples, labels: labels(of: trajectory, until: stop), group: group,
          origin: entry.name))
    }
    return all
  }

  /// The activities, sampled four times a second.
  private static func labels(
    of trajectory: Trajectory, until end: SimTime
  ) -> [(time: SimTime, label: ActivityClass?, detail: String)] {
    var labels: [(time: SimTime, label: ActivityClass?, detail: String)] = []
    var time = SimTime.start
    while time < end {
      let pose = trajectory.devicePose(at: time)
      let label = pose.learned
      let detail = "\(pose.doing.rawValue)/\(pose.placement.rawValue)"
      if labels.isEmpty || labels.last?.label != label || labels.last?.detail != detail {
        labels.append((time, label, detail))
      }
      time += .seconds(0.25)
    }
    return labels
  }
}

extension Pose {
  /// The class to train with; nil to skip.
  fileprivate var learned: ActivityClass? {
    let speed = velocity.length
    switch doing {
    case .standing, .sitting, .belt, .lift: return placement.isOnBody ? .body : .table
    case .walking, .stairsUp, .stairsDown: return placement.isOnBody ? .walking : nil
    case .running: return placement.isOnBody ? .running : nil
    case .cycling: return speed > 0.8 ? .cycling : nil
    case .driving, .passenger, .bus, .train:
      if speed > 0.8 { return placement == .handTexting ? .other : .automotive }
      return speed < 0.1 && placement != .handTexting ? .idle : nil
    case .dancing: return .other
    }
  }
}
