import Glibc
import Kernel
import Observations
import Signals
import Truth

/// Accelerometer and gyroscope at 100 Hz of a walking person: simulated seconds per second.
///
/// The quality check uses a phone on a table: noise density without quantisation, relative to the data sheet.
func peerInertial(_ options: PeerOptions) -> PeerResult {
  let seconds = Double(options.count("seconds", 1200))
  let way = Trajectory(
    along: [[0, 0, 0], [1.34 * seconds, 0, 0]], speed: 1.34, placement: .waist)
  var count = 0
  let begin = processSeconds()
  readMotion(way, for: seconds) { count += $0.accelerometer.count }
  let taken = processSeconds() - begin
  let table = Trajectory(along: [[0, 0, 0]], speed: 0, doing: .standing, placement: .table)
  var (force, rate): ([InertialSample], [InertialSample]) = ([], [])
  readMotion(table, for: 300) {
    force += $0.accelerometer
    rate += $0.gyroscope
  }
  return PeerResult(
    perSecond: Double(count) / 100 / taken,
    figures: [
      ("accelerometer_noise", noise(of: force, over: .accelerometer)),
      ("gyroscope_noise", noise(of: rate, over: .gyroscope)),
    ])
}

private func readMotion(
  _ way: Trajectory, for seconds: Double, take: (InertialReadings) -> Void
) {
  var model = InertialModel(
    InertialParameters(), in: InertialSurroundings(), for: SignalReceiver(seed: 1, device: 2))
  var cursor = TrajectoryCursor(way)
  var readings = InertialReadings()
  var begin = SimTime.start
  while begin < SimTime(seconds: seconds) {
    let end = begin + .seconds(2.5)
    model.fill(
      &readings, sensors: [.accelerometer, .gyroscope], hertz: 100, from: begin, until: end,
      along: &cursor)
    take(readings)
    begin = end
  }
}

/// Noise density of readings relative to the parameter, from differences of consecutive samples, which cancel
/// offsets and drifts: a density over half the sampling rate, as in data sheets.
private func noise(
  of samples: [InertialSample], over asked: InertialSensorParameters
) -> Double {
  var sum = 0.0
  for (first, second) in zip(samples, samples.dropFirst()) {
    for axis in [second.x - first.x, second.y - first.y, second.z - first.z] {
      sum += Double(axis) * Double(axis)
    }
  }
  let variance = sum / Double(6 * (samples.count - 1)) - asked.resolution * asked.resolution / 12
  return (max(0, variance) / 50).squareRoot() / asked.noiseDensity
}
