import Glibc

/// Misfit of readings at the estimated position: variance of unit weight (reduced chi-square).
///
/// In unsurveyed or changed areas the whole map is wrong, and the particles agree on a wrong
/// position. The residuals that they cannot explain are the only sign. As in surveying, the
/// reported accuracy is scaled by them.
struct RadioMisfit: Sendable {
  /// Mean normalised residual squared of access points and of beacons, with the last number of
  /// readings.
  ///
  /// Nil before the first.
  private var kinds: [(error: Double, count: Double)?] = [nil, nil]

  /// Updates the misfit with some readings.
  ///
  /// - Parameters:
  ///   - error: Mean normalised residual squared.
  ///   - count: Number of readings.
  ///   - isBeacon: True for beacons.
  ///   - gain: Smoothing gain.
  mutating func process(_ error: Double, of count: Int, isBeacon: Bool, gain: Double) {
    let kind = isBeacon ? 1 : 0
    guard let last = kinds[kind] else { return kinds[kind] = (error, Double(count)) }
    kinds[kind] = (last.error + gain * (error - last.error), Double(count))
  }

  /// Recent numbers of strong readings of known and of unknown access points.
  private var met = (known: 0.0, unknown: 0.0)

  /// Counts a strong reading of an access point.
  ///
  /// - Parameter isKnown: True if the survey has the access point.
  mutating func meet(isKnown: Bool) {
    if isKnown { met.known += 1 } else { met.unknown += 1 }
  }

  /// Decays the counts, once per scan.
  ///
  /// - Parameter share: Share that remains.
  mutating func fade(to share: Double) {
    met = (met.known * share, met.unknown * share)
  }

  /// Returns the misfit relative to the usual, as a mean square, bounded above.
  func excess(_ answer: IndoorAnswerParameters) -> Double {
    guard let error else { return 1 }
    return min(answer.maxMisfit, max(1, error / answer.usualMisfit))
  }

  /// True if the readings are consistent with a surveyed area.
  func isSurveyed(_ answer: IndoorAnswerParameters) -> Bool {
    (error ?? 0) < answer.unsurveyedMisfit && unknownShare < answer.unsurveyedUnknowns
  }

  /// Share of unknown access points among the strong readings.
  private var unknownShare: Double { met.unknown / max(1, met.known + met.unknown) }

  /// Mean normalised residual squared of both kinds; nil before the first.
  private var error: Double? {
    let known = kinds.compactMap { $0 }
    let count = known.reduce(0) { $0 + $1.count }
    guard count > 0 else { return nil }
    return known.reduce(0) { $0 + $1.error * $1.count } / count
  }
}
