import Glibc

/// How one state follows another, and what each makes a window look like: a hidden Markov model.
///
/// The probabilities are for steps of 2.5 s and estimates: stays of a minute or so on foot and of
/// many
/// minutes in a vehicle; vehicles are entered and left by way of standing still in them, or, where
/// that goes unnoticed, rarely at once; nothing goes from driving to running.
struct ActivityChain: Sendable {
  typealias Vector = SIMD16<Float>

  /// The probabilities of what follows, by what was.
  private(set) var rows: [Vector]
  /// The same, by what follows.
  private(set) var columns: [Vector]
  /// How much of each class a state shows.
  private let looks: [SIMD8<Float>]
  /// The power that likelihoods are raised to, since windows that overlap don't count in full.
  let weight: Float

  /// Where a chain begins: what people mostly do.
  static let start: Vector = {
    var vector = Vector.zero
    let shares: [Float] = [0.5, 0.15, 0.03, 0.08, 0.06, 0.02, 0.03, 0.01, 0.12]
    for (lane, share) in shares.enumerated() { vector[lane] = share }
    return vector
  }()

  /// Creates a chain.
  ///
  /// - Parameters:
  ///   - weight: The power that likelihoods are raised to.
  ///   - patience: By how much rarer than usual states change.
  init(weight: Float, patience: Float = 1) {
    self.weight = weight
    typealias Row = [(ActivityState, Float)]
    let changes: [Row] = [
      // still
      [
        (.walking, 0.05), (.running, 0.05), (.driving, 0.003), (.driveHalted, 0.00003),
        (.driveHandled, 0.002), (.cycling, 0.0015), (.other, 0.008),
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
    rows = ActivityState.allCases.map { state in
      var row = Vector.zero
      for (next, share) in changes[state.rawValue] { row[next.rawValue] = share / patience }
      row[state.rawValue] = 1 - row.sum()
      return row
    }
    let rows = rows
    columns = (0..<ActivityState.count).map { next in
      var column = Vector.zero
      for state in 0..<ActivityState.count { column[state] = rows[state][next] }
      return column
    }
    // By class: table, body, walking, running, automotive, idle, cycling, other.
    looks = [
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
  }

  /// How likely the evidence is in each state, up to a factor.
  ///
  /// - Parameters:
  ///   - evidence: The evidence.
  ///   - share: How much of it is new, where windows follow faster than every 2.5 s.
  /// - Returns: By state.
  func likelihoods(of evidence: ActivityEvidence, share: Float = 1) -> Vector {
    let classes = evidence.likelihoods
    var result = Vector.zero
    for state in 0..<ActivityState.count {
      // Nothing is impossible: a learned model has not seen everything.
      let likelihood = (looks[state] * classes).sum() + 1e-3
      result[state] = exp(weight * share * log(likelihood))
    }
    if evidence.speed != ActivityEvidence.noSpeed {
      result *= Self.speedLikelihoods(Float(evidence.speed) * ActivityEvidence.speedStep)
    }
    return result
  }

  /// How likely it is to hang on a car in each state, for the smoother.
  var linkedLikelihoods: Vector { Self.linked }

  /// A phone on a car's link or charger is in that car, but for who forgets it or walks about it.
  private static let linked = byState([0.08, 0.25, 0.02, 1, 1, 1, 0.01, 0.01, 0.08])

  /// How likely a speed told by satellites or networks is, in m/s.
  ///
  /// Bells about the usual, and for vehicles anything alike; speeds of a phone at rest reach 1 m/s
  /// and more (estimates).
  private static func speedLikelihoods(_ speed: Float) -> Vector {
    func bell(_ mean: Float, _ spread: Float) -> Float {
      let apart = (speed - mean) / spread
      return exp(-0.5 * apart * apart)
    }
    let rest = bell(0, 0.8)
    let vehicle: Float = speed > 1 ? 0.6 : 0.25
    return byState([
      rest, bell(1.3, 0.8), bell(3.2, 1.4), vehicle, rest, speed > 1 ? 0.5 : 0.4,
      bell(5, 2.5), rest, max(bell(0.5, 1.5), 0.1),
    ]) + Vector(repeating: 0.002)
  }

  private static func byState(_ values: InlineArray<9, Float>) -> Vector {
    var vector = Vector.zero
    for lane in 0..<ActivityState.count { vector[lane] = values[lane] }
    return vector
  }

  /// A phone that hangs on a car is in it, or soon will be.
  ///
  /// - Parameter probabilities: As the windows have it.
  /// - Returns: With the share of rest that is rest in a car.
  func linked(_ probabilities: Vector) -> Vector {
    var result = probabilities
    let still = ActivityState.still.rawValue, other = ActivityState.other.rawValue
    result[ActivityState.driveHalted.rawValue] += 0.8 * result[still]
    result[ActivityState.driveHandled.rawValue] += 0.8 * result[other]
    result[still] *= 0.2
    result[other] *= 0.2
    let sum = (result * Self.linked).sum()
    return result * Self.linked / max(sum, 1e-30)
  }

  /// The probabilities one step later.
  func predicted(_ probabilities: Vector) -> Vector {
    var next = Vector.zero
    for state in 0..<ActivityState.count { next += rows[state] * probabilities[state] }
    return next
  }
}
