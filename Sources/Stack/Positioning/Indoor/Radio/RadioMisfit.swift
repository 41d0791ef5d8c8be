import Glibc

/// How badly what is heard fits the survey where the phone is taken to be.
///
/// Where nobody surveyed, or much has changed since, all of a map is wrong alike, and particles agree
/// on a wrong place. What they can't explain is the only sign: the variance of unit weight, as
/// surveyors say, by which they widen what an adjustment tells of itself.
struct RadioMisfit: Sendable {
  /// The mean squared error of a reading in standard deviations, of access points and of beacons, and of
  /// how many readings it was last; nil before the first.
  private var kinds: [(error: Double, count: Double)?] = [nil, nil]

  /// Takes how well some readings fitted.
  ///
  /// - Parameters:
  ///   - error: Their mean squared error in standard deviations.
  ///   - count: How many they were.
  ///   - isBeacon: Whether they were of beacons.
  ///   - gain: How much of a new error counts.
  mutating func take(_ error: Double, of count: Int, isBeacon: Bool, gain: Double) {
    let kind = isBeacon ? 1 : 0
    guard let last = kinds[kind] else { return kinds[kind] = (error, Double(count)) }
    kinds[kind] = (last.error + gain * (error - last.error), Double(count))
  }

  /// How many strong readings of late were of senders that the survey knows, and of others.
  private var met = (known: 0.0, strangers: 0.0)

  /// Takes a strong reading of an access point.
  ///
  /// - Parameter isKnown: Whether the survey heard its sender.
  mutating func meet(isKnown: Bool) {
    if isKnown { met.known += 1 } else { met.strangers += 1 }
  }

  /// Forgets some of the strong readings, with each scan.
  ///
  /// - Parameter share: How much is left.
  mutating func fade(to share: Double) {
    met = (met.known * share, met.strangers * share)
  }

  /// By how much what is heard fits worse than usual, as a mean square, up to the most that counts.
  func excess(_ answer: IndoorAnswerDials) -> Double {
    guard let error else { return 1 }
    return min(answer.mostMisfit, max(1, error / answer.usualMisfit))
  }

  /// Whether what is heard is as it may be where somebody surveyed.
  func isSurveyed(_ answer: IndoorAnswerDials) -> Bool {
    (error ?? 0) < answer.unsurveyedMisfit && strangerShare < answer.unsurveyedStrangers
  }

  /// How much of what is strong is of senders that the survey never heard.
  private var strangerShare: Double { met.strangers / max(1, met.known + met.strangers) }

  /// The mean squared error of a reading of either kind; nil before the first.
  private var error: Double? {
    let known = kinds.compactMap { $0 }
    let count = known.reduce(0) { $0 + $1.count }
    guard count > 0 else { return nil }
    return known.reduce(0) { $0 + $1.error * $1.count } / count
  }
}
