import Kernel
public import Truth

/// Gait model: phone motion in walking, running and stairs, phase-locked to the true steps.
///
/// A sum of stride harmonics (Menz et al. 2003; Kavanagh & Menz 2008) from real recordings by placement
/// (``GaitProfile``), so that it includes the ringing of heel strikes, the swing of a thigh and a loose
/// phone in a bag. The harmonics vary between people and between steps; the non-periodic part is smooth
/// noise that swells with the heel strikes. Rotation is consistent: gravity changes with the tilt, and the
/// gyroscope senses its derivative.
public struct GaitMotion: Sendable {
  /// Node spacing of the rattle noise, in s: flat up to some 12 Hz, zero at 50 Hz.
  static let rattleSpacing = 0.016
  /// Node spacing of the unsteadiness of a carried phone, in s.
  static let wanderSpacing = 0.22
  /// Cross-fade time between two activities, in s; an estimate.
  static let fade = 0.5
  static let fadeNanoseconds: Int64 = 500_000_000

  /// The components of the motion, with a switch for each.
  public struct Parts: Hashable, Sendable {
    /// The periodic stride.
    public var stride = true
    /// Differences between people.
    public var variety = true
    /// Differences between steps.
    public var variation = true
    /// The non-periodic part.
    public var roughness = true

    /// Creates the set of all components.
    public init() {}
  }

  private let parts: Parts
  let traits: GaitParameters
  private var steps: GaitSteps
  private var rattle: InertialDrift
  private var wander: InertialDrift
  /// The parameters of each cycle once used, and the rows of all cycles.
  private var figures: [GaitFigures?]
  private var rows: [GaitCycle.Row] = []

  public init(for receiver: SignalReceiver, parts: Parts = Parts()) {
    self.parts = parts
    traits = GaitParameters(receiver)
    let noise = InertialNoise(receiver.stream("gait.noise"))
    steps = GaitSteps(noise)
    rattle = InertialDrift(noise, .rattle, spacing: Self.rattleSpacing)
    wander = InertialDrift(noise, .wander, spacing: Self.wanderSpacing)
    figures = Array(repeating: nil, count: GaitProfile.cycleCount)
  }

  /// The phone's motion in the carrier's axes.
  ///
  /// - Parameters:
  ///   - pose: The carrier's pose, with the steps so far.
  ///   - stepRate: Steps per second of the current step.
  ///   - nanoseconds: The time since the start.
  /// - Returns: The motion; zero unless the carrier is on foot with the phone.
  public mutating func motion(_ pose: Pose, stepRate: Double, nanoseconds: Int64) -> PhoneMotion {
    shake(
      pose.doing, pose.placement, Going(pose, stepRate: stepRate), nanoseconds: nanoseconds
    ).motion
  }

  /// The inputs of the gait from a pose.
  struct Going {
    /// Steps so far, and steps per second.
    var steps, stepRate: Double
    /// In m/s, and its derivative.
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

  /// The motion of one activity at one placement.
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

  /// The interpolated row at a stride phase, in rad.
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

  /// Adds the non-periodic motion.
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

  /// A parabolic wave that is 1 at each heel strike's loading and -1 between.
  @inline(__always)
  private static func swell(_ phase: Double) -> Float {
    let turns = (phase - GaitCycle.delay) * (1 / .pi) + 0.5
    let share = Float(turns - Double(Int(turns)))  // 0.5 at the peak; turns are positive.
    let x = abs(2 * share - 1)
    return x < 0.5 ? 1 - 4 * x * x : -1 + 4 * (1 - x) * (1 - x)
  }
}
