import Kernel
import Observations

/// Puts what a data set has, sensor by sensor, into the one order in which a phone delivers it.
struct RecordingAssembly {
  /// How often a phone empties its buffer of motion readings (WWDC14 session 612).
  static let batchPeriod = SimDuration.seconds(2.5)

  private var deliveries: [Delivered<Observation>] = []
  private var motion: [(samples: [InertialSample], wrap: (InertialBatch) -> Observation)] = []
  /// The latest moment that anything is of.
  private(set) var end = SimTime.start
  /// The truth, in any order.
  var truth: [TruthSample] = []
  /// The moment of time 0, where the data set tells it.
  var gpsStart: GPSTime?

  init() {}

  /// Makes the recording last up to a moment at least.
  mutating func extend(to time: SimTime) { end = max(end, time) }

  /// Adds something by the moment at which the phone had it.
  mutating func add(_ observation: Observation, at time: SimTime) {
    let time = max(time, .start)
    end = max(end, time)
    deliveries.append(Delivered(time: time, observation))
  }

  /// Adds a motion sensor's readings, which go into batches.
  mutating func add(
    _ samples: [InertialSample], as wrap: @escaping (InertialBatch) -> Observation
  ) {
    guard let last = samples.last else { return }
    end = max(end, last.time)
    motion.append((samples, wrap))
  }

  mutating func add(accelerometer samples: [InertialSample]) {
    add(samples) { .accelerometer($0) }
  }

  mutating func add(gyroscope samples: [InertialSample]) { add(samples) { .gyroscope($0) } }

  mutating func add(magnetometer samples: [InertialSample]) { add(samples) { .magnetometer($0) } }

  mutating func add(_ scans: [WiFiScan]) {
    for scan in scans { add(.wifi(scan), at: scan.endTime) }
  }

  mutating func add(_ beacons: [BeaconAdvertisement]) {
    for heard in beacons { add(.beacon(heard), at: heard.time) }
  }

  mutating func add(_ pressures: [PressureSample]) {
    for sample in pressures { add(.barometer(sample), at: sample.time) }
  }

  mutating func add(_ epochs: [GNSSEpoch]) {
    for epoch in epochs { add(.gnss(epoch), at: epoch.time) }
  }

  /// The finished recording.
  ///
  /// - Parameters:
  ///   - device: The device's name.
  ///   - source: Where it comes from.
  /// - Returns: The recording, which ends with the last reading.
  func recording(device: String, source: String) -> Recording {
    var recording = Recording(
      header: RecordingHeader(
        device: device, source: source, endTime: end, gpsWeek: gpsStart?.week ?? 0,
        gpsSecondsOfWeek: gpsStart?.secondsOfWeek ?? 0))
    var all: [Delivered<Observation>] = []
    for (samples, wrap) in motion { batch(samples, wrap, &all) }
    all += deliveries
    recording.observations = inOrder(all, \.time)
    recording.truth = inOrder(truth, \.time)
    return recording
  }

  private func batch(
    _ samples: [InertialSample], _ wrap: (InertialBatch) -> Observation,
    _ all: inout [Delivered<Observation>]
  ) {
    let period = Self.batchPeriod.nanoseconds
    var start = 0
    while start < samples.count {
      let number = max(0, samples[start].time.nanoseconds) / period
      let limit = SimTime(nanoseconds: (number + 1) * period)
      var stop = start + 1
      while stop < samples.count, samples[stop].time < limit { stop += 1 }
      all.append(
        Delivered(
          time: min(limit, end), wrap(InertialBatch(samples: Array(samples[start..<stop])))))
      start = stop
    }
  }

  /// By time, and what has one time as it came.
  private func inOrder<Item>(_ items: [Item], _ time: (Item) -> SimTime) -> [Item] {
    let isSorted = zip(items, items.dropFirst()).allSatisfy { time($0) <= time($1) }
    guard !isSorted else { return items }
    return items.enumerated().sorted { left, right in
      let (first, second) = (time(left.element), time(right.element))
      return first != second ? first < second : left.offset < right.offset
    }.map(\.element)
  }
}

extension TruthSample {
  /// What somebody does from a moment on; nothing else is known.
  static func doing(_ activity: TrueActivity, from time: SimTime) -> TruthSample {
    var sample = TruthSample(unknownAt: time)
    sample.activity = activity
    sample.known = .activity
    return sample
  }

  /// How many steps there were since the start; nothing else is known.
  static func steps(_ count: Int, at time: SimTime) -> TruthSample {
    var sample = TruthSample(unknownAt: time)
    sample.stepCount = count
    sample.known = .steps
    return sample
  }

  /// Where somebody is; nothing else is known.
  static func place(_ coordinate: Coordinate, at time: SimTime) -> TruthSample {
    var sample = TruthSample(unknownAt: time)
    sample.coordinate = coordinate
    sample.known = .position
    return sample
  }

  /// The same with a level.
  static func place(_ coordinate: Coordinate, floor: Int, at time: SimTime) -> TruthSample {
    var sample = place(coordinate, at: time)
    sample.floor = floor
    sample.known.insert(.floor)
    return sample
  }
}

extension SimTime {
  /// The very next moment: where truth ends that holds up to this one.
  var next: SimTime { self + SimDuration(nanoseconds: 1) }
}
