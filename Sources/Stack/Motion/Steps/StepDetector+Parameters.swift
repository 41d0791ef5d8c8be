public import Documents

extension StepDetector {
  /// Parameters of the detector and its parts.
  ///
  /// The defaults were fitted to all data sets named at ``StepDetector`` together.
  public struct Parameters: ParameterSet {
    /// Mean absolute acceleration, in m/s², below which there is no gait: sensor noise and breath; an
    /// estimate.
    public var minSize: Float = 0.12
    /// Weight of a window's log odds, since windows of 4 s overlap by three quarters.
    public var evidenceShare: Float = 0.35
    /// Maximum log odds of one window for gait.
    public var maxFor: Float = 3
    /// Maximum log odds of one moving window against gait.
    public var maxAgainst: Float = 2.5
    /// Maximum log odds of one window against gait once the body is still.
    public var stillAgainst: Float = 6
    /// Threshold of the evidence sum for reporting steps: some three good windows.
    public var startSum: Float = 2.2
    /// Maximum of the evidence sum: bad windows of about 8 s end a long walk.
    public var largestSum: Float = 7
    /// Log odds subtracted per window before a walk.
    public var idlePenalty: Float = 0.2
    /// Log odds added per window during a walk, since it is more likely to continue than to end.
    public var walkBonus: Float = 1
    /// Log odds added for a hint of walking or running: stairs and crowds are less regular than a
    /// pavement, and other sensors also support such a hint.
    public var footBonus: Float = 1
    /// Log odds added for a confident hint of walking or running.
    ///
    /// The person then takes steps, if less regular ones, and an app that shows both sees no
    /// contradiction.
    public var confidentFootBonus: Float = 4
    /// Log odds of gait by the shape of the motion, below which the evidence is reduced and a hint of walking
    /// or running has no effect.
    public var minShape: Float = -1.5
    /// Log odds subtracted for a rate outside of the hinted gait.
    public var oddPacePenalty: Float = 2
    /// Log odds subtracted for a hint of a vehicle.
    public var vehiclePenalty: Float = 3
    /// Log odds subtracted for a hint of cycling.
    public var cyclingPenalty: Float = 6
    /// Log odds subtracted for a hint of other motion: a dance is as regular as gait.
    public var otherPenalty: Float = 10
    /// Mean absolute acceleration, in m/s², above which cycling or other motion may look like gait.
    ///
    /// Dances have 1.2 or more (modelled), pedals in a pocket mostly 1.5 or more (modelled). Softer
    /// motion as regular as gait is slow walking, which activity recognition often misses.
    public var strongSize: Float = 1
    /// Log odds subtracted for cycling or other motion below that size.
    public var softPenalty: Float = 0.5
    /// Memory of the restless share, in windows.
    public var nonGaitMemory: Float = 40
    /// Log odds against gait from which a moving window is fully restless.
    public var nonGaitOdds: Float = 2
    /// Normal restless share.
    public var nonGaitShare: Float = 0.2
    /// Log odds subtracted per unit of restless share above the normal one.
    ///
    /// Motion for a minute without gait is a vehicle or busy hands, so apparent steps then need strong
    /// evidence.
    public var nonGaitPenalty: Float = 3
    /// Signal level, as a fraction of the walk's level, from which a slot of 0.2 s contains steps.
    public var levelShare: Float = 0.35
    /// Maximum gap, in s, that is counted as walking between two walks.
    public var longestBridge = 12.0
    /// Search for step rates.
    public var gait = GaitSearch()
    /// Tracking of a walk.
    public var walk = WalkFollowing()
    /// Detection of immediate footfalls.
    public var stepEvents = StepEventRules()
    /// Resampling and fault detection.
    public var sampler = ForceSampling()

    public init() {}

    /// Returns the log odds that a hint adds to a window, given the mean absolute acceleration in m/s².
    func shift(for hint: MotionHint, isConfident: Bool, meanSize: Float) -> Float {
      switch hint {
      case .none: 0
      case .walking, .running: isConfident ? confidentFootBonus : footBonus
      case .vehicle: -vehiclePenalty
      case .cycling: meanSize > strongSize ? -cyclingPenalty : -softPenalty
      case .other: meanSize > strongSize ? -otherPenalty : -softPenalty
      }
    }
  }
}
