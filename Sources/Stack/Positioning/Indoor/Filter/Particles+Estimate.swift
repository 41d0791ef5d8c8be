import Geometry
import Glibc
import Kernel
import Numerics

extension Particles {
  /// What the particles say together.
  struct Estimate: Sendable {
    /// In the radio map's frame, in m.
    var point: Vec2
    var plane: Int
    /// One standard deviation along an axis, in m.
    var spread: Double
    /// The turn from the trace's frame.
    var turn: Double
    var scale: Double
    /// How much of the weight is on that plane, and how much outdoors.
    var planeShare: Double
    var outsideShare: Double
  }

  /// Below which difference, in m, their middle needn't be found better.
  private static let settled = 0.02

  /// The middle of the particles that belong together on the likeliest level.
  func estimate() -> Estimate {
    var shares = [Double](repeating: 0, count: plan.planes.count)
    let most = weight.max() ?? 0
    let likely = exponentials(of: weight, less: most)
    let total = likely.reduce(0, +)
    for index in 0..<count { shares[plane[index]] += likely[index] / total }
    let best = shares.indices.max { (shares[$0], $1) < (shares[$1], $0) } ?? 0
    var center = mean(likely) { plane[$0] == best ? 1 : 0 }
    let together = parameters.answer.together
    for _ in 0..<3 {
      let (east, north) = (center.x, center.y)
      center = mean(likely) { index in
        guard plane[index] == best else { return 0 }
        let (u, v) = (x[index] - east, y[index] - north)
        return Self.nearness(u * u + v * v, together)
      }
      guard abs(center.x - east) > Self.settled || abs(center.y - north) > Self.settled else {
        break
      }
    }
    let farthest = parameters.answer.farthest * parameters.answer.farthest
    var (square, sum, turned, size) = (0.0, 0.0, Vec2.zero, 0.0)
    for index in 0..<count where plane[index] == best {
      let (u, v) = (x[index] - center.x, y[index] - center.y)
      square += likely[index] * min(farthest, u * u + v * v)
      sum += likely[index]
      let near = likely[index] * Self.nearness(u * u + v * v, together)
      turned += near * turn[index]
      size += likely[index] * scale[index]
    }
    return Estimate(
      point: center, plane: best, spread: (square / max(sum, 1e-300) / 2).squareRoot(),
      turn: atan2(turned.y, turned.x), scale: size / max(sum, 1e-300), planeShare: shares[best],
      outsideShare: plan.outside.map { shares[$0] } ?? 0)
  }

  /// How much a particle counts that is so far from the middle, by the square of the way in m²: a bell
  /// without an exponential, which would be asked for two thousand times a second.
  @inline(__always)
  private static func nearness(_ square: Double, _ together: Double) -> Double {
    let wide = 1 + square / (4 * together * together)
    return 1 / (wide * wide)
  }

  @inline(__always)
  private func mean(_ likely: [Double], _ factor: (Int) -> Double) -> Vec2 {
    var (east, north, sum) = (0.0, 0.0, 0.0)
    for index in 0..<count {
      let share = likely[index] * factor(index)
      east += share * x[index]
      north += share * y[index]
      sum += share
    }
    guard sum > 0 else { return Vec2(x[0], y[0]) }
    return Vec2(east / sum, north / sum)
  }

  /// Puts all particles outdoors where they are.
  mutating func moveOutdoors() {
    guard let outside = plan.outside else { return }
    for index in 0..<count where plane[index] != outside {
      ground[index] += plan.planes[plane[index]].rise - plan.planes[outside].rise
      plane[index] = outside
    }
  }

  /// Makes being outdoors likelier or less likely than being inside, by a log.
  mutating func favourOutside(by odds: Double) {
    guard let outside = plan.outside else { return }
    for index in 0..<count where plane[index] == outside { weight[index] += odds }
  }
}
