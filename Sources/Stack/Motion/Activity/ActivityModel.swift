/// Weights of an ``ActivityClassifier``: a multilayer perceptron with one hidden layer.
public struct ActivityModel: Sendable {
  /// Number of hidden units.
  public static let hiddenCount = 32
  /// Number of values in a serialised model.
  public static let numberCount =
    2 * MotionFeatureVector.count + (MotionFeatureVector.count + 1) * hiddenCount
    + (hiddenCount + 1) * ActivityClass.count

  /// Mean of each feature in training, and the reciprocal of its standard deviation.
  let means, scales: [Float]
  /// Hidden weights: four vectors of eight units for each feature, then the biases.
  let hidden: [SIMD8<Float>]
  /// Output weights: a vector of eight classes for each hidden unit, then the biases.
  let output: [SIMD8<Float>]

  /// Creates a model from its serialised values; nil if their number is wrong or one is not finite.
  ///
  /// - Parameter numbers: Means, scales, hidden weights by feature and unit, hidden biases, output weights by
  ///   unit and class, output biases.
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

  /// Untrained model: all classes are equally probable.
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
