public import Documents

extension FusionFilter {
  /// Parameters of the fusion filter; lengths are in m, times in s, speeds in m/s.
  public struct Parameters: ParameterSet {
    /// Velocity sigma along an axis, by activity.
    public var stillSpeed = 0.03
    public var walkingSpeed = 0.9
    public var runningSpeed = 3.0
    public var drivingSpeed = 14.0
    public var unknownSpeed = 2.0
    /// Walking speed from steps; paces in s/m.
    public var gaitSeconds = 30.0
    public var minPace = 0.1
    public var maxPace = 10.0
    /// Velocities.
    public var velocitySeconds = 40.0
    public var dopplerSigma = 0.5
    public var courseSpeed = 0.5
    /// Correlation of errors.
    public var wifiLastingMetres = 30.0
    public var wifiLastingSeconds = 1200.0
    public var cellLastingMetres = 400.0
    public var cellLastingSeconds = 600.0
    public var minSpeed = 0.05
    public var minIntervalSeconds = 0.5
    /// Rejection.
    public var doubtfulMetres = 60.0
    public var rejection = 3.5
    public var maxRejections = 3
    /// Output and its source.
    public var coastingSeconds = 180.0
    public var widestMetres = 5000.0
    public var climbRate = 0.1
    public var namedSeconds = 30.0
    public var skySeconds = 3.0
    public var cellLagSeconds = 90.0

    public init() {}
  }
}

extension FusionFilter.Parameters {
  public static let parameters: [Parameter<Self>] = speeds + errors + output

  private static let speeds: [Parameter<Self>] = [
    .number(
      "stationary_speed", \.stillSpeed, "m/s", 0...2,
      "Velocity sigma along an axis at rest.", .estimate),
    .number(
      "walking_speed", \.walkingSpeed, "m/s", 0.1...10,
      "Velocity sigma along an axis while walking without step counts.", .estimate),
    .number(
      "running_speed", \.runningSpeed, "m/s", 0.1...20,
      "Velocity sigma along an axis while running or cycling.",
      .estimate),
    .number(
      "driving_speed", \.drivingSpeed, "m/s", 0.1...60,
      "Velocity sigma along an axis in a vehicle.", .estimate),
    .number(
      "unknown_speed", \.unknownSpeed, "m/s", 0.1...60,
      "Velocity sigma along an axis while the activity is unknown.", .estimate),
    .number(
      "gait_age", \.gaitSeconds, "s", 0...600, "Maximum age of the walking speed from steps.",
      .estimate),
    .number(
      "min_pace", \.minPace, "s/m", 0.01...1, "Minimum plausible pace.", .estimate),
    .number(
      "max_pace", \.maxPace, "s/m", 1...100, "Maximum plausible pace.", .estimate),
    .number(
      "velocity_time", \.velocitySeconds, "s", 0.5...600,
      "Correlation time of the velocity.", .assumed("pedestrians go straight for a block")),
    .number(
      "doppler_sigma", \.dopplerSigma, "m/s", 0.001...10,
      "Sigma of a GNSS velocity along an axis.", .estimate),
    .number(
      "course_speed", \.courseSpeed, "m/s", 0...10, "Minimum speed for a course.",
      .estimate),
  ]

  private static let errors: [Parameter<Self>] = [
    .number(
      "wifi_distance", \.wifiLastingMetres, "m", 1...1000,
      "Correlation distance of Wi-Fi position errors.", .estimate),
    .number(
      "wifi_time", \.wifiLastingSeconds, "s", 1...86_400,
      "Correlation time of Wi-Fi position errors at rest.", .estimate),
    .number(
      "cell_distance", \.cellLastingMetres, "m", 1...10_000,
      "Correlation distance of cell position errors.", .estimate),
    .number(
      "cell_time", \.cellLastingSeconds, "s", 1...86_400,
      "Correlation time of cell position errors at rest.", .estimate),
    .number(
      "min_speed", \.minSpeed, "m/s", 0.001...5,
      "Minimum speed in the correlation of errors.", .estimate),
    .number(
      "min_interval", \.minIntervalSeconds, "s", 0.01...60,
      "Minimum time between two positions of a source in the variance inflation.", .estimate),
    .number(
      "satellite_doubt", \.doubtfulMetres, "m", 1...1000,
      "Accuracy radius above which GNSS is ignored if Wi-Fi is better.", .estimate),
    .number(
      "rejection", \.rejection, "", 0.5...20,
      "Innovation gate, in sigmas.", .estimate),
    .count(
      "max_rejections", \.maxRejections, 1...100,
      "Number of consecutive rejected positions of a source that resets the filter to it.",
      .estimate),
  ]

  private static let output: [Parameter<Self>] = [
    .number(
      "coasting", \.coastingSeconds, "s", 0...3600,
      "Maximum time without measurements for a position by prediction.", .estimate),
    .number(
      "max_radius", \.widestMetres, "m", 1...100_000, "Maximum accuracy radius of a fix.",
      .estimate),
    .number(
      "climb_rate", \.climbRate, "m/s", 0...10,
      "Growth rate of the vertical accuracy without GNSS.", .estimate),
    .number(
      "source_age", \.namedSeconds, "s", 0...3600,
      "Maximum age of a source's last measurement for its name in a fix.", .estimate),
    .number(
      "satellite_age", \.skySeconds, "s", 0...600,
      "Maximum age of the last GNSS fix for its name and speed in a fix.",
      .estimate),
    .number(
      "cell_lag", \.cellLagSeconds, "s", 0...3600,
      "Minimum lead of a cell over Wi-Fi for the cell's name in a fix.", .estimate),
  ]
}
