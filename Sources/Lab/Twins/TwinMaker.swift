import Kernel
import Observations
import Signals

/// Makes the observations of a twin, one for each of the recording.
struct TwinMaker {
  private var phone: PhoneSignals
  private let known: ClosedRange<SimTime>
  private(set) var made: [Delivered<Observation>] = []
  /// The readings of the motion sensors over the whole path.
  private var readings = InertialReadings()

  init(
    _ phone: PhoneSignals, during known: ClosedRange<SimTime>, reading sensors: InertialSensors
  ) {
    self.phone = phone
    self.known = known
    guard !sensors.isEmpty else { return }
    self.phone.readMotion(sensors, from: known.lowerBound, until: known.upperBound, into: &readings)
  }

  mutating func add(_ delivered: Delivered<Observation>) {
    let time = delivered.time
    func put(_ observation: Observation?) {
      if let observation { made.append(Delivered(time: time, observation)) }
    }
    switch delivered.item {
    // Data from the network or the satellites are copied.
    case .ephemeris: put(delivered.item)
    case .gnss(let epoch) where known.contains(epoch.time):
      put(phone.gnssEpoch(at: epoch.time).map { .gnss(like(epoch, $0)) })
    case .barometer(let sample) where known.contains(sample.time):
      put(phone.pressure(at: sample.time).map { .barometer($0) })
    case .accelerometer(let batch):
      put(motion(readings.accelerometer, like: batch).map { .accelerometer($0) })
    case .gyroscope(let batch): put(motion(readings.gyroscope, like: batch).map { .gyroscope($0) })
    case .magnetometer(let batch):
      put(motion(readings.magnetometer, like: batch).map { .magnetometer($0) })
    case .wifi(let scan) where known.contains(scan.startTime):
      put(phone.wifiScan(startingAt: scan.startTime).map { .wifi($0) })
    default: break
    }
  }

  /// Adds beacon sightings over the whole path, at the beacons' transmit times and not at the recorded ones.
  mutating func addBeacons() {
    phone.startBeaconScan(at: known.lowerBound)
    var received: [Delivered<Observation>] = []
    var time = known.lowerBound
    while let next = phone.nextBeacon(after: time, until: known.upperBound) {
      received.append(Delivered(time: next.time, .beacon(next)))
      time = next.time
    }
    // Merges two sorted lists.
    var (all, index) = ([Delivered<Observation>](), 0)
    for other in made {
      while index < received.count, received[index].time <= other.time {
        all.append(received[index])
        index += 1
      }
      all.append(other)
    }
    made = all + received[index...]
  }

  /// The twin's samples of a motion sensor at the times of a batch; nil outside the known time.
  private func motion(_ samples: [InertialSample], like batch: InertialBatch) -> InertialBatch? {
    guard let first = batch.samples.first else { return nil }
    var low = samples.partitioningIndex { $0.time >= first.time }
    var made: [InertialSample] = []
    made.reserveCapacity(batch.samples.count)
    for sample in batch.samples where known.contains(sample.time) {
      while low + 1 < samples.count, samples[low].time < sample.time { low += 1 }
      guard low < samples.count else { break }
      var own = samples[low]
      own.time = sample.time
      made.append(own)
    }
    return made.isEmpty ? nil : InertialBatch(samples: made)
  }

  /// An epoch without the fields that the recording's receiver lacks.
  private func like(_ real: GNSSEpoch, _ made: GNSSEpoch) -> GNSSEpoch {
    let hasRates = real.measurements.contains {
      $0.pseudorangeRateSigmaMetresPerSecond < .infinity
    }
    let hasCarrier = real.measurements.contains {
      $0.accumulatedDeltaRangeSigmaMetres < .infinity
    }
    var epoch = made
    for index in epoch.measurements.indices {
      if !hasRates {
        epoch.measurements[index].pseudorangeRateMetresPerSecond = 0
        epoch.measurements[index].pseudorangeRateSigmaMetresPerSecond = .infinity
      }
      if !hasCarrier {
        epoch.measurements[index].accumulatedDeltaRangeMetres = 0
        epoch.measurements[index].accumulatedDeltaRangeSigmaMetres = .infinity
        epoch.measurements[index].accumulatedDeltaRangeState = []
      }
    }
    return epoch
  }
}
