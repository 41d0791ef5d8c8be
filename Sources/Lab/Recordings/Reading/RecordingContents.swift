public import Kernel
import Observations
import Truth

/// Statistics of a recording: sensors, rates, durations and known truth.
public struct RecordingContents: Sendable {
  /// A sensor or source.
  public struct SensorSummary: Sendable, Hashable {
    /// Name of its table in a recording.
    public var name: String
    /// Number of readings: samples for motion sensors, whole scans and epochs for others.
    public var count: Int
    /// Mean rate between the first and the last reading; nil for fewer than two times.
    public var hertz: Double?
  }

  /// The sensors of the recording, in a fixed order.
  public let sensors: [SensorSummary]
  /// Number of rows in the files: every reading, signal and sighting counts.
  public let rows: Int
  /// From time zero to the end.
  public let duration: SimDuration
  /// From the first reading to the last.
  public let observed: SimDuration
  /// Known duration of each kind of truth, in a fixed order, without empty ones.
  public let truth: [(name: String, known: SimDuration)]
  /// Total duration between moving position samples that are more than 1 s apart.
  public let interpolated: SimDuration

  /// True if the accelerometer is too slow for activity recognition: more than half of its intervals are
  /// longer than ``slowestInterval``.
  public let hasSlowMotion: Bool

  /// Max sampling interval for steps and activities: 80 ms, 12.5 Hz.
  ///
  /// Measured with thinned Oxford step recordings (n = 7): step counts at 12.4 Hz are as good as at 199 Hz; at
  /// 9.9 Hz a fifth of the steps is lost.
  public static let slowestInterval = SimDuration.milliseconds(80)

  /// The longest known duration over all kinds of truth.
  public var known: SimDuration { truth.map(\.known).max() ?? .zero }

  /// Analyses a recording.
  ///
  /// - Parameters:
  ///   - recording: The recording.
  ///   - given: Number of used rows of its files; nil to count the readings.
  public init(_ recording: Recording, rows given: Int? = nil) {
    var tallies = [SensorCount](repeating: SensorCount(), count: Self.names.count)
    var rows = 0
    for delivered in recording.observations {
      // Calls of apps aren't sensor data.
      if case .app = delivered.item { continue }
      rows += Self.rows(of: delivered.item)
      let (place, count, first, last) = Self.measure(delivered)
      tallies[place].add(count, first, last)
    }
    hasSlowMotion = Self.hasSlowMotion(recording)
    sensors = zip(Self.names, tallies).compactMap { name, tally in
      guard tally.count > 0 else { return nil }
      let seconds = (tally.last - tally.first).seconds
      return SensorSummary(
        name: name, count: tally.count,
        hertz: tally.count > 1 && seconds > 0 ? Double(tally.count - 1) / seconds : nil)
    }
    self.rows = given ?? rows
    let used = tallies.filter { $0.count > 0 }
    duration = recording.header.endTime - .start
    observed =
      used.isEmpty
      ? .zero
      : (used.map(\.last).max() ?? .start) - (used.map(\.first).min() ?? .start)
    (truth, interpolated) = Self.coverage(of: recording.truth, until: recording.header.endTime)
  }

  // MARK: Sensors

  /// True if most intervals are too long; pauses between batches hardly count, with one per many samples.
  private static func hasSlowMotion(_ recording: Recording) -> Bool {
    var (slow, count) = (0, 0)
    var last: SimTime?
    // Tolerance for clock jitter.
    let limit = slowestInterval + .milliseconds(2)
    for delivered in recording.observations {
      guard case .accelerometer(let batch) = delivered.item else { continue }
      for sample in batch.samples {
        if let last {
          count += 1
          if sample.time - last > limit { slow += 1 }
        }
        last = sample.time
      }
    }
    // Too few samples give no rate.
    return count >= 20 && 2 * slow > count
  }

  private struct SensorCount {
    var count = 0
    var first = SimTime.distantFuture
    var last = SimTime.distantPast

    mutating func add(_ number: Int, _ begin: SimTime, _ end: SimTime) {
      count += number
      first = min(first, begin)
      last = max(last, end)
    }
  }

  private static let names = [
    "accelerometer", "gyroscope", "magnetometer", "barometer", "gnss", "ephemeris", "wifi",
    "beacon", "cell", "receiver_fix", "other",
  ]

  private static func rows(of observation: Observation) -> Int {
    switch observation {
    case .accelerometer(let batch), .gyroscope(let batch), .magnetometer(let batch):
      batch.samples.count
    case .gnss(let epoch): epoch.measurements.count
    case .wifi(let scan): scan.readings.count
    default: 1
    }
  }

  private static func measure(
    _ delivered: Delivered<Observation>
  ) -> (place: Int, count: Int, first: SimTime, last: SimTime) {
    let time = delivered.time
    func motion(_ place: Int, _ batch: InertialBatch) -> (Int, Int, SimTime, SimTime) {
      (
        place, batch.samples.count, batch.samples.first?.time ?? time,
        batch.samples.last?.time ?? time
      )
    }
    switch delivered.item {
    case .accelerometer(let batch): return motion(0, batch)
    case .gyroscope(let batch): return motion(1, batch)
    case .magnetometer(let batch): return motion(2, batch)
    case .barometer: return (3, 1, time, time)
    case .gnss: return (4, 1, time, time)
    case .ephemeris: return (5, 1, time, time)
    case .wifi: return (6, 1, time, time)
    case .beacon: return (7, 1, time, time)
    case .cell: return (8, 1, time, time)
    case .fix: return (9, 1, time, time)
    default: return (10, 1, time, time)
    }
  }

  // MARK: Truth

  private static func coverage(
    of samples: [TruthSample], until end: SimTime
  ) -> (truth: [(name: String, known: SimDuration)], interpolated: SimDuration) {
    var known = [SimDuration](repeating: .zero, count: TruthKinds.words.count)
    var interpolated = SimDuration.zero
    for (index, sample) in samples.enumerated() {
      let next = index + 1 < samples.count ? samples[index + 1] : nil
      let until = min(next?.time ?? end, end)
      let span = max(until, sample.time) - sample.time
      for (place, entry) in TruthKinds.words.enumerated() where sample.known.contains(entry.kind) {
        // A step count covers all the time before it.
        if entry.kind == .steps {
          known[place] = until - .start
        } else {
          known[place] = known[place] + span
        }
      }
      if let next, next.known.contains(.position), sample.known.contains(.position),
        span > .seconds(1), next.coordinate != sample.coordinate
      {
        interpolated = interpolated + span
      }
    }
    let truth = zip(TruthKinds.words, known).filter {
      $0.1 > .zero || isReported($0.0.kind, samples)
    }
    .map { (name: $0.0.word, known: $0.1) }
    return (truth, interpolated)
  }

  private static func isReported(_ kind: TruthKinds, _ samples: [TruthSample]) -> Bool {
    samples.contains { $0.known.contains(kind) }
  }
}
