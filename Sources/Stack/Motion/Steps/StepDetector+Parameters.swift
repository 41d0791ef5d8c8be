public import Documents

extension StepDetector {
  /// What can be set.
  ///
  /// The defaults were chosen on the data named at ``StepDetector``, by the figures of all sets at once.
  public struct Parameters: DialSet {
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
    public var startSum: Float = 2.2
    /// The most that the sum can become: bad windows of about 8 s end a long walk.
    public var largestSum: Float = 7
    /// Taken off each window's log odds before a walk is told.
    public var idlePenalty: Float = 0.2
    /// Added to each window's log odds during a walk, whose end is less likely than its going on.
    public var walkBonus: Float = 1
    /// Added when whoever knows says that this is somebody on foot: stairs and crowds are less regular
    /// than a pavement, and other senses see them too.
    public var footBonus: Float = 1
    /// The same where whoever knows is sure of it: who is told to be on foot with high confidence takes
    /// steps, if less regular ones, and an app that shows both shows no contradiction.
    public var sureFootBonus: Float = 4
    /// Taken off a rate that the hint's gait doesn't have.
    public var oddPacePenalty: Float = 2
    /// Taken off when whoever knows says that this is a vehicle.
    public var vehiclePenalty: Float = 3
    /// Taken off when whoever knows says that this is a bicycle.
    public var cyclingPenalty: Float = 6
    /// Taken off when whoever knows says that this is another motion: a dance is as regular as gait.
    public var otherPenalty: Float = 10
    /// The mean size, in m/s², above which a bicycle or another motion may look like gait.
    ///
    /// Dances have 1.2 or more (modelled), pedals in a pocket mostly 1.5 or more (modelled). Softer
    /// motion that is as regular as gait is somebody who walks slowly, which others miss easily.
    public var strongSize: Float = 1
    /// Taken off for a bicycle or another motion when the signal is softer than that.
    public var softPenalty: Float = 0.5
    /// How long the share of restless windows is remembered, in windows.
    public var restlessMemory: Float = 40
    /// The log odds against steps from which a moving window is quite restless.
    public var restlessOdds: Float = 2
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
    /// What counts as a rate of steps.
    public var gait = GaitSearch()
    /// How a walk is followed.
    public var walk = WalkFollowing()
    /// What counts as a footfall that is told at once.
    public var footfalls = FootfallRules()
    /// Which readings are used.
    public var sampler = ForceSampling()

    /// Creates the defaults.
    public init() {}

    /// What a hint adds to a window's log odds, where the signal is of some mean size in m/s².
    func shift(for hint: MotionHint, isSure: Bool, meanSize: Float) -> Float {
      switch hint {
      case .none: 0
      case .walking, .running: isSure ? sureFootBonus : footBonus
      case .vehicle: -vehiclePenalty
      case .cycling: meanSize > strongSize ? -cyclingPenalty : -softPenalty
      case .other: meanSize > strongSize ? -otherPenalty : -softPenalty
      }
    }
  }
}
