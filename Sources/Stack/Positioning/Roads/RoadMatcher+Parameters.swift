public import Documents
import Maps

extension RoadMatcher {
  /// Parameters of the HMM map matcher.
  ///
  /// Costs are negative natural logarithms of likelihoods. Lengths are in m, times in s, speeds in
  /// m/s and angles in rad.
  public struct Parameters: ParameterSet {
    /// Memory.
    public var width = 17
    public var lagSeconds = 10.0
    public var greatestGapSeconds = 1800.0
    public var greatestGapMetres = 10_000.0
    public var clockResetSeconds = 5.0
    /// Emission by distance.
    public var minSigma = 4.07
    public var mapSigma = 2.5
    public var tailSigmas = 1.0
    public var searchMargin = 4.0
    public var minSearchMetres = 40.0
    public var greatestSearchMetres = 150.0
    /// Steps and their weights.
    public var errorSeconds = 3.0
    public var minShare = 0.3
    public var stepSigmas = 1.0
    public var greatestStepMetres = 25.0
    public var courseStepSeconds = 2.0
    /// Transitions: detours and turns.
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
    /// Off-road state.
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
    public var minCourseSpeed = 1.5
    public var courseSigma = 0.12
    public var speedSigma = 0.5
    public var wrongCourseShare = 0.03
    /// Snap weight.
    public var minPullPosterior = 0.6
    public var fullPullPosterior = 0.9
    public var fullPullSigmas = 3.0
    public var noPullSigmas = 5.0
    public var fullPullSurprise = 1.5
    public var noPullSurprise = 3.5
    public var surpriseSeconds = 10.0
    public var fullPullAccuracyMetres = 40.0
    public var noPullAccuracyMetres = 70.0
    public var minPullSigma = 3.3
    public var fullPullTurning = 4.5
    public var noPullTurning = 7.0
    public var turningSeconds = 15.0
    public var turningGapSeconds = 3.0
    public var turningPeriodSeconds = 1.0
    public var minorPull = 0.0
    /// Accuracy radius on a road.
    public var accuracyFactor = 0.75
    public var accuracyPullGain = 2.0

    public init() {}

    /// Parameters for tracks of cars that kept to the map's roads, with unknown speeds.
    ///
    /// Low speed is then weaker evidence for a car park, because the route between sparse locations
    /// is longer than the straight line. For navigation the defaults are better, because they do
    /// less harm.
    public static var floatingCar: Parameters {
      var parameters = Parameters()
      parameters.offRoadCost = 8
      return parameters
    }

    /// Returns the emission cost of a distance, in sigmas: Huber's function.
    func cost(ofDistance distance: Double) -> Double {
      distance < tailSigmas
        ? distance * distance / 2 : tailSigmas * (distance - tailSigmas / 2)
    }

    /// Inverse of ``cost(ofDistance:)``.
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

    /// Returns the turn costs for locations `straight` m apart.
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
  /// True for roads between stalls and on fields, to which cars are not confined.
  var isMinor: Bool { self == .aisle || self == .track }
}
