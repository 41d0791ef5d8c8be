import Glibc

/// Evidence of one window: the quantised log likelihood of each class, and hints from other sources.
@frozen
public struct ActivityEvidence: Hashable, Sendable {
  /// Resolution of ``speed``, in m/s.
  static let speedStep: Float = 0.25
  static let noSpeed = UInt8.max
  /// Resolution of the log likelihoods.
  static let logStep: Float = 0.0625

  /// Log likelihood ratio of the likeliest class to each class, in steps of ``logStep``.
  public var deficits: SIMD8<UInt8>
  /// The speed over ground in steps of 0.25 m/s, 255 for unknown.
  public var speed: UInt8
  /// True if the phone is linked to a car or plugged into its charger.
  public var isLinked: Bool
  /// True if the readings are certainly those of a watch.
  public var isOnWrist: Bool

  /// Quantises a window's evidence.
  ///
  /// - Parameters:
  ///   - probabilities: Class probabilities from ``ActivityClassifier``.
  ///   - speed: Speed over ground in m/s; nil if unknown.
  ///   - isLinked: True if the phone is linked to a car or plugged into its charger.
  ///   - isOnWrist: True if the readings are certainly those of a watch.
  public init(
    probabilities: SIMD8<Float>, speed: Double? = nil, isLinked: Bool = false,
    isOnWrist: Bool = false
  ) {
    let maximum = max(probabilities.max(), 1e-6)
    var deficits = SIMD8<UInt8>.zero
    for lane in 0..<8 {
      let share = max(probabilities[lane] / maximum, 1e-6)
      deficits[lane] = UInt8(min(255, max(0, -log(share) / Self.logStep)))
    }
    self.deficits = deficits
    if let speed, speed.isFinite, speed >= 0 {
      self.speed = UInt8(min(254, Float(min(speed, 1e3)) / Self.speedStep + 0.5))
    } else {
      self.speed = Self.noSpeed
    }
    self.isLinked = isLinked
    self.isOnWrist = isOnWrist
  }

  init(deficits: SIMD8<UInt8>, speed: UInt8, isLinked: Bool, isOnWrist: Bool) {
    self.deficits = deficits
    self.speed = speed
    self.isLinked = isLinked
    self.isOnWrist = isOnWrist
  }

  /// Likelihood of each class, scaled so that the maximum is 1.
  package var likelihoods: SIMD8<Float> {
    var result = SIMD8<Float>.zero
    for lane in 0..<8 { result[lane] = exp(-Float(deficits[lane]) * Self.logStep) }
    return result
  }
}
