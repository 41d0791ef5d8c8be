public import Documents

extension FusionFilter {
  /// How it is set; lengths are in m, times in s, speeds in m/s.
  public struct Parameters: DialSet {
    /// One standard deviation of the velocity along an axis, by what is being done.
    public var stillSpeed = 0.03
    public var walkingSpeed = 0.9
    public var runningSpeed = 3.0
    public var drivingSpeed = 14.0
    public var unknownSpeed = 2.0
    /// The speed of steps, paces in s/m.
    public var gaitSeconds = 30.0
    public var minPace = 0.1
    public var maxPace = 10.0
    /// Velocities.
    public var velocitySeconds = 40.0
    public var dopplerSigma = 0.5
    public var courseSpeed = 0.5
    /// How long errors last.
    public var wifiLastingMetres = 30.0
    public var wifiLastingSeconds = 1200.0
    public var cellLastingMetres = 400.0
    public var cellLastingSeconds = 600.0
    public var leastSpeed = 0.05
    public var leastIntervalSeconds = 0.5
    /// What is rejected.
    public var doubtfulMetres = 60.0
    public var rejection = 3.5
    public var patience = 3
    /// What is told, and under which name.
    public var coastingSeconds = 180.0
    public var widestMetres = 5000.0
    public var climbRate = 0.1
    public var namedSeconds = 30.0
    public var skySeconds = 3.0
    public var cellLagSeconds = 90.0

    /// Creates the defaults.
    public init() {}
  }
}

extension FusionFilter.Parameters {
  public static let dials: [Dial<Self>] = speeds + errors + output

  private static let speeds: [Dial<Self>] = [
    .number(
      "stationary_speed", \.stillSpeed, "m/s", 0...2,
      "One standard deviation of the velocity along an axis at rest.", .estimate),
    .number(
      "walking_speed", \.walkingSpeed, "m/s", 0.1...10,
      "The same for who walks and whose steps aren't counted.", .estimate),
    .number(
      "running_speed", \.runningSpeed, "m/s", 0.1...20, "The same for who runs or cycles.",
      .estimate),
    .number(
      "driving_speed", \.drivingSpeed, "m/s", 0.1...60, "The same in a vehicle.", .estimate),
    .number(
      "unknown_speed", \.unknownSpeed, "m/s", 0.1...60,
      "The same while the activity is unknown.", .estimate),
    .number(
      "gait_age", \.gaitSeconds, "s", 0...600, "For how long the speed of steps counts.",
      .estimate),
    .number(
      "min_pace", \.minPace, "s/m", 0.01...1, "A quicker pace is no walk's.", .estimate),
    .number(
      "max_pace", \.maxPace, "s/m", 1...100, "A slower pace is no walk's.", .estimate),
    .number(
      "velocity_time", \.velocitySeconds, "s", 0.5...600,
      "The correlation time of the velocity.", .assumed("who walks goes straight for a block")),
    .number(
      "doppler_sigma", \.dopplerSigma, "m/s", 0.001...10,
      "One standard deviation of a velocity by satellites, along an axis.", .estimate),
    .number(
      "course_speed", \.courseSpeed, "m/s", 0...10, "The speed from which a course is told.",
      .estimate),
  ]

  private static let errors: [Dial<Self>] = [
    .number(
      "wifi_distance", \.wifiLastingMetres, "m", 1...1000,
      "The way after which errors of access points are others.", .estimate),
    .number(
      "wifi_time", \.wifiLastingSeconds, "s", 1...86_400,
      "The time after which errors of access points are others, at rest.", .estimate),
    .number(
      "cell_distance", \.cellLastingMetres, "m", 1...10_000,
      "The way after which errors of cells are others.", .estimate),
    .number(
      "cell_time", \.cellLastingSeconds, "s", 1...86_400,
      "The time after which errors of cells are others, at rest.", .estimate),
    .number(
      "min_speed", \.leastSpeed, "m/s", 0.001...5,
      "The least speed at which errors are taken to change.", .estimate),
    .number(
      "min_interval", \.leastIntervalSeconds, "s", 0.01...60,
      "The least time that counts between two places of a kind.", .estimate),
    .number(
      "satellite_doubt", \.doubtfulMetres, "m", 1...1000,
      "From which radius on satellites are ignored where access points know better.", .estimate),
    .number(
      "rejection", \.rejection, "", 0.5...20,
      "From how many standard deviations of the innovation on a place is rejected.", .estimate),
    .count(
      "max_rejections", \.patience, 1...100,
      "How many in a row must disagree before the filter starts anew there.", .estimate),
  ]

  private static let output: [Dial<Self>] = [
    .number(
      "coasting", \.coastingSeconds, "s", 0...3600,
      "For how long a place is told after the last measurement.", .estimate),
    .number(
      "max_radius", \.widestMetres, "m", 1...100_000, "With a wider radius there is no fix.",
      .estimate),
    .number(
      "climb_rate", \.climbRate, "m/s", 0...10,
      "How fast the height's accuracy grows without satellites.", .estimate),
    .number(
      "source_age", \.namedSeconds, "s", 0...3600,
      "For how long a source is named after its last measurement.", .estimate),
    .number(
      "satellite_age", \.skySeconds, "s", 0...600,
      "For how long satellites are named, and their speed is told, after their last fix.",
      .estimate),
    .number(
      "cell_lag", \.cellLagSeconds, "s", 0...3600,
      "By how much a cell must be newer than access points to be named.", .estimate),
  ]
}
