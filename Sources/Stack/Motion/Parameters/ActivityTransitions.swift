public import Documents

/// HMM transition probabilities per 2.5 s, and the initial distribution.
///
/// Estimates: about a minute per stay on foot, and many minutes in a vehicle. A vehicle is entered
/// and left through the halted state or, where that goes unnoticed, rarely at once; driving never
/// turns into running. Transitions that are not listed have probability 0.
public struct ActivityTransitions: ParameterSet {
  /// Transition matrix, by the present state, then by the next.
  var rows: [SIMD16<Float>]
  /// Initial state distribution.
  var start: SIMD16<Float>

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

  /// Possible transitions of each state, in the order of ``ActivityState``.
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

  /// Configurable parameters, with keys such as `still_to_walking` and `start_still`.
  public static let parameters: [Parameter<Self>] = {
    var parameters: [Parameter<Self>] = []
    for (from, row) in known.enumerated() {
      let name = ActivityState(rawValue: from)?.parameterName ?? ""
      for (next, _) in row {
        let lane = next.rawValue
        parameters.append(
          .float(
            "\(name)_to_\(next.parameterName)", \.rows[from][lane], "", 0...0.2,
            "HMM transition probability, \(name) to \(next.parameterName), per 2.5 s.", .estimate))
      }
    }
    for state in ActivityState.allCases {
      let lane = state.rawValue
      parameters.append(
        .float(
          "start_\(state.parameterName)", \.start[lane], "", 0...1,
          "Initial probability of \(state.parameterName).", .estimate))
    }
    return parameters
  }()
}

/// HMM emission probabilities: the classes of windows in each state.
public struct ActivityEmissions: ParameterSet {
  /// Emission matrix, by state, then by class.
  var rows: [SIMD8<Float>] = known
  /// Likelihood floor of any class in any state: no training set covers everything.
  var minimum: Float = 1e-3

  public init() {}

  // Columns: table, body, walking, running, automotive, idle, cycling, other.
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

  /// Configurable parameters, with keys such as `still_as_table` and `least`.
  public static let parameters: [Parameter<Self>] = {
    var parameters: [Parameter<Self>] = []
    for state in ActivityState.allCases {
      let row = state.rawValue
      for look in ActivityClass.allCases where known[row][look.rawValue] > 0 {
        let lane = look.rawValue
        parameters.append(
          .float(
            "\(state.parameterName)_as_\(look)", \.rows[row][lane], "", 0...1,
            "HMM emission probability of class \(look) in state \(state.parameterName).", .estimate)
        )
      }
    }
    parameters.append(
      .float(
        "least", \.minimum, "", 1e-6...0.5,
        "Likelihood floor of any class in any state; no training set covers everything.",
        .estimate))
    return parameters
  }()
}
