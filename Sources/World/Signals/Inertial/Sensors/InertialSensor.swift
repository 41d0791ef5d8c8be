import Kernel

/// One three-axis sensor of one device: from what is there to what it reads.
struct InertialSensor: Sendable {
  /// How long the offset takes to wander, in s: the warming of a phone in use, an estimate.
  private static let driftSpacing = 180.0

  /// What the sensor's axes make of the device's: scale and cross-axis errors.
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

  /// Draws a device's sensor.
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

  /// The standard deviation of a reading at a rate, in Hz: white up to half of it.
  func noise(atHertz hertz: Double) -> Float {
    density * Float((max(hertz, 0) / 2).squareRoot())
  }

  /// What it reads.
  ///
  /// - Parameters:
  ///   - truth: What is there, in the device's axes.
  ///   - draws: Four draws: the three axes' noise, and the stamp's.
  ///   - noise: The standard deviation of the noise.
  ///   - nanoseconds: When.
  /// - Returns: The reading.
  @inline(__always)
  mutating func reading(
    of truth: PhoneVector, draws: PhoneVector, noise: Float, nanoseconds: Int64
  ) -> PhoneVector {
    if nanoseconds >> 30 != second { wander(nanoseconds) }
    var reading = right * truth.x + top * truth.y + out * truth.z + offset + draws * noise
    // As clamping to the range does, which is a call for each of two bounds.
    reading.replace(with: -range, where: reading .< -range)
    reading.replace(with: range, where: reading .> range)
    if perStep > 0 {
      // Adding and taking 1.5 x 2²³ rounds to whole steps; a sensor's range has at most 2¹⁶.
      reading = ((reading * perStep + 12_582_912) - 12_582_912) * resolution
    }
    return reading
  }

  /// By how much the stamp of a reading is off, in ns.
  @inline(__always)
  func stampError(_ draw: Float) -> Int64 { Int64(jitter * draw) }

  /// The offset, which is held for 2³⁰ ns.
  @inline(never)
  private mutating func wander(_ nanoseconds: Int64) {
    second = nanoseconds >> 30
    offset = bias + drift(second << 30).value.lowHalf * driftSize
  }
}
