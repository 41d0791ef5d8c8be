public import Kernel
public import Observations

/// Counts the peaks of the acceleration's magnitude: one for each step, and for much else.
public struct PeakStepCounter: Sendable {
  /// What can be set.
  public struct Parameters: Hashable, Sendable {
    /// How far a peak must stand out above the mean, in m/s².
    public var threshold = 0.8
    /// The least time between two steps.
    public var refractory = SimDuration.seconds(0.35)

    /// Creates the defaults.
    public init() {}
  }

  /// The time constant of the mean that is taken off, in s, and of the smoothing, in s.
  private static let meanSeconds = 1.0
  private static let smoothingSeconds = 0.08

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

  /// Counts the steps of a batch, and returns how many there were.
  public mutating func receive(_ batch: InertialBatch) -> Int {
    let before = stepCount
    for sample in batch.samples { receive(sample) }
    return stepCount - before
  }

  private mutating func receive(_ sample: InertialSample) {
    let (x, y, z) = (Double(sample.x), Double(sample.y), Double(sample.z))
    let magnitude = (x * x + y * y + z * z).squareRoot()
    // One reading that is no number would stay in the mean for ever.
    guard magnitude.isFinite else { return }
    let interval = min(max(0, (sample.time - previous.time).seconds), 1)
    let centre = mean ?? magnitude
    mean = centre + (magnitude - centre) * interval / (Self.meanSeconds + interval)
    smooth += (magnitude - centre - smooth) * interval / (Self.smoothingSeconds + interval)
    let isRising = smooth > previous.value
    if previous.isRising, !isRising, previous.value > parameters.threshold,
      previous.time - lastStep >= parameters.refractory
    {
      stepCount += 1
      lastStep = previous.time
    }
    previous = (sample.time, smooth, isRising)
  }
}
