public import Documents

extension RoadMatcher.Parameters {
  public static let parameters: [Parameter<Self>] = model + ways + offRoad + pull

  private static let tuned = ParameterSource.fitted(
    "by hand, on half of the floating car data of Upper Franconia and on simulated drives")

  private static let model: [Parameter<Self>] = [
    .count(
      "width", \.width, 2...64,
      "Maximum number of candidates per step, including off-road.",
      .estimate),
    .number(
      "lag", \.lagSeconds, "s", 0...3600,
      "Lag of the matched route, by fixed-lag Viterbi decisions.",
      .estimate),
    .number(
      "max_gap_time", \.greatestGapSeconds, "s", 1...86_400,
      "Maximum time between locations of one track.",
      .estimate),
    .number(
      "max_gap_distance", \.greatestGapMetres, "m", 10...1_000_000,
      "Maximum distance between locations of one track.",
      .estimate),
    .number(
      "clock_reset", \.clockResetSeconds, "s", 0...3600,
      "Backward clock step that resets the matcher.",
      .estimate),
    .number(
      "min_sigma", \.minSigma, "m", 0.5...50,
      "Minimum sigma of a location along an axis.",
      .read("Newson and Krumm, ACM GIS 2009: 4.07 m for receivers in cars")),
    .number(
      "map_sigma", \.mapSigma, "m", 0...50,
      "Sigma of the map's geometry.",
      .assumed("OpenStreetMap is off by 2 to 5 m")),
    .number(
      "tail", \.tailSigmas, "", 0.1...10,
      "Distance above which the cost is linear instead of quadratic (Huber), in sigmas.",
      .assumed("large errors are more frequent than in a normal distribution")),
    .number(
      "search_margin", \.searchMargin, "", 0...50,
      "Excess cost over the off-road state up to which roads are searched.",
      .estimate),
    .number(
      "min_search", \.minSearchMetres, "m", 1...1000,
      "Minimum search radius for roads.",
      .estimate),
    .number(
      "max_search", \.greatestSearchMetres, "m", 10...5000,
      "Maximum search radius for roads.",
      .estimate),
    .number(
      "error_time", \.errorSeconds, "s", 0.01...600,
      "Correlation time of location errors; more frequent locations count less.",
      .estimate),
    .number(
      "min_step_share", \.minShare, "share", 0.01...1,
      "Minimum weight of a step.",
      .estimate),
    .number(
      "step_sigmas", \.stepSigmas, "", 0...20,
      "Minimum distance of a step, in sigmas of the location.",
      .estimate),
    .number(
      "max_step", \.greatestStepMetres, "m", 0...1000,
      "Upper bound of the minimum distance of a step.",
      .estimate),
    .number(
      "course_step", \.courseStepSeconds, "s", 0.1...600,
      "Maximum time between steps while a course is known.",
      .estimate),
  ]

  private static let ways: [Parameter<Self>] = [
    .number(
      "detour", \.detourMetres, "m", 0.1...500,
      "Detour of transition cost 1, for nearby locations.",
      .estimate),
    .number(
      "detour_per_sigma", \.detourPerSigma, "", 0...20,
      "Increase of the unit-cost detour per m of the location's sigma.",
      .estimate),
    .number(
      "detour_per_distance", \.detourPerMetre, "", 0...5,
      "Increase of the unit-cost detour per m between locations.",
      .estimate),
    .number(
      "turn", \.turnMetresPerRadian, "m/rad", 0...500,
      "Minimum cost of a turn at a crossing, as a detour.",
      .estimate),
    .number(
      "turn_per_distance", \.turnPerMetre, "1/rad", 0...5,
      "Cost of a turn per m between the locations, as a detour.",
      .assumed("going straight on is as likely however far apart locations are")),
    .number(
      "u_turn_detour", \.uTurnMetres, "m", 0...1000,
      "Cost of a U-turn at a crossing, as a detour.",
      .estimate),
    .number(
      "bend", \.bendMetresPerRadian, "m/rad", 0...500,
      "Cost of bends between crossings, as a detour.",
      .assumed("winding roads are slower")),
    .number(
      "u_turn_cost", \.uTurnCost, "", 0...100,
      "Cost of a U-turn in the middle of a road.",
      .estimate),
    .number(
      "max_way_cost", \.reachCost, "", 0.1...200,
      "Maximum cost of a searched route.",
      .estimate),
    .number(
      "beam", \.beamCost, "", 0.1...500,
      "Beam width: maximum excess cost of a candidate over the best one.",
      .estimate),
    .number(
      "jump_cost", \.jumpCost, "", 0...500,
      "Cost of a transition between roads without a route.",
      .estimate),
  ]

