import Geometry
import Glibc
import Kernel

// On the spot, guesses find to where the radio has them: steps bring all of them there with one and
// the same mistake, and without this a phone that sits for an hour would stay as far off as it came.

extension IndoorFilter {
  /// How often in a row guesses try another place; how many of them each time, as a share; how far off
  /// at least, in m, and how many doublings of that at most; estimates.
  private static let stirs = 3, stirShare = 0.3, leastStir = 0.7, stirDoublings = 3.5
  /// How far from where its steps brought it a guess may be before that counts against it, in m.
  ///
  /// Tried on four venues with seeds 1 to 16, 1 to 8 m, and powers of 0.7 to 6 in place of 2. Stricter ones place who came by a
  /// right way better still, but whom the radio misled by 6 m stays further off, however long they stand.
  private static let trustedMetres = 4.0

  /// Lets guesses move on the spot to where what was heard there is likelier, by Metropolis' rule, which
  /// leaves them spread as what is known says.
  ///
  /// What was heard there is what they were weighed by last.
  mutating func stir() {
    for _ in 0..<Self.stirs {
      let (oldX, oldY) = (x, y)
      let moved = tryElsewhere()
      let found = likelihoods(of: moved)
      for (number, index) in moved.enumerated() {
        let (here, there) = (Vec2(x[index], y[index]), Vec2(oldX[index], oldY[index]))
        let known = weighed.reduce(0) { $0 + ($1.heard.isEmpty ? 0 : $1.logs[index]) }
        let new = found.reduce(0) { $0 + $1[number] }
        let ratio = strangeness(there, index) / strangeness(here, index)
        guard noise.uniform() < exp(new - known) * ratio * ratio else {
          (x[index], y[index]) = (there.x, there.y)
          continue
        }
        for kind in weighed.indices where !weighed[kind].heard.isEmpty {
          weighed[kind].logs[index] = found[kind][number]
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

  /// How strange it is for a guess to be where its steps didn't bring it: by the square of this it is
  /// less likely, which is a law with long tails, since steps mislead seldom, but then far.
  private func strangeness(_ point: Vec2, _ index: Int) -> Double {
    1 + (point - home[index]).squaredLength / (2 * Self.trustedMetres * Self.trustedMetres)
  }

  /// How likely some guesses are by what they were weighed by, kind by kind, as logs.
  private mutating func likelihoods(of chosen: [Int]) -> [[Double]] {
    weighed.indices.map { kind in
      var logs = [Double](repeating: 0, count: chosen.count)
      let last = weighed[kind]
      guard !last.heard.isEmpty else { return logs }
      sumUp(last.heard, last.offset, of: chosen)
      for number in chosen.indices where number % RadioPlaces.width == 0 {
        let likely = sums[number / RadioPlaces.width].explained(last.variance).logLikelihood
        for lane in 0..<min(RadioPlaces.width, chosen.count - number) {
          logs[number + lane] = last.rate * Double(likely[lane])
        }
      }
      return logs
    }
  }

  /// Takes it that guesses are where their steps brought them, since where they went isn't known.
  mutating func arrive() {
    for index in 0..<count { home[index] = Vec2(x[index], y[index]) }
  }
}
