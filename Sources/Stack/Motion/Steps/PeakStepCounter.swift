public import Documents
public import Kernel
public import Observations

/// Step counter by peak detection with a refractory time on the acceleration magnitude.
///
/// A simple baseline: it also counts many peaks that aren't steps.
public struct PeakStepCounter: Sendable {
  /// Parameters of filter and threshold.
  public struct Parameters: ParameterSet {
    /// Minimum height of a peak above the mean, in m/s².
    public var threshold = 0.8
    /// Minimum time between two steps.
    public var refractory = SimDuration.seconds(0.35)
    /// Time constant of the subtracted mean, in s.
    public var meanSeconds = 1.0
    /// Time constant of the smoothing, in s.
    public var smoothingSeconds = 0.08

    public init() {}

    /// Configurable parameters.
    public static let parameters: [Parameter<Self>] = [
      .number(
        "threshold", \.threshold, "m/s2", 0...20,
        "Minimum height of an acceleration peak above the mean.", .estimate),
      .time("refractory", \.refractory, 0...5, "Minimum time between two steps.", .estimate),
      .number(
        "mean", \.meanSeconds, "s", 0.01...60,
        "Time constant of the subtracted mean.", .estimate),
      .number(
        "smoothing", \.smoothingSeconds, "s", 0.001...5, "Time constant of the smoothing.",
        .estimate),
    ]
  }

  private let parameters: Parameters
  private var mean: Double?
  private var smooth = 0.0
  private var previous = (time: SimTime.start, value: 0.0, isRising: false)
  private var lastStep = SimTime.distantPast
  /// Number of steps since the start.
  public private(set) var stepCount = 0

  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
  }

  /// Counted peak.
  public struct Peak: Hashable, Sendable {
    /// Time of the peak, and of its detection.
    public let time, seen: SimTime
  }

  /// Processes a batch; returns the peaks counted as steps.
  @discardableResult
  public mutating func receive(_ batch: InertialBatch) -> [Peak] {
    batch.samples.compactMap { receive($0) }
  }

  private mutating func receive(_ sample: InertialSample) -> Peak? {
    let (x, y, z) = (Double(sample.x), Double(sample.y), Double(sample.z))
    let magnitude = (x * x + y * y + z * z).squareRoot()
    // A single non-finite value would stay in the mean for ever.
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
