package import Kernel
package import Observations
package import Recordings
package import Truth

/// Merges the data of a foreign recording, sensor by sensor, into the delivery order of a phone.
package struct RecordingAssembly {
  /// Interval of recorded motion readings; a replay joins them to the batches that the stack asks for.
  private static let batchPeriod = SimDuration.milliseconds(500)

  private var deliveries: [Delivered<Observation>] = []
  private var motion: [(samples: [InertialSample], wrap: (InertialBatch) -> Observation)] = []
  /// Time of the latest sensor data.
  package private(set) var end = SimTime.start
  /// Ground truth, in any order.
  package var truth: [TruthSample] = []
  /// Time 0 of the recording; nil if unknown.
  package var gpsStart: GPSTime?

  package init() {}

  /// Extends the recording at least to a time.
  package mutating func extend(to time: SimTime) { end = max(end, time) }

  /// Adds an observation at its time of delivery.
  package mutating func add(_ observation: Observation, at time: SimTime) {
    let time = max(time, .start)
    end = max(end, time)
    deliveries.append(Delivered(time: time, observation))
  }

  /// Adds the readings of a motion sensor, in order of time; they are delivered in batches.
  package mutating func add(
    _ samples: [InertialSample], as wrap: @escaping (InertialBatch) -> Observation
  ) {
    guard let last = samples.last else { return }
    end = max(end, last.time)
    motion.append((samples, wrap))
  }

  package mutating func add(accelerometer samples: [InertialSample]) {
    add(samples) { .accelerometer($0) }
  }

  package mutating func add(gyroscope samples: [InertialSample]) {
    add(samples) { .gyroscope($0) }
  }

  package mutating func add(magnetometer samples: [InertialSample]) {
    add(samples) { .magnetometer($0) }
  }

  package mutating func add(_ scans: [WiFiScan]) {
    for scan in scans { add(.wifi(scan), at: scan.endTime) }
  }

  package mutating func add(_ beacons: [BeaconAdvertisement]) {
    for received in beacons { add(.beacon(received), at: received.time) }
  }

  package mutating func add(_ pressures: [PressureSample]) {
    for sample in pressures { add(.barometer(sample), at: sample.time) }
  }

  package mutating func add(_ epochs: [GNSSEpoch]) {
    for epoch in epochs { add(.gnss(epoch), at: epoch.time) }
  }

  package mutating func add(_ fixes: some Sequence<ReceiverFix>) {
    for fix in fixes { add(.fix(fix), at: fix.time) }
  }

  package mutating func add(_ sample: TruthSample) { truth.append(sample) }

  /// The recording; ends with the last reading.
  package func recording(device: String, source: String) -> Recording {
    // A header has no weeks before 1980.
    let start = gpsStart.flatMap { (0...9999).contains($0.week) ? $0 : nil }
    var recording = Recording(
      header: RecordingHeader(
        device: device, source: source, endTime: end, gpsWeek: start?.week ?? 0,
        gpsSecondsOfWeek: start?.secondsOfWeek ?? 0, isContinuous: true))
    if motion.isEmpty {
      // Avoids a copy of a large file's rows if they are in order.
      recording.observations = inOrderOfTime(deliveries, \.time.nanoseconds)
    } else {
      var all: [Delivered<Observation>] = []
      for (samples, wrap) in motion { batch(samples, wrap, &all) }
      all += deliveries
      recording.observations = inOrderOfTime(all, \.time.nanoseconds)
    }
    recording.truth = inOrderOfTime(truth, \.time.nanoseconds)
    return recording
  }

  /// The recording; ends with the last data or ground truth, or at `endTime` if that is later.
  func recording(
    device: String, source: String, start: GPSTime?, endTime: SimTime? = nil
  ) -> Recording {
    var whole = self
    whole.gpsStart = start
    whole.extend(to: max(endTime ?? .start, truth.map(\.time).max() ?? .start))
    return whole.recording(device: device, source: source)
  }

  private func batch(
    _ samples: [InertialSample], _ wrap: (InertialBatch) -> Observation,
    _ all: inout [Delivered<Observation>]
  ) {
    var start = 0
    while start < samples.count {
      let number = max(0, samples[start].time.nanoseconds) / Self.batchPeriod.nanoseconds
      let limit = SimTime.start + Self.batchPeriod * (number + 1)
      var stop = start + 1
      while stop < samples.count, samples[stop].time < limit { stop += 1 }
      all.append(
        Delivered(
          time: min(limit, end), wrap(InertialBatch(samples: Array(samples[start..<stop])))))
      start = stop
    }
  }
}

extension TruthSample {
  /// A sample with partial truth: unknown position, height, velocity and distance are NaN, an unknown
  /// activity is `other`, and the step count is 0.
  static func partial(
    time: SimTime, coordinate: Coordinate? = nil, altitudeMetres: Double? = nil,
    activity: TrueActivity = .other, distanceMetres: Double? = nil
  ) -> TruthSample {
    TruthSample(
      time: time,
      coordinate: coordinate ?? Coordinate(latitudeDegrees: .nan, longitudeDegrees: .nan),
      altitudeMetres: altitudeMetres ?? .nan, floor: nil, eastVelocityMetresPerSecond: .nan,
      northVelocityMetresPerSecond: .nan, activity: activity, stepCount: 0,
      distanceMetres: distanceMetres ?? .nan)
  }
}
