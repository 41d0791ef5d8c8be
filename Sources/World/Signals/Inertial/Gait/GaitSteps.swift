import Kernel

/// Step-to-step variability of strength, impact, rotation and timing.
///
/// The draws of a step are addressed by its number. A part of each is new with every step, and a part
/// drifts over some eight steps, so that strength is correlated as in reality.
struct GaitSteps: Sendable {
  /// The deviations of one step: motion, impact, rotation, timing; mean 0, variance 1.
  typealias Traits = SIMD4<Float>

  private let noise: InertialNoise
  private var step = Int64.min
  private var before = Traits.zero
  private var after = Traits.zero

  init(_ noise: InertialNoise) {
    self.noise = noise
  }

  /// The interpolated deviations between two steps, and their derivative by the step.
  ///
  /// - Parameter steps: Steps so far, with the fraction of the current one.
  /// - Returns: Both; mean 0 and variance 1 at whole steps.
  @inline(__always)
  mutating func callAsFunction(_ steps: Double) -> (value: Traits, slope: Traits) {
    let whole = Int64(steps)  // Never negative, and far below 2⁶³.
    if whole != step { seek(whole) }
    let share = smoothStep(Float(steps - Double(whole)))
    let change = after - before
    return (before + change * share.value, change * share.slope)
  }

  @inline(never)
  private mutating func seek(_ whole: Int64) {
    before = whole == step &+ 1 ? after : traits(whole)
    after = traits(whole &+ 1)
    step = whole
  }

  private func traits(_ number: Int64) -> Traits {
    let own = noise.draws(.steps, number).lowHalf.lowHalf
    let slow = noise.draws(.slowSteps, number >> 3).lowHalf.lowHalf
    let next = noise.draws(.slowSteps, (number >> 3) &+ 1).lowHalf.lowHalf
    let share = Float(number & 7) / 8
    // Two thirds of the variance is each step's own; a mean of two draws is rescaled to variance one.
    let drift = (slow + (next - slow) * share)
    return own * 0.8165 + drift * (0.5774 * 1.2247)
  }
}
