extension GNSSConfidence {
  /// Coefficients of ``Evidence/regressors``, from 31 sets of recordings and scenarios.
  ///
  /// Made by `swift run -c release train radii --recordings FOLDER... --simulated FOLDER...`.
  static let learned: SIMD8<Double> = [
    0.3033, 0.9587, 0.3704, 2.5339, 0.3264, 0.0, 0.0, 0.0,
  ]
}
