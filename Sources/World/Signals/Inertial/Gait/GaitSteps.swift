import Kernel

/// How each footfall differs from the last: stronger or weaker, softer or harder, early or late.
///
/// A footfall's draws are addressed by its number. Part of each is new with every step and part
/// drifts over some eight steps, so that strength is correlated as in nature.
struct GaitSteps: Sendable {
  /// What one footfall has of each: motion, impact, turning, timing; mean 0, variance 1.
  typealias Traits = SIMD4<Float>

  private let noise: InertialNoise
  private var step = Int64.min
  private var before = Traits.zero
  private var after = Traits.zero

  init(_ noise: InertialNoise) {
    self.noise = noise
  }

  /// The traits on the way between two footfalls, and how they change by the step.
  ///
  /// - Parameter steps: Footfalls so far, with the share of the one under way.
  /// - Returns: Both, mean 0 and variance 1 at whole steps.
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
    // Two thirds of the variance is each step's own; a mean of two draws is scaled back to one.
    let drift = (slow + (next - slow) * share)
    return own * 0.8165 + drift * (0.5774 * 1.2247)
  }
}
