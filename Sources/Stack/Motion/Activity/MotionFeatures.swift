public import Documents
public import Kernel
public import Observations

/// Extracts activity features from acceleration every 2.5 s.
///
/// Readings may come at 20 to 200 Hz, unevenly, in batches of any length. A window ends after each 2.5 s of
/// readings, or with the batch if the phone's batches are that long (WWDC14 session 612). The features are of
/// the last 2.5 s and the last 5 s. Allocates nothing after the start.
public struct MotionFeatures: Sendable {
  /// Counts of rejected readings and other faults, by kind.
  public struct Faults: Hashable, Sendable {
    /// Not a number, or beyond any sensor's range.
    public var unusable = 0
    /// Not later than the reading before, by a little.
    public var repeated = 0
    /// Number of times that the clock was set back.
    public var backwards = 0
    /// Gaps of more than 0.3 s.
    public var gaps = 0
    /// Windows with a stuck or clipped axis.
    public var stuck = 0

    public init() {}
  }

  /// Parameters of windows and of fault detection.
  public struct Parameters: ParameterSet {
    /// Maximum gap bridged by linear interpolation: a missed reading or two even at 20 Hz.
    public var longestHole = SimDuration.seconds(0.3)
    /// Maximum backward time step that counts as reordered readings, not as a clock set back.
    public var disorder = SimDuration.seconds(0.5)
    /// Minimum number of new 50 ms bins for a window at the end of a batch.
    public var enough = 24
    /// Minimum number of new bins after a batch half as long as the one before: it is the last before a
    /// pause, and should not wait for later readings.
    public var enoughAtLast = 12
    /// Minimum number of bins in all, after a start or a gap.
    public var minimum = 40
    /// Mean square of an axis, in (m/s²)², below which the axis is stuck.
    public var stuckSquare: Float = 1e-7
    /// Mean square of all axes, in (m/s²)², above which a motionless axis is stuck.
    public var movingSquare: Float = 0.01

    public init() {}
  }

  /// Window length.
  public static let period = SimDuration.seconds(2.5)
  /// Number of 50 ms bins in a window.
  static let short = 50

  let parameters: Parameters
  var grid: MotionGrid
  var spectrum = MotionSpectrum()
  var scratch = MotionScratch()
  private var vector = MotionFeatureVector(time: .start)
  private var stuckWindows = 0
  /// Number of readings in the latest batch.
  private var latestCount = 0

  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
    grid = MotionGrid(parameters)
  }

  /// Faults of the readings so far.
  public var faults: Faults {
    var faults = grid.faults
    faults.stuck = stuckWindows
    return faults
  }

  /// Clears all readings, as at a boot.
  public mutating func reset() { grid.reset() }

  /// Processes a batch of readings, oldest first, and passes each window's features to `body`.
  public mutating func receive(
    _ batch: InertialBatch, _ body: (MotionFeatureVector) -> Void
  ) {
    var position = 0
    while advance(batch, &position) { body(latest) }
  }

  /// Features of the latest window.
  public var latest: MotionFeatureVector { vector }

  /// Processes readings from `position` on, up to the end of a window.
  ///
  /// - Parameters:
  ///   - batch: The readings, oldest first.
  ///   - position: Index of the next reading; advanced.
  /// - Returns: True if a window has ended and ``latest`` is new; false at the end of the batch.
  public mutating func advance(_ batch: InertialBatch, _ position: inout Int) -> Bool {
    let isDue = batch.samples.withUnsafeBufferPointer { samples in
      while position < samples.count {
        let isLost = grid.add(samples[position])
        position += 1
        if !isLost, grid.fresh >= Self.short { return true }
      }
      return false
    }
    let isOver = position == batch.samples.count
    let isLast = 2 * batch.samples.count <= latestCount
    if isOver, !batch.samples.isEmpty { latestCount = batch.samples.count }
    let enough = isLast ? parameters.enoughAtLast : parameters.enough
    guard isDue || (isOver && grid.fresh >= enough && grid.count >= parameters.minimum) else {
      return false
    }
    position = max(position, 0)
    vector = measure(at: SimTime(nanoseconds: grid.lastNanoseconds))
    if scratch.isStuck { stuckWindows += 1 }
    grid.close()
    return true
  }

  /// True if one axis was stuck or clipped in the last window while the others moved.
  public var isStuck: Bool { scratch.isStuck }
}
