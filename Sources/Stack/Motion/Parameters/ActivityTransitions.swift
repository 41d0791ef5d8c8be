public import Documents

/// HMM transition probabilities per 2.5 s, and the initial distribution.
///
/// Fitted by random search for the most right flags, pushed and pulled, of the windows of wisdm-51,
/// motionsense, sp-sw-har, transport-qrowd, transport-bratislava-phone and simulated people together; what was
/// fitted to one half of the people was as good on the other. Each data set is an extract, so the probabilities
/// are those of its stays rather than of a day. Driving never turns into running; transitions that are not
/// listed have probability 0.
public struct ActivityTransitions: ParameterSet {
  /// Transition matrix of the states, by the present one, then by the next.
  var rows: [SIMD16<Float>]
  /// Initial distribution of the states.
  var start: SIMD16<Float>
  /// Distribution of the looks of a state as it begins, by lane; 1 for states with a single lane.
  var looks: SIMD16<Float>
  /// Probability that the look of a state changes, by lane.
  var lookChanges: SIMD16<Float>

  public init() {
    rows = Self.known.map { row in
      var vector = SIMD16<Float>.zero
      for (next, share) in row { vector[next.place] = share }
      return vector
    }
    start = SIMD16(0.5, 0.15, 0.03, 0.08, 0.06, 0.02, 0.03, 0.01, 0.12, 0, 0, 0, 0, 0, 0, 0)
    looks = ActivityLane.vector { _ in 1 }
    let shares: [Float] = [0.04, 0.68, 0.28, 1, 1, 1, 0.42, 0.37, 0.21, 0.7, 0.3]
    for (place, share) in shares.enumerated() { looks[place] = share }
    lookChanges = ActivityLane.vector { state in
      switch state {
      case .still: 0.024
      case .driveHalted: 0.072
      case .driveHandled: 0.19
      default: 0
      }
    }
  }

  /// Initial distribution of the lanes.
  package var initial: SIMD16<Float> { ActivityLane.vector { start[$0.place] } * looks }

  /// Transition matrix of the lanes, by the present one, then by the next.
  package var matrix: [SIMD16<Float>] {
    ActivityLane.all.enumerated().map { place, lane in
      let states = rows[lane.state.place]
      var row = ActivityLane.vector { $0 == lane.state ? 0 : states[$0.place] } * looks
      let stay = max(0, 1 - row.sum())
      row += ActivityLane.vector { $0 == lane.state ? stay * lookChanges[place] : 0 } * looks
      row[place] += max(0, 1 - row.sum())
      return row
    }
  }

  /// Possible transitions of each state, in the order of ``ActivityState``.
  private static let known: [[(next: ActivityState, share: Float)]] = [
    // still
    [
      (.walking, 0.031), (.running, 0.018), (.driving, 0.0013), (.driveHalted, 0.000015),
      (.driveHandled, 0.0019), (.cycling, 0.00086), (.other, 0.0012),
    ],
    // walking
    [
      (.still, 0.2), (.running, 0.038), (.driving, 0.001), (.driveHalted, 0.00029),
      (.driveHandled, 0.00031), (.cycling, 0.00056), (.cycleHalted, 0.000027), (.other, 0.00054),
    ],
    // running
    [
      (.still, 0.2), (.walking, 0.06), (.cycling, 0.00027), (.other, 0.00024),
    ],
    // driving
    [
      (.still, 0.0013), (.walking, 0.00082), (.driveHalted, 0.0089), (.driveHandled, 0.00048),
      (.cycling, 0.00004), (.other, 0.00091),
    ],
    // driveHalted
    [
      (.still, 0.0019), (.walking, 0.035), (.driving, 0.068), (.driveHandled, 0.0065),
      (.other, 0.00046),
    ],
    // driveHandled
    [
      (.still, 0.00077), (.walking, 0.0061), (.driving, 0.0045), (.driveHalted, 0.0027),
      (.other, 0.0045),
    ],
    // cycling
    [
      (.still, 0.00062), (.walking, 0.027), (.running, 0.00022), (.driving, 0.00015),
      (.cycleHalted, 0.022), (.other, 0.00052),
    ],
    // cycleHalted
    [
      (.still, 0.0015), (.walking, 0.012), (.driving, 0.00028), (.cycling, 0.089),
      (.other, 0.0016),
    ],
    // other
    [
      (.still, 0.11), (.walking, 0.0091), (.running, 0.024), (.driving, 0.0029),
      (.driveHandled, 0.00098), (.cycling, 0.0025),
    ],
  ]

  /// Configurable parameters, with keys such as `still_to_walking`, `start_still` and `look_still_body`.
  public static let parameters: [Parameter<Self>] = {
    var parameters: [Parameter<Self>] = []
    for (from, state) in ActivityState.allCases.enumerated() {
      for (next, _) in known[from] {
        let place = next.place
        parameters.append(
          .float(
            "\(state.rawValue)_to_\(next.rawValue)", \.rows[from][place], "", 0...0.5,
            "HMM transition probability, \(state.rawValue) to \(next.rawValue), per 2.5 s.",
            .estimate))
      }
    }
    for state in ActivityState.allCases {
      let place = state.place
      parameters.append(
        .float(
          "start_\(state.rawValue)", \.start[place], "", 0...1,
          "Initial probability of \(state.rawValue).", .estimate))
    }
    for (place, lane) in ActivityLane.all.enumerated() where lane.look != nil {
      parameters += [
        .float(
          "look_\(lane.name)", \.looks[place], "", 0...1,
          "Share of \(lane.name) in \(lane.state.rawValue) as it begins.", .estimate),
        .float(
          "leave_\(lane.name)", \.lookChanges[place], "", 0...1,
          "Probability that \(lane.name) changes its look, per 2.5 s.", .estimate),
      ]
    }
    return parameters
  }()
}

/// HMM emission probabilities: the classes of windows in each state.
public struct ActivityEmissions: ParameterSet {
  /// Emission matrix, by lane, then by class; rows of a distribution.
  var rows: [SIMD8<Float>] = learned
  /// Likelihood floor of any class in any state: no training set covers everything.
  var minimum: Float = 5e-4

  public init() {}

  /// Configurable parameters, with keys such as `still_body_as_table` and `least`.
  public static let parameters: [Parameter<Self>] = {
    var parameters: [Parameter<Self>] = []
    for (row, lane) in ActivityLane.all.enumerated() {
      for look in ActivityClass.allCases {
        let column = look.rawValue
        parameters.append(
          .float(
            "\(lane.name)_as_\(look)", \.rows[row][column], "", 0...1,
            "HMM emission probability of class \(look) in state \(lane.name).", .estimate))
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
