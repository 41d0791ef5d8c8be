public import Documents
public import Kernel
public import Observations

/// Turns a phone's acceleration into a vector of numbers every 2.5 s.
///
/// Readings may come at 20 to 200 Hz, unevenly, in batches of any length. A window ends with each
/// 2.5 s of readings, at the batch's last if the phone's batches are that long (WWDC14 session
/// 612), and
/// looks at the last 2.5 s and the last 5 s. Nothing is allocated after the start.
public struct MotionFeatures: Sendable {
  /// How many readings were no use, and why.
  public struct Faults: Hashable, Sendable {
    /// Not a number, or more than any sensor can tell.
    public var unusable = 0
    /// Of the same time as the one before, or a little earlier.
    public var repeated = 0
    /// How often the clock was set back.
    public var backwards = 0
    /// How often readings were missing for more than 0.3 s.
    public var gaps = 0
    /// Windows of a sensor that is stuck or clipped on an axis.
    public var stuck = 0

    /// Creates zeros.
    public init() {}
  }

  /// What can be set.
  public struct Parameters: DialSet {
    /// The longest hole that a straight line may bridge: a missed reading or two even at 20 Hz.
    public var longestHole = SimDuration.seconds(0.3)
    /// How far back a clock may seem to go because readings change places, and not be set back.
    public var disorder = SimDuration.seconds(0.5)
    /// How few new bins of 50 ms will do at the end of a batch.
    public var enough = 24
    /// The same of a batch half as long as the one before: it is the last before a pause, and
    /// shouldn't wait for what comes after.
    public var enoughAtLast = 12
    /// How few bins there may be in all, after a start or a gap.
    public var least = 40
    /// The mean square of an axis, in (m/s²)², below which it stands still.
    public var stuckSquare: Float = 1e-7
    /// The mean square of all axes, in (m/s²)², above which none may stand still.
    public var movingSquare: Float = 0.01

    /// Creates the defaults.
    public init() {}
  }

  /// How long a window is.
  public static let period = SimDuration.seconds(2.5)
  /// How many bins of 50 ms a window has.
  static let short = 50

  let parameters: Parameters
  var grid: MotionGrid
  var spectrum = MotionSpectrum()
  var scratch = MotionScratch()
  private var vector = MotionFeatureVector(time: .start)
  private var stuckWindows = 0
  /// How many readings the latest batch had.
  private var latestCount = 0

  /// Creates features of nothing.
  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
    grid = MotionGrid(parameters)
  }

  /// What was wrong with the readings so far.
  public var faults: Faults {
    var faults = grid.faults
    faults.stuck = stuckWindows
    return faults
  }

  /// Forgets what was measured, as at a boot.
  public mutating func reset() { grid.reset() }

  /// Takes a batch of readings.
  ///
  /// - Parameters:
  ///   - batch: The readings, oldest first.
  ///   - body: Takes each window's numbers.
  public mutating func receive(
    _ batch: InertialBatch, _ body: (MotionFeatureVector) -> Void
  ) {
    var position = 0
    while advance(batch, &position) { body(latest) }
  }

  /// The numbers of the window that ended last.
  public var latest: MotionFeatureVector { vector }

  /// Takes readings up to the end of a window.
  ///
  /// - Parameters:
  ///   - batch: The readings, oldest first.
  ///   - position: Which one is next; moved on.
  /// - Returns: Whether a window has ended, so that ``latest`` is new; if not, the batch is used
  /// up.
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
    guard isDue || (isOver && grid.fresh >= enough && grid.count >= parameters.least) else {
      return false
    }
    position = max(position, 0)
    vector = measure(at: SimTime(nanoseconds: grid.lastNanoseconds))
    if scratch.isStuck { stuckWindows += 1 }
    grid.close()
    return true
  }

  /// Whether an axis stood still while the others moved, or hung at its limit, in the last window.
  public var isStuck: Bool { scratch.isStuck }
}
