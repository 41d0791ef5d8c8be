import Glibc
import Kernel

/// A pressure sensor: offset, temperature coefficient, and white noise under a moving average.
///
/// Phones filter: the readings of IPIN 2023 track 3 differ from one to the next by 0.46 to 0.50 Pa (root
/// mean square over √2) though they spread by 1.2 to 2.5 Pa, and the variance of differences grows in
/// proportion to the lag until 1.2 s (SM-G930F, 10 Hz) or 1.7 s (SM-A520F, 6 Hz). That is a moving
/// average of white noise.
struct BarometerSensor: Sendable {
  /// The number of independent noise values in the average.
  private static let pieces = 12

  private let noise: RandomStream
  private let offset: Double
  private let amplitude: Double
  private let windowSeconds: Double
  /// Temperature coefficient, in Pa/K: the BMP280's data sheet says ±1.5 (from memory).
  private let thermal: Double
  private let resolution: Double

  init(_ parameters: BarometerParameters, for receiver: SignalReceiver) {
    var traits = receiver.stream("barometer.traits")
    let make = parameters.offsetPascals > 0 ? receiver.make.pressurePascals : 0
    offset = traits.gaussian() * parameters.offsetPascals + make
    // One of the two measured phones is noisier by a seventh; a wider spread is an estimate.
    amplitude = parameters.noisePascals * exp(0.15 * traits.gaussian())
    windowSeconds = traits.uniform(in: 1.0...1.8)
    let coefficient = min(2, max(-2, traits.gaussian())) * 0.75
    thermal = parameters.temperature ? coefficient : 0
    resolution = parameters.resolutionPascals
    noise = receiver.stream("barometer.noise")
  }

  /// The reading of a pressure, in Pa.
  func reading(of pascals: Double, warmth: Double, at seconds: Double) -> Double {
    var reading = pascals + offset + thermal * (warmth - 20)
    if amplitude > 0 { reading += amplitude * unitNoise(at: seconds) }
    guard resolution > 0 else { return reading }
    return (reading / resolution).rounded() * resolution
  }

  /// Noise of unit variance: the moving average of white noise, stepped by the sensor's own clock.
  private func unitNoise(at seconds: Double) -> Double {
    // Times before the start, down to a year, are valid, too.
    let piece = ((seconds / windowSeconds + 4e7) * Double(Self.pieces)).rounded(.down)
    var stream = noise
    stream.skip(words: UInt64(max(0, min(1e18, piece))))
    var sum = 0.0
    for _ in 0..<Self.pieces { sum += stream.gaussian() }
    return sum / Double(Self.pieces).squareRoot()
  }
}
