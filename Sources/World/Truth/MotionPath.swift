public import Geometry
public import Kernel

/// Where something is at every moment: compact, smooth, immutable.
///
/// The path is a uniform cubic B-spline in place and heading wherever the thing moves, and a fixed
/// point wherever it rests. Position, velocity and acceleration come from one polynomial and are
/// continuous, jerk is finite; and as a B-spline lies in the hull of its control points, it can't
/// swing out past what was simulated. Control points are kept as 16-bit offsets of 2 mm and of half
/// a milliradian from a base that changes when they run out of range: an hour on the level takes
/// 6 bytes each 0.75 s, 29 kB, and some 2 kB of bases.
public struct MotionPath: Sendable {
  /// Place and heading at a moment, and how they change.
  public struct State: Sendable {
    /// Metres east, north and up.
    public var position: Vec3
    /// In m/s.
    public var velocity: Vec3
    /// In m/s².
    public var acceleration: Vec3
    /// In radians anticlockwise from east, unwrapped.
    public var headingRadians: Double
    /// In rad/s.
    public var turnRate: Double
  }

  /// A stretch of motion from rest to rest; the first and the last three control points are equal.
  struct Span: Sendable {
    var firstTick: Int32
    var stepTicks: Int16
    /// Whether height is among the control points' words.
    var hasHeight: Bool
    var count: Int32
    var firstWord: Int32
    var firstBase: Int32

    var wordsPerControl: Int { hasHeight ? 4 : 3 }
    var lastTick: Int { Int(firstTick) + (Int(count) - 1) * Int(stepTicks) }
    /// Nothing moves before this moment, nor after the other.
    var begin: SimTime { MotionPath.time(ofTick: Int(firstTick) + Int(stepTicks)) }
    var end: SimTime { MotionPath.time(ofTick: lastTick - Int(stepTicks)) }
  }

  /// What the offsets of control points from a number on, counted within their span, refer to.
  struct Base: Sendable {
    var firstControl: Int32
    /// In words' units; four in a row would be padded to twice the size.
    var east, north, heading, up: Int32

    init(firstControl: Int32, value: SIMD4<Double>) {
      self.firstControl = firstControl
      let units = (value / MotionPath.unit).rounded(.toNearestOrEven)
        .clamped(lowerBound: SIMD4(repeating: -2e9), upperBound: SIMD4(repeating: 2e9))
      (east, north) = (Int32(units.x), Int32(units.y))
      (heading, up) = (Int32(units.z), Int32(units.w))
    }

    var value: SIMD4<Double> {
      SIMD4(Double(east), Double(north), Double(heading), Double(up)) * MotionPath.unit
    }
  }

  /// Control points lie on multiples of this.
  public static let tick = SimDuration.milliseconds(50)
  /// What a word counts: metres east, north, radians, metres up.
  static let unit = SIMD4(0.002, 0.002, 0.0005, 0.002)

  var spans: [Span] = []
  var bases: [Base] = []
  var words: [Int16] = []
  /// East, north, heading, up where it rests before the first span.
  var origin: SIMD4<Double>

  init(origin: SIMD4<Double>) {
    self.origin = Base(firstControl: 0, value: origin).value
  }

  static func time(ofTick tick: Int) -> SimTime {
    SimTime.start + self.tick * Int64(tick)
  }

  /// The memory its motion takes, in bytes.
  public var byteCount: Int {
    spans.count * MemoryLayout<Span>.stride + bases.count * MemoryLayout<Base>.stride
      + words.count * 2
  }

  /// When it last moves.
  public var endTime: SimTime { spans.last?.end ?? .start }

  /// The intervals in which it moves or turns, in the order of time.
  public var movements: [(begin: SimTime, end: SimTime)] { spans.map { ($0.begin, $0.end) } }

