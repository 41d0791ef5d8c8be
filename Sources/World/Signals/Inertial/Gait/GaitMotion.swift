import Kernel
public import Truth

/// How going on foot moves a phone: walking, running, stairs, locked to the true footfalls.
///
/// The stride's harmonics (Menz et al. 2003; Kavanagh & Menz 2008) are those of real recordings by
/// placement (``GaitProfile``), so a heel strike's ringing, a thigh's swing and the loose phone in a
/// bag are in them. Each person's are varied, each step's again, and what doesn't repeat is smooth
/// noise that swells with the heel strikes. Turning is true turning: gravity is felt through it, and
/// the gyroscope feels its derivative.
public struct GaitMotion: Sendable {
  /// The time between the nodes of the rattle, in s: flat up to some 12 Hz, ended at 50 Hz.
  static let rattleSpacing = 0.016
  /// The time between the nodes of the unsteadiness of a carried phone, in s.
  static let wanderSpacing = 0.22
  /// How long one way of going takes to become another, in s; an estimate.
  static let fade = 0.5
  static let fadeNanoseconds: Int64 = 500_000_000

  /// What the motion is made of, each of which can be switched off.
  public struct Parts: Hashable, Sendable {
    /// The stride itself.
    public var stride = true
    /// Differences between people.
    public var variety = true
    /// Differences between steps.
    public var variation = true
    /// What doesn't repeat.
    public var roughness = true

    /// All of them.
    public init() {}
  }

  private let parts: Parts
  let traits: GaitTraits
  private var steps: GaitSteps
  private var rattle: InertialDrift
  private var wander: InertialDrift
  /// What is known of each cycle, and the rows of all of them, in the order of first use.
  private var figures: [GaitFigures?]
  private var rows: [GaitCycle.Row] = []

  /// Creates the motion of one device's bearer.
  ///
  /// - Parameters:
  ///   - receiver: The device.
  ///   - parts: What the motion is made of.
  public init(for receiver: SignalReceiver, parts: Parts = Parts()) {
    self.parts = parts
    traits = GaitTraits(receiver)
    let noise = InertialNoise(receiver.stream("gait.noise"))
    steps = GaitSteps(noise)
    rattle = InertialDrift(noise, .rattle, spacing: Self.rattleSpacing)
    wander = InertialDrift(noise, .wander, spacing: Self.wanderSpacing)
    figures = Array(repeating: nil, count: GaitProfile.cycleCount)
  }

  /// The phone's motion in the bearer's axes.
  ///
  /// - Parameters:
  ///   - pose: The bearer's pose, with the steps so far.
  ///   - stepRate: Steps per second of the step under way.
  ///   - nanoseconds: The time since the start.
  /// - Returns: The motion; still unless the bearer is on foot and has the phone.
  public mutating func motion(_ pose: Pose, stepRate: Double, nanoseconds: Int64) -> PhoneMotion {
    shake(
      pose.doing, pose.placement, Going(pose, stepRate: stepRate), nanoseconds: nanoseconds
    ).motion
  }

  /// What of a pose the gait follows.
  struct Going {
    /// Steps so far and steps per second.
    var steps, stepRate: Double
    /// In m/s, and how it changes.
    var speed, speedUp: Float

    @inline(__always)
    init(_ pose: Pose, stepRate: Double) {
      steps = max(0, pose.steps)
      self.stepRate = stepRate
      let (velocity, acceleration) = (pose.velocity, pose.acceleration)
      let square = velocity.x * velocity.x + velocity.y * velocity.y
      speed = Float(square.squareRoot())
      let along = Float(velocity.x * acceleration.x + velocity.y * acceleration.y)
      speedUp = speed > 0.05 ? along / speed : 0
    }
  }

  /// The motion of one way of going at one placement.
  @inline(__always)
  mutating func shake(
    _ doing: Doing, _ placement: Placement, _ going: Going, nanoseconds: Int64
  ) -> PhoneShake {
    guard parts.stride, let number = GaitProfile.number(doing, placement) else { return .still }
    return shake(number, doing, placement, going, nanoseconds: nanoseconds)
  }

