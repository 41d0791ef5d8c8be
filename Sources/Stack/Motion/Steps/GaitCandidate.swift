import Glibc

/// Candidate step rate of a signal window, with the log odds of gait.
///
/// The stride (two steps) repeats more exactly than the step: in a trouser pocket or a swinging hand one of the
/// two steps is far larger. So each peak of the autocorrelation is tested as a stride.
struct GaitCandidate: Sendable {
  /// In steps/s.
  var stepsPerSecond: Float
  /// Autocorrelation at a lag of one stride.
  var peak: Float
  var features: GaitEvidence.Features
  /// Log odds of walking or running at this rate, against no gait.
  var evidence: Float

  /// Finds the peaks of the autocorrelation, fastest first, and replaces `candidates` by them.
  static func find(
    in correlation: GaitCorrelation, after past: GaitPast, by search: GaitSearch,
    into candidates: inout [GaitCandidate]
  ) {
    candidates.removeAll(keepingCapacity: true)
    let logSize = log(correlation.meanSize * Self.sineRMS)
    // What repeats faster than the fastest steps repeats at all multiples of its period, too.
    let shortestStep = Float(search.shortestLag) / 2
    var tremor: Float = 0
    for lag in stride(from: 2, to: Int(shortestStep.rounded(.up)), by: 1) {
      guard let top = correlation.peak(atLag: lag), top.lag < shortestStep else { continue }
      tremor = max(tremor, top.height)
    }
    for lag in stride(from: search.shortestLag, through: search.longestLag, by: 1) {
      let here = correlation.values[lag]
      guard here > search.minPeak, let top = correlation.peak(atLag: lag),
        tremor < search.tremorShare * top.height
      else { continue }
      candidates.append(judge(stride: top.lag, peak: here, correlation, past, logSize: logSize))
    }
  }

  /// Approximate ratio of RMS to mean absolute value: between a sine's 1.11 and noise's 1.25.
  private static let sineRMS: Float = 1.2

  private static func judge(
    stride: Float, peak: Float, _ correlation: GaitCorrelation, _ past: GaitPast, logSize: Float
  ) -> GaitCandidate {
    let rate = 2 / (stride * Float(ForceSampler.interval))
    let half = stride / 2
    // The two steps of a stride differ in length by some percent.
    let step = max(
      correlation.value(atLag: half), correlation.value(atLag: half * 0.94),
      correlation.value(atLag: half * 1.06))
    let features = GaitEvidence.Features(
      stride: peak, step: step, quarter: correlation.value(atLag: stride / 4),
      threeQuarters: correlation.value(atLag: stride * 0.75), logRate: log(rate / 1.8),
      logExcess: logSize - GaitEvidence.usualLogRMS(stepsPerSecond: rate),
      lasting: min(peak, past.peak(at: rate)))
    return GaitCandidate(
      stepsPerSecond: rate, peak: peak, features: features,
      evidence: GaitEvidence.logOdds(features))
  }
}
