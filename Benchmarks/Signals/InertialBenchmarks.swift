import Geometry
import Kernel
import Observations
import Signals
import Truth

/// A phone's motion sensors for twenty minutes, in batches of 2.5 s; an operation is one sampling instant.
///
/// At 50 Hz, 400 ns per operation are 50,000 times real time. The job at 100 Hz is that of gnss-ins-sim:
/// accelerometer and gyroscope of a moving body, with noise and offsets.
let inertialBenchmarks: [Benchmark] =
  [
    ("walking.front_pocket", Placement.frontPocket, Doing.walking, 1.34),
    ("walking.waist", .waist, .walking, 1.34), ("running.waist", .waist, .running, 2.8),
    ("standing.hand", .handTexting, .standing, 0), ("still.table", .table, .standing, 0),
  ].map { name, placement, doing, speed in
    inertialJob("signals.inertial.\(name).50hz", placement, doing, speed, .motion, hertz: 50)
  } + [
    inertialJob(
      "signals.inertial.walking.all.50hz", .frontPocket, .walking, 1.34, .all, hertz: 50),
    inertialJob(
      "signals.inertial.walking.imu.100hz", .waist, .walking, 1.34, .motion, hertz: 100),
  ]

extension InertialSensors {
  fileprivate static let motion: InertialSensors = [.accelerometer, .gyroscope]
}

private func inertialJob(
  _ name: String, _ placement: Placement, _ doing: Doing, _ speed: Double,
  _ sensors: InertialSensors, hertz: Double
) -> Benchmark {
  let seconds = 1200.0
  return Benchmark(name, operations: Int(seconds * hertz)) {
    let trajectory = Trajectory(
      along: speed > 0 ? [[0, 0, 0], [speed * seconds, 0, 0]] : [[0, 0, 0]], speed: speed,
      doing: doing, placement: placement)
    return {
      var model = InertialModel(
        InertialParameters(), in: InertialSurroundings(), for: SignalReceiver(seed: 1, device: 2))
      var cursor = TrajectoryCursor(trajectory)
      var readings = InertialReadings()
      var begin = SimTime.start
      var count: UInt64 = 0
      while begin < SimTime(seconds: seconds) {
        let end = begin + .seconds(2.5)
        model.fill(
          &readings, sensors: sensors, hertz: hertz, from: begin, until: end, along: &cursor)
        count &+= UInt64(readings.accelerometer.count)
        begin = end
      }
      return count
    }
  }
}
