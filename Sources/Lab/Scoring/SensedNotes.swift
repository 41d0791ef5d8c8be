public import Kernel
public import Maps
public import Observations
public import Truth

/// What the lab wants to know of what reached a stack, noted as it does, in memory that grows with
/// the true changes and with gaps in motion.
public struct SensedNotes: Sendable {
  /// How much of a new motion the best classifier must see, at the very least.
  ///
  /// Two steps, or a car's first jolt: an estimate. Less only makes the bound lower.
  public static let leastEvidence = SimDuration.seconds(1)

  /// A time in which motion was sensed.
  public struct Span: Hashable, Sendable {
    /// When the first reading was taken, and when the last.
    public var start, end: SimTime
    /// When the first batch of readings reached the stack.
    public var arrival: SimTime

    /// Creates a span.
    ///
    /// - Parameters:
    ///   - start: When the first reading was taken.
    ///   - end: When the last was.
    ///   - arrival: When the first batch reached the stack.
    public init(start: SimTime, end: SimTime, arrival: SimTime) {
      self.start = start
      self.end = end
      self.arrival = arrival
    }
  }

  /// How long motion may be missing within a span: two batches of 2.5 s that come late.
  public static let gap = SimDuration.seconds(7.5)

  /// When motion was sensed, span by span.
  public private(set) var motionSpans: [Span] = []
  /// What was wrong with the motion sensed.
  public private(set) var faults = SensedFaults()
  /// What the satellites allowed at best.
  public private(set) var bounds = SatelliteBounds()
  /// What access points and beacons allowed at best where a survey is known.
  public private(set) var radioBounds: RadioBounds?
  /// For each true change of activity, in order: when as much motion of the new one as anybody needs
  /// had reached the stack; nil if it never did.
  public private(set) var evidenceTimes: [SimTime?]

  /// When apps came before the user and left, and when one first asked for locations.
  public private(set) var apps = AppNotes()

  private let moments: [SimTime]
  private var next = 0

  /// Starts to note.
  ///
  /// - Parameters:
  ///   - changes: What truly changes, in the order of time.
  ///   - radioMap: What a survey of the place found, if there was one.
  public init(changes: [TrueChange], radioMap: RadioMap? = nil) {
    radioBounds = radioMap.map(RadioBounds.init)
    moments = changes.filter { $0.kind == .activity }.map { $0.time + Self.leastEvidence }
    evidenceTimes = Array(repeating: nil, count: moments.count)
  }

  /// Takes in what reached the stack; call in the order of time.
  ///
  /// - Parameters:
  ///   - delivered: Anything that the device sensed.
  ///   - truth: The truth at any moment; nil where nothing of it is known.
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
        motionSpans.append(Span(start: first, end: last, arrival: delivered.time))
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
