import Geometry

/// A Gaussian process of what the mean can't explain: shadows, which fade exponentially over the way
/// (Gudmundson, "Correlation model for shadow fading in mobile radio systems", 1991), with the mean
/// of Ferris, Hähnel and Fox, "Gaussian Processes for Signal Strength-Based Location Estimation", 2006.
///
/// Exact up to ``mostExact`` points; beyond, each tile of the grid is predicted from the points
/// nearest to it, which hide those behind them.
struct ShadowProcess {
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
  /// Within which way so many are where somebody surveyed closely, in m.
  private static let usualReach = 8.0
  /// How large the squares are in which points are looked up, in m.
  private static let squareMetres = 6.0

  /// What is known at a point.
  struct Known: Sendable {
    var point: Vec2
    /// The difference to the mean, in dB, and its variance, in dB².
    var rest, variance: Double
  }

  private let kind: Kind
  private let points: [Known]
  private var factor: ShadowFactor
  /// Whether there is a factor: of all points where they are few, and else of those last used.
  private var hasFactor = false
  /// Within what way, squared, to look next, and what was found there, the nearest first: memory that is
  /// used again.
  private var reach = usualReach * usualReach
  private var found: [Near] = []
  /// A point, and how far it is, squared.
  private struct Near {
    var distance: Double
    var index: Int32

    @inline(__always)
    func isBefore(_ other: Near) -> Bool {
      distance < other.distance || (distance == other.distance && index < other.index)
    }
  }
  /// The points that are used: memory that is used again.
  private var used: [Known] = []
  /// The points' numbers, square by square, and where each square's begin.
  private var (order, starts): ([Int32], [Int32]) = ([], [])
  private var (columns, rows) = (0, 0)
  private var corner = Vec2.zero

  /// What is known at some points.
  init(kind: Kind, points: [Known]) {
    (self.kind, self.points) = (kind, points)
    factor = ShadowFactor(kind)
    if points.count > Self.mostExact {
      sortIntoSquares()
    } else {
      hasFactor = !points.isEmpty && factor.factor(points)
    }
  }

  /// The values and variances at some places, which should be near each other.
  mutating func predict(at places: [Vec2]) -> [(rest: Double, variance: Double)] {
    let most = kind.strength * kind.strength
    if points.count > Self.mostExact {
      takeNear(places)
      hasFactor = factor.factor(used)
    }
    guard hasFactor else { return places.map { _ in (0, most) } }
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

  /// How likely the points are under this kind, as a log.
  var logLikelihood: Double {
    if points.count <= Self.mostExact, hasFactor { return factor.logLikelihood }
    var whole = factor
    return whole.factor(points) ? whole.logLikelihood : -.infinity
  }

  private mutating func sortIntoSquares() {
    guard let box = Box2(containing: points.map(\.point)) else { return }
    corner = box.minimum
    columns = Int(box.size.x / Self.squareMetres) + 1
    rows = Int(box.size.y / Self.squareMetres) + 1
    var counts = [Int32](repeating: 0, count: columns * rows + 1)
    let squares = points.map { known in
      let place = (known.point - corner) / Self.squareMetres
      return Int(place.y) * columns + Int(place.x)
    }
    for square in squares { counts[square + 1] += 1 }
    for square in 1..<counts.count { counts[square] += counts[square - 1] }
    starts = counts
    order = [Int32](repeating: 0, count: points.count)
    for (index, square) in squares.enumerated() {
      order[Int(counts[square])] = Int32(index)
      counts[square] += 1
    }
  }

  /// The points nearest to the middle of some places, which hide those behind them.
  private mutating func takeNear(_ places: [Vec2]) {
    let middle = places.reduce(Vec2.zero, +) / Double(places.count)
    gather(within: reach, of: middle)
    while found.count < Self.nearest, reach < 1e9 {
      reach *= 2
      gather(within: reach, of: middle)
    }
    // The next places lie beside these.
    if let last = found.last { reach = max(1, last.distance * 1.5) }
    used.removeAll(keepingCapacity: true)
    for near in found { used.append(points[Int(near.index)]) }
  }

  /// Finds the points whose distance's square is below a limit, the nearest of them first, and no more than
  /// are used.
  private mutating func gather(within reach: Double, of middle: Vec2) {
    found.removeAll(keepingCapacity: true)
    let way = reach.squareRoot()
    func squares(_ place: Double, _ count: Int) -> ClosedRange<Int>? {
      let first = max(0, ((place - way) / Self.squareMetres).rounded(.down))
      let last = min(Double(count - 1), ((place + way) / Self.squareMetres).rounded(.down))
      return first <= last ? Int(first)...Int(last) : nil
    }
    guard let east = squares(middle.x - corner.x, columns),
      let north = squares(middle.y - corner.y, rows)
    else { return }
    for row in north {
      // The squares of a row follow each other, and so do their points.
      let start = starts[row * columns + east.lowerBound]
      let end = starts[row * columns + east.upperBound + 1]
      for place in start..<end {
        let index = order[Int(place)]
        let distance = (points[Int(index)].point - middle).squaredLength
        if distance < reach { Self.keep(Near(distance: distance, index: index), among: &found) }
      }
    }
  }

  /// Puts a point in its place among the nearest, if it is one of them.
  private static func keep(_ near: Near, among found: inout [Near]) {
    if found.count == nearest {
      guard near.isBefore(found[nearest - 1]) else { return }
    } else {
      found.append(near)
    }
    var found = found.mutableSpan
    var place = found.count - 1
    while place > 0, near.isBefore(found[place - 1]) {
      found[place] = found[place - 1]
      place -= 1
    }
    found[place] = near
  }
}
