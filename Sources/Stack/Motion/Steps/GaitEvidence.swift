import Glibc

/// Log odds that a peak of the autocorrelation is gait: logistic regression with nineteen trained
/// weights.
///
/// Trained as a logistic choice among the peaks of a window and 'no gait', on 61,719 windows of 4 s
/// by maximum likelihood with a weak ridge (3e-5). Each kind of recording is weighted by the square
/// root of its size, so that none dominates; difficult gaits (soft ones in pockets and hands, stairs)
/// and buses weigh up to three times as much. Gait: the Oxford step counter data (1 person, 3 phones,
/// 6 positions), MotionSense (3 persons, pocket), WISDM (1 person, pocket and wrist), SensorWatch
/// wrist recordings (1 person), and simulated walks and runs of 20 persons in each of seven
/// placements. No gait: sitting, standing, typing, eating, folding and housework of these sets, a car
/// of comma2k19, and simulated bus, car, train, bicycle and standing, with other seeds than those of
/// the published results. Simulated classes are modelled, not measured.
enum GaitEvidence {
  /// Features of one peak.
  struct Features {
    /// Correlations at one stride, one step, a quarter of a stride and three quarters.
    var stride: Float
    var step: Float
    var quarter: Float
    var threeQuarters: Float
    /// Log of the step rate over 1.8 steps/s.
    var logRate: Float
    /// Log of the signal's RMS over the usual one at that rate.
    var logExcess: Float
    /// Minimum of the correlation at one stride now and 4 s ago.
    var lasting: Float
  }

  /// Returns the log of the usual RMS, in m/s², of walking or running at a rate.
  ///
  /// The RMS is 2.2 m/s² at 1.85 steps/s and grows with the cube of the rate: through 0.7 at 1.26
  /// (slow), 4 at 2.25 (fast) and 7 at 2.75 (running), the middle over the placements of the training
  /// sets; at least 0.4 m/s².
  static func usualLogRMS(stepsPerSecond: Float) -> Float {
    let relative = stepsPerSecond / 1.85
    return log(max(2.2 * relative * relative * relative, 0.4))
  }

  /// Returns the log odds of gait at that rate against no gait.
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
