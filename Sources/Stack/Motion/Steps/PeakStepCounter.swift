public import Documents
public import Kernel
public import Observations

/// Counts the peaks of the acceleration's magnitude: one for each step, and for much else.
public struct PeakStepCounter: Sendable {
  /// What can be set.
  public struct Parameters: DialSet {
    /// How far a peak must stand out above the mean, in m/s².
    public var threshold = 0.8
    /// The least time between two steps.
    public var refractory = SimDuration.seconds(0.35)
    /// The time constant of the mean that is taken off, in s.
    public var meanSeconds = 1.0
    /// The time constant of the smoothing, in s.
    public var smoothingSeconds = 0.08

    /// Creates the defaults.
    public init() {}

    /// What can be turned.
    public static let dials: [Dial<Self>] = [
      .number(
        "threshold", \.threshold, "m/s2", 0...20,
        "How far a peak must stand out above the mean.", .estimate),
      .time("refractory", \.refractory, 0...5, "The least time between two steps.", .estimate),
      .number(
        "mean", \.meanSeconds, "s", 0.01...60,
        "The time constant of the mean that is taken off.", .estimate),
      .number(
        "smoothing", \.smoothingSeconds, "s", 0.001...5, "The time constant of the smoothing.",
        .estimate),
    ]
  }

  private let parameters: Parameters
  private var mean: Double?
  private var smooth = 0.0
  private var previous = (time: SimTime.start, value: 0.0, isRising: false)
  private var lastStep = SimTime.distantPast
  /// Steps counted since the start.
  public private(set) var stepCount = 0

  /// Creates a counter at zero.
  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
  }

  /// A peak that is counted.
  public struct Peak: Hashable, Sendable {
    /// When it was, and when it showed.
    public let time, seen: SimTime
  }

  /// Counts the steps of a batch, and returns their peaks.
  @discardableResult
  public mutating func receive(_ batch: InertialBatch) -> [Peak] {
    batch.samples.compactMap { receive($0) }
  }

  private mutating func receive(_ sample: InertialSample) -> Peak? {
    let (x, y, z) = (Double(sample.x), Double(sample.y), Double(sample.z))
    let magnitude = (x * x + y * y + z * z).squareRoot()
    // One reading that is no number would stay in the mean for ever.
    guard magnitude.isFinite else { return nil }
    let interval = min(max(0, (sample.time - previous.time).seconds), 1)
    let centre = mean ?? magnitude
    mean = centre + (magnitude - centre) * interval / (parameters.meanSeconds + interval)
    smooth += (magnitude - centre - smooth) * interval / (parameters.smoothingSeconds + interval)
    let isRising = smooth > previous.value
    defer { previous = (sample.time, smooth, isRising) }
    guard previous.isRising, !isRising, previous.value > parameters.threshold,
      previous.time - lastStep >= parameters.refractory
    else { return nil }
    stepCount += 1
    lastStep = previous.time
    return Peak(time: previous.time, seen: sample.time)
  }
}
