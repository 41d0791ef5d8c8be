/// A curve through given points, made of cubic (or straight) pieces; a value that threads can share.
public struct Spline: Hashable, Sendable {
  /// How the pieces are joined.
  public enum Kind: Hashable, Sendable {
    /// Straight lines; at least two points.
    case linear
    /// Continuous curvature, none at the ends; at least three points.
    case natural
    /// Continuous curvature, also from the end round to the start; at least three points, of which
    /// the last repeats the first one's y. The curve has no outside.
    case periodic
    /// Continuous slope, and no overshoot near steps: Akima, Journal of the ACM 17 (1970) 589-602;
    /// at least five points.
    case akima
  }

  /// What the curve is beyond the first and last point.
  public enum Outside: Hashable, Sendable {
    /// Nothing: asking is an error.
    case fails
    /// The y of the nearest end.
    case holds
    /// The end piece, continued.
    case extrapolates
  }

  /// One piece: y + d (slope + d (second + d third)), with d from its start.
  struct Piece: Hashable {
    var y: Double
    var slope: Double
    var second: Double
    var third: Double
  }

  /// The abscissae of the points.
  public let x: [Double]
  private let pieces: [Piece]
  private let lastY: Double
  private let kind: Kind
  private let outside: Outside

  /// Lays a curve through the points (`x`[i], `y`[i]), with `x` strictly increasing.
  public init(
    _ kind: Kind, x: [Double], y: [Double], outside: Outside = .fails
  ) throws(NumericsError) {
    guard x.count == y.count else {
      throw .sizeMismatch(name: "y", expected: x.count, actual: y.count)
    }
    let needed =
      switch kind {
      case .linear: 2
      case .natural, .periodic: 3
      case .akima: 5
      }
    guard x.count >= needed else { throw .tooFew(name: "x", needed: needed, actual: x.count) }
    try requireFinite(x, "x")
    try requireFinite(y, "y")
    for index in x.indices.dropFirst() where x[index] <= x[index - 1] {
      throw .notIncreasing(name: "x", index: index)
    }
    if kind == .periodic, y[0] != y[y.count - 1] {
      throw .invalidArgument(
        name: "last y", value: y[y.count - 1], requirement: "equal to the first, \(y[0])")
    }
    self.x = x
    self.kind = kind
    self.outside = outside
    lastY = y[y.count - 1]
    pieces = try Spline.pieces(kind, x, y)
  }

  /// Returns the curve's y at `point`.
  public func value(at point: Double) throws(NumericsError) -> Double {
    let (piece, d) = try locate(point)
    return piece.y + d * (piece.slope + d * (piece.second + d * piece.third))
  }

  /// Returns the curve's slope at `point`; at a corner, that to the right of it.
  public func derivative(at point: Double) throws(NumericsError) -> Double {
    let (piece, d) = try locate(point)
    return piece.slope + d * (2 * piece.second + d * (3 * piece.third))
  }

  /// Returns the curve's second derivative at `point`; at a jump, that to the right of it.
  public func secondDerivative(at point: Double) throws(NumericsError) -> Double {
    let (piece, d) = try locate(point)
    return 2 * piece.second + d * (6 * piece.third)
  }

  /// Returns the piece that covers `point`, and how far into it the point lies.
  private func locate(_ point: Double) throws(NumericsError) -> (Piece, Double) {
    let (first, last) = (x[0], x[x.count - 1])
    guard point.isFinite else {
      throw .outOfRange(value: point, lower: first, upper: last)
    }
    var point = point
    if !(first <= point && point <= last) {
      if kind == .periodic {
        let period = last - first
        let turn = (point - first).truncatingRemainder(dividingBy: period)
        point = min(first + (turn < 0 ? turn + period : turn), last)
      } else if outside == .fails {
        throw .outOfRange(value: point, lower: first, upper: last)
      } else if outside == .holds {
        let y = point < first ? pieces[0].y : lastY
        return (Piece(y: y, slope: 0, second: 0, third: 0), 0)
      }
    }
    // The last abscissa that isn't beyond the point, but no later than the start of the last piece.
    var low = 0
    var high = pieces.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if x[middle] <= point {
        low = middle
      } else {
        high = middle
      }
    }
    return (pieces[low], point - x[low])
  }
}
