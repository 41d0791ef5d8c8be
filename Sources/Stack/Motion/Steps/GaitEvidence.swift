import Glibc

/// How much a correlation's peak looks like a person on foot: a logistic choice among the peaks of a
/// window and 'nobody walks', with seventeen learned weights.
///
/// Learned on 35,000 windows of 4 s, one a second, by maximum likelihood with a weak ridge (3e-5),
/// each kind of recording weighted by the root of its size, so that none rules. On foot: the Oxford
/// step counter data (1 person, 3 phones, 6 positions), MotionSense (3 persons, pocket), WISDM (1
/// person, pocket and wrist), SensorWatch wrist recordings (1 person), and simulated walks and runs in
/// seven placements. Not on foot: the same sets' sitting, standing, typing, eating, folding and
/// housework, a car of comma2k19, and simulated bus, car, train, bicycle and standing. Simulated classes
/// are modelled, not measured.
enum GaitEvidence {
  /// What is looked at.
  struct Features {
    /// The correlation a stride, a step, a quarter of a stride and three quarters later.
    var stride: Float
    var step: Float
    var quarter: Float
    var threeQuarters: Float
    /// The log of the step rate over 1.8 steps/s.
    var logRate: Float
    /// How far the log of the signal's size is above the usual at that rate.
    var logExcess: Float
  }

  /// The log of the RMS, in m/s², that walking and running at a rate usually have.
  ///
  /// 2.2 m/s² at 1.85 steps/s and its cube elsewhere: through 0.7 at 1.26 (slow), 4 at 2.25 (fast) and
  /// 7 at 2.75 (running), the middle over the placements of the sets above; not under 0.4 m/s².
  static func usualLogRMS(stepsPerSecond: Float) -> Float {
    let relative = stepsPerSecond / 1.85
    return log(max(2.2 * relative * relative * relative, 0.4))
  }

  /// The log of the odds of being on foot at that rate against not at all.
  static func logOdds(_ f: Features) -> Float {
    let rate = f.logRate
    let weak = min(f.logExcess, 0)
    let strong = max(f.logExcess, 0)
    let weakSquare = weak * weak
    let clear = max(f.stride - 0.7, 0)
    var odds: Float = -0.7089 + 1.2818 * f.stride + 0.6426 * f.step
    odds += -0.5212 * f.quarter - 1.1585 * f.threeQuarters
    odds += rate * (6.2982 + rate * (-4.2405 - 3.7626 * rate))
    odds += 0.8005 * f.logExcess - 2.8308 * weakSquare - 0.1805 * strong * strong
    odds += 11.4967 * clear + 0.3684 * f.step * f.stride
    odds += 4.993 * weakSquare * max(0, -rate - 0.15)
    odds += 3.8958 * min(f.stride - f.step, 0)
    odds += 7.7843 * weakSquare * clear
    odds += -1.6788 * max(f.logExcess - 0.7, 0)
    return odds
  }
}
