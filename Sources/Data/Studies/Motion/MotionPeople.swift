import Geometry
import Glibc
import Kernel
import Observations
import Signals
import Truth

/// Synthetic people with the activities of the recordings.
enum MotionPeople {
  static let count = 24

  /// Simulates the windows of all people, half a minute of each.
  ///
  /// - Parameters:
  ///   - situation: Activity and placement.
  ///   - recorded: Number of recorded people. One person's walks are alike; five and more choose their speeds
  ///     freely (0.2 of a logarithm in the mall, of which half the walks were examined).
  ///   - stepRate: Recorded median step rate, in Hz, which determines the speed.
  ///   - walkRatio: Walk ratio: step length over steps per minute, in m·min.
  /// - Returns: The windows.
  static func windows(
    _ situation: MotionSituation, of recorded: Int, stepRate: Double?,
    walkRatio: Double = 0.0065
  ) -> [MotionWindow] {
    let areMany = recorded >= 5
    return (0..<count).flatMap { person in
      var draws = RandomStream(seed: 17, entity: UInt64(person), purpose: "validation.people")
      // Walk ratio and running cadence scatter as among people (see Gait).
      let gait = Gait(
        walkRatio: walkRatio + (areMany ? 0.0008 : 0.0004) * draws.gaussian(),
        runningRate: (stepRate ?? 2.8) + 0.1 * draws.gaussian())
      let pace =
        speed(situation.doing, stepRate, walkRatio) * exp((areMany ? 0.2 : 0.06) * draws.gaussian())
      let seconds = 40.0
      let trajectory = Trajectory(
        along: pace > 0 ? [.zero, Vec3(pace * seconds, 0, 0)] : [.zero], speed: pace,
        doing: situation.doing, placement: situation.placement, gait: gait)
      var model = InertialModel(
        ValidationModels.motion, in: InertialSurroundings(),
        for: SignalReceiver(seed: 17, device: UInt64(person)))
      var readings = InertialReadings()
      var cursor = TrajectoryCursor(trajectory)
      model.fill(
        &readings, sensors: [.accelerometer, .gyroscope], hertz: 50, from: .start,
        until: SimTime(seconds: seconds), along: &cursor)
      return MotionWindow.all(
        readings.accelerometer, turning: readings.gyroscope, hertz: 50, trim: 4)
    }
  }

  /// The speed at a step rate, in m/s; see ``Gait/stepRate(_:speed:)``.
  private static func speed(_ doing: Doing, _ stepRate: Double?, _ walkRatio: Double) -> Double {
    guard let stepRate else { return 0 }
    switch doing {
    case .walking: return stepRate * stepRate * 60 * walkRatio
    case .running: return 2.9
    case .stairsUp, .stairsDown: return stepRate * Gait.tread
    default: return 0
    }
  }
}
