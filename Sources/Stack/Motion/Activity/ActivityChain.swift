import Glibc
import Observations

/// Hidden Markov model of activities: transition and emission probabilities for windows of 2.5 s.
struct ActivityChain: Sendable {
  /// A value for each ``ActivityLane``.
  typealias Vector = SIMD16<Float>

  /// Transition matrix by rows: probabilities of the next lane, given the present one.
  private let rows: [Vector]
  /// Transition matrix by columns, indexed by the next lane.
  private let columns: [Vector]
  private let emissions: ActivityEmissions
  /// Exponent of the likelihoods.
  private let weight: Float
  private let link: ActivityLinkEvidence
  /// Likelihood of a link to a car in each lane.
  let linkedLikelihoods: Vector
  private let speeds: ActivitySpeedEvidence
  /// Initial distribution.
  let start: Vector
  /// Distribution of the looks within each state.
  let looks: Vector

  init(_ parameters: ActivityTracker.Parameters) {
    weight = Float(parameters.evidenceWeight)
    (link, speeds) = (parameters.link, parameters.speeds)
    linkedLikelihoods = link.likelihoods
    emissions = parameters.emissions
    looks = parameters.transitions.looks
    start = parameters.transitions.initial
    let rows = parameters.transitions.matrix
    self.rows = rows
    columns = ActivityLane.all.indices.map { next in
      var column = Vector.zero
      for (place, row) in rows.enumerated() { column[place] = row[next] }
      return column
    }
  }

  /// Returns the likelihood of the evidence in each lane, up to a constant factor.
  ///
  /// `share` is the new part of the window, where windows follow each other faster than every 2.5 s.
  func likelihoods(of evidence: ActivityEvidence, share: Float = 1) -> Vector {
    let classes = evidence.likelihoods
    var result = Vector.zero
    for (place, row) in emissions.rows.enumerated() {
      // A floor for every lane: no training set covers everything.
      let likelihood = (row * classes).sum() + emissions.minimum
      result[place] = exp(weight * share * log(likelihood))
    }
    // Hands at rest are often busy; only for a phone does handling suggest a passenger who types.
    if evidence.isOnWrist { result *= Self.handledOnWrist(emissions.minimum) }
    if evidence.speed != ActivityEvidence.noSpeed {
      result *= speedLikelihoods(Float(evidence.speed) * ActivityEvidence.speedStep)
    }
    return result
  }

  private static func handledOnWrist(_ minimum: Float) -> Vector {
    ActivityLane.vector { $0 == .driveHandled ? minimum : 1 }
  }

  /// Returns the density of a speed over ground, in m/s, in each lane, up to a constant factor.
  private func speedLikelihoods(_ speed: Float) -> Vector {
    func normal(_ mean: Float, _ spread: Float) -> Float {
      let apart = (speed - mean) / spread
      return exp(-0.5 * apart * apart) / spread
    }
    // Half of a normal distribution.
    let rest = 2 * normal(0, speeds.restSpread)
    let moving = normal(speeds.driving, speeds.drivingSpread)
    let driving = moving + speeds.crawl * (rest - moving)
    return ActivityLane.vector { state in
      switch state {
      case .still, .driveHalted, .cycleHalted: rest
      case .walking: normal(speeds.walking, speeds.walkingSpread)
      case .running: normal(speeds.running, speeds.runningSpread)
      case .driving, .driveHandled: driving
      case .cycling: normal(speeds.cycling, speeds.cyclingSpread)
      case .other: normal(speeds.other, speeds.otherSpread)
      }
    } + Vector(repeating: speeds.minimum)
  }

  /// Returns the probabilities given a link to a car: the phone is in the car, or soon will be.
  ///
  /// Part of the probability of rest moves to rest in the car.
  func linked(_ probabilities: Vector) -> Vector {
    var result = probabilities
    let (still, halted) = (ActivityLane.first(of: .still), ActivityLane.first(of: .driveHalted))
    for look in 0..<3 {
      result[halted + look] += link.halted * result[still + look]
      result[still + look] *= link.left
    }
    let other = ActivityLane.first(of: .other)
    let handled = ActivityLane.first(of: .driveHandled)
    for look in 0..<2 {
      result[handled + look] += link.halted * result[other] * looks[handled + look]
    }
    result[other] *= link.left
    return Self.normalised(result * linkedLikelihoods, else: probabilities)
  }

  /// Returns the prior of the next window: the probabilities times the transition matrix.
  func predicted(_ probabilities: Vector) -> Vector {
    var next = Vector.zero
    for (place, row) in rows.enumerated() { next += row * probabilities[place] }
    return next
  }

  /// Returns the transition matrix times the likelihoods of what follows.
  func retraced(_ likelihoods: Vector) -> Vector {
    var before = Vector.zero
    for (place, column) in columns.enumerated() { before += column * likelihoods[place] }
    return before
  }

  /// Returns the vector with a sum of 1; `fallback` where that is impossible.
  static func normalised(_ vector: Vector, else fallback: Vector) -> Vector {
    let sum = vector.sum()
    return sum > 1e-30 ? vector / sum : fallback
  }

  /// Returns the most probable flags, summed over the lanes that share them.
  static func strongest(_ shares: Vector) -> (flags: ActivityFlags, probability: Float) {
    var best = (flags: ActivityFlags.stationary, probability: -Float.infinity)
    for state in ActivityState.allCases where state != .other {
      let share = probability(of: state.flags, shares)
      if share > best.probability { best = (state.flags, share) }
    }
    return best
  }

  /// True if the likeliest lane has these flags, or one that has them is nearly as likely.
  ///
  /// By default a tenth less likely, as a window at rest in a car is than the same window elsewhere.
  static func supports(
    _ flags: ActivityFlags, _ likelihoods: Vector, share: Float = 0.9
  ) -> Bool {
    let minimum = share * likelihoods.max()
    for (place, lane) in ActivityLane.all.enumerated()
    where lane.state.flags == flags && likelihoods[place] >= minimum {
      return true
    }
    return false
  }

  /// Returns the probability of flags, summed over the lanes that share them.
  static func probability(of flags: ActivityFlags, _ shares: Vector) -> Float {
    var sum: Float = 0
    for (place, lane) in ActivityLane.all.enumerated() where lane.state.flags == flags {
      sum += shares[place]
    }
    return sum
  }
}
