import Glibc

/// How much a correlation's peak looks like a person on foot: a logistic choice among the peaks of a
/// window and 'nobody walks', with nineteen learned weights.
///
/// Learned on 61,719 windows of 4 s by maximum likelihood with a weak ridge (3e-5), each kind of
/// recording weighted by the root of its size, so that none rules; gaits that are hard to tell (soft
/// ones in pockets and hands, stairs) and buses weigh up to three times as much. On foot: the Oxford
/// step counter data (1 person, 3 phones, 6 positions), MotionSense (3 persons, pocket), WISDM (1
/// person, pocket and wrist), SensorWatch wrist recordings (1 person), and simulated walks and runs of
/// 20 persons in each of seven placements. Not on foot: the same sets' sitting, standing, typing,
/// eating, folding and housework, a car of comma2k19, and simulated bus, car, train, bicycle and
/// standing, of other seeds than those that are reported. Simulated classes are modelled, not measured.
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
    /// The lower of the correlations a stride later, now and 4 s ago.
    var lasting: Float
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
    let lasting = max(f.lasting - 0.7, 0)
    var odds: Float = -1.2064 + 2.1572 * f.stride + 0.5211 * f.step
    odds -= 0.6843 * f.quarter
    odds -= 0.6369 * f.threeQuarters
    odds += rate * (5.2553 + rate * (-4.4837 - 2.6975 * rate))
    odds += 1.0052 * f.logExcess - 2.6308 * weakSquare - 0.9545 * strong * strong
    odds += 5.6853 * clear + 1.3154 * f.step * f.stride
    odds += 0.6620 * weakSquare * max(0, -rate - 0.15)
    odds += 2.7142 * min(f.stride - f.step, 0)
    odds += 3.6487 * weakSquare * clear
    odds -= 2.6254 * max(f.logExcess - 0.7, 0)
    odds += lasting * (7.2705 - 5.8234 * weak)
    return odds
  }
}
