public import Documents
public import Kernel

/// What is told by speeds alone, where no accelerometer tells of motion: recordings of sports computers and
/// of cars, phones whose sensor is off or too slow.
///
/// In each activity speeds are taken to be normal, and their changes exponential in size.
public struct ActivityAlone: DialSet {
  /// How long an accelerometer must be silent for speeds to speak alone.
  public var silence = SimDuration.seconds(10)
  /// How far apart locations may be for a way between them, and for what was told to stand.
  public var patience = SimDuration.seconds(60)
  /// How much of a speed counts, as a power: neighbours are alike.
  public var weight: Float = 0.5
  /// The spread of speeds at rest, and the usual speeds of the others with their spreads, in m/s.
  public var restSpread: Float = 0.3
  public var walking: Float = 1.35
  public var walkingSpread: Float = 0.5
  public var running: Float = 3.1
  public var runningSpread: Float = 0.8
  public var cycling: Float = 7.5
  public var cyclingSpread: Float = 3.5
  public var driving: Float = 11
  public var drivingSpread: Float = 8
  /// How much speeds change in the long run, in m/s, and how long that takes: as in a process that forgets.
  public var steadyChange: Float = 1.6
  public var drivingChange: Float = 6
  public var changeTime: Float = 9
  /// How far ways between locations are off, in m: it makes speeds seem to change.
  public var wayNoise: Float = 1
  /// How likely any speed is in any activity.
  public var least: Float = 1e-4

  /// Creates the defaults.
  public init() {}

  /// What can be turned.
  public static let dials: [Dial<Self>] = [
    .time(
      "silence", \.silence, 0...86_400,
      "How long an accelerometer must be silent for speeds to tell the activity alone.", .estimate),
    .time(
      "patience", \.patience, 2.5...3600,
      "How far apart locations may be for what speeds told to stand.", .estimate),
    .float(
      "weight", \.weight, "", 0...2, "The power that each speed's likelihood is raised to.",
      .estimate),
    .float(
      "rest_spread", \.restSpread, "m/s", 0.05...10, "The spread of speeds at rest.", .estimate),
    .float("walking", \.walking, "m/s", 0.1...5, "The usual speed of who walks.", .estimate),
    .float(
      "walking_spread", \.walkingSpread, "m/s", 0.05...10, "The spread of walkers' speeds.",
      .estimate),
    .float("running", \.running, "m/s", 0.5...10, "The usual speed of who runs.", .estimate),
    .float(
      "running_spread", \.runningSpread, "m/s", 0.05...10, "The spread of runners' speeds.",
      .estimate),
    .float("cycling", \.cycling, "m/s", 0.5...20, "The usual speed of who cycles.", rides),
    .float(
      "cycling_spread", \.cyclingSpread, "m/s", 0.05...20, "The spread of cyclists' speeds.", rides),
    .float("driving", \.driving, "m/s", 0.5...50, "The usual speed of cars.", drives),
    .float(
      "driving_spread", \.drivingSpread, "m/s", 0.05...50, "The spread of cars' speeds.", drives),
    .float(
      "steady_change", \.steadyChange, "m/s", 0.01...50,
      "How much speeds of who goes on foot, cycles or rests change in the long run.", rides),
    .float(
      "driving_change", \.drivingChange, "m/s", 0.01...50,
      "How much cars' speeds change in the long run.", drives),
    .float(
      "change_time", \.changeTime, "s", 0.1...600, "How long speeds take to change so much.", rides),
    .float(
      "way_noise", \.wayNoise, "m", 0...1000,
      "How far ways between locations are off, where locations tell no speed.", .estimate),
    .float(
      "least", \.least, "", 1e-9...1, "How likely any speed is in any activity.", .estimate),
  ]

  private static let rides = DialSource.fitted("three rides with sports computers")
  private static let drives = DialSource.fitted(
    "every other drive of floating cars in Upper Franconia")
}