  /// The state at a moment.
  ///
  /// Takes O(log n) for n stretches of motion.
  public func state(at time: SimTime) -> State {
    var low = -1
    var high = spans.count - 1
    while low < high {
      let middle = (low + high + 1) >> 1
      if spans[middle].begin <= time { low = middle } else { high = middle - 1 }
    }
    guard low >= 0 else { return rest(at: origin) }
    let span = spans[low]
    guard time < span.end else { return rest(at: control(Int(span.count) - 1, of: span, low)) }
    return moving(span, low, at: time)
  }

  private func moving(_ span: Span, _ number: Int, at time: SimTime) -> State {
    let step = (Self.tick * Int64(span.stepTicks)).seconds
    let elapsed = (time - Self.time(ofTick: Int(span.firstTick))).seconds / step
    let index = min(max(Int(elapsed), 1), Int(span.count) - 3)
    let u = elapsed - Double(index)
    return Self.state(controls(from: index - 1, of: span, number), at: u, step: step)
  }

  /// The state on the piece of four control points, a share `u` of `step` seconds into it.
  @inline(__always)
  static func state(
    _ controls: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>), at u: Double,
    step: Double
  ) -> State {
    let (a, b, c, d) = controls
    let (v, uu) = (1 - u, u * u)
    let cube = a * (v * v * v) + b * (3 * uu * u - 6 * uu + 4)
    let value = (cube + c * (3 * (u + uu - uu * u) + 1) + d * (uu * u)) / 6
    let (ab, bc, cd) = (b - a, c - b, d - c)
    let slope = (ab * (v * v) + bc * (1 + 2 * u * v) + cd * uu) / (2 * step)
    let bend = ((bc - ab) * v + (cd - bc) * u) / (step * step)
    return State(
      position: Vec3(value.x, value.y, value.w), velocity: Vec3(slope.x, slope.y, slope.w),
      acceleration: Vec3(bend.x, bend.y, bend.w), headingRadians: value.z, turnRate: slope.z)
  }

  func rest(at value: SIMD4<Double>) -> State {
    State(
      position: Vec3(value.x, value.y, value.w), velocity: .zero, acceleration: .zero,
      headingRadians: value.z, turnRate: 0)
  }

  /// The number of the base that a span's control point refers to.
  private func base(ofControl index: Int, of span: Span, _ number: Int) -> Int {
    var low = Int(span.firstBase)
    var high = (number + 1 < spans.count ? Int(spans[number + 1].firstBase) : bases.count) - 1
    while low < high {
      let middle = (low + high + 1) >> 1
      if Int(bases[middle].firstControl) <= index { low = middle } else { high = middle - 1 }
    }
    return low
  }

  func control(_ index: Int, of span: Span, _ number: Int) -> SIMD4<Double> {
    control(index, of: span, base: bases[base(ofControl: index, of: span, number)].value)
  }

  private func control(_ index: Int, of span: Span, base: SIMD4<Double>) -> SIMD4<Double> {
    let word = Int(span.firstWord) + index * span.wordsPerControl
    let offset = SIMD4(
      Double(words[word]), Double(words[word + 1]), Double(words[word + 2]),
      span.hasHeight ? Double(words[word + 3]) : 0)
    return base + offset * Self.unit
  }

  /// Four control points in a row.
  func controls(
    from index: Int, of span: Span, _ number: Int
  ) -> (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>) {
    let first = base(ofControl: index, of: span, number)
    let end = number + 1 < spans.count ? Int(spans[number + 1].firstBase) : bases.count
    // The base seldom changes among four neighbours.
    if first + 1 == end || Int(bases[first + 1].firstControl) > index + 3 {
      let value = bases[first].value
      return (
        control(index, of: span, base: value), control(index + 1, of: span, base: value),
        control(index + 2, of: span, base: value), control(index + 3, of: span, base: value)
      )
    }
    return (
      control(index, of: span, number), control(index + 1, of: span, number),
      control(index + 2, of: span, number), control(index + 3, of: span, number)
    )
  }
}
