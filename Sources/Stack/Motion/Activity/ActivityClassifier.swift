import Glibc

/// Classifies a window's features with a multilayer perceptron (32 ReLU units, softmax output).
///
/// The probabilities are for a uniform prior over the classes.
public struct ActivityClassifier: Sendable {
  private let model: ActivityModel
  private let reach: Float

  /// Creates a classifier.
  ///
  /// - Parameters:
  ///   - model: The trained weights.
  ///   - reach: Clips standardised features to this many standard deviations.
  public init(
    model: ActivityModel = .learned, reach: Float = ActivityTracker.Parameters().featureReach
  ) {
    self.model = model
    self.reach = reach
  }

  /// Returns the probability of each class, in the order of ``ActivityClass``; the sum is 1.
  public func probabilities(of vector: MotionFeatureVector) -> SIMD8<Float> {
    var sums = (
      SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero
    )
    var scores = SIMD8<Float>.zero
    model.hidden.withUnsafeBufferPointer { hidden in
      for number in 0..<MotionFeatureVector.count {
        let apart = (vector.values[number] - model.means[number]) * model.scales[number]
        let value = max(-reach, min(reach, apart))
        Self.add(hidden, number, value, to: &sums)
      }
      Self.add(hidden, MotionFeatureVector.count, 1, to: &sums)
    }
    model.output.withUnsafeBufferPointer { output in
      scores = output[ActivityModel.hiddenCount]
      for lane in 0..<8 {
        scores += output[lane] * max(0, sums.0[lane])
        scores += output[8 + lane] * max(0, sums.1[lane])
        scores += output[16 + lane] * max(0, sums.2[lane])
        scores += output[24 + lane] * max(0, sums.3[lane])
      }
    }
    scores -= scores.max()
    var result = SIMD8<Float>.zero
    for lane in 0..<8 { result[lane] = exp(scores[lane]) }
    return result / result.sum()
  }

  @inline(__always)
  private static func add(
    _ hidden: UnsafeBufferPointer<SIMD8<Float>>, _ number: Int, _ value: Float,
    to sums: inout (SIMD8<Float>, SIMD8<Float>, SIMD8<Float>, SIMD8<Float>)
  ) {
    sums.0 += hidden[4 * number] * value
    sums.1 += hidden[4 * number + 1] * value
    sums.2 += hidden[4 * number + 2] * value
    sums.3 += hidden[4 * number + 3] * value
  }
}
