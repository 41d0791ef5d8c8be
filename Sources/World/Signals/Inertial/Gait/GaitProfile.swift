/// What a way of going does to a phone at one placement: the typical person's figures.
///
/// A stride is two steps. All that repeats with it is told by the amplitudes of its harmonics
/// k = 1, 2, ...: even ones are alike for both feet, odd ones tell left from right. The phase is
/// counted from the peak of the second harmonic, with the phone's own side's heel strike half a
/// stride on. Figures hold at ``pace``.
struct GaitProfile: Hashable, Sendable {
  /// How fast the figures were taken, in m/s, and the stride's rate there, in Hz.
  var pace: Float = 1.34
  var strideHertz: Float = 0.925
  /// Vertical acceleration, in m/s², and its phases, in rad.
  var up: [Float]
  var upPhase: [Float]
  /// Horizontal acceleration forward and to the side, in m/s²; the phases are those of the vertical
  /// and a lag.
  var forward: [Float]
  var side: [Float]
  var forwardLag: Float = 1.2
  var sideLag: Float = -1.5
  /// Turning about the axes to the right (a thigh's swing), forward and up, in rad/s.
  var pitch: [Float] = []
  var roll: [Float] = []
  var yaw: [Float] = []
  /// How far below the joint that it swings about the phone is, in m.
  var radius: Float = 0
  /// How far the bearer leans forward at the phone, in rad.
  var lean: Float = 0
  /// Shaking that doesn't repeat, up to some 20 Hz: m/s² and rad/s RMS.
  var rattle: Float = 0
  var rattleTurn: Float = 0
  /// The share of the rattle that comes just after a heel strike.
  var burst: Float = 0.5
  /// Slow unsteadiness of how it is held: rad RMS, and how much that differs among people.
  var wander: Float = 0
  var wanderSpread: Float = 0.3
  /// Harmonics up to this one are the body's motion; those above, the impacts.
  var lastOfBody = 5
  /// The powers of speed over pace, in quarters, by which motion, impacts and turning grow.
  var growth = GaitGrowth()
  /// Standard deviation among people of the logarithm of all amplitudes, and of each harmonic's.
  var spread: Float = 0.12
  var harmonicSpread: Float = 0.2
  /// The same of all amplitudes towards softer than usual, and of the vertical harmonic of the step
  /// itself, where they are others.
  var softSpread: Float?
  var stepHarmonicSpread: Float?
  /// Standard deviation among people of the logarithm of what doesn't repeat.
  var rattleSpread: Float = 0.25
  /// Standard deviation among people of each harmonic's phase, in rad.
  var phaseSpread: Float = 0.35
  /// Standard deviation of a step's amplitude, of its impact's, and of its timing in rad of the
  /// stride.
  var stepSpread: Float = 0.08
  var impactSpread: Float = 0.15
  var jitter: Float = 0.05

  /// The same way of going with amplitudes multiplied: motion, impacts, turning and noise.
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

/// How motion grows with speed: powers of speed over pace, in quarters.
struct GaitGrowth: Hashable, Sendable {
  /// Of the body's motion: 1.75 at the trunk when walking.
  ///
  /// Its RMS grows as v^1.5 to v² (Menz, Lord & Fitzpatrick, Gait & Posture 18, 2003).
  var body = 7
  /// Of the impacts: loading rates grow faster than the motion; an estimate.
  var impact = 8
  /// Of turning: the angle of a swing goes with step length, that with the root of speed.
  var turn = 2
  /// The most that speed over pace counts.
  var most: Float = 1.8

  /// The three factors at a speed over pace, and how the last changes with it.
  @inline(__always)
  func factors(_ ratio: Float) -> GaitFactors {
    let ratio = min(max(ratio, 0), most)
    let root = ratio.squareRoot().squareRoot()
    let swing = GaitGrowth.power(root, turn)
    return GaitFactors(
      body: GaitGrowth.power(root, body), impact: GaitGrowth.power(root, impact), turn: swing,
      // Of c v^p the slope is p c v^p / v; standing still is met with slope zero.
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

/// By what amplitudes are multiplied at a speed.
struct GaitFactors: Sendable {
  var body, impact, turn: Float
  /// The derivative of `turn` by speed over pace.
  var turnSlope: Float
}
