public import Documents

/// HMM transition probabilities per 2.5 s, and the initial distribution.
///
/// Fitted by random search for the most right flags, pushed and pulled, of the windows of wisdm-51,
/// real and simulated people together; what was fitted to one half of them was as good on the other. Each data
/// set is an extract, so the probabilities are those of its stays rather than of a day. Driving never turns into
/// running, for example; such transitions have probability 0 and no parameter.
public struct ActivityTransitions: ParameterSet {
  /// Transition matrix of the states, by the present one, then by the next.
  package var rows: [SIMD16<Float>]
  /// Initial distribution of the states.
  var start: SIMD16<Float>
  /// Distribution of the looks of a state as it begins, by lane; 1 for states with a single lane.
  package var looks: SIMD16<Float>
  /// Probability that the look of a state changes, by lane.
  package var lookChanges: SIMD16<Float>

  public init() {
    rows = Self.learned.map { row in
      var vector = SIMD16<Float>.zero
      for (next, share) in row.enumerated() { vector[next] = share }
      return vector
    }
    start = SIMD16(0.5, 0.15, 0.03, 0.08, 0.06, 0.02, 0.03, 0.01, 0.12, 0, 0, 0, 0, 0, 0, 0)
    (looks, lookChanges) = (.zero, .zero)
    for place in ActivityLane.all.indices {
      looks[place] = Self.learnedLooks[place]
      lookChanges[place] = Self.learnedLookChanges[place]
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

  /// Configurable parameters, with keys such as `still_to_walking`, `start_still` and `look_still_body`.
  public static let parameters: [Parameter<Self>] = {
    var parameters: [Parameter<Self>] = []
    for (from, state) in ActivityState.allCases.enumerated() {
      for next in ActivityState.allCases where learned[from][next.place] > 0 {
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
  var minimum: Float = 3e-4

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