  @inline(never)
  private mutating func learn(
    _ number: Int, _ doing: Doing, _ placement: Placement
  ) -> GaitFigures {
    let cycle = GaitCycle(
      GaitProfile.of(doing, placement), of: traits, number: number, variety: parts.variety)
    var known = cycle.figures
    known.firstRow = rows.count
    rows += cycle.rows
    figures[number] = known
    return known
  }

  /// The row at a phase of the stride, in rad.
  @inline(__always)
  private func row(at phase: Double, from first: Int) -> GaitCycle.Row {
    let turns = phase * (Double(GaitCycle.count) / (2 * .pi))
    let whole = Int(turns)
    let share = Float(turns - Double(whole))
    let index = first + (whole & (GaitCycle.count - 1))
    return rows.withUnsafeBufferPointer { rows in
      let before = rows[index]
      return before + (rows[index + 1] - before) * share
    }
  }

  @inline(__always)
  private mutating func shake(
    _ number: Int, _ doing: Doing, _ placement: Placement, _ going: Going, nanoseconds: Int64
  ) -> PhoneShake {
    let cycle = figures[number] ?? learn(number, doing, placement)
    let ratio = going.speed / cycle.pace
    let factors = cycle.growth.factors(ratio)
    var gains = GaitSteps.Traits(1, 1, 1, 0)
    var slopes = GaitSteps.Traits.zero
    if parts.variation {
      let drawn = steps(going.steps)
      gains += drawn.value * cycle.stepSpreads
      slopes = drawn.slope * cycle.stepSpreads * Float(going.stepRate)
    }
    let phase = max(0, .pi * going.steps + Double(gains.w) + 2 * .pi)
    let row = row(at: phase, from: cycle.firstRow)
    let phaseRate = Float(.pi * going.stepRate) + slopes.w
    let turn = factors.turn * gains.z
    let turnSlope =
      factors.turn * slopes.z
      + factors.turnSlope * gains.z * going.speedUp / cycle.pace
    let tilt = row.highHalf.lowHalf
    var shake = PhoneShake(
      acceleration: row.lowHalf.lowHalf * (factors.body * gains.x)
        + row.lowHalf.highHalf * (factors.impact * gains.y),
      tilt: tilt * turn, rotation: row.highHalf.highHalf * (turn * phaseRate) + tilt * turnSlope)
    if parts.roughness { roughen(&shake, cycle, factors, phase, nanoseconds) }
    return shake
  }

  /// Adds what doesn't repeat.
  @inline(__always)
  private mutating func roughen(
    _ shake: inout PhoneShake, _ cycle: GaitFigures, _ factors: GaitFactors, _ phase: Double,
    _ nanoseconds: Int64
  ) {
    if cycle.rattle > 0 {
      let (value, slope) = rattle(nanoseconds)
      let swell = cycle.burstMean + cycle.burstSwing * GaitMotion.swell(phase)
      let size = cycle.rattle * factors.impact * swell
      let turn = cycle.rattleTilt * factors.turn
      shake.acceleration += value.lowHalf * size
      shake.tilt += value.highHalf * turn
      shake.rotation += slope.highHalf * turn
    }
    if cycle.wander > 0 {
      let (value, slope) = wander(nanoseconds)
      let size = cycle.wander * min(1, factors.turn)
      shake.tilt += value.lowHalf * size
      shake.rotation += slope.lowHalf * size
    }
  }

  /// A wave that is 1 at each heel strike's loading and -1 between: a parabola's, not a cosine's.
  @inline(__always)
  private static func swell(_ phase: Double) -> Float {
    let turns = (phase - GaitCycle.delay) * (1 / .pi) + 0.5
    let share = Float(turns - Double(Int(turns)))  // 0.5 at the peak; turns are positive.
    let x = abs(2 * share - 1)
    return x < 0.5 ? 1 - 4 * x * x : -1 + 4 * (1 - x) * (1 - x)
  }
}
