public import Documents

extension RoadMatcher.Parameters {
  public static let dials: [Dial<Self>] = model + ways + offRoad + pull

  private static let tuned = DialSource.fitted(
    "by hand, on half of the floating car data of Upper Franconia and on simulated drives")

  private static let model: [Dial<Self>] = [
    .count(
      "width", \.width, 2...64,
      "The most places that are weighed at a time, off the roads included.",
      .estimate),
    .count(
      "lag_steps", \.lagSteps, 1...10_000,
      "How many steps later a place is decided with hindsight.",
      .estimate),
    .number(
      "max_gap_time", \.greatestGapSeconds, "s", 1...86_400,
      "Locations farther apart in time don't belong together.",
      .estimate),
    .number(
      "max_gap_distance", \.greatestGapMetres, "m", 10...1_000_000,
      "Locations farther apart than this don't belong together.",
      .estimate),
    .number(
      "clock_reset", \.clockResetSeconds, "s", 0...3600,
      "A clock that goes back by more than this begins anew.",
      .estimate),
    .number(
      "min_sigma", \.leastSigma, "m", 0.5...50,
      "A location's least standard deviation on an axis.",
      .read("Newson and Krumm, ACM GIS 2009: 4.07 m for receivers in cars")),
    .number(
      "map_sigma", \.mapSigma, "m", 0...50,
      "One standard deviation of the map itself.",
      .assumed("OpenStreetMap is off by 2 to 5 m")),
    .number(
      "tail", \.tailSigmas, "", 0.1...10,
      "From how many standard deviations on a distance costs in proportion to itself, not to its square.",
      .assumed("large errors are commoner than a normal law has them")),
    .number(
      "search_margin", \.searchMargin, "", 0...50,
      "Roads are looked for up to where they cost this more than none.",
      .estimate),
    .number(
      "min_search", \.leastSearchMetres, "m", 1...1000,
      "The least distance to look for roads.",
      .estimate),
    .number(
      "max_search", \.greatestSearchMetres, "m", 10...5000,
      "The greatest distance to look for roads.",
      .estimate),
    .number(
      "error_time", \.errorSeconds, "s", 0.01...600,
      "The correlation time of locations' errors: sooner ones count less.",
      .estimate),
    .number(
      "min_step_share", \.leastShare, "share", 0.01...1,
      "What a step counts for at least, however soon it comes.",
      .estimate),
    .number(
      "step_sigmas", \.stepSigmas, "", 0...20,
      "No step is made for less than so many standard deviations.",
      .estimate),
    .number(
      "max_step", \.greatestStepMetres, "m", 0...1000,
      "The greatest distance without a step.",
      .estimate),
    .number(
      "course_step", \.courseStepSeconds, "s", 0.1...600,
      "How long a known course may go by without a step.",
      .estimate),
  ]

  private static let ways: [Dial<Self>] = [
    .number(
      "detour", \.detourMetres, "m", 0.1...500,
      "The detour that costs 1, for locations near each other.",
      .estimate),
    .number(
      "detour_per_sigma", \.detourPerSigma, "", 0...20,
      "How much that grows with the location's standard deviation.",
      .estimate),
    .number(
      "detour_per_distance", \.detourPerMetre, "", 0...5,
      "How much that grows with the distance between locations.",
      .estimate),
    .number(
      "turn", \.turnMetresPerRadian, "m/rad", 0...500,
      "What a turn at a crossing costs at least, as a detour.",
      .estimate),
    .number(
      "turn_per_distance", \.turnPerMetre, "1/rad", 0...5,
      "What a turn costs for each metre between the locations, as a detour.",
      .assumed("going straight on is as likely however far apart locations are")),
    .number(
      "u_turn_detour", \.uTurnMetres, "m", 0...1000,
      "What turning round at a crossing costs, as a detour.",
      .estimate),
    .number(
      "bend", \.bendMetresPerRadian, "m/rad", 0...500,
      "What bends between crossings cost, as a detour.",
      .assumed("winding roads are slower")),
    .number(
      "u_turn_cost", \.uTurnCost, "", 0...100,
      "What turning round in the middle of a road costs.",
      .estimate),
    .number(
      "max_way_cost", \.reachCost, "", 0.1...200,
      "Ways that cost more aren't looked for.",
      .estimate),
    .number(
      "beam", \.beamCost, "", 0.1...500,
      "Places that cost this more than the likeliest are given up.",
      .estimate),
    .number(
      "jump_cost", \.jumpCost, "", 0...500,
      "What it costs to get to a road without a way between.",
      .estimate),
  ]

