public import Documents
import Maps

extension RoadMatcher {
  /// How the matcher weighs evidence.
  ///
  /// Costs are negative natural logarithms of likelihoods. Lengths are in m, times in s, speeds in m/s
  /// and angles in rad.
  public struct Parameters: DialSet {
    /// How much is remembered.
    public var width = 17
    public var lagSteps = 12
    public var greatestGapSeconds = 1800.0
    public var greatestGapMetres = 10_000.0
    public var clockResetSeconds = 5.0
    /// What distance says.
    public var leastSigma = 4.07
    public var mapSigma = 2.5
    public var tailSigmas = 1.0
    public var searchMargin = 4.0
    public var leastSearchMetres = 40.0
    public var greatestSearchMetres = 150.0
    /// When a step is made, and how much it counts.
    public var errorSeconds = 3.0
    public var leastShare = 0.3
    public var stepSigmas = 1.0
    public var greatestStepMetres = 25.0
    public var courseStepSeconds = 2.0
    /// Detours and turns.
    public var detourMetres = 4.0
    public var detourPerSigma = 0.5
    public var detourPerMetre = 0.3
    public var turnMetresPerRadian = 4.0
    public var turnPerMetre = 0.08
    public var uTurnMetres = 60.0
    public var bendMetresPerRadian = 5.0
    public var uTurnCost = 6.0
    public var reachCost = 10.0
    public var beamCost = 25.0
    public var jumpCost = 25.0
    /// Being off the roads.
    public var offRoadCost = 4.0
    public var carParkCost = 0.5
    public var fastOffRoadCost = 20.0
    public var offRoadSpeed = 8.0
    public var enterCost = 4.0
    public var leaveCost = 5.0
    public var stayCost = 0.05
    /// Kinds of roads, carriageways and speeds.
    public var minorCost = 0.7
    public var wrongTwinCost = 2.5
    public var wrongTwinMetres = 50.0
    public var speedTolerance = 1.3
    public var speedingSigma = 0.2
    public var greatestSpeedCost = 3.0
    /// Courses.
    public var leastCourseSpeed = 1.5
    public var courseSigma = 0.12
    public var speedSigma = 0.5
    public var wrongCourseShare = 0.03
    /// How far a location is pulled to its road.
    public var leastPullPosterior = 0.6
    public var fullPullPosterior = 0.9
    public var fullPullSigmas = 3.0
    public var noPullSigmas = 5.0
    public var fullPullSurprise = 1.5
    public var noPullSurprise = 3.5
    public var surpriseSeconds = 10.0
    public var fullPullAccuracyMetres = 40.0
    public var noPullAccuracyMetres = 70.0
    public var leastPullSigma = 3.3
    public var fullPullTurning = 4.5
    public var noPullTurning = 7.0
    public var turningSeconds = 15.0
    public var turningGapSeconds = 3.0
    public var turningPeriodSeconds = 1.0
    public var minorPull = 0.0
    /// The radius of a location on its road.
    public var accuracyFactor = 0.75
    public var accuracyPullGain = 2.0

    /// Creates the defaults.
    public init() {}

    /// For tracks of cars that are known to have kept to the map's roads, but not how fast they were.
    ///
    /// Then being slow speaks less for a car park, as the way between rare locations is longer than the
    /// straight line. Whoever drives with a phone had better have the defaults, which do less harm.
    public static var floatingCar: Parameters {
      var parameters = Parameters()
      parameters.offRoadCost = 8
      return parameters
    }

    /// What speaks against a place so many standard deviations from the location.
    func cost(ofDistance distance: Double) -> Double {
      distance < tailSigmas
        ? distance * distance / 2 : tailSigmas * (distance - tailSigmas / 2)
    }

    /// The inverse of ``cost(ofDistance:)``.
    func distance(ofCost cost: Double) -> Double {
      cost < tailSigmas * tailSigmas / 2
        ? (2 * cost).squareRoot() : cost / tailSigmas + tailSigmas / 2
    }

    func offRoadCost(speed: Double, slow: Double) -> Double {
      guard speed > 0 else { return slow }
      let square = speed * speed * speed * speed
      let half = offRoadSpeed * offRoadSpeed * offRoadSpeed * offRoadSpeed
      return slow + fastOffRoadCost * square / (square + half)
    }

    /// What turns cost on the way between locations so far apart, in m.
    func turnCosts(straight: Double) -> RoadSearch.TurnCosts {
      RoadSearch.TurnCosts(
        perRadian: max(turnMetresPerRadian, turnPerMetre * straight), uTurn: uTurnMetres)
    }

    func detourMetres(straight: Double, sigma: Double) -> Double {
      detourMetres + detourPerSigma * sigma + detourPerMetre * straight
    }
  }
}

extension RoadKind {
  /// Whether cars needn't keep to it: between stalls, on fields.
  var isMinor: Bool { self == .aisle || self == .track }
}
