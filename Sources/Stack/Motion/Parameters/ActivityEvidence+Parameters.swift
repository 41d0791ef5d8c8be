public import Documents
public import Kernel

/// Likelihoods of a GNSS or network speed in each activity.
///
/// Gaussians about the usual speed, and constants for vehicles. Speeds of a phone at rest reach 1 m/s
/// and more (estimates). Speeds are in m/s.
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
  /// Mean and sigma of speed in other motion, and its likelihood floor.
  public var other: Float = 0.5
  public var otherSpread: Float = 1.5
  public var otherMin: Float = 0.1
  /// Speed above which a vehicle is more likely.
  public var fast: Float = 1
  /// Likelihood in a moving vehicle of a speed above and below ``fast``.
  public var drivingFast: Float = 0.6
  public var drivingSlow: Float = 0.25
  /// Likelihood in a vehicle with a handled phone of a speed above and below ``fast``.
  public var handledFast: Float = 0.5
  public var handledSlow: Float = 0.4
  /// Likelihood floor of any speed in any state.
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
    .float(
      "other", \.other, "m/s", 0...10, "Mean speed of other motion.", .estimate),
    .float(
      "other_spread", \.otherSpread, "m/s", 0.05...10, "Sigma of the speed of other motion.",
      .estimate),
    .float(
      "other_least", \.otherMin, "", 0...1,
      "Likelihood floor of any speed in other motion.", .estimate),
    .float(
      "fast", \.fast, "m/s", 0...20, "Speed above which a moving vehicle is more likely.",
      .estimate),
    .float(
      "driving_fast", \.drivingFast, "", 0...1,
      "Likelihood of a speed above `fast` in a moving vehicle.", .estimate),
    .float(
      "driving_slow", \.drivingSlow, "", 0...1,
      "Likelihood of a speed below `fast` in a moving vehicle.", .estimate),
    .float(
      "handled_fast", \.handledFast, "", 0...1,
      "Likelihood of a speed above `fast` with the phone handled in a vehicle.", .estimate),
    .float(
      "handled_slow", \.handledSlow, "", 0...1,
      "Likelihood of a speed below `fast` with the phone handled in a vehicle.", .estimate),
    .float(
      "least", \.minimum, "", 1e-6...1, "Likelihood floor of a speed in any state.", .estimate),
  ]
}

/// Likelihoods of a link to a car's Bluetooth or charger.
///
/// A linked phone is in that car, or soon will be, except when it is forgotten or carried about the
/// car.
public struct ActivityLinkEvidence: ParameterSet {
  /// Likelihood of the link in each state.
  var likelihoods: SIMD16<Float>
  /// Fraction of rest that moves to a halt in the car, and fraction that remains.
  public var halted: Float = 0.8
  public var left: Float = 0.2

  public init() {
    likelihoods = .zero
    let shares: [Float] = [0.08, 0.25, 0.02, 1, 1, 1, 0.01, 0.01, 0.08]
    for (lane, share) in shares.enumerated() { likelihoods[lane] = share }
  }

  /// Configurable parameters.
  public static let parameters: [Parameter<Self>] =
    ActivityState.allCases.map { state in
      let lane = state.rawValue
      return .float(
        state.parameterName, \.likelihoods[lane], "", 0...1,
        "Likelihood of a link to a car in the state \(state.parameterName).", .estimate)
    } + [
      .float(
        "halted", \.halted, "", 0...10,
        "Fraction of rest that moves to a halt in the car, given a link.", .estimate),
      .float(
        "left", \.left, "", 0...1,
        "Fraction of rest that remains rest, given a link to a car.", .estimate),
    ]
}

/// Parameters of the Viterbi smoother for the history, which uses the evidence before and after a
/// moment.
public struct ActivitySmoothing: ParameterSet {
  /// Exponent of the likelihoods, lower than in the forward filter, since states change more rarely
  /// than it assumes and later evidence resolves momentary ambiguity.
  public var evidenceWeight: Float = 0.7
  /// Factor by which transitions are rarer than in the forward filter.
  public var timeout: Float = 4
  /// Maximum length, in windows, of an interruption that is joined: 7.5 s, or half a minute without
  /// flags.
  public var shortBit = 3
  public var shortVoid = 12
  /// Margin decoded before and after the query, in windows, so that its edges are as reliable as the
  /// middle: ten minutes.
  public var margin = 240
  /// Time between windows from which they are not consecutive.
  public var gap = SimDuration.seconds(10)
  /// Number of windows for full confidence, if each is likelier by a factor of e² (an estimate).
  public var confidentWindows = 4
  /// Mean log likelihood ratio from which confidence is high and medium.
  public var highMargin: Float = 1.6
  public var mediumMargin: Float = 0.6

  public init() {}

  /// Configurable parameters.
  public static let parameters: [Parameter<Self>] = [
    .float(
      "evidence_weight", \.evidenceWeight, "", 0.01...2,
      "Exponent of the windows' likelihoods in the Viterbi smoother.", .estimate),
    .float(
      "patience", \.timeout, "", 1...100,
      "Factor by which transitions are rarer in the smoother than in the filter.", .estimate),
    .count(
      "short_bit", \.shortBit, 0...100,
      "Maximum length of an interruption that the smoother joins, in windows of 2.5 s.",
      .estimate),
    .count(
      "short_void", \.shortVoid, 1...500,
      "Maximum length of an unknown span that the smoother joins, in windows of 2.5 s.", .estimate),
    .count(
      "margin", \.margin, 1...10_000,
      "Margin decoded before and after a history query, in windows of 2.5 s.", .estimate),
    .time(
      "gap", \.gap, 2.5...3600, "Time between windows from which they are not consecutive.",
      .estimate),
    .count(
      "sure_windows", \.confidentWindows, 1...100, "Number of windows for full confidence.",
      .estimate),
    .float(
      "high_margin", \.highMargin, "", 0...50,
      "Mean log likelihood ratio above which confidence is high.", .estimate),
    .float(
      "medium_margin", \.mediumMargin, "", 0...50,
      "Mean log likelihood ratio above which confidence is medium.", .estimate),
  ]
}