  private static let offRoad: [Parameter<Self>] = [
    .number(
      "off_road_cost", \.offRoadCost, "", 0...100,
      "Off-road cost per step at low speed.",
      tuned),
    .number(
      "car_park_cost", \.carParkCost, "", 0...100,
      "Off-road cost per step at low speed on a car park.",
      tuned),
    .number(
      "fast_off_road_cost", \.fastOffRoadCost, "", 0...500,
      "Additional off-road cost per step at high speed.",
      tuned),
    .number(
      "off_road_speed", \.offRoadSpeed, "m/s", 0.1...60,
      "Speed at which half of the additional off-road cost applies.",
      tuned),
    .number(
      "enter_cost", \.enterCost, "", 0...100,
      "Cost of leaving the roads.",
      tuned),
    .number(
      "leave_cost", \.leaveCost, "", 0...100,
      "Cost of returning to the roads.",
      tuned),
    .number(
      "stay_cost", \.stayCost, "", 0...20,
      "Cost of staying off the roads.",
      .computed("-ln 0.95")),
    .number(
      "minor_cost", \.minorCost, "", 0...50,
      "Cost per step on car park aisles, tracks and other minor roads.",
      .estimate),
    .number(
      "wrong_side_cost", \.wrongTwinCost, "", 0...50,
      "Cost per step of the wrong one of two carriageways, in maps without directions.",
      .estimate),
    .number(
      "wrong_side_detour", \.wrongTwinMetres, "m", 0...1000,
      "Maximum cost of a whole way on the wrong carriageway, as a detour.",
      .estimate),
    .number(
      "speed_tolerance", \.speedTolerance, "", 0.5...5,
      "Ratio of speed to speed limit above which a road costs more.",
      .estimate),
    .number(
      "speeding_sigma", \.speedingSigma, "", 0.01...5,
      "Sigma of the excess speed ratio, as a share of the limit.",
      .estimate),
    .number(
      "max_speed_cost", \.greatestSpeedCost, "", 0...50,
      "Maximum cost of excess speed.",
      .estimate),
    .number(
      "min_course_speed", \.minCourseSpeed, "m/s", 0...20,
      "Minimum speed for the use of a course.",
      .estimate),
    .number(
      "course_sigma", \.courseSigma, "rad", 0.001...3,
      "Sigma of a course.",
      .estimate),
    .number(
      "speed_sigma", \.speedSigma, "m/s", 0...20,
      "Sigma of a speed; it makes slow courses less accurate.",
      .estimate),
    .number(
      "course_outlier_share", \.wrongCourseShare, "share", 0.0001...0.9,
      "Share of courses that are outliers.",
      .estimate),
  ]

  private static let pull: [Parameter<Self>] = [
    .number(
      "min_pull_posterior", \.minPullPosterior, "share", 0...1,
      "Minimum posterior of a road for snapping.",
      .estimate),
    .number(
      "full_pull_posterior", \.fullPullPosterior, "share", 0...1,
      "Posterior of a road for full snapping.",
      .estimate),
    .number(
      "full_pull_sigmas", \.fullPullSigmas, "", 0...20,
      "Maximum distance of a road for full snapping, in sigmas.",
      .estimate),
    .number(
      "no_pull_sigmas", \.noPullSigmas, "", 0...50,
      "Distance of a road above which there is no snapping, in sigmas.",
      .estimate),
    .number(
      "full_pull_surprise", \.fullPullSurprise, "", 0...50,
      "Maximum recent mean cost per step for full snapping.",
      .fitted("simulated drives in canyons and jams, 95 % below 0.6 and 99 % below 2")),
    .number(
      "no_pull_surprise", \.noPullSurprise, "", 0...100,
      "Recent mean cost per step above which there is no snapping.",
      .fitted("simulated rides in trains, 75 % above 4")),
    .number(
      "surprise_time", \.surpriseSeconds, "s", 0.1...600,
      "Averaging time of the mean cost per step.",
      .estimate),
    .number(
      "full_pull_accuracy", \.fullPullAccuracyMetres, "m", 0...1000,
      "Maximum accuracy radius of a location for full snapping.",
      .fitted("simulated trains and jams")),
    .number(
      "no_pull_accuracy", \.noPullAccuracyMetres, "m", 1...5000,
      "Accuracy radius of a location above which there is no snapping.",
      .fitted("simulated trains and jams")),
    .number(
      "min_pull_sigma", \.minPullSigma, "m", 0.1...50,
      "Minimum sigma of a location in the weighting against its road.",
      .fitted("compromise between gains in canyons and losses of good receivers")),
    .number(
      "full_pull_turning", \.fullPullTurning, "rad", 0...50,
      "Maximum recent turning of the course for full snapping.",
      .assumed("a circling vehicle is not on a street")),
    .number(
      "no_pull_turning", \.noPullTurning, "rad", 0.1...100,
      "Recent turning of the course above which there is no snapping.",
      .assumed("a circling vehicle is not on a street")),
    .number(
      "turning_time", \.turningSeconds, "s", 0.1...600,
      "Decay time of the recent turning.",
      .estimate),
    .number(
      "turning_gap", \.turningGapSeconds, "s", 0.1...60,
      "Maximum time between courses for a turn.",
      .estimate),
    .number(
      "turning_period", \.turningPeriodSeconds, "s", 0.01...60,
      "Time between courses below which their noisy turns count less.",
      .estimate),
    .number(
      "minor_pull", \.minorPull, "share", 0...1,
      "Factor on the snap weight on minor roads.",
      .estimate),
    .number(
      "radius_factor", \.accuracyFactor, "", 0.1...5,
      "Factor on the accuracy radius on a road.",
      .fitted("by eye, simulated scenarios, seeds 1 to 10: 0.44 to 0.91; 1.37 on a car park")),
    .number(
      "radius_pull_gain", \.accuracyPullGain, "", 0...20,
      "Rate at which the radius factor takes effect with the snap weight.",
      .estimate),
  ]
}
