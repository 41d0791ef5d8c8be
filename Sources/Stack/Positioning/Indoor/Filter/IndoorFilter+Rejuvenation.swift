import Geometry
import Glibc
import Kernel

// Rejuvenation: on the spot, Metropolis moves bring particles to where the radio has them. Steps bring
// all of them there with one and the same error, and without this a phone that sits for an hour would
// stay as far off as it came.

extension IndoorFilter {
  /// Lets particles move on the spot to where what was heard there is likelier, by Metropolis' rule, which
  /// leaves them spread as what is known says.
  ///
  /// What was heard there is what they were weighed by last.
  mutating func rejuvenate() {
    for _ in 0..<parameters.rejuvenation.moves {
      let (oldX, oldY) = (particles.x, particles.y)
      let moved = proposeMoves()
      let found = likelihoods(of: moved)
      for (number, index) in moved.enumerated() {
        let (here, there) = (
          Vec2(particles.x[index], particles.y[index]), Vec2(oldX[index], oldY[index])
        )
        let known = weighed.reduce(0) { $0 + ($1.heard.isEmpty ? 0 : $1.logs[index]) }
        let new = found.reduce(0) { $0 + $1[number] }
        let ratio = deadReckoningPenalty(there, index) / deadReckoningPenalty(here, index)
        guard particles.noise.uniform() < exp(new - known) * ratio * ratio else {
          (particles.x[index], particles.y[index]) = (there.x, there.y)
          continue
        }
        for kind in weighed.indices where !weighed[kind].heard.isEmpty {
          weighed[kind].logs[index] = found[kind][number]
        }
      }
    }
  }

  /// Moves some particles any way that walls allow.
  ///
  /// - Returns: Which.
  private mutating func proposeMoves() -> [Int] {
    let rejuvenation = parameters.rejuvenation
    var moved: [Int] = []
    particles.noise.shuffle()
    for index in 0..<particles.count where particles.noise.uniform() < rejuvenation.share {
      let size = rejuvenation.leastWay * pow(2, rejuvenation.doublings * particles.noise.uniform())
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

  /// What a particle pays for being off where dead reckoning brought it: by the square of this it is
  /// less likely, which is a law with long tails, since steps mislead seldom, but then far.
  private func deadReckoningPenalty(_ point: Vec2, _ index: Int) -> Double {
    let trusted = parameters.rejuvenation.trustedWay
    return 1 + (point - particles.deadReckoned[index]).squaredLength / (2 * trusted * trusted)
  }

  /// How likely some particles are by what they were weighed by, kind by kind, as logs.
  private mutating func likelihoods(of chosen: [Int]) -> [[Double]] {
    let bodySide = parameters.radio.bodySideVariance
    return weighed.indices.map { kind in
      var logs = [Double](repeating: 0, count: chosen.count)
      let last = weighed[kind]
      guard !last.heard.isEmpty else { return logs }
      sumUp(last.heard, last.offset, of: chosen)
      for number in chosen.indices where number % RadioPlaces.width == 0 {
        let likely = sums[number / RadioPlaces.width].explained(last.variance, bodySide)
          .logLikelihood
        for lane in 0..<min(RadioPlaces.width, chosen.count - number) {
          logs[number + lane] = last.rate * Double(likely[lane])
        }
      }
      return logs
    }
  }
}
