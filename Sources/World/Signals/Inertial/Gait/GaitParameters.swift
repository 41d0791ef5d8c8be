import Kernel

/// Gait traits of one person, drawn once.
///
/// The spreads are those between the people of MotionSense, the Oxford step counter set and the Indoor
/// Location Competition: 15 to 35 % of a harmonic's amplitude at one speed.
struct GaitParameters: Sendable {
  /// Factor of all amplitudes.
  let vigour: Float
  /// Factor of the impacts.
  let impact: Float
  /// True if the person carries things on the left.
  let isLeft: Bool
  /// Lean of the trunk, in rad forward.
  let lean: Float
  /// Breathing rate in Hz (12 to 18 per minute), tremor in Hz (8 to 12; Elble & Koller 1990, from memory).
  let breathHertz: Double
  let tremorHertz: Double
  private let receiver: SignalReceiver

  init(_ receiver: SignalReceiver) {
    var draws = receiver.stream("gait.traits")
    vigour = Float(phoneExponential(0.10 * draws.gaussian()))
    impact = Float(phoneExponential(0.15 * draws.gaussian()))
    // Most people are right-handed and use the pocket of that side; an estimate.
    isLeft = draws.happens(withProbability: 0.3)
    lean = Float(0.035 * draws.gaussian())
    breathHertz = draws.uniform(in: 0.2...0.3)
    tremorHertz = draws.uniform(in: 8...12)
    self.receiver = receiver
  }

  /// The random stream of one cycle.
  func stream(of cycle: Int) -> RandomStream {
    receiver.stream("gait.cycle", index: UInt64(cycle))
  }
}
