public import Documents
public import Kernel

/// What a speed told by satellites or networks says of the activity.
///
/// Bells about the usual, and for vehicles anything alike; speeds of a phone at rest reach 1 m/s and
/// more (estimates). Speeds are in m/s.
public struct ActivitySpeedEvidence: DialSet {
  /// The spread of speeds at rest.
  public var restSpread: Float = 0.8
  /// The usual speed of who walks, and its spread.
  public var walking: Float = 1.3
  public var walkingSpread: Float = 0.8
  /// The same of who runs.
  public var running: Float = 3.2
  public var runningSpread: Float = 1.4
  /// The same of who cycles.
  public var cycling: Float = 5
  public var cyclingSpread: Float = 2.5
  /// The same of who does something else, and how likely any speed is then.
  public var other: Float = 0.5
  public var otherSpread: Float = 1.5
  public var otherLeast: Float = 0.1
  /// From which speed on a vehicle is more likely.
  public var fast: Float = 1
  /// How likely speeds above and below that are in a vehicle that moves.
  public var drivingFast: Float = 0.6
  public var drivingSlow: Float = 0.25
  /// The same where the phone is handled in a vehicle.
  public var handledFast: Float = 0.5
  public var handledSlow: Float = 0.4
  /// How likely any speed is in any state.
  public var least: Float = 0.002

  /// Creates the defaults.
  public init() {}

  /// What can be turned.
  public static let dials: [Dial<Self>] = [
    .float(
      "rest_spread", \.restSpread, "m/s", 0.05...10,
      "The spread of the speeds that locations tell of a phone at rest.", .estimate),
    .float("walking", \.walking, "m/s", 0.1...5, "The usual speed of who walks.", .estimate),
    .float(
      "walking_spread", \.walkingSpread, "m/s", 0.05...10, "The spread of walkers' speeds.",
      .estimate),
    .float("running", \.running, "m/s", 0.5...10, "The usual speed of who runs.", .estimate),
    .float(
      "running_spread", \.runningSpread, "m/s", 0.05...10, "The spread of runners' speeds.",
      .estimate),
    .float("cycling", \.cycling, "m/s", 0.5...20, "The usual speed of who cycles.", .estimate),
    .float(
      "cycling_spread", \.cyclingSpread, "m/s", 0.05...20, "The spread of cyclists' speeds.",
      .estimate),
    .float(
      "other", \.other, "m/s", 0...10, "The usual speed of who does something else.", .estimate),
    .float(
      "other_spread", \.otherSpread, "m/s", 0.05...10, "The spread of the speeds of those.",
      .estimate),
    .float(
      "other_least", \.otherLeast, "", 0...1, "How likely any speed is for those.", .estimate),
    .float(
      "fast", \.fast, "m/s", 0...20, "The speed above which a moving vehicle is more likely.",
      .estimate),
    .float(
      "driving_fast", \.drivingFast, "", 0...1,
      "How likely a speed above that is in a moving vehicle.", .estimate),
    .float(
      "driving_slow", \.drivingSlow, "", 0...1,
      "How likely a speed below that is in a moving vehicle.", .estimate),
    .float(
      "handled_fast", \.handledFast, "", 0...1,
      "How likely a speed above that is where the phone is handled in a vehicle.", .estimate),
    .float(
      "handled_slow", \.handledSlow, "", 0...1,
      "How likely a speed below that is where the phone is handled in a vehicle.", .estimate),
    .float("least", \.least, "", 1e-6...1, "How likely any speed is in any state.", .estimate),
  ]
}

/// What it says that a phone hangs on a car's link or charger: it is in that car, or soon will be,
/// but for who forgets it or walks about it.
public struct ActivityLinkEvidence: DialSet {
  /// How likely the link is in each state.
  var likelihoods: SIMD16<Float>
  /// How much of rest becomes a halt in the car, and how much stays.
  public var halted: Float = 0.8
  public var left: Float = 0.2

  /// Creates the defaults.
  public init() {
    likelihoods = .zero
    let shares: [Float] = [0.08, 0.25, 0.02, 1, 1, 1, 0.01, 0.01, 0.08]
    for (lane, share) in shares.enumerated() { likelihoods[lane] = share }
  }

  /// What can be turned.
  public static let dials: [Dial<Self>] =
    ActivityState.allCases.map { state in
      let lane = state.rawValue
      return .float(
        state.dialName, \.likelihoods[lane], "", 0...1,
        "How likely a link to a car is while the activity is \(state.dialName).", .estimate)
    } + [
      .float(
        "halted", \.halted, "", 0...10,
        "How much of rest becomes a halt in the car where there is a link.", .estimate),
      .float(
        "left", \.left, "", 0...1, "How much of rest stays rest where there is a link.", .estimate),
    ]
}

/// How the past is told: as a whole, with all evidence before and after a moment.
public struct ActivitySmoothing: DialSet {
  /// The power that likelihoods are raised to: states change more rarely than the push takes for
  /// granted, and what was a moment's doubt there is known by now.
  public var evidenceWeight: Float = 0.7
  /// By how much rarer states change than the push takes for granted.
  public var patience: Float = 4
  /// How short a bit between two of a kind may be to be joined with them, in windows: 7.5 s, or half
  /// a minute without a call.
  public var shortBit = 3
  public var shortVoid = 12
  /// How much is looked at before and after what is asked for, so that the edges are as sure as the
  /// middle, in windows: ten minutes.
  public var margin = 240
  /// Windows further apart than this don't follow each other.
  public var gap = SimDuration.seconds(10)
  /// How many windows leave little doubt if each is likelier by a factor of e² (an estimate).
  public var sureWindows = 4
  /// From which margin on confidence is high and medium, as a logarithm of the likelihood ratio.
  public var highMargin: Float = 1.6
  public var mediumMargin: Float = 0.6

  /// Creates the defaults.
  public init() {}

  /// What can be turned.
  public static let dials: [Dial<Self>] = [
    .float(
      "evidence_weight", \.evidenceWeight, "", 0.01...2,
      "The power that windows' likelihoods are raised to in the past.", .estimate),
    .float(
      "patience", \.patience, "", 1...100,
      "By how much rarer than in the push states change in the past.", .estimate),
    .count(
      "short_bit", \.shortBit, 0...100,
      "How many windows of 2.5 s a bit may have that is joined with the same before and after.",
      .estimate),
    .count(
      "short_void", \.shortVoid, 1...500,
      "How many windows of 2.5 s a bit without an activity may have that is joined.", .estimate),
    .count(
      "margin", \.margin, 1...10_000,
      "How many windows of 2.5 s are looked at before and after what is asked for.", .estimate),
    .time(
      "gap", \.gap, 2.5...3600, "Windows further apart than this don't follow each other.",
      .estimate),
    .count(
      "sure_windows", \.sureWindows, 1...100, "How many windows leave little doubt.", .estimate),
    .float(
      "high_margin", \.highMargin, "", 0...50,
      "The mean log likelihood ratio above which confidence is high.", .estimate),
    .float(
      "medium_margin", \.mediumMargin, "", 0...50,
      "The mean log likelihood ratio above which confidence is medium.", .estimate),
  ]
}
