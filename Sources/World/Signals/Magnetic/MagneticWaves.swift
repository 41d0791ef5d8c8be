import Geometry
import Glibc
import Kernel

/// A random source-free magnetic field between floor and ceiling: sixteen harmonic waves.
///
/// Steel in the slabs and on other storeys makes a field without divergence and curl between them. A sum
/// of waves along the floor that decay away from their slab satisfies this exactly: the potential
/// exp(-k z) cos(k · x) is harmonic.
struct MagneticWaves: Sendable {
  private typealias Lanes = SIMD16<Float>

  /// Height above the floor at which the amplitudes hold, in m: that of a phone.
  private static let reference = 1.0

  /// Phase in turns per metre east and north; phase at the origin in turns.
  private var east = Lanes(), north = Lanes(), phase = Lanes()
  /// Amplitudes in µT east, north and up.
  private var alongEast = Lanes(), alongNorth = Lanes(), upward = Lanes()
  /// Growth rate with height, in 1/m; negative for waves from the floor slab.
  private var growth = Lanes()

  /// Creates a zero field.
  init() {}

  /// Draws a field.
  ///
  /// - Parameters:
  ///   - deviation: The standard deviation of the vertical component, in µT; each horizontal one has
  ///     less by √2.
  ///   - wavelengths: The ranges of the sixteen wavelengths, in m.
  ///   - shares: The relative variance of each wave.
  ///   - stream: The random stream.
  init(
    deviation: Double, wavelengths: [ClosedRange<Double>], shares: [Double],
    stream: RandomStream
  ) {
    var draws = stream
    let whole = shares.reduce(0, +)
    for lane in 0..<16 {
      let wavelength = draws.uniform(in: wavelengths[lane])
      let angle = draws.uniform(in: 0...(2 * .pi))
      let number = 2 * Double.pi / wavelength
      let amplitude = deviation * (2 * shares[lane] / whole).squareRoot()
      let fromFloor = lane.isMultiple(of: 2)
      east[lane] = Float(cos(angle) / wavelength)
      north[lane] = Float(sin(angle) / wavelength)
      phase[lane] = Float(draws.uniform())
      alongEast[lane] = Float(amplitude * cos(angle))
      alongNorth[lane] = Float(amplitude * sin(angle))
      upward[lane] = Float(fromFloor ? amplitude : -amplitude)
      growth[lane] = Float(fromFloor ? -number : number)
    }
  }

  /// The field at a point, in µT; heights above the floor are clamped to 0.3 m to 2 m.
  func field(east x: Double, north y: Double, height: Double) -> Vec3 {
    let turns = east * Float(x) + north * Float(y) + phase
    // Adding and subtracting 1.5 · 2^23 rounds to whole turns.
    let magic = Float(0x1.8p23)
    let half = (turns - ((turns + magic) - magic)) * Float.pi
    // Sine and cosine of the half angle, at most a quarter turn: Taylor series, within 1e-4.
    let square = half * half
    let sineEnd = Float(1.0 / 120) - square * Float(1.0 / 5040)
    let sine = half * (1 - square * (Float(1.0 / 6) - square * sineEnd))
    let cosineEnd = Float(1.0 / 720) - square * Float(1.0 / 40_320)
    let cosine = 1 - square * (0.5 - square * (Float(1.0 / 24) - square * cosineEnd))
    // Exponential of at most 1.5 or so, as the eighth power of a cubic: within 0.5 %.
    let rise = Float((min(2, max(0.3, height)) - Self.reference) / 8)
    let power = growth * rise
    var scale = 1 + power * (1 + power * (0.5 + power * Float(1.0 / 6)))
    scale *= scale
    scale *= scale
    scale *= scale
    let wave = 2 * sine * cosine * scale
    let crest = (1 - 2 * sine * sine) * scale
    return Vec3(
      Self.sum(alongEast * wave), Self.sum(alongNorth * wave), Self.sum(upward * crest))
  }

  private static func sum(_ lanes: Lanes) -> Double {
    let eight = lanes.lowHalf + lanes.highHalf
    let four = eight.lowHalf + eight.highHalf
    let two = four.lowHalf + four.highHalf
    return Double(two.x + two.y)
  }
}
