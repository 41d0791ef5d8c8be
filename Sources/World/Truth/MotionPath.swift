public import Geometry
public import Kernel

/// A trajectory in space as a uniform cubic B-spline: compact, smooth and immutable.
///
/// The spline holds position and heading while the object moves; while it rests, the path is a fixed
/// point. Position, velocity and acceleration come from one polynomial and are continuous, and jerk is
/// finite. A B-spline lies in the hull of its control points, so it can't swing out past the simulated
/// positions. Control points are 16-bit offsets of 2 mm and half a milliradian from a base, which
/// changes when they run out of range. An hour on one level takes 6 bytes each 0.75 s, 29 kB, and some
/// 2 kB of bases.
public struct MotionPath: Sendable {
  /// Position and heading at a moment, and their derivatives.
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

  /// A stretch of motion from rest to rest; the first three control points are equal, and the last three.
  struct MotionSegment: Sendable {
    var firstTick: Int32
    var stepTicks: Int16
    /// True if height is among the control points' words.
    var hasHeight: Bool
    var count: Int32
    var firstWord: Int32
    var firstBase: Int32

    var wordsPerControl: Int { hasHeight ? 4 : 3 }
    var lastTick: Int { Int(firstTick) + (Int(count) - 1) * Int(stepTicks) }
    /// The object rests before `begin` and after `end`.
    var begin: SimTime { MotionPath.time(ofTick: Int(firstTick) + Int(stepTicks)) }
    var end: SimTime { MotionPath.time(ofTick: lastTick - Int(stepTicks)) }
  }

  /// The reference of the control point offsets from an index on, counted within the span.
  struct Base: Sendable {
    var firstControl: Int32
    /// In units of the words; a SIMD4 would be padded to twice the size.
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

  /// The time grid of the control points.
  public static let tick = SimDuration.milliseconds(50)
  /// The size of one word count: metres east, metres north, radians, metres up.
  static let unit = SIMD4(0.002, 0.002, 0.0005, 0.002)

  var spans: [MotionSegment] = []
  var bases: [Base] = []
  var words: [Int16] = []
  /// East, north, heading and up before the first span.
  var origin: SIMD4<Double>

  init(origin: SIMD4<Double>) {
    self.origin = Base(firstControl: 0, value: origin).value
  }

  static func time(ofTick tick: Int) -> SimTime {
    SimTime.start + self.tick * Int64(tick)
  }

  /// Memory use, in bytes.
  public var byteCount: Int {
    spans.count * MemoryLayout<MotionSegment>.stride + bases.count * MemoryLayout<Base>.stride
      + words.count * 2
  }

  /// The end of the last motion.
  public var endTime: SimTime { spans.last?.end ?? .start }

  /// The intervals of motion or turning, in the order of time.
  public var movements: [(begin: SimTime, end: SimTime)] { spans.map { ($0.begin, $0.end) } }

  /// The state at a moment, found in O(log n) for n stretches of motion.
  public func state(at time: SimTime) -> State {
    let number = index(at: time)
    guard number >= 0 else { return rest(at: origin) }
    let span = spans[number]
    guard time < span.end else { return rest(at: control(Int(span.count) - 1, of: span, number)) }
    return moving(span, number, at: time)
  }

  /// The index of the last stretch that begins at or before a moment; -1 if there is none.
  func index(at time: SimTime) -> Int {
    spans.partitioningIndex { $0.begin > time } - 1
  }

  private func moving(_ span: MotionSegment, _ number: Int, at time: SimTime) -> State {
    let step = (Self.tick * Int64(span.stepTicks)).seconds
    let elapsed = (time - Self.time(ofTick: Int(span.firstTick))).seconds / step
    let index = min(max(Int(elapsed), 1), Int(span.count) - 3)
    let u = elapsed - Double(index)
    return Self.state(controls(from: index - 1, of: span, number), at: u, step: step)
  }

  /// The state on the spline piece of four control points, at a fraction `u` of `step` seconds.
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

  /// The index of the base of a span's control point.
  private func base(ofControl index: Int, of span: MotionSegment, _ number: Int) -> Int {
    let first = Int(span.firstBase)
    let end = number + 1 < spans.count ? Int(spans[number + 1].firstBase) : bases.count
    return max(first + 1, bases[first..<end].partitioningIndex { Int($0.firstControl) > index }) - 1
  }

  func control(_ index: Int, of span: MotionSegment, _ number: Int) -> SIMD4<Double> {
    control(index, of: span, base: bases[base(ofControl: index, of: span, number)].value)
  }

  private func control(_ index: Int, of span: MotionSegment, base: SIMD4<Double>) -> SIMD4<Double> {
    let word = Int(span.firstWord) + index * span.wordsPerControl
    let offset = SIMD4(
      Double(words[word]), Double(words[word + 1]), Double(words[word + 2]),
      span.hasHeight ? Double(words[word + 3]) : 0)
    return base + offset * Self.unit
  }

  /// Four consecutive control points.
  func controls(
    from index: Int, of span: MotionSegment, _ number: Int
  ) -> (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>) {
    let first = base(ofControl: index, of: span, number)
    let end = number + 1 < spans.count ? Int(spans[number + 1].firstBase) : bases.count
    // The base rarely changes within four neighbours.
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
