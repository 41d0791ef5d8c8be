public import Documents

/// How probable it is that one activity follows another within 2.5 s, and where a day begins.
///
/// Estimates: stays of a minute or so on foot and of many minutes in a vehicle; vehicles are entered
/// and left by way of standing still in them, or, where that goes unnoticed, rarely at once; nothing
/// goes from driving to running. What isn't named here never follows.
public struct ActivityTransitions: DialSet {
  /// The probabilities by what was, then by what follows.
  var rows: [SIMD16<Float>]
  /// What people mostly do.
  var start: SIMD16<Float>

  /// Creates the defaults.
  public init() {
    rows = Self.known.map { row in
      var vector = SIMD16<Float>.zero
      for (next, share) in row { vector[next.rawValue] = share }
      return vector
    }
    start = .zero
    let shares: [Float] = [0.5, 0.15, 0.03, 0.08, 0.06, 0.02, 0.03, 0.01, 0.12]
    for (lane, share) in shares.enumerated() { start[lane] = share }
  }

  /// What can follow each activity, in the order of ``ActivityState``.
  private static let known: [[(ActivityState, Float)]] = [
    // still
    [
      (.walking, 0.05), (.running, 0.05), (.driving, 0.003), (.driveHalted, 0.00003),
      (.driveHandled, 0.002), (.cycling, 0.003), (.other, 0.008),
    ],
    // walking
    [
      (.still, 0.1), (.running, 0.03), (.driving, 0.001), (.driveHalted, 0.0003),
      (.driveHandled, 0.0003), (.cycling, 0.001), (.cycleHalted, 0.00003), (.other, 0.004),
    ],
    // running
    [(.still, 0.04), (.walking, 0.02), (.cycling, 0.0003), (.other, 0.003)],
    // driving
    [
      (.still, 0.0002), (.walking, 0.0005), (.driveHalted, 0.03), (.driveHandled, 0.004),
      (.cycling, 0.00005), (.other, 0.0003),
    ],
    // driveHalted
    [
      (.still, 0.0015), (.walking, 0.006), (.driving, 0.04), (.driveHandled, 0.006),
      (.other, 0.0005),
    ],
    // driveHandled
    [
      (.still, 0.0005), (.walking, 0.004), (.driving, 0.02), (.driveHalted, 0.008),
      (.other, 0.002),
    ],
    // cycling
    [
      (.still, 0.0005), (.walking, 0.0015), (.running, 0.0002), (.driving, 0.0002),
      (.cycleHalted, 0.02), (.other, 0.0005),
    ],
    // cycleHalted
    [(.still, 0.006), (.walking, 0.012), (.driving, 0.0003), (.cycling, 0.06), (.other, 0.001)],
    // other
    [
      (.still, 0.03), (.walking, 0.03), (.running, 0.004), (.driving, 0.003),
      (.driveHandled, 0.002), (.cycling, 0.002),
    ],
  ]

  /// What can be turned: `still_to_walking`, `start_still`.
  public static let dials: [Dial<Self>] = {
    var dials: [Dial<Self>] = []
    for (from, row) in known.enumerated() {
      let name = ActivityState(rawValue: from)?.dialName ?? ""
      for (next, _) in row {
        let lane = next.rawValue
        dials.append(
          .float(
            "\(name)_to_\(next.dialName)", \.rows[from][lane], "", 0...0.2,
            "How probable it is that \(next.dialName) follows \(name) within 2.5 s.", .estimate))
      }
    }
    for state in ActivityState.allCases {
      let lane = state.rawValue
      dials.append(
        .float(
          "start_\(state.dialName)", \.start[lane], "", 0...1,
          "How probable \(state.dialName) is while nothing is known.", .estimate))
    }
    return dials
  }()
}

/// How much of each class of windows an activity shows.
public struct ActivityEmissions: DialSet {
  /// By activity, then by class.
  var rows: [SIMD8<Float>] = known
  /// How likely any class is in any state: a learned model has not seen everything.
  var least: Float = 1e-3

  /// Creates the defaults.
  public init() {}

  // By class: table, body, walking, running, automotive, idle, cycling, other.
  private static let known: [SIMD8<Float>] = [
    [0.6, 0.6, 0, 0, 0.01, 0.85, 0, 0.15],
    [0, 0.004, 1, 0.02, 0.005, 0, 0.01, 0.12],
    [0, 0, 0.02, 1, 0, 0, 0, 0.02],
    [0.005, 0.01, 0, 0, 1, 0.05, 0.01, 0.02],
    [0.4, 0.4, 0, 0, 0.1, 0.8, 0, 0.03],
    [0, 0.45, 0, 0, 0.4, 0.25, 0.02, 0.9],
    [0, 0.005, 0.01, 0, 0.05, 0, 1, 0.03],
    [0.35, 0.5, 0.01, 0, 0.02, 0.5, 0.05, 0.03],
    [0, 0.02, 0.03, 0.01, 0.02, 0, 0.04, 1],
  ]

  /// What can be turned: `still_as_table`, `least`.
  public static let dials: [Dial<Self>] = {
    var dials: [Dial<Self>] = []
    for state in ActivityState.allCases {
      let row = state.rawValue
      for look in ActivityClass.allCases where known[row][look.rawValue] > 0 {
        let lane = look.rawValue
        dials.append(
          .float(
            "\(state.dialName)_as_\(look)", \.rows[row][lane], "", 0...1,
            "How likely it is that \(state.dialName) feels like the class \(look).", .estimate))
      }
    }
    dials.append(
      .float(
        "least", \.least, "", 1e-6...0.5,
        "How likely any class is in any state, since a learned model has not seen everything.",
        .estimate))
    return dials
  }()
}
