public import Observations

extension SinglePointSolver {
  /// Parameters of the single-point solver.
  public struct Parameters: Hashable, Sendable {
    public var errors = GNSSErrorModel()
    public var front = FrontEnd()
    public var receiver = Receiver()
    public var orbits = Orbits()
    public var ionosphere = Ionosphere()
    public var velocity = Velocity()
    // Constellations in use.
    public var constellations: Set<Constellation> = [.gps, .glonass, .galileo, .beidou, .qzss]
    // Output limits.
    public var worstAccuracyMetres = 100.0
    public var courseSpeed = 0.5
    public var courseSigmas = 2.0
    // Outlier detection and robust weights.
    public var huber = 1.345
    public var softening = 1.0
    public var softeningFreedom = 3
    public var softeningRounds = 3
    public var rejection = 4.5
    public var agreement = 3.09
    public var minRedundancy = 0.02
    public var maxLeftOut = 0.4
    public var minFreedom = 1
    public var goodFactor = 5.0
    public var maxScale = 6.0
    public var weighingRounds = 10
    public var strictRound = 3
    // Priors.
    public var clockOffsetSigmaMetres = 0.3
    public var minOffsetSigmaMetres = 1.0
    public var priorFreedom = 6.0
    public var minFactor = 0.8

    public init() {}
  }
}
