public import Documents
public import Kernel

/// Densities of a satellite receiver's speed in each activity.
///
/// Normal distributions about the usual speed, with a floor. Speeds of a phone at rest reach 1 m/s and more
/// (estimates). Speeds are in m/s.
public struct ActivitySpeedEvidence: ParameterSet {
  /// Sigma of speed at rest.
  public var restSpread: Float = 0.8
  /// Mean and sigma of walking speed.
  public var walking: Float = 1.3
  public var walkingSpread: Float = 0.8
  /// Mean and sigma of running speed.
  public var running: Float = 3.2
  public var runningSpread: Float = 1.4
  /// Mean and sigma of cycling speed.
  public var cycling: Float = 5
  public var cyclingSpread: Float = 2.5
  /// Mean and sigma of the speed of a vehicle that moves.
  public var driving: Float = 11
  public var drivingSpread: Float = 8
  /// Share of the time on the move in which a vehicle crawls, as slowly as a phone at rest seems to move.
  public var crawl: Float = 0.7
  /// Mean and sigma of speed in other motion.
  public var other: Float = 0.5
  public var otherSpread: Float = 1.5
  /// Density floor of any speed in any state.
  public var minimum: Float = 0.002

  public init() {}

  /// Configurable parameters.
  public static let parameters: [Parameter<Self>] = [
    .float(
      "rest_spread", \.restSpread, "m/s", 0.05...10,
      "Sigma of the location speed of a phone at rest.", .estimate),
    .float("walking", \.walking, "m/s", 0.1...5, "Mean walking speed.", .estimate),
    .float(
      "walking_spread", \.walkingSpread, "m/s", 0.05...10, "Sigma of walking speed.",
      .estimate),
    .float("running", \.running, "m/s", 0.5...10, "Mean running speed.", .estimate),
    .float(
      "running_spread", \.runningSpread, "m/s", 0.05...10, "Sigma of running speed.",
      .estimate),
    .float("cycling", \.cycling, "m/s", 0.5...20, "Mean cycling speed.", .estimate),
    .float(
      "cycling_spread", \.cyclingSpread, "m/s", 0.05...20, "Sigma of cycling speed.",
      .estimate),
    .float("driving", \.driving, "m/s", 1...50, "Mean speed of a moving vehicle.", .estimate),
    .float(
      "driving_spread", \.drivingSpread, "m/s", 0.5...50, "Sigma of the speed of a moving vehicle.",
      .estimate),
    .float(
      "crawl", \.crawl, "", 0...1,
      "Share of the time on the move in which a vehicle crawls, as slowly as a phone at rest seems to move.",
      .estimate),
    .float(
      "other", \.other, "m/s", 0...10, "Mean speed of other motion.", .estimate),
    .float(
      "other_spread", \.otherSpread, "m/s", 0.05...10, "Sigma of the speed of other motion.",
      .estimate),
    .float(
      "least", \.minimum, "", 1e-6...1, "Density floor of a speed in any state.", .estimate),
  ]
}

/// Likelihoods of a link to a car's Bluetooth or charger.
///
/// A linked phone is in that car, or soon will be, except when it is forgotten or carried about the
/// car.
public struct ActivityLinkEvidence: ParameterSet {
  /// Likelihood of the link in each state.
  var states = SIMD16<Float>.zero
  /// Fraction of rest that moves to a halt in the car, and fraction that remains.
  public var halted: Float = 0.8
  public var left: Float = 0.2

  public init() {
    for state in ActivityState.allCases {
      states[state.place] =
        switch state {
        case .driving, .driveHalted, .driveHandled: 1
        case .walking: 0.25
        case .still, .other: 0.08
        case .running: 0.02
        case .cycling, .cycleHalted: 0.01
        }
    }
  }

  /// Likelihood of the link in each lane.
  var likelihoods: SIMD16<Float> { ActivityLane.vector { states[$0.place] } }

  /// Configurable parameters.
  public static let parameters: [Parameter<Self>] =
    ActivityState.allCases.map { state in
      let place = state.place
      return .float(
        state.rawValue, \.states[place], "", 0...1,
        "Likelihood of a link to a car in the state \(state.rawValue).", .estimate)
    } + [
      .float(
        "halted", \.halted, "", 0...10,
        "Fraction of rest that moves to a halt in the car, given a link.", .estimate),
      .float(
        "left", \.left, "", 0...1,
        "Fraction of rest that remains rest, given a link to a car.", .estimate),
    ]
}

/// Parameters of the smoother for the history, which uses the evidence before and after a moment.
public struct ActivitySmoothing: ParameterSet {
  /// True to use the evidence after a moment, too.
  public var isTwoSided = true
  /// Maximum length, in windows, of an interruption that is joined: 7.5 s, or half a minute without
  /// flags.
  public var shortBit = 3
  public var shortVoid = 12
  /// Margin smoothed before and after the query, in windows, so that its edges are as reliable as the
  /// middle: ten minutes.
  public var margin = 240
  /// Time between windows from which they are not consecutive.
  public var gap = SimDuration.seconds(10)

  public init() {}

  /// Configurable parameters.
  public static let parameters: [Parameter<Self>] = [
    .flag(
      "two_sided", \.isTwoSided, "True to use the evidence after a moment, too.",
      .assumed("forward-backward")),
    .count(
      "short_bit", \.shortBit, 0...100,
      "Maximum length of an interruption that the smoother joins, in windows of 2.5 s.",
      .estimate),
    .count(
      "short_void", \.shortVoid, 1...500,
      "Maximum length of an unknown span that the smoother joins, in windows of 2.5 s.", .estimate),
    .count(
      "margin", \.margin, 1...10_000,
      "Margin smoothed before and after a history query, in windows of 2.5 s.", .estimate),
    .time(
      "gap", \.gap, 2.5...3600, "Time between windows from which they are not consecutive.",
      .estimate),
  ]
}
