import Glibc
import Kernel
import Motion

/// Trains an ``ActivityModel`` on examples: Adam on the cross-entropy of a network with one hidden layer of
/// rectified linear units (Kingma and Ba, "Adam: a method for stochastic optimization", 2015).
struct ActivityNetwork {
  /// Hyperparameters of the training.
  struct Settings {
    var epochs = 14
    var examplesPerEpoch = 60_000
    var batch = 128
    var rate: Float = 0.002
    /// Weight decay per unit of learning rate.
    var decay: Float = 0.003
    /// Label smoothing: share of the target spread over all classes, against overconfidence.
    var smoothing: Float = 0.02
    /// Input noise, in standard deviations, and dropout rate of inputs, against overfitting to details of a
    /// few people.
    var noise: Float = 0.2
    /// Input noise of step periods and rates: fast walkers and slow runners differ by a tenth of a step per
    /// second.
    var rhythmNoise: Float = 0.04
    var dropout = 0.1
    var seed: UInt64 = 1

    init() {}
  }

  private static let inputs = MotionFeatureVector.count
  private static let units = ActivityModel.hiddenCount
  private static let classes = ActivityClass.count
  private static let isRhythm = MotionFeatureVector.Feature.allCases.map {
    [.shortPeriod, .shortSubharmonic, .longPeriod, .longSubharmonic, .stepRate].contains($0)
  }

  private var means: [Float], scales: [Float]
  private var first, second: AdamWeights

  /// Trains a network.
  ///
  /// - Parameters:
  ///   - examples: The training examples.
  ///   - weights: Their sampling weights.
  ///   - settings: The hyperparameters.
  /// - Returns: The model's numbers.
  static func learn(
    _ examples: [TrainingExample], weights: [Double], settings: Settings = Settings()
  ) -> [Float] {
    var network = ActivityNetwork(examples, weights: weights, seed: settings.seed)
    var draws = RandomStream(seed: settings.seed, purpose: "training.draws")
    var sums: [Double] = []
    var sum = 0.0
    for weight in weights {
      sum += weight
      sums.append(sum)
    }
    let steps = settings.epochs * settings.examplesPerEpoch / settings.batch
    for step in 0..<steps {
      for _ in 0..<settings.batch {
        let place = draws.uniform(in: 0...sum)
        var (low, high) = (0, sums.count - 1)
        while low < high {
          let middle = (low + high) / 2
          if sums[middle] < place { low = middle + 1 } else { high = middle }
        }
        network.learn(examples[low], settings, &draws)
      }
      // Cosine decay to zero.
      let rate = settings.rate * Float(0.5 + 0.5 * cos(Double.pi * Double(step) / Double(steps)))
      network.step(rate: rate, count: Float(settings.batch), decay: settings.decay)
    }
    return network.numbers
  }

  private init(_ examples: [TrainingExample], weights: [Double], seed: UInt64) {
    var sums = Array(repeating: 0.0, count: Self.inputs), squares = sums
    var whole = 0.0
    for (example, weight) in zip(examples, weights) {
      whole += weight
      for number in 0..<Self.inputs {
        let value = Double(example.features.values[number])
        sums[number] += weight * value
        squares[number] += weight * value * value
      }
    }
    means = sums.map { Float($0 / whole) }
    scales = (0..<Self.inputs).map {
      let mean = sums[$0] / whole
      return Float(1 / max(1e-3, (squares[$0] / whole - mean * mean).squareRoot()))
    }
    var draws = RandomStream(seed: seed, purpose: "training.weights")
    first = AdamWeights(
      (0..<(Self.inputs + 1) * Self.units).map {
        $0 < Self.inputs * Self.units
          ? Float(draws.gaussian() * (2 / Double(Self.inputs)).squareRoot()) : 0
      })
    second = AdamWeights(
      (0..<(Self.units + 1) * Self.classes).map {
        $0 < Self.units * Self.classes
          ? Float(draws.gaussian() * (1 / Double(Self.units)).squareRoot()) : 0
      })
  }

  private var numbers: [Float] { means + scales + first.values + second.values }

  private mutating func learn(
    _ example: TrainingExample, _ settings: Settings, _ draws: inout RandomStream
  ) {
    typealias Units = SIMD32<Float>
    var inputs = InlineArray<50, Float>(repeating: 0)
    var sums = first.vector(Self.inputs, as: Units.self)
    for number in 0..<Self.inputs {
      let apart = (example.features.values[number] - means[number]) * scales[number]
      let noise = Self.isRhythm[number] ? settings.rhythmNoise : settings.noise
      let shaken = max(-4, min(4, apart)) + noise * Float(draws.gaussian())
      inputs[number] = draws.happens(withProbability: settings.dropout) ? 0 : shaken
      sums += first.vector(number, as: Units.self) * inputs[number]
    }
    let active = sums.replacing(with: 0, where: sums .< 0)
    var scores = second.vector(Self.units, as: SIMD8<Float>.self)
    for unit in 0..<Self.units {
      scores += second.vector(unit, as: SIMD8<Float>.self) * active[unit]
    }
    scores -= scores.max()
    var shares = SIMD8<Float>.zero
    for lane in 0..<8 { shares[lane] = exp(scores[lane]) }
    shares /= shares.sum()
    var error = shares - settings.smoothing / Float(Self.classes)
    error[example.label.rawValue] -= 1 - settings.smoothing
    var back = Units.zero
    for unit in 0..<Self.units {
      back[unit] = (second.vector(unit, as: SIMD8<Float>.self) * error).sum()
      second.addSlope(error * active[unit], at: unit)
    }
    second.addSlope(error, at: Self.units)
    back.replace(with: 0, where: sums .<= 0)
    for number in 0..<Self.inputs { first.addSlope(back * inputs[number], at: number) }
    first.addSlope(back, at: Self.inputs)
  }

  private mutating func step(rate: Float, count: Float, decay: Float) {
    first.step(rate: rate, count: count, decay: decay)
    second.step(rate: rate, count: count, decay: decay)
  }
}

/// Weights with the state of the Adam optimiser.
struct AdamWeights {
  private(set) var values: [Float]
  private var slopes, mean, square: [Float]
  private var steps = 0

  init(_ values: [Float]) {
    self.values = values
    slopes = Array(repeating: 0, count: values.count)
    mean = slopes
    square = slopes
  }

  func vector<Vector: SIMD>(_ row: Int, as type: Vector.Type) -> Vector
  where Vector.Scalar == Float {
    values.withUnsafeBytes {
      $0.loadUnaligned(
        fromByteOffset: row * Vector.scalarCount * MemoryLayout<Float>.size, as: type)
    }
  }

  mutating func addSlope<Vector: SIMD>(_ slope: Vector, at row: Int)
  where Vector.Scalar == Float {
    slopes.withUnsafeMutableBufferPointer { slopes in
      let start = row * Vector.scalarCount
      for lane in 0..<Vector.scalarCount { slopes[start + lane] += slope[lane] }
    }
  }

  mutating func step(rate: Float, count: Float, decay: Float) {
    steps += 1
    let first = 1 - pow(0.9, Float(steps)), second = 1 - pow(0.999, Float(steps))
    for number in values.indices {
      let slope = slopes[number] / count
      mean[number] += 0.1 * (slope - mean[number])
      square[number] += 0.001 * (slope * slope - square[number])
      values[number] -=
        rate
        * (mean[number] / first / ((square[number] / second).squareRoot() + 1e-8)
          + decay * values[number])
      slopes[number] = 0
    }
  }
}
