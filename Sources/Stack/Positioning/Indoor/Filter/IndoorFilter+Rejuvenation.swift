import Geometry
import Glibc
import Kernel

// Rejuvenation: at rest, Metropolis moves bring particles to where the radio has them. Steps give
// all of them the same error; without this a phone at rest would keep it for hours.

extension IndoorFilter {
  /// Metropolis moves of particles at rest towards more likely positions.
  ///
  /// The moves preserve the posterior. The likelihood is that of the last weighting.
  mutating func rejuvenate() {
    for _ in 0..<parameters.rejuvenation.moves {
      let (oldX, oldY) = (particles.x, particles.y)
      let moved = proposeMoves()
      let found = likelihoods(of: moved)
      for (number, index) in moved.enumerated() {
        let (here, there) = (
          Vec2(particles.x[index], particles.y[index]), Vec2(oldX[index], oldY[index])
        )
        let known = weighed.reduce(0) { $0 + ($1.received.isEmpty ? 0 : $1.logs[index]) }
        let new = found.reduce(0) { $0 + $1[number] }
        let ratio = deadReckoningPenalty(there, index) / deadReckoningPenalty(here, index)
        guard particles.noise.uniform() < exp(new - known) * ratio * ratio else {
          (particles.x[index], particles.y[index]) = (there.x, there.y)
          continue
        }
        for kind in weighed.indices where !weighed[kind].received.isEmpty {
          weighed[kind].logs[index] = found[kind][number]
        }
      }
    }
  }

  /// Proposes moves of some particles, except through walls.
  ///
  /// - Returns: Indices of the moved particles.
  private mutating func proposeMoves() -> [Int] {
    let rejuvenation = parameters.rejuvenation
    var moved: [Int] = []
    particles.noise.shuffle()
    for index in 0..<particles.count where particles.noise.uniform() < rejuvenation.share {
      let size = rejuvenation.minMove * pow(2, rejuvenation.doublings * particles.noise.uniform())
      let (u, v) = (
        particles.x[index] + size * particles.noise.normal(),
        particles.y[index] + size * particles.noise.normal()
      )
      let plane = particles.plane[index]
      guard
        !plan.rasters[plane].knowsDoors
          || plan.rasters[plane].ground(particles.x[index], particles.y[index], to: u, v) == .free
      else {
        continue
      }
      (particles.x[index], particles.y[index]) = (u, v)
      moved.append(index)
    }
    return moved
  }

  /// Returns the penalty of a particle's distance from its dead-reckoned position.
  ///
  /// The likelihood falls with its square: a heavy-tailed law, because steps are seldom wrong, but
  /// then far.
  private func deadReckoningPenalty(_ point: Vec2, _ index: Int) -> Double {
    let trusted = parameters.rejuvenation.trustedMetres
    return 1 + (point - particles.deadReckoned[index]).squaredLength / (2 * trusted * trusted)
  }

  /// Returns the log likelihoods of some particles under the last readings, by kind.
  private mutating func likelihoods(of chosen: [Int]) -> [[Double]] {
    let bodySide = parameters.radio.bodySideVariance
    return weighed.indices.map { kind in
      var logs = [Double](repeating: 0, count: chosen.count)
      let last = weighed[kind]
      guard !last.received.isEmpty else { return logs }
      sumUp(last.received, last.offset, of: chosen)
      for number in chosen.indices where number % RadioPositions.width == 0 {
        let likely = sums[number / RadioPositions.width].explained(last.variance, bodySide)
          .logLikelihood
        for lane in 0..<min(RadioPositions.width, chosen.count - number) {
          logs[number + lane] = last.rate * Double(likely[lane])
        }
      }
      return logs
    }
  }
}
