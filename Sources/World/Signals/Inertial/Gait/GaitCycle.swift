import Kernel

/// One person's stride with the phone at one placement: motion and rotation, tabulated by phase.
///
/// Evaluating the harmonics at every sample would cost ten times as much as a look-up. With 256 rows per
/// stride, linear interpolation is within 1 % up to the tenth harmonic and within 3 % at the twentieth.
struct GaitCycle: Sendable {
  /// Body acceleration (lanes 0 to 2) and impact acceleration (4 to 6), in m/s², tilt in rad (8 to 10),
  /// and its derivative by the stride phase (12 to 14).
  typealias Row = SIMD16<Float>

  /// Rows per stride.
  static let count = 256
  /// Stride phase from heel strike to the peak vertical acceleration of the trunk, in rad.
  ///
  /// Some 70 ms at a normal cadence, the loading response; an estimate.
  static let delay = 0.41

  /// The parameters of the whole cycle.
  let figures: GaitFigures
  /// The table; the first row is repeated at the end.
  let rows: [Row]

  /// Draws and tabulates a person's stride.
  init(_ profile: GaitProfile, of traits: GaitParameters, number: Int, variety: Bool) {
    var draws = traits.stream(of: number)
    let common =
      variety
      ? traits.vigour * Self.factor(profile.spread, softer: profile.softSpread, &draws) : 1
    var wave = GaitWave(
      profile, isLeft: variety && traits.isLeft, lean: variety ? traits.lean : 0)
    wave.vary(
      by: variety ? 1 : 0, common: common, impact: variety ? traits.impact : 1, &draws)
    rows = wave.rows(count: Self.count)
    var figures = GaitFigures(profile)
    let loose = variety ? Self.factor(profile.rattleSpread, &draws) : 1
    figures.rattle *= common * loose
    figures.rattleTilt *= loose
    figures.wander *= variety ? Self.factor(profile.wanderSpread, &draws) : 1
    self.figures = figures
  }

  private static func factor(
    _ spread: Float, softer: Float? = nil, _ draws: inout RandomStream
  ) -> Float {
    let place = draws.gaussian()
    return Float(phoneExponential(Double(place < 0 ? softer ?? spread : spread) * place))
  }
}

/// The parameters of a profile that each sample needs.
struct GaitFigures: Sendable {
  let pace: Float
  let growth: GaitGrowth
  /// Step-to-step spreads of motion, impact, rotation and timing.
  let stepSpreads: GaitSteps.Traits
  /// Amplitudes of non-periodic motion, in m/s², rad and rad.
  var rattle, rattleTilt, wander: Float
  /// Modulation of the rattle with each step; its mean square is one.
  let burstMean, burstSwing: Float
  /// The index of the cycle's first row.
  var firstRow = 0

  init(_ profile: GaitProfile) {
    pace = profile.pace
    growth = profile.growth
    stepSpreads = GaitSteps.Traits(
      profile.stepSpread, profile.impactSpread, profile.stepSpread, profile.jitter)
    rattle = profile.rattle
    // The slope RMS of 1.18 over the spacing converts a tilt to a rate.
    rattleTilt = profile.rattleTurn * Float(GaitMotion.rattleSpacing) / InertialDrift.slopeRMS
    wander = profile.wander
    // The modulating wave has a mean square of 8/15.
    burstMean = 1 / (1 + profile.burst * profile.burst * 8 / 15).squareRoot()
    burstSwing = burstMean * profile.burst
  }
}

/// The harmonics of a person's stride during their variation and summation.
private struct GaitWave {
  private struct Harmonic {
    var k: Int
    var amplitude: SIMD3<Double>
    var phase: SIMD3<Double>
    var isImpact: Bool
  }

  private var motion: [Harmonic]
  private var turning: [Harmonic]
  private let radius: Double
  private let lean: Double
  private let omega: Double
  private let parity: Double
  private let harmonicSpread: Double
  private let stepHarmonicSpread: Double
  private let phaseSpread: Double
  /// Standard deviation between people of the logarithm of all rotation.
  private static let turnSpread = 0.12

