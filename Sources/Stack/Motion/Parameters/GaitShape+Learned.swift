extension GaitShape {
  /// Hidden unit of the network.
  struct HiddenUnit: Sendable {
    var bias: Float
    var output: Float
    /// Weights of the standardised features.
    var weights: [Float]
  }

  // Trained by weighted logistic loss (Adam, 40 epochs, weight decay 1e-3) on 40,780 windows of 4 s of
  // recordings and 18,935 simulated ones; a class weighs as the square root of its size. Gait: Oxford step
  // counter, MotionSense, WISDM 51 (phone and watch), sp-sw-har, QROWD, Malmo, Mobilise-D lab, and simulated
  // walks, runs and rides. No gait: the other activities of these sets, Bratislava trams and shoulder exercises
  // with a watch (5 persons, seglearn). The script is not part of the repository. Features: evidence,
  // correlations at a stride and a step, log rate, log excess, five log changes, vertical ratio, skewness.

  /// Mean and standard deviation of each feature.
  static let means: [Float] = [
    0.323, 0.648, 0.292, -0.145, -0.193, 0.758, 0.972, 1.349, 1.47, 1.492, -0.308, 0.079,
  ]
  static let deviations: [Float] = [
    4.745, 0.285, 0.465, 0.323, 0.567, 0.996, 0.995, 0.943, 0.88, 0.845, 0.709, 0.757,
  ]
  static let bias: Float = -2.541
  static let units: [HiddenUnit] = [
    HiddenUnit(
      bias: -1.328, output: 2.085,
      weights: [
        -0.326, -0.187, -0.219, 0.661, 0.718, 0.635, 0.454, -0.342, 0.06, 0.55, 0.511, -0.405,
      ]),
    HiddenUnit(
      bias: 0.418, output: -2.129,
      weights: [
        -1.151, -0.002, -0.369, -1.157, 0.035, 0.367, -0.412, 0.816, 0.11, -0.512, 0.057, -0.398,
      ]),
    HiddenUnit(
      bias: 0.671, output: 1.664,
      weights: [
        0.492, 0.412, 0.851, 0.532, 0.619, -0.412, 0.612, 0.067, -0.623, -0.191, -0.224, 0.072,
      ]),
    HiddenUnit(
      bias: -0.35, output: -1.112,
      weights: [
        -0.739, -0.093, 0.191, -0.946, 0.413, 0.271, 0.068, 0.057, -0.022, -0.255, 0.33, -0.207,
      ]),
    HiddenUnit(
      bias: 1.216, output: 1.616,
      weights: [
        0.12, -0.221, 0.079, -0.302, 0.666, 0.397, 0.216, -0.942, -0.787, -0.518, 0.057, -0.389,
      ]),
    HiddenUnit(
      bias: 0.431, output: -1.712,
      weights: [
        0.025, 0.431, 0.072, -0.039, -0.106, -0.004, 0.005, 0.661, 0.916, 0.271, -0.374, -0.714,
      ]),
    HiddenUnit(
      bias: -1.545, output: -2.519,
      weights: [
        -0.469, 0.083, -0.526, -0.457, -0.234, 0.219, -0.829, -0.432, 0.331, -0.024, 1.586,
        -0.34,
      ]),
    HiddenUnit(
      bias: 0.698, output: 1.775,
      weights: [
        0.716, -0.052, -0.907, 0.572, 0.433, -0.03, -0.315, -0.649, -0.052, 0.416, 0.801, 0.04,
      ]),
  ]
}
