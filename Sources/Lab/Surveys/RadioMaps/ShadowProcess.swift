import Geometry

/// Gaussian process of shadowing about a path loss model, with exponential correlation over distance
/// (Gudmundson, "Correlation model for shadow fading in mobile radio systems", 1991) and the mean
/// of Ferris, Hähnel and Fox, "Gaussian Processes for Signal Strength-Based Location Estimation", 2006.
///
/// Exact for up to ``mostExact`` points; with more, each tile of the grid is predicted from the points
/// nearest to it, which screen those behind them.
struct ShadowProcess {
  /// Hyperparameters of the process.
  struct Hyperparameters: Hashable, Sendable {
    /// Sigma of shadowing, in dB.
    var strength: Double
    /// Correlation length: the distance of a correlation of 1/e, in m.
    var length: Double
    /// Sigma of a single reading, in dB.
    var noise: Double
  }

  /// Max number of points for exact prediction, and number of nearest points beyond that.
  static let mostExact = 48
  static let nearest = 24
  /// Initial search radius for the nearest points, as in a dense survey, in m.
  private static let usualReach = 8.0
  /// Size of the squares of the spatial index, in m.
  private static let squareMetres = 6.0

  /// A point with a known value.
  struct Known: Sendable {
    var point: Vec2
    /// Residual from the mean, in dB, and its variance, in dB².
    var rest, variance: Double
  }

  private let kind: Hyperparameters
  private let points: [Known]
  private var factor: ShadowFactor
  /// True if there is a factor: of all points if they are few, else of those last used.
  private var hasFactor = false
  /// Squared search radius for the next tile, and the points found there, nearest first; memory is reused.
  private var reach = usualReach * usualReach
  private var found: [Near] = []
  /// A point with its squared distance.
  private struct Near {
    var distance: Double
    var index: Int32

    @inline(__always)
    func isBefore(_ other: Near) -> Bool {
      distance < other.distance || (distance == other.distance && index < other.index)
    }
  }
  /// The points in use; memory is reused.
  private var used: [Known] = []
  /// Indices of the points by square, and the start of each square.
  private var (order, starts): ([Int32], [Int32]) = ([], [])
  private var (columns, rows) = (0, 0)
  private var corner = Vec2.zero

  /// Creates a process conditioned on some points.
  init(kind: Hyperparameters, points: [Known]) {
    (self.kind, self.points) = (kind, points)
    factor = ShadowFactor(kind)
    if points.count > Self.mostExact {
      sortIntoSquares()
    } else {
      hasFactor = !points.isEmpty && factor.factor(points)
    }
  }

  /// Predicted residuals and variances at some positions, which should be near each other.
  mutating func predict(at places: [Vec2]) -> [(rest: Double, variance: Double)] {
    let maximum = kind.strength * kind.strength
    if points.count > Self.mostExact {
      takeNear(places)
      hasFactor = factor.factor(used)
    }
    guard hasFactor else { return places.map { _ in (0, maximum) } }
    var found: [(rest: Double, variance: Double)] = []
    found.reserveCapacity(places.count)
    for start in stride(from: 0, to: places.count, by: ShadowFactor.lanes) {
      let some = places[start..<min(start + ShadowFactor.lanes, places.count)]
      let (rest, known) = factor.predict(some)
      for lane in 0..<some.count {
        found.append((Double(rest[lane]), max(0.01, maximum - Double(known[lane]))))
      }
    }
    return found
  }

  /// Log-likelihood of the points under this kind.
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

  /// Selects the points nearest to the centroid of some positions, which screen those behind them.
  private mutating func takeNear(_ places: [Vec2]) {
    let middle = places.reduce(Vec2.zero, +) / Double(places.count)
    gather(within: reach, of: middle)
    while found.count < Self.nearest, reach < 1e9 {
      reach *= 2
      gather(within: reach, of: middle)
    }
    // The next tile is beside this one.
    if let last = found.last { reach = max(1, last.distance * 1.5) }
    used.removeAll(keepingCapacity: true)
    for near in found { used.append(points[Int(near.index)]) }
  }

  /// Finds the nearest points below a squared distance, nearest first, up to the number in use.
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
      // The squares of a row are consecutive, and so are their points.
      let start = starts[row * columns + east.lowerBound]
      let end = starts[row * columns + east.upperBound + 1]
      for place in start..<end {
        let index = order[Int(place)]
        let distance = (points[Int(index)].point - middle).squaredLength
        if distance < reach { Self.keep(Near(distance: distance, index: index), among: &found) }
      }
    }
  }

  /// Inserts a point into the sorted list of the nearest, if it is one of them.
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