  init(_ profile: GaitProfile, isLeft: Bool, lean: Float) {
    radius = Double(profile.radius)
    self.lean = Double(profile.lean + lean)
    omega = 2 * .pi * Double(profile.strideHertz)
    harmonicSpread = Double(profile.harmonicSpread)
    stepHarmonicSpread = Double(profile.stepHarmonicSpread ?? profile.harmonicSpread)
    phaseSpread = Double(profile.phaseSpread)
    // The left foot strikes at odd steps, half a stride later: the phone's own side in the profiles.
    parity = isLeft ? 0 : .pi
    func entry(_ list: [Float], _ index: Int) -> Double {
      index < list.count ? Double(list[index]) : 0
    }
    let sign = isLeft ? -1.0 : 1.0
    let maximum = max(profile.up.count, profile.forward.count, profile.side.count)
    motion = (0..<maximum).map { index in
      let phase = entry(profile.upPhase, index)
      return Harmonic(
        k: index + 1,
        amplitude: [
          entry(profile.side, index) * sign, entry(profile.forward, index),
          entry(profile.up, index),
        ],
        phase: [phase + Double(profile.sideLag), phase + Double(profile.forwardLag), phase],
        isImpact: index >= profile.lastOfBody)
    }
    let turns = max(profile.pitch.count, profile.roll.count, profile.yaw.count)
    turning = (0..<turns).map { index in
      let rate = Double(index + 1) * 2 * .pi * Double(profile.strideHertz)
      return Harmonic(
        k: index + 1,
        amplitude: [
          entry(profile.pitch, index) / rate, sign * entry(profile.roll, index) / rate,
          sign * entry(profile.yaw, index) / rate,
        ],
        phase: GaitWave.turnPhase(index), isImpact: false)
    }
  }

  /// A limb is foremost just before its heel strike; the rest is an estimate.
  private static func turnPhase(_ index: Int) -> SIMD3<Double> {
    index == 0 ? [-2.84, 1.2, -1.3] : [1.0 + 1.7 * Double(index), 0.4 + 2.3 * Double(index), 2.9]
  }

  mutating func vary(
    by share: Float, common: Float, impact: Float, _ draws: inout RandomStream
  ) {
    let spread = Double(share)
    func varied(
      _ harmonic: Harmonic, _ factor: Double, isMotion: Bool, _ draws: inout RandomStream
    ) -> Harmonic {
      var copy = harmonic
      for axis in 0..<3 {
        let isStep = isMotion && harmonic.k == 2 && axis == 2
        let own = isStep ? stepHarmonicSpread : harmonicSpread
        let size = phoneExponential(spread * own * draws.gaussian())
        copy.amplitude[axis] *= size * factor
        copy.phase[axis] += spread * phaseSpread * draws.gaussian()
      }
      return copy
    }
    for index in motion.indices {
      let factor = Double(common * (motion[index].isImpact ? impact : 1))
      motion[index] = varied(motion[index], factor, isMotion: true, &draws)
      // The second harmonic defines the step times, so its phase is fixed.
      if index == 1 { motion[index].phase.z = 0 }
    }
    let swing = phoneExponential(spread * Self.turnSpread * draws.gaussian())
    for index in turning.indices {
      turning[index] = varied(turning[index], swing, isMotion: false, &draws)
    }
  }

  func rows(count: Int) -> [GaitCycle.Row] {
    (0...count).map { row in
      let phase = 2 * .pi * Double(row) / Double(count) - GaitCycle.delay + parity
      var (body, impact) = (SIMD3<Double>.zero, SIMD3<Double>.zero)
      for harmonic in motion {
        let value = self.value(harmonic, phase)
        if harmonic.isImpact { impact += value } else { body += value }
      }
      // Leaning forward rotates about the right-hand axis opposite to a thigh's lift.
      var tilt = SIMD3(-lean, 0, 0)
      var rate = SIMD3<Double>.zero
      // The limb swings about its joint with the first two harmonics; the rest is the phone's own.
      var limb = (angle: tilt.x, rate: 0.0, bend: 0.0)
      for harmonic in turning {
        let k = Double(harmonic.k)
        let angle = harmonic.phase + k * phase
        let (c, s) = (angle.cosines, angle.sines)
        tilt += harmonic.amplitude * c
        rate -= harmonic.amplitude * s * k
        guard harmonic.k <= 2 else { continue }
        limb.angle += harmonic.amplitude.x * c.x
        limb.rate -= harmonic.amplitude.x * s.x * k
        limb.bend -= harmonic.amplitude.x * c.x * k * k
      }
      body += pendulum(angle: limb.angle, rate: limb.rate * omega, bend: limb.bend * omega * omega)
      return GaitCycle.Row(
        lowHalf: SIMD8(lowHalf: PhoneVector(body), highHalf: PhoneVector(impact)),
        highHalf: SIMD8(lowHalf: PhoneVector(tilt), highHalf: PhoneVector(rate)))
    }
  }

  private func value(_ harmonic: Harmonic, _ phase: Double) -> SIMD3<Double> {
    harmonic.amplitude * (harmonic.phase + Double(harmonic.k) * phase).cosines
  }

  /// The acceleration of a pendulum: a point `radius` below a joint that swings by `angle`.
  private func pendulum(angle: Double, rate: Double, bend: Double) -> SIMD3<Double> {
    let (s, c) = (phoneSine(angle), phoneCosine(angle))
    return [
      0, radius * (bend * c - rate * rate * s), radius * (bend * s + rate * rate * c),
    ]
  }
}

extension SIMD3<Double> {
  fileprivate var cosines: Self { [phoneCosine(x), phoneCosine(y), phoneCosine(z)] }
  fileprivate var sines: Self { [phoneSine(x), phoneSine(y), phoneSine(z)] }
}
