import Glibc

/// Hidden Markov model of activities: transition and emission probabilities for windows of 2.5 s.
///
/// The probabilities are estimates: about a minute per stay on foot, and many minutes in a vehicle. A person
/// enters and leaves a vehicle through the halted state or, where that goes unnoticed, rarely at once.
/// Driving never turns into running.
struct ActivityChain: Sendable {
  typealias Vector = SIMD16<Float>

  /// Transition matrix by rows: probabilities of the next state, given the present one.
  private(set) var rows: [Vector]
  /// Transition matrix by columns, indexed by the next state.
  private(set) var columns: [Vector]
  /// Emission probabilities of each class, by state.
  private let looks: [SIMD8<Float>]
  /// Exponent of the likelihoods, below 1 because overlapping windows are not independent.
  let weight: Float

  /// Initial state distribution.
  let start: Vector
  private let minLikelihood: Float
  private let link: ActivityLinkEvidence
  private let speeds: ActivitySpeedEvidence

  /// Creates a chain whose transitions are rarer than those of the parameters by the factor `patience`.
  init(_ parameters: ActivityTracker.Parameters, weight: Float, timeout: Float = 1) {
    self.weight = weight
    start = parameters.transitions.start
    (link, speeds) = (parameters.link, parameters.speeds)
    minLikelihood = parameters.emissions.minimum
    looks = parameters.emissions.rows
    let changes = parameters.transitions.rows
    rows = ActivityState.allCases.map { state in
      var row = changes[state.rawValue] / timeout
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

  /// Returns the likelihood of the evidence in each state, up to a constant factor.
  ///
  /// `share` is the new part of the window, where windows follow each other faster than every 2.5 s.
  func likelihoods(of evidence: ActivityEvidence, share: Float = 1) -> Vector {
    let classes = evidence.likelihoods
    var result = Vector.zero
    for state in 0..<ActivityState.count {
      // A floor for every state: no training set covers everything.
      let likelihood = (looks[state] * classes).sum() + minLikelihood
      result[state] = exp(weight * share * log(likelihood))
    }
    // Hands at rest are often busy; only for a phone does handling suggest a passenger who types.
    if evidence.isOnWrist { result[ActivityState.driveHandled.rawValue] *= minLikelihood }
    if evidence.speed != ActivityEvidence.noSpeed {
      result *= speedLikelihoods(Float(evidence.speed) * ActivityEvidence.speedStep)
    }
    return result
  }

  /// Likelihood of a link to a car in each state, for the smoother.
  var linkedLikelihoods: Vector { link.likelihoods }

  /// Returns the likelihood of a speed over ground, in m/s, in each state.
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
      max(bell(speeds.other, speeds.otherSpread), speeds.otherMin),
    ]) + Vector(repeating: speeds.minimum)
  }

  private static func byState(_ values: InlineArray<9, Float>) -> Vector {
    var vector = Vector.zero
    for lane in 0..<ActivityState.count { vector[lane] = values[lane] }
    return vector
  }

  /// Returns the probabilities given a link to a car: the phone is in the car, or soon will be.
  ///
  /// Part of the probability of rest moves to rest in the car.
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

  /// Returns the prior of the next step: the probabilities times the transition matrix.
  func predicted(_ probabilities: Vector) -> Vector {
    var next = Vector.zero
    for state in 0..<ActivityState.count { next += rows[state] * probabilities[state] }
    return next
  }
}
