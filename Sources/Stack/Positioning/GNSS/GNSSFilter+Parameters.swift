extension GNSSFilter {
  /// How it is set.
  public struct Parameters: Hashable, Sendable {
    /// The single-point solver that starts it and checks it.
    public var single = SinglePointSolver.Parameters()
    /// The spectral density of horizontal acceleration at walking pace, in m²/s³ (0.2 to 0.5 for
    /// walkers, 1 to 4 for cars: estimates), and what each m/s of speed adds.
    public var jerkiness = 0.4
    public var jerkinessPerSpeed = 0.12
    /// The same for the vertical, as a share.
    public var verticalShare = 0.15
    /// The spectral density at rest, in m²/s³, and the place's own wandering, in m²/s.
    public var stillJerkiness = 1e-4
    public var stillWandering = 1e-5
    /// One standard deviation of the velocity of a receiver at rest, in m/s.
    public var stillSigmaMetresPerSecond = 0.02
    /// For how long the receiver must be slow before it counts as at rest.
    public var stillSeconds = 4.0
    /// Slower than this, in m/s, may be rest; faster by half again is none.
    public var stillSpeed = 0.3
    /// How long echoes last for a receiver at rest, in s; 60 to 200 estimated.
    public var echoSeconds = 80.0
    /// How far a moving receiver goes until echoes have changed, in m; 5 to 10 estimated.
    public var echoMetres = 10.0
    /// How long orbits' and the atmosphere's errors last, in s; half an hour to two estimated.
    public var slowSeconds = 150.0
    /// The same for a receiver at rest, whose neighbourhood doesn't change meanwhile.
    public var stillSlowSeconds = 600.0
    /// By how many m/s the rates must contradict the velocity, beyond chance, to be believed at once.
    public var joltSpeed = 1.0
    /// The clock's noise, in m²/s, and its drift's, in m²/s³: a cheap crystal's, with room.
    public var clockNoise = 1.0
    public var driftNoise = 0.05
    /// The wandering of the systems' clock offsets, in m²/s.
    public var offsetNoise = 1e-4
    /// From how many standard deviations on ranges lose weight: those too long, those too short.
    public var longLimit = 1.5
    public var shortLimit = 2.0
    /// From how many on they are left out: too long, too short.
    public var longRejection = 4.0
    public var shortRejection = 5.0
    /// Over how long a satellite's residuals are averaged, in s, to see whether it is off for good,
    /// and how many times the expected square such a mean may have.
    public var habitSeconds = 60.0
    public var habitLimit = 1.7
    /// One standard deviation of a carrier's change over a second beyond noise, in m.
    public var carrierSigmaMetres = 0.02
    /// Whether carriers' changes are used at all.
    public var usesCarrier = true
    /// How far the place may wander for each unit by which ranges disagree more than they should,
    /// in m for the root of a second; an estimate.
    public var unease = 3.0
    /// For how many epochs in a row most ranges must disagree until the filter begins anew.
    public var patience = 5
    /// The window's figures and the doubts' below were chosen on simulated runs in three towns (seeds 1
    /// to 10) with an eye on four real recordings: they are fitted, not known.
    ///
    /// The window is asked where the innovations' squares exceed what was expected so many times, so
    /// many seconds after the time before.
    public var trialStrain = 1.5
    public var trialRestSeconds = 10.0
    /// How far apart the window's places are, in m, or else in s, and for how long they count, in s.
    public var placeMetres = 4.0
    public var placeSeconds = 20.0
    public var windowSeconds = 80.0
    /// How the way by the rates goes astray, in m²/s.
    public var windowWandering = 2.0
    /// By how much the ranges' cost must be less elsewhere for the filter to go there.
    public var trialMargin = 7.0
    /// How near and how far that may be, in m; half as much in height.
    public var leastShift = 5.0
    public var mostShift = 250.0
    /// For how long places are told without any new satellite, in s.
    public var coastingSeconds = 15.0
    /// Gaps longer than this, in s, start the filter anew.
    public var longestGapSeconds = 120.0
    /// What lasts too long to be seen in a track, one standard deviation along each horizontal axis
    /// in m, twice as much in height: orbits and atmosphere, an estimate after Esbjerg's two hours.
    public var lastingSigmaMetres = 0.8
    /// The share of the satellites' lasting errors, each by itself, that is added to that; about the
    /// square of a usual horizontal dilution times the root of the satellites' number.
    public var lastingShare = 1.8
    /// Over how long ranges that are refused and rates that are outvoted are counted, in s.
    public var doubtSeconds = 40.0
    /// One standard deviation of the place along each axis, in m, if all rates were outvoted, and
    /// the square's share if all ranges were refused; fitted to simulated runs in a city.
    public var doubtMetres = 85.0
    public var refusedWeight = 0.75
    /// From how many m on a refused range counts in full.
    public var refusedMetres = 40.0
    /// The mean square of innovations, over what was expected, up to which nothing is doubted.
    public var calmStrain = 0.8
    /// The least by which innovations that are small scale the covariance.
    public var leastFactor = 0.6
    /// How old a place by other means may be, in s, how many times the variance its squared distance
    /// may be (99 of 100), and how many in a row must be farther off for the window to be asked.
    public var aidSeconds = 10.0
    public var aidLimit = 9.2
    public var aidPatience = 2
    /// The way after which errors of such places are others, in m, and the time, in s; estimates.
    public var aidMetres = 30.0
    public var longestAidSeconds = 1200.0
    /// By what the told radius differs from the covariance's.
    public var accuracyFactor = 1.0

    /// Creates the defaults.
    public init() {}
  }
}
