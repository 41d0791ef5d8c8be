public import Documents
public import Kernel

/// Parameters of activity recognition from speed alone, where there is no accelerometer.
///
/// Used for recordings of sports computers and of cars, and for phones whose sensor is off or too
/// slow. In each activity the speed is normally distributed, and its change is exponentially
/// distributed in size.
public struct ActivityAlone: ParameterSet {
  /// Time without accelerometer data after which speed is the only evidence.
  public var silence = SimDuration.seconds(10)
  /// Maximum interval of locations for a speed between them, and timeout of the report.
  public var timeout = SimDuration.seconds(60)
  /// Exponent of the likelihoods, below 1 because successive speeds are correlated.
  public var weight: Float = 0.5
  /// Sigma of speed at rest, and mean and sigma of the other activities, in m/s.
  public var restSpread: Float = 0.3
  public var walking: Float = 1.35
  public var walkingSpread: Float = 0.5
  public var running: Float = 3.1
  public var runningSpread: Float = 0.8
  public var cycling: Float = 7.5
  public var cyclingSpread: Float = 3.5
  public var driving: Float = 11
  public var drivingSpread: Float = 8
  /// Long-term speed change, in m/s, and its correlation time, in s, as in a Gauss-Markov process.
  public var steadyChange: Float = 1.6
  public var drivingChange: Float = 6
  public var changeTime: Float = 9
  /// Error of the distance between locations, in m, which appears as a change of speed.
  public var distanceNoise: Float = 1
  /// Likelihood floor of any speed in any activity.
  public var minimum: Float = 1e-4

  public init() {}

  /// Configurable parameters.
  public static let parameters: [Parameter<Self>] = [
    .time(
      "silence", \.silence, 0...86_400,
      "Time without accelerometer data after which speed alone sets the activity.", .estimate),
    .time(
      "patience", \.timeout, 2.5...3600,
      "Maximum interval of locations for an activity from speed.", .estimate),
    .float(
      "weight", \.weight, "", 0...2, "Exponent of each speed's likelihood.",
      .estimate),
    .float(
      "rest_spread", \.restSpread, "m/s", 0.05...10, "Sigma of speed at rest.", .estimate),
    .float("walking", \.walking, "m/s", 0.1...5, "Mean walking speed.", .estimate),
    .float(
      "walking_spread", \.walkingSpread, "m/s", 0.05...10, "Sigma of walking speed.",
      .estimate),
    .float("running", \.running, "m/s", 0.5...10, "Mean running speed.", .estimate),
    .float(
      "running_spread", \.runningSpread, "m/s", 0.05...10, "Sigma of running speed.",
      .estimate),
    .float("cycling", \.cycling, "m/s", 0.5...20, "Mean cycling speed.", rides),
    .float(
      "cycling_spread", \.cyclingSpread, "m/s", 0.05...20, "Sigma of cycling speed.", rides),
    .float("driving", \.driving, "m/s", 0.5...50, "Mean driving speed.", drives),
    .float(
      "driving_spread", \.drivingSpread, "m/s", 0.05...50, "Sigma of driving speed.", drives),
    .float(
      "steady_change", \.steadyChange, "m/s", 0.01...50,
      "Long-term speed change at rest, on foot and on a bicycle.", rides),
    .float(
      "driving_change", \.drivingChange, "m/s", 0.01...50,
      "Long-term speed change of a car.", drives),
    .float(
      "change_time", \.changeTime, "s", 0.1...600, "Correlation time of speed changes.", rides),
    .float(
      "way_noise", \.distanceNoise, "m", 0...1000,
      "Error of the distance between locations without a reported speed.", .estimate),
    .float(
      "least", \.minimum, "", 1e-9...1, "Likelihood floor of any speed in any activity.", .estimate),
  ]

  private static let rides = ParameterSource.fitted("three rides with sports computers")
  private static let drives = ParameterSource.fitted(
    "every other drive of floating cars in Upper Franconia")
}
