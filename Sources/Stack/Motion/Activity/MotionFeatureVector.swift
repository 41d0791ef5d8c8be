public import Kernel

/// What a few seconds of acceleration look like, in numbers that don't depend on how the phone
/// lies.
///
/// Everything is reckoned from magnitudes, from the parts along and across gravity, and from sums
/// over the three axes, so that turning the phone about any axis changes nothing. Sizes are natural
/// logarithms of m/s².
@frozen
public struct MotionFeatureVector: Sendable {
  /// What each number is, in order.
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

  /// How many numbers there are.
  public static let count = Feature.allCases.count

  /// When the last reading was taken that went into it.
  public var time: SimTime
  /// The numbers.
  public var values: InlineArray<50, Float>

  /// Creates a vector of zeros.
  public init(time: SimTime) {
    self.time = time
    values = InlineArray(repeating: 0)
  }

  /// One of the numbers.
  public subscript(feature: Feature) -> Float {
    get { values[feature.rawValue] }
    set { values[feature.rawValue] = newValue }
  }
}
