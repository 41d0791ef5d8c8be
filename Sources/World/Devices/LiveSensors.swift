public import Kernel
public import Mobility
import Observations
public import Signals
public import Venues

/// What one device's sensors would tell at each moment of its agent's trajectory.
public struct LiveSensors: Sendable {
  /// How often the accelerometer is read, in Hz.
  public static let sampleRateHertz = 50.0
  /// How often the motion buffer is emptied (WWDC14 session 612).
  public static let batchPeriod = SimDuration.seconds(2.5)
  /// How long a receiver with assistance takes to its first epoch (u-blox manuals: about 4 s).
  public static let assistedStart = SimDuration.seconds(4)

  let trajectory: Trajectory
  let beacons: [BeaconModel]
  let gnss: GNSSModel
  let orbits: [KeplerEphemeris]
  private let accelerometer: AccelerometerModel
  private let samples = Ticks(from: .start, hertz: Self.sampleRateHertz)
  private var nextSample: Int64 = 0

  /// Creates the sensors of one device.
  ///
  /// - Parameters:
  ///   - trajectory: Where its agent is.
  ///   - venue: The place.
  ///   - gpsWeek: The GPS week at the scenario's start.
  ///   - secondsOfWeek: Seconds into that week.
  ///   - seed: The run's seed.
  ///   - device: The device's number in random streams.
  public init(
    trajectory: Trajectory, venue: Venue, gpsWeek: Int, secondsOfWeek: Double, seed: UInt64,
    device: UInt64
  ) {
    self.trajectory = trajectory
    beacons = venue.beacons.map { BeaconModel($0, seed: seed, device: device) }
    orbits = NominalConstellation.gps(week: gpsWeek, secondsOfWeek: secondsOfWeek)
    gnss = GNSSModel(
      orbits: orbits, venue: venue, gpsWeek: gpsWeek, secondsOfWeek: secondsOfWeek, seed: seed,
      device: device)
    accelerometer = AccelerometerModel(
      sampleRateHertz: Self.sampleRateHertz, seed: seed, device: device)
  }

  /// Begins to fill the motion buffer.
  mutating func startMotion(at time: SimTime) {
    nextSample = samples.index(atOrAfter: time)
  }

  /// Empties the motion buffer.
  mutating func motionBatch(until time: SimTime) -> InertialBatch {
    var readings: [InertialSample] = []
    readings.reserveCapacity(128)
    var sampleTime = samples.time(of: nextSample)
    while sampleTime < time {
      readings.append(accelerometer.sample(trajectory.devicePose(at: sampleTime), at: sampleTime))
      nextSample += 1
      sampleTime = samples.time(of: nextSample)
    }
    return InertialBatch(samples: readings)
  }
}

extension BeaconModel {
  /// The number of the first advertisement at or after a moment.
  func firstEvent(atOrAfter time: SimTime) -> Int64 {
    var low: Int64 = 0
    var high: Int64 = 1
    while self.time(ofEvent: high) < time { high *= 2 }
    while low < high {
      let middle = (low + high) / 2
      if self.time(ofEvent: middle) < time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
