import Glibc

/// What one window says: a logarithm of likelihood for each class in eighths, and the hints beside
/// it.
///
/// Sixteen bytes with its time, so that seven days of them fit into 4 MB.
@frozen
public struct ActivityEvidence: Hashable, Sendable {
  /// How fast a speed of 1 counts, in m/s.
  static let speedStep: Float = 0.25
  static let noSpeed = UInt8.max
  /// How fine logarithms are kept.
  static let logStep: Float = 0.0625

  /// How much less likely each class is than the likeliest, in steps of ``logStep`` of a natural
  /// logarithm.
  public var deficits: SIMD8<UInt8>
  /// The speed over ground in steps of 0.25 m/s, 255 for unknown.
  public var speed: UInt8
  /// Whether the phone hangs on a car, by its link or its charger.
  public var isLinked: Bool
  /// Whether it is beyond doubt no phone, but a watch.
  public var isOnWrist: Bool

  /// Puts evidence together.
  ///
  /// - Parameters:
  ///   - probabilities: Of each class, as ``ActivityClassifier`` tells them.
  ///   - speed: The speed over ground in m/s, if it is known.
  ///   - isLinked: Whether the phone hangs on a car.
  ///   - isOnWrist: Whether it is beyond doubt no phone, but a watch.
  public init(
    probabilities: SIMD8<Float>, speed: Double? = nil, isLinked: Bool = false,
    isOnWrist: Bool = false
  ) {
    let most = max(probabilities.max(), 1e-6)
    var deficits = SIMD8<UInt8>.zero
    for lane in 0..<8 {
      let share = max(probabilities[lane] / most, 1e-6)
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

  /// The likelihood of each class, the likeliest being 1.
  var likelihoods: SIMD8<Float> {
    var result = SIMD8<Float>.zero
    for lane in 0..<8 { result[lane] = exp(-Float(deficits[lane]) * Self.logStep) }
    return result
  }
}
