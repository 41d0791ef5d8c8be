public import Kernel
public import Maps
public import Observations
public import Truth

/// Notes on the observations that reached a stack, as far as scoring needs them; memory grows with
/// the true changes and with gaps in motion data only.
public struct SensedNotes: Sendable {
  /// Minimum duration of a new motion for its detection by a perfect classifier.
  ///
  /// Two steps, or a car's first jolt: an estimate. A smaller value only lowers the bound.
  public static let minEvidence = SimDuration.seconds(1)

  /// A time range with motion data.
  public struct MotionInterval: Hashable, Sendable {
    /// The times of the first and the last reading.
    public var start, end: SimTime
    /// The arrival of the first batch at the stack.
    public var arrival: SimTime

    public init(start: SimTime, end: SimTime, arrival: SimTime) {
      self.start = start
      self.end = end
      self.arrival = arrival
    }
  }

  /// Maximum gap within a span: two late batches of 2.5 s.
  public static let gap = SimDuration.seconds(7.5)

  /// The spans with motion data.
  public private(set) var motionSpans: [MotionInterval] = []
  /// Faults of the motion data.
  public private(set) var faults = SensedFaults()
  /// Cramer-Rao bounds of the satellite epochs.
  public private(set) var bounds = SatelliteBounds()
  /// Posterior Cramer-Rao bounds of access points and beacons, if there is a survey.
  public private(set) var radioBounds: RadioBounds?
  /// For each true change of activity, in order: the arrival of enough motion data of the new
  /// activity to detect it; nil if it never came.
  public private(set) var evidenceTimes: [SimTime?]

  /// The apps' foreground times and requests.
  public private(set) var apps = AppNotes()

  private let moments: [SimTime]
  private var next = 0

  /// Starts the notes.
  ///
  /// - Parameters:
  ///   - changes: The true changes, in the order of time.
  ///   - radioMap: The venue's survey; nil without one.
  public init(changes: [TrueChange], radioMap: RadioMap? = nil) {
    radioBounds = radioMap.map(RadioBounds.init)
    moments = changes.filter { $0.kind == .activity }.map { $0.time + Self.minEvidence }
    evidenceTimes = Array(repeating: nil, count: moments.count)
  }

  /// Processes an observation; call in the order of time.
  ///
  /// - Parameters:
  ///   - delivered: Any observation of the device.
  ///   - truth: The truth at any moment; nil if unknown.
  public mutating func add(
    _ delivered: Delivered<Observation>, truth: ((SimTime) -> TruthSample)?
  ) {
    if case .accelerometer(let batch) = delivered.item {
      faults.add(batch)
      guard let first = batch.samples.first?.time, let last = batch.samples.last?.time else {
        return
      }
      if let end = motionSpans.last?.end, first - end <= Self.gap {
        motionSpans[motionSpans.count - 1].end = max(end, last)
      } else {
        motionSpans.append(MotionInterval(start: first, end: last, arrival: delivered.time))
      }
      while next < moments.count, moments[next] <= last {
        evidenceTimes[next] = delivered.time
        next += 1
      }
    } else if case .app(let event) = delivered.item {
      apps.add(event, at: delivered.time)
    } else if let truth {
      bounds.add(delivered, truth: truth)
      radioBounds?.add(delivered, truth: truth)
    }
  }
}
