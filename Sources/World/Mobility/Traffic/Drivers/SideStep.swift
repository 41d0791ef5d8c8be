/// A lateral move as a function of distance: a quintic polynomial from one offset to another.
struct SideStep: Sendable {
  /// The odometer reading at its start, and its length, in m; the length is 0 without a move.
  var start = -Double.infinity
  var length = 0.0
  var from = 0.0
  var to = 0.0
  /// The slope and the second derivative at the start, scaled to the length.
  var slope = 0.0
  var bow = 0.0

  /// Returns the offset and its first two derivatives by distance at an odometer reading.
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

  /// Starts a move to another offset from the present one.
  mutating func turn(to target: Double, at x: Double, over distance: Double) {
    let now = at(x)
    (start, length) = (x, distance)
    (from, to) = (now.offset, target)
    (slope, bow) = (now.slope * distance, now.bow * distance * distance)
  }

  /// Changes the reference to another lane's centre.
  mutating func shift(by distance: Double) {
    from += distance
    to += distance
  }
}

/// A vehicle's lateral motion: the present move, and the one before it, which the rear axle may not
/// have completed yet.
struct SideMotion: Sendable {
  private var present = SideStep()
  private var past = SideStep()

  /// Starts without a move, at an offset from the lane's centre in m to the left.
  init(at offset: Double = 0) { present = SideStep(from: offset, to: offset) }

  /// The target offset.
  var target: Double { present.to }

  /// The offset from the lane's centre at an odometer reading, and its derivatives by distance.
  func at(_ x: Double) -> (offset: Double, slope: Double, bow: Double) {
    (x < present.start ? past : present).at(x)
  }

  /// Changes the reference to another lane's centre.
  mutating func shift(by distance: Double) {
    present.shift(by: distance)
    past.shift(by: distance)
  }

  /// Starts a lateral move of a vehicle, within a lateral acceleration in m/s².
  mutating func swerve(
    _ m: inout VehicleState, to target: Double, over distance: Double, acceleration: Double
  ) {
    past = present
    present.turn(to: target, at: m.x, over: distance)
    m.swerves = true
    // The max curvature of the quintic is 5.77 times its width over its length squared.
    let bow = 5.78 * abs(target - m.e) / (distance * distance)
    m.swerveSpeed = (acceleration / max(bow, 1e-9)).squareRoot()
    m.low = min(m.e, target) - m.halfWidth
    m.high = max(m.e, target) + m.halfWidth
    (m.frontLow, m.frontHigh) = (m.low, m.high)
  }

  /// Updates a vehicle's lateral offset for its present odometer reading.
  func move(_ m: inout VehicleState) {
    let (front, rear) = (at(m.x).offset, at(m.x - m.wheelbase).offset)
    m.e = (front + rear) / 2
    m.low = min(front, rear, target) - m.halfWidth
    m.high = max(front, rear, target) + m.halfWidth
    m.frontLow = min(front, target) - m.halfWidth
    m.frontHigh = max(front, target) + m.halfWidth
    if m.x >= present.start + present.length + m.wheelbase { m.swerves = false }
  }
}
