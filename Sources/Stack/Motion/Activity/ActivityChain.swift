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
  let start: Vector
  private let leastLikelihood: Float
  private let link: ActivityLinkEvidence
  private let speeds: ActivitySpeedEvidence

  /// Creates a chain.
  ///
  /// - Parameters:
  ///   - parameters: How states follow each other and what they look like.
  ///   - weight: The power that likelihoods are raised to.
  ///   - patience: By how much rarer than usual states change.
  init(_ parameters: ActivityTracker.Parameters, weight: Float, patience: Float = 1) {
    self.weight = weight
    start = parameters.transitions.start
    (link, speeds) = (parameters.link, parameters.speeds)
    leastLikelihood = parameters.emissions.least
    looks = parameters.emissions.rows
    let changes = parameters.transitions.rows
    rows = ActivityState.allCases.map { state in
      var row = changes[state.rawValue] / patience
      row[state.rawValue] = 0
      row[state.rawValue] = max(0, 1 - row.sum())
      return row
    }
    let rows = rows
    columns = (0..<ActivityState.count).map { next in
      var column = Vector.zero
      for state in 0..<ActivityState.count { column[state] = rows[state][next] }
      return column
    }
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
      let likelihood = (looks[state] * classes).sum() + leastLikelihood
      result[state] = exp(weight * share * log(likelihood))
    }
    // Hands at rest are busy; only who holds a phone is told by that to ride and write.
    if evidence.isOnWrist { result[ActivityState.driveHandled.rawValue] *= leastLikelihood }
    if evidence.speed != ActivityEvidence.noSpeed {
      result *= speedLikelihoods(Float(evidence.speed) * ActivityEvidence.speedStep)
    }
    return result
  }

  /// How likely it is to hang on a car in each state, for the smoother.
  var linkedLikelihoods: Vector { link.likelihoods }

  /// How likely a speed told by satellites or networks is, in m/s.
  private func speedLikelihoods(_ speed: Float) -> Vector {
    func bell(_ mean: Float, _ spread: Float) -> Float {
      let apart = (speed - mean) / spread
      return exp(-0.5 * apart * apart)
    }
    let rest = bell(0, speeds.restSpread)
    let isFast = speed > speeds.fast
    return Self.byState([
      rest, bell(speeds.walking, speeds.walkingSpread),
      bell(speeds.running, speeds.runningSpread),
      isFast ? speeds.drivingFast : speeds.drivingSlow, rest,
      isFast ? speeds.handledFast : speeds.handledSlow,
      bell(speeds.cycling, speeds.cyclingSpread), rest,
      max(bell(speeds.other, speeds.otherSpread), speeds.otherLeast),
    ]) + Vector(repeating: speeds.least)
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
    result[ActivityState.driveHalted.rawValue] += link.halted * result[still]
    result[ActivityState.driveHandled.rawValue] += link.halted * result[other]
    result[still] *= link.left
    result[other] *= link.left
    let sum = (result * link.likelihoods).sum()
    return result * link.likelihoods / max(sum, 1e-30)
  }

  /// The probabilities one step later.
  func predicted(_ probabilities: Vector) -> Vector {
    var next = Vector.zero
    for state in 0..<ActivityState.count { next += rows[state] * probabilities[state] }
    return next
  }
}
