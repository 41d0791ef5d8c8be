/// Stride harmonics of an activity at one placement, for the typical person.
///
/// A stride is two steps. The periodic motion is given by the amplitudes of its harmonics k = 1, 2, ...:
/// even ones are equal for both feet, odd ones differ between left and right. The phase is counted from
/// the peak of the second harmonic, with the heel strike of the phone's side half a stride later. Values
/// hold at ``pace``.
struct GaitProfile: Hashable, Sendable {
  /// The walking speed of the values, in m/s, and the stride rate there, in Hz.
  var pace: Float = 1.34
  var strideHertz: Float = 0.925
  /// Vertical acceleration, in m/s², and its phases, in rad.
  var up: [Float]
  var upPhase: [Float]
  /// Horizontal acceleration forward and to the side, in m/s², with the vertical phases plus a lag.
  var forward: [Float]
  var side: [Float]
  var forwardLag: Float = 1.2
  var sideLag: Float = -1.5
  /// Angular velocity about the axes to the right (a thigh's swing), forward and up, in rad/s.
  var pitch: [Float] = []
  var roll: [Float] = []
  var yaw: [Float] = []
  /// Distance of the phone below the joint of the swing, in m.
  var radius: Float = 0
  /// Forward lean of the carrier at the phone, in rad.
  var lean: Float = 0
  /// Non-periodic motion up to some 20 Hz: m/s² and rad/s RMS.
  var rattle: Float = 0
  var rattleTurn: Float = 0
  /// Depth of the rattle's modulation just after heel strikes.
  var burst: Float = 0.5
  /// Slow unsteadiness of the hold: rad RMS, and its logarithmic spread between people.
  var wander: Float = 0
  var wanderSpread: Float = 0.3
  /// The last harmonic of body motion; those above are impacts.
  var lastOfBody = 5
  /// Exponents of speed over pace, in quarters, for motion, impacts and rotation.
  var growth = GaitGrowth()
  /// Standard deviations between people of the logarithm of all amplitudes, and of each harmonic's.
  var spread: Float = 0.12
  var harmonicSpread: Float = 0.2
  /// Different spread of all amplitudes below the usual, and of the vertical step harmonic; nil for none.
  var softSpread: Float?
  var stepHarmonicSpread: Float?
  /// Standard deviation between people of the logarithm of the non-periodic motion.
  var rattleSpread: Float = 0.25
  /// Standard deviation between people of each harmonic's phase, in rad.
  var phaseSpread: Float = 0.35
  /// Standard deviations between steps of amplitude, impact, and timing in rad of the stride phase.
  var stepSpread: Float = 0.08
  var impactSpread: Float = 0.15
  var jitter: Float = 0.05

  /// Returns the profile with scaled amplitudes of motion, impacts, rotation and noise.
  func scaled(
    up: Float = 1, horizontal: Float = 1, impact: Float = 1, turn: Float = 1, rattle: Float = 1
  ) -> GaitProfile {
    var copy = self
    func scale(_ list: [Float], _ factor: Float) -> [Float] {
      list.enumerated().map { $0.offset < lastOfBody ? $0.element * factor : $0.element * impact }
    }
    copy.up = scale(self.up, up)
    copy.forward = scale(forward, horizontal)
    copy.side = scale(side, horizontal)
    copy.pitch = pitch.map { $0 * turn }
    copy.roll = roll.map { $0 * turn }
    copy.yaw = yaw.map { $0 * turn }
    copy.rattle *= rattle
    copy.rattleTurn *= rattle
    return copy
  }
}

/// Growth of motion with speed: exponents of speed over pace, in quarters.
struct GaitGrowth: Hashable, Sendable {
  /// For body motion: 1.75 at the trunk in walking.
  ///
  /// Its RMS grows as v^1.5 to v² (Menz, Lord & Fitzpatrick, Gait & Posture 18, 2003).
  var body = 7
  /// For impacts: loading rates grow faster than the motion; an estimate.
  var impact = 8
  /// For rotation: the swing angle follows step length, which follows the root of speed.
  var turn = 2
  /// Max speed over pace.
  var maximum: Float = 1.8

  /// The factors at a speed over pace, and the derivative of the last one.
  @inline(__always)
  func factors(_ ratio: Float) -> GaitFactors {
    let ratio = min(max(ratio, 0), maximum)
    let root = ratio.squareRoot().squareRoot()
    let swing = GaitGrowth.power(root, turn)
    return GaitFactors(
      body: GaitGrowth.power(root, body), impact: GaitGrowth.power(root, impact), turn: swing,
      // The slope of c v^p is p c v^p / v; at a standstill it is set to zero.
      turnSlope: ratio > 0.02 ? swing * Float(turn) * 0.25 / ratio : 0)
  }

  @inline(__always)
  private static func power(_ root: Float, _ quarters: Int) -> Float {
    let second = root * root
    switch quarters {
    case 2: return second
    case 4: return second * second
    case 7: return second * second * second * root
    case 8: return second * second * second * second
    default: return (0..<max(0, quarters)).reduce(1) { product, _ in product * root }
    }
  }
}

/// Amplitude factors at a speed.
struct GaitFactors: Sendable {
  var body, impact, turn: Float
  /// The derivative of `turn` by speed over pace.
  var turnSlope: Float
}
