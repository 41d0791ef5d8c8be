import Kernel

/// Puts what a file of somebody else's holds into the order in which a phone would have had it.
struct RecordingAssembly {
  private var deliveries: [Delivered<Observation>] = []
  private var truth: [TruthSample] = []

  /// Motion comes in batches of that length (WWDC 2014, session 612).
  private static let cadence = SimDuration.seconds(2.5)

  /// Adds observations that are told at once.
  mutating func add(_ fixes: some Sequence<ReceiverFix>) {
    for fix in fixes { deliveries.append(Delivered(time: fix.time, .fix(fix))) }
  }

  /// Adds anything else, with when it was told.
  mutating func add(_ observation: Observation, at time: SimTime) {
    deliveries.append(Delivered(time: time, observation))
  }

  /// Adds readings of a motion sensor, in order of time, as batches told with their last reading.
  mutating func add(
    _ samples: [InertialSample], as wrap: (InertialBatch) -> Observation
  ) {
    var start = samples.startIndex
    while start < samples.endIndex {
      let limit = samples[start].time + Self.cadence
      let end = samples[start...].firstIndex { $0.time >= limit } ?? samples.endIndex
      let batch = InertialBatch(samples: Array(samples[start..<end]))
      deliveries.append(Delivered(time: samples[end - 1].time, wrap(batch)))
      start = end
    }
  }

  /// Adds a moment of the truth.
  mutating func add(_ sample: TruthSample) { truth.append(sample) }

  /// The recording, which ends with the last of what was added or when told to.
  func recording(
    device: String, source: String, start: GPSTime?, endTime: SimTime? = nil
  ) -> Recording {
    let ordered = inOrderOfTime(deliveries, \.time.nanoseconds)
    let truth = inOrderOfTime(self.truth, \.time.nanoseconds)
    // A header has no weeks before 1980.
    let start = start.flatMap { (0...9999).contains($0.week) ? $0 : nil }
    let end = max(
      endTime ?? .start, max(ordered.last?.time ?? .start, truth.last?.time ?? .start))
    var recording = Recording(
      header: RecordingHeader(
        device: device, source: source, endTime: end, gpsWeek: start?.week ?? 0,
        gpsSecondsOfWeek: start?.secondsOfWeek ?? 0))
    recording.observations = ordered
    recording.truth = truth
    return recording
  }
}

extension TruthSample {
  /// A moment of which only some is known: coordinates, height, speeds and distance that aren't
  /// known are not a number, what the person does is `other`, and no steps are counted.
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
