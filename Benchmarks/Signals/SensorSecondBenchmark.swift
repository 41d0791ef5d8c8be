import Geometry
import Kernel
import Maps
import Observations
import Signals
import Truth
import Venues

/// The work of gnss-ins-sim: accelerometer and gyroscope at 100 Hz, and one GNSS epoch of all satellites in
/// view per second, in the open.
let sensorSecondBenchmark = Benchmark("signals.second.imu100_gps1", operations: 600) {
  let origin = try Geodetic(latitudeDegrees: 37.8, longitudeDegrees: -122.4, altitudeMetres: 10)
  let venue = Venue(map: VenueMap(name: "open", frame: LocalFrame(origin: origin), levels: []))
  let trajectory = Trajectory(
    along: [[0, 0, 0], [804, 0, 0]], speed: 1.34, placement: .waist)
  var motion = InertialParameters()
  motion.sampleRateHertz = 100
  var settings = SignalSettings()
  settings.motion = .on(motion)
  let sky = GNSSSky.nominal(
    from: GPSTime(week: 2300, secondsOfWeek: 100_000), duration: 700)
  let scene = SignalScene(venue, settings: settings, sky: sky, seed: 1)
  return {
    var phone = PhoneSignals(
      along: trajectory, in: scene, for: SignalReceiver(seed: 1, device: 2))
    var readings = InertialReadings()
    var sum: UInt64 = 0
    for second in 0..<600 {
      let time = SimTime(seconds: Double(second))
      phone.readMotion(
        [.accelerometer, .gyroscope], from: time, until: time + .seconds(1), into: &readings)
      sum &+= UInt64(readings.accelerometer.count)
      sum &+= UInt64(phone.gnssEpoch(at: time)?.measurements.count ?? 0)
    }
    return sum
  }
}
