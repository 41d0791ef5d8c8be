import Kernel

/// The error model of one three-axis sensor: scale, cross-axis, bias, drift, white noise, range, steps.
struct InertialSensor: Sendable {
  /// Time scale of the bias drift, in s: the warming of a phone in use, an estimate.
  private static let driftSpacing = 180.0

  /// The scale and cross-axis matrix, by columns.
  private let right, top, out: PhoneVector
  private let bias: PhoneVector
  private let driftSize: Float
  private let density: Float
  private let resolution, perStep: Float
  private let range: PhoneVector
  private let jitter: Float
  private var drift: InertialDrift
  private var offset = PhoneVector.zero
  private var second = Int64.min

  init(_ parameters: InertialSensorParameters, draws: RandomStream) {
    var draws = draws
    func entry(_ one: Float, _ deviation: Double) -> Float {
      one + Float(deviation * draws.gaussian())
    }
    let (scale, cross) = (parameters.scaleError, parameters.crossAxis)
    right = [entry(1, scale), entry(0, cross), entry(0, cross), 0]
    top = [entry(0, cross), entry(1, scale), entry(0, cross), 0]
    out = [entry(0, cross), entry(0, cross), entry(1, scale), 0]
    bias = [
      entry(0, parameters.bias), entry(0, parameters.bias), entry(0, parameters.bias), 0,
    ]
    driftSize = Float(parameters.drift)
    density = Float(parameters.noiseDensity)
    resolution = Float(parameters.resolution)
    perStep = parameters.resolution > 0 ? Float(1 / parameters.resolution) : 0
    range = PhoneVector(repeating: Float(min(parameters.range, 1e30)))
    jitter = Float(parameters.stampJitter * 1e9)
    drift = InertialDrift(InertialNoise(draws), .drift, spacing: Self.driftSpacing)
  }

  /// The standard deviation of a reading at a sample rate, in Hz: white noise up to half of it.
  func noise(atHertz hertz: Double) -> Float {
    density * Float((max(hertz, 0) / 2).squareRoot())
  }

  /// The reading of a true value.
  ///
  /// - Parameters:
  ///   - truth: The true value, in the device's axes.
  ///   - draws: Four draws: the three axes' noise, and the stamp's.
  ///   - noise: The standard deviation of the noise.
  ///   - nanoseconds: The time.
  /// - Returns: The reading.
  @inline(__always)
  mutating func reading(
    of truth: PhoneVector, draws: PhoneVector, noise: Float, nanoseconds: Int64
  ) -> PhoneVector {
    if nanoseconds >> 30 != second { wander(nanoseconds) }
    var reading = right * truth.x + top * truth.y + out * truth.z + offset + draws * noise
    // Equal to clamping to the range, which costs a call per bound.
    reading.replace(with: -range, where: reading .< -range)
    reading.replace(with: range, where: reading .> range)
    if perStep > 0 {
      // Adding and subtracting 1.5 x 2²³ rounds to whole steps; a sensor's range has at most 2¹⁶.
      reading = ((reading * perStep + 12_582_912) - 12_582_912) * resolution
    }
    return reading
  }

  /// The time stamp error of a reading, in ns.
  @inline(__always)
  func stampError(_ draw: Float) -> Int64 { Int64(jitter * draw) }

  /// Updates the bias, which is held for 2³⁰ ns.
  @inline(never)
  private mutating func wander(_ nanoseconds: Int64) {
    second = nanoseconds >> 30
    offset = bias + drift(second << 30).value.lowHalf * driftSize
  }
}
