extension StepDetector {
  /// What can be set.
  ///
  /// The defaults were chosen on the data named at ``StepDetector``, by the figures of all sets at once.
  public struct Parameters: Hashable, Sendable {
    /// Under this mean size, in m/s², nobody walks: sensor noise and breath; an estimate.
    public var leastSize: Float = 0.12
    /// How much of a window's log odds counts, since windows of 4 s overlap by three quarters.
    public var evidenceShare: Float = 0.35
    /// The most that one window's log odds can say for walking.
    public var mostFor: Float = 3
    /// The most that one moving window's log odds can say against it.
    public var mostAgainst: Float = 2.5
    /// What a window says against it once the body is still.
    public var stillAgainst: Float = 6
    /// The sum of evidence from which steps are told: some three good windows.
    public var startSum: Float = 2.5
    /// The most that the sum can become: bad windows of about 8 s end a long walk.
    public var largestSum: Float = 7
    /// Taken off each window's log odds before a walk is told.
    public var idlePenalty: Float = 0.2
    /// Added to each window's log odds during a walk, whose end is less likely than its going on.
    public var walkBonus: Float = 1
    /// Taken off when whoever knows says that this is a vehicle or a bicycle.
    public var vehiclePenalty: Float = 3
    /// Taken off when whoever knows says that this is another motion: a dance is as regular as gait.
    public var otherPenalty: Float = 10
    /// How long the share of restless windows is remembered, in windows.
    public var restlessMemory: Float = 40
    /// The restless share that is normal.
    public var restlessShare: Float = 0.2
    /// Taken off for each unit of the restless share above the normal one.
    ///
    /// What shakes for a minute without walking is a vehicle or busy hands, so what looks like steps
    /// must look very much like them.
    public var restlessPenalty: Float = 3
    /// The signal's level, as a share of the walk's own, from which a slot of 0.2 s holds steps.
    public var levelShare: Float = 0.35
    /// The longest stretch, in s, that counts as walking because it was walking before and after.
    public var longestBridge = 12.0

    /// Creates the defaults.
    public init() {}
  }
}