  private static let offRoad: [Dial<Self>] = [
    .number(
      "off_road_cost", \.offRoadCost, "", 0...100,
      "What being off the roads costs at each step, when slow.",
      tuned),
    .number(
      "car_park_cost", \.carParkCost, "", 0...100,
      "The same on a car park.",
      tuned),
    .number(
      "fast_off_road_cost", \.fastOffRoadCost, "", 0...500,
      "What is added to that when fast.",
      tuned),
    .number(
      "off_road_speed", \.offRoadSpeed, "m/s", 0.1...60,
      "The speed at which half of it is added.",
      tuned),
    .number(
      "enter_cost", \.enterCost, "", 0...100,
      "What it costs to leave the roads.",
      tuned),
    .number(
      "leave_cost", \.leaveCost, "", 0...100,
      "What it costs to come back to the roads.",
      tuned),
    .number(
      "stay_cost", \.stayCost, "", 0...20,
      "What it costs to stay off the roads.",
      .computed("-ln 0.95")),
    .number(
      "minor_cost", \.minorCost, "", 0...50,
      "What aisles of car parks, tracks and the like cost.",
      .estimate),
    .number(
      "wrong_side_cost", \.wrongTwinCost, "", 0...50,
      "What the wrong one of two carriageways costs at each step, in maps without directions.",
      .estimate),
    .number(
      "wrong_side_detour", \.wrongTwinMetres, "m", 0...1000,
      "The most that a whole way on the wrong side costs, as a detour.",
      .estimate),
    .number(
      "speed_tolerance", \.speedTolerance, "", 0.5...5,
      "From how many times the speed limit on speed speaks against a road.",
      .estimate),
    .number(
      "speeding_sigma", \.speedingSigma, "", 0.01...5,
      "One standard deviation of speeds beyond that, as a share of the limit.",
      .estimate),
    .number(
      "max_speed_cost", \.greatestSpeedCost, "", 0...50,
      "The most that speed costs.",
      .estimate),
    .number(
      "min_course_speed", \.leastCourseSpeed, "m/s", 0...20,
      "The speed from which a course counts.",
      .estimate),
    .number(
      "course_sigma", \.courseSigma, "rad", 0.001...3,
      "One standard deviation of a course.",
      .estimate),
    .number(
      "speed_sigma", \.speedSigma, "m/s", 0...20,
      "One standard deviation of a speed, which makes slow courses worse.",
      .estimate),
    .number(
      "course_outlier_share", \.wrongCourseShare, "share", 0.0001...0.9,
      "How often a course is worth nothing.",
      .estimate),
  ]

  private static let pull: [Dial<Self>] = [
    .number(
      "min_pull_posterior", \.leastPullPosterior, "share", 0...1,
      "The certainty from which a location is pulled to its road.",
      .estimate),
    .number(
      "full_pull_posterior", \.fullPullPosterior, "share", 0...1,
      "The certainty of the full pull.",
      .estimate),
    .number(
      "full_pull_sigmas", \.fullPullSigmas, "", 0...20,
      "How many standard deviations away a road may be for a full pull.",
      .estimate),
    .number(
      "no_pull_sigmas", \.noPullSigmas, "", 0...50,
      "From how many standard deviations on there is no pull.",
      .estimate),
    .number(
      "full_pull_surprise", \.fullPullSurprise, "", 0...50,
      "How unlikely steps may have been lately, as a mean cost, for a full pull.",
      .fitted("simulated drives in canyons and jams, 95 % below 0.6 and 99 % below 2")),
    .number(
      "no_pull_surprise", \.noPullSurprise, "", 0...100,
      "From which mean cost of steps on there is no pull.",
      .fitted("simulated rides in trains, 75 % above 4")),
    .number(
      "surprise_time", \.surpriseSeconds, "s", 0.1...600,
      "Over how long that mean is taken.",
      .estimate),
    .number(
      "full_pull_accuracy", \.fullPullAccuracyMetres, "m", 0...1000,
      "How large a location's radius may be for a full pull.",
      .fitted("simulated trains and jams")),
    .number(
      "no_pull_accuracy", \.noPullAccuracyMetres, "m", 1...5000,
      "From which radius on there is no pull.",
      .fitted("simulated trains and jams")),
    .number(
      "min_pull_sigma", \.leastPullSigma, "m", 0.1...50,
      "A location's least standard deviation when weighed against its road.",
      .fitted("an even mean of what canyons gain by and what good receivers lose by")),
    .number(
      "full_pull_turning", \.fullPullTurning, "rad", 0...50,
      "How much the course may have turned lately for a full pull.",
      .assumed("who circles isn't on a street")),
    .number(
      "no_pull_turning", \.noPullTurning, "rad", 0.1...100,
      "From how much turning on there is no pull.",
      .assumed("who circles isn't on a street")),
    .number(
      "turning_time", \.turningSeconds, "s", 0.1...600,
      "After how long a turn counts for 1/e.",
      .estimate),
    .number(
      "turning_gap", \.turningGapSeconds, "s", 0.1...60,
      "Courses farther apart tell no turn.",
      .estimate),
    .number(
      "turning_period", \.turningPeriodSeconds, "s", 0.01...60,
      "Turns between courses closer than this count less, as they are noisy.",
      .estimate),
    .number(
      "minor_pull", \.minorPull, "share", 0...1,
      "How much of the pull minor roads get.",
      .estimate),
    .number(
      "radius_factor", \.accuracyFactor, "", 0.1...5,
      "What the radius told on a road is multiplied by.",
      .fitted("by eye, simulated scenarios, seeds 1 to 10: 0.44 to 0.91; 1.37 on a car park")),
    .number(
      "radius_pull_gain", \.accuracyPullGain, "", 0...20,
      "How fast that factor comes in with the pull.",
      .estimate),
  ]
}
