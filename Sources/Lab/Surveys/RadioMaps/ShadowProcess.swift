import Geometry

/// A Gaussian process of what the mean can't explain: shadows, which fade exponentially over the way
/// (Gudmundson, "Correlation model for shadow fading in mobile radio systems", 1991), with the mean
/// of Ferris, Hähnel and Fox, "Gaussian Processes for Signal Strength-Based Location Estimation", 2006.
///
/// Exact up to ``mostExact`` points; beyond, each tile of the grid is predicted from the points
/// nearest to it, which hide those behind them.
struct ShadowProcess: Sendable {
  /// How strong shadows are, and over which way they last.
  struct Kind: Hashable, Sendable {
    /// One standard deviation, in dB.
    var strength: Double
    /// The way over which they fade to 1/e, in m.
    var length: Double
    /// One standard deviation of a single reading, in dB.
    var noise: Double
  }

  /// Up to how many points all are used, and how many beyond that.
  static let mostExact = 48
  static let nearest = 24
  /// Within which way so many mostly are, in m.
  private static let usualReach = 12.0

  let kind: Kind

  /// What is known at a point.
  struct Known: Sendable {
    var point: Vec2
    /// The difference to the mean, in dB, and its variance, in dB².
    var rest, variance: Double
  }

  /// The values and variances at some places.
  func predict(at places: [Vec2], from points: [Known]) -> [(rest: Double, variance: Double)] {
    let used = points.count <= Self.mostExact ? points : near(places, points)
    let most = kind.strength * kind.strength
    guard !used.isEmpty, let factor = ShadowFactor(of: used, kind) else {
      return places.map { _ in (0, most) }
    }
    var found: [(rest: Double, variance: Double)] = []
    found.reserveCapacity(places.count)
    for start in stride(from: 0, to: places.count, by: ShadowFactor.lanes) {
      let some = places[start..<min(start + ShadowFactor.lanes, places.count)]
      let (rest, known) = factor.predict(some)
      for lane in 0..<some.count {
        found.append((Double(rest[lane]), max(0.01, most - Double(known[lane]))))
      }
    }
    return found
  }

  /// How likely points are under this kind, as a log.
  func logLikelihood(of points: [Known]) -> Double {
    ShadowFactor(of: points, kind)?.logLikelihood ?? -.infinity
  }

  private func near(_ places: [Vec2], _ points: [Known]) -> [Known] {
    let middle = places.reduce(Vec2.zero, +) / Double(places.count)
    // Only those within some way need an order.
    var reach = Self.usualReach * Self.usualReach
    var order: [(distance: Double, index: Int)] = []
    while order.count < Self.nearest, reach < 1e9 {
      order.removeAll(keepingCapacity: true)
      for index in points.indices {
        let distance = (points[index].point - middle).squaredLength
        if distance < reach { order.append((distance, index)) }
      }
      reach *= 2
    }
    order.sort { ($0.distance, $0.index) < ($1.distance, $1.index) }
    return order.prefix(Self.nearest).map { points[$0.index] }
  }
}
