import Maps

extension RoadMatcher {
  /// How the matcher weighs evidence.
  ///
  /// Costs are negative natural logarithms of likelihoods. "Tuned" means: by hand, on the even half
  /// of the floating car data of Upper Franconia, whole and thinned, and on simulated drives.
  public struct Parameters: Hashable, Sendable {
    /// The most places that are weighed at a time, off the roads included; at most 64.
    public var width = 17
    /// How many steps later ``RoadMatcher/decision`` decides.
    public var lagSteps = 12

    /// A location's least standard deviation on an axis, in m: 4.07 m is what Newson and Krumm
    /// found for receivers in cars (ACM GIS 2009).
    public var leastSigma = 4.07
    /// The standard deviation of the map itself, in m; OpenStreetMap is off by 2 to 5 m, an estimate.
    public var mapSigma = 2.5
    /// What the radius told on a road is multiplied by.
    ///
    /// What satellites tell of themselves on open roads is wide, and streets agree with what is right;
    /// chosen by eye, looking at seeds 1 to 10 of simulated scenarios, where 0.44 to 0.91 would have been
    /// right, and 1.37 on a car park, whose radii it makes worse.
    public var accuracyFactor = 0.75
    /// From how many standard deviations on a distance speaks against a road in proportion to itself,
    /// not to its square: large errors are commoner than a normal distribution has them.
    public var tailSigmas = 1.0
    /// Roads are looked for up to where they are less likely than none by so much.
    public var searchMargin = 4.0
    /// The least and the greatest distance to look for roads, in m.
    public var leastSearchMetres = 40.0
    public var greatestSearchMetres = 150.0

    /// How long what is wrong with locations lasts, in s; those of less time apart count less.
    public var errorSeconds = 3.0
    /// The least that a step counts for, however soon it comes.
    public var leastShare = 0.3
    /// No step is made for less than so many standard deviations of the location.
    public var stepSigmas = 1.0
    /// The greatest distance without a step, in m.
    public var greatestStepMetres = 25.0

    /// What a detour costs: its length over this, in m, for locations near each other.
    public var detourMetres = 4.0
    /// How much that grows with the location's standard deviation and with the distance.
    public var detourPerSigma = 0.5
    public var detourPerMetre = 0.3
    /// What turning costs, as metres of a detour: by rad, and for turning round at a crossing.
    ///
    /// By rad at least the former, and so much for each metre between the locations: that somebody
    /// goes straight on is as likely however far apart they are, while a detour's metres count less.
    public var turnMetresPerRadian = 4.0
    public var turnPerMetre = 0.08
    public var uTurnMetres = 60.0
    /// What bends between crossings cost by rad, as metres of a detour: winding roads are slower.
    public var bendMetresPerRadian = 5.0
    /// What turning round in the middle of a road costs.
    public var uTurnCost = 6.0
    /// Ways that cost more than this aren't looked for.
    public var reachCost = 10.0
    /// Places that are so much less likely than the likeliest are given up.
    public var beamCost = 25.0

    /// What speaks against being off the roads, each time; tuned.
    ///
    /// Slowly, a location some standard deviations away; and when it is fast ``fastOffRoadCost`` more,
    /// with half of that at ``offRoadSpeed``, in m/s. Nobody drives fast where no road is; on a car
    /// park, where ``carParkCost`` counts, one may do anything.
    public var offRoadCost = 4.0
    public var carParkCost = 0.5
    public var fastOffRoadCost = 20.0
    public var offRoadSpeed = 8.0
    /// What it costs to leave the roads, to come back to them, and to stay off (-ln 0.95); tuned.
    public var enterCost = 4.0
    public var leaveCost = 5.0
    public var stayCost = 0.05
    /// What it costs to get from a road to another without a way between.
    public var jumpCost = 25.0
    /// What speaks against aisles of car parks, tracks and the like, where one needn't keep to them.
    public var minorCost = 0.7

    /// What speaks, each time, against the carriageway on the wrong side of two, in a map that doesn't
    /// tell which way they are driven.
    public var wrongTwinCost = 2.5
    /// The most that a whole way on the wrong side costs, as metres of a detour; each metre is one.
    public var wrongTwinMetres = 50.0

    /// The speed from which a course counts, in m/s.
    public var leastCourseSpeed = 1.5
    /// How long a known course may go by without a step, in s.
    public var courseStepSeconds = 2.0
    /// The standard deviation of a course, in rad: of its own, and from the speed's, in m/s.
    public var courseSigma = 0.12
    public var speedSigma = 0.5
    /// How often a course is worth nothing.
    public var wrongCourseShare = 0.03
    /// The most that speaks against a road because one drives much faster than is allowed there.
    public var greatestSpeedCost = 3.0

    /// The certainty from which a location is pulled to its road, and that of the full pull.
    public var leastPullPosterior = 0.6
    public var fullPullPosterior = 0.9
    /// How many standard deviations away a road may be for a full pull, and for none.
    public var fullPullSigmas = 3.0
    public var noPullSigmas = 5.0
    /// How unlikely the likeliest way may have been lately for a full pull, and for none, as the mean
    /// negative logarithm of its steps over so many seconds.
    ///
    /// Who is fast must be on a road, and is put on one that leads elsewhere if there is no other: in a
    /// train, say. Then the likeliest way is an unlikely one. Simulated drives in canyons and jams have
    /// less than 0.6 in 95 % of the time and less than 2 in 99 %; rides in trains more than 4 in 75 %.
    public var fullPullSurprise = 1.5
    public var noPullSurprise = 3.5
    public var surpriseSeconds = 10.0
    /// How good a location must be, by its 68 % radius in m, for a full pull, and for any.
    ///
    /// One that may be two blocks off tells no street from the next. Tuned on simulated trains and jams.
    public var fullPullAccuracyMetres = 40.0
    public var noPullAccuracyMetres = 70.0
    /// The least standard deviation that a location counts as having when it is weighed against its
    /// road, in m: an even mean of what canyons gain by and what good receivers lose by.
    public var leastPullSigma = 3.3
    /// How much the course may have turned lately for a full pull, and for none, in rad.
    ///
    /// Whoever circles isn't on a street. What is ``turningSeconds`` old counts by a third.
    public var fullPullTurning = 4.5
    public var noPullTurning = 7.0
    public var turningSeconds = 15.0
    /// How much of the pull minor roads get.
    public var minorPull = 0.0

    /// Locations farther apart than this, in s or m, don't belong together.
    public var greatestGapSeconds = 1800.0
    public var greatestGapMetres = 10_000.0

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
