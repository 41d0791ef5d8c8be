/// The learned numbers of an ``ActivityClassifier``: a network with one hidden layer.
public struct ActivityModel: Sendable {
  /// How many units the hidden layer has.
  public static let hiddenCount = 32
  /// How many numbers make a model.
  public static let numberCount =
    2 * MotionFeatureVector.count + (MotionFeatureVector.count + 1) * hiddenCount
    + (hiddenCount + 1) * ActivityClass.count

  /// Each feature's mean in training, and one over its standard deviation.
  let means, scales: [Float]
  /// Four vectors of eight hidden units for each feature, then for the constant.
  let hidden: [SIMD8<Float>]
  /// A vector of eight classes for each hidden unit, then for the constant.
  let output: [SIMD8<Float>]

  /// Puts a model together.
  ///
  /// - Parameter numbers: Means, scales, then the hidden layer's weights by feature and unit with
  /// the
  ///   constants last, then the classes' by unit and class with the constants last.
  ///
  /// Nil unless there are as many as there must be, all of them finite.
  public init?(_ numbers: [Float]) {
    guard numbers.count == Self.numberCount, numbers.allSatisfy(\.isFinite) else { return nil }
    let features = MotionFeatureVector.count
    func vectors(_ range: Range<Int>) -> [SIMD8<Float>] {
      stride(from: range.lowerBound, to: range.upperBound, by: 8).map { start in
        var vector = SIMD8<Float>.zero
        for lane in 0..<8 { vector[lane] = numbers[start + lane] }
        return vector
      }
    }
    means = Array(numbers[0..<features])
    scales = Array(numbers[features..<2 * features])
    let middle = 2 * features + (features + 1) * Self.hiddenCount
    hidden = vectors(2 * features..<middle)
    output = vectors(middle..<numbers.count)
  }

  /// A model that has learned nothing: every class is as probable as any other.
  public static var blank: ActivityModel {
    ActivityModel(zeros: ())
  }

  private init(zeros: Void) {
    let features = MotionFeatureVector.count
    means = Array(repeating: 0, count: features)
    scales = Array(repeating: 1, count: features)
    hidden = Array(repeating: .zero, count: (features + 1) * Self.hiddenCount / 8)
    output = Array(repeating: .zero, count: Self.hiddenCount + 1)
  }
}
