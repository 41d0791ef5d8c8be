/// A sideways movement as a function of the way: a quintic from one offset to another.
struct SideStep: Sendable {
  /// Where on the odometer it began, and over what length, in m; no length when there is none.
  var start = -Double.infinity
  var length = 0.0
  var from = 0.0
  var to = 0.0
  /// The slope and the second derivative at the start, scaled to the length.
  var slope = 0.0
  var bow = 0.0

  /// Returns the offset and its first two derivatives by the way at a place on the odometer.
  func at(_ x: Double) -> (offset: Double, slope: Double, bow: Double) {
    guard length > 0, x < start + length else { return (to, 0, 0) }
    let t = max(0, (x - start) / length)
    // The quintic with given value, slope and second derivative at 0, and at rest at `to` at 1.
    let delta = to - from
    let (c1, c2) = (slope, bow / 2)
    let c3 = 10 * delta - 6 * c1 - 3 * c2
    let c4 = -15 * delta + 8 * c1 + 3 * c2
    let c5 = 6 * delta - 3 * c1 - c2
    let value = from + t * (c1 + t * (c2 + t * (c3 + t * (c4 + t * c5))))
    let first = c1 + t * (2 * c2 + t * (3 * c3 + t * (4 * c4 + t * 5 * c5)))
    let second = 2 * c2 + t * (6 * c3 + t * (12 * c4 + t * 20 * c5))
    return (value, first / length, second / (length * length))
  }

  /// Begins a movement to another offset where this one is now.
  mutating func turn(to target: Double, at x: Double, over distance: Double) {
    let now = at(x)
    (start, length) = (x, distance)
    (from, to) = (now.offset, target)
    (slope, bow) = (now.slope * distance, now.bow * distance * distance)
  }

  /// Counts offsets from another lane's middle.
  mutating func shift(by distance: Double) {
    from += distance
    to += distance
  }
}
