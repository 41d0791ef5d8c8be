import Geometry
import Glibc
import Kernel

// On the spot, guesses find to where the radio has them: steps bring all of them there with one and
// the same mistake, and without this a phone that sits for an hour would stay as far off as it came.

extension IndoorFilter {
  /// How often in a row guesses try another place; how many of them each time, as a share; how far off
  /// at least, in m, and how many doublings of that at most; estimates.
  private static let stirs = 3, stirShare = 0.3, leastStir = 0.7, stirDoublings = 3.5
  /// How far from where its steps brought it a guess may be before that counts against it, in m, and how
  /// much that counts, as a log for each e-fold of the square beyond.
  ///
  /// Tried on four venues with seeds 1 to 16, 1 to 8 m and 0.7 to 6. Stricter ones place who came by a
  /// right way better still, but whom the radio misled by 6 m stays further off, however long they stand.
  private static let trustedMetres = 4.0, distrust = 2.0

  /// Lets guesses move on the spot to where what was heard there is likelier, by Metropolis' rule, which
  /// leaves them spread as what is known says.
  ///
  /// - Parameter weighed: What guesses were weighed by here, each kind by itself, and how much of it
  ///   counts.
  mutating func stir(_ weighed: [(heard: [HeardLevel], share: Double)]) {
    var known = likelihoods(weighed)
    for _ in 0..<Self.stirs {
      let (oldX, oldY) = (x, y)
      let moved = tryElsewhere()
      let found = likelihoods(weighed)
      for index in moved {
        let (here, there) = (Vec2(x[index], y[index]), Vec2(oldX[index], oldY[index]))
        let gain =
          found[index] - known[index] + strangeness(there, index) - strangeness(here, index)
        if noise.uniform() < exp(min(0, gain)) {
          known[index] = found[index]
        } else {
          (x[index], y[index]) = (there.x, there.y)
        }
      }
    }
  }

  /// Moves some guesses any way that walls allow.
  ///
  /// - Returns: Which.
  private mutating func tryElsewhere() -> [Int] {
    var moved: [Int] = []
    noise.shuffle()
    for index in 0..<count where noise.uniform() < Self.stirShare {
      let size = Self.leastStir * pow(2, Self.stirDoublings * noise.uniform())
      let (u, v) = (x[index] + size * noise.normal(), y[index] + size * noise.normal())
      let raster = plan.planes[plane[index]].raster
      guard !raster.knowsDoors || raster.ground(x[index], y[index], to: u, v) == .free else {
        continue
      }
      (x[index], y[index]) = (u, v)
      moved.append(index)
    }
    return moved
  }

  /// What it costs a guess to be where its steps didn't bring it, as a log: a law with long tails, since
  /// steps mislead seldom, but then far.
  private func strangeness(_ point: Vec2, _ index: Int) -> Double {
    let square = (point - home[index]).squaredLength
    return Self.distrust * log(1 + square / (2 * Self.trustedMetres * Self.trustedMetres))
  }

  /// How likely each guess is by readings of both kinds, as a log.
  private mutating func likelihoods(_ weighed: [(heard: [HeardLevel], share: Double)]) -> [Double] {
    var found = [Double](repeating: 0, count: count)
    for (heard, share) in weighed { addLikelihoods(of: heard, share: share, to: &found) }
    return found
  }

  /// Takes it that guesses are where their steps brought them, since where they went isn't known.
  mutating func arrive() {
    for index in 0..<count { home[index] = Vec2(x[index], y[index]) }
  }
}
