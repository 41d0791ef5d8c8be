import Geometry
import Glibc
import Kernel
import Numerics

extension Particles {
  /// Estimate from all particles.
  struct Estimate: Sendable {
    /// Position in the radio map's frame, in m.
    var point: Vec2
    var plane: Int
    /// Sigma along an axis, in m.
    var spread: Double
    /// Rotation from the trace's frame.
    var turn: Double
    var scale: Double
    /// Share of the weight on the estimated plane, and outdoors.
    var planeShare: Double
    var outsideShare: Double
  }

  /// Convergence threshold of the mean shift, in m.
  private static let settled = 0.02

  /// Returns the mode of the particles on the most likely level, by mean shift.
  func estimate() -> Estimate {
    var shares = [Double](repeating: 0, count: plan.planes.count)
    let maximum = weight.max() ?? 0
    let likely = exponentials(of: weight, less: maximum)
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

  /// Returns the kernel weight at a squared distance, in m².
  ///
  /// A bell without an exponential, because it is evaluated two thousand times a second.
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

  /// Moves all particles to the outdoor plane at their positions.
  mutating func moveOutdoors() {
    guard let outside = plan.outside else { return }
    for index in 0..<count where plane[index] != outside {
      ground[index] += plan.planes[plane[index]].rise - plan.planes[outside].rise
      plane[index] = outside
    }
  }

  /// Adds a log weight to particles outdoors.
  mutating func favourOutside(by odds: Double) {
    guard let outside = plan.outside else { return }
    for index in 0..<count where plane[index] == outside { weight[index] += odds }
  }
}
