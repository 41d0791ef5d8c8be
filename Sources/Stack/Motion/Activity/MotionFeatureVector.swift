public import Kernel

/// Feature vector of a window of acceleration, invariant to the phone's orientation.
///
/// All features derive from magnitudes, from components along and across gravity, and from sums over the
/// three axes. Sizes are natural logarithms of m/s².
@frozen
public struct MotionFeatureVector: Sendable {
  /// Index of each feature.
  public enum Feature: Int, CaseIterable, Sendable {
    case spread, verticalSpread, horizontalSpread, magnitudeSpread
    case fastSpread, fastBurst, calmestHalfSecond, wildestHalfSecond
    case turnWithin, turnSince, skewness, kurtosis, range
    case shortPeriodicity, shortPeriod, shortSubharmonic
    case longPeriodicity, longPeriod, longSubharmonic
    case total03, total08, total15, total22, total32, total50, total70
    case vertical03, vertical08, vertical15, vertical22, vertical32, vertical50, vertical70
    case totalPeak, totalSharpness, verticalPeak, verticalSharpness, centroid, entropy
    case spreadBefore, crossings, slowSpread, slowRange, lacksFast
    case lowest, lowShare, stepRate, stepSharpness
    case lastSpread, lastFastSpread
  }

  public static let count = Feature.allCases.count

  /// Time of the last reading in the window.
  public var time: SimTime
  public var values: InlineArray<50, Float>

  public init(time: SimTime) {
    self.time = time
    values = InlineArray(repeating: 0)
  }

  public subscript(feature: Feature) -> Float {
    get { values[feature.rawValue] }
    set { values[feature.rawValue] = newValue }
  }
}
