public import Geometry
import Glibc
import Kernel

/// Small-scale fading of one transmitter: Clarke's sum of plane waves, frozen in space.
///
/// Rays from walls and furniture interfere within a quarter of a wavelength. The pattern is a property
/// of the position: a phone that returns to a spot measures the same, and one at rest is stable for
/// hours (herald-analysis 2021-03-11: less than 1 dB over four minutes). The field is the sum of sixteen
/// plane waves of equal strength from all round (Clarke, Bell Syst. Tech. J. 47, 1968), so that its
/// correlation over a horizontal distance d is near J0(2πd/λ). Each wave has an excess delay; at another
/// frequency its phase shifts by that delay, which makes channels fade differently (exponential delay
/// profile, as in Saleh and Valenzuela, IEEE JSAC 5, 1987).
///
/// The waves are functions of the phone's position alone. Draws are addressed by seed and transmitter.
public struct FadingField: Sendable {
  /// The speed of light, in m/s (exact).
  public static let lightSpeed = 299_792_458.0

  /// The frequency of the pattern, in MHz.
  public let megahertz: Double

  /// Phase in turns per metre east, north and up.
  private let east, north, up: (SIMD8<Double>, SIMD8<Double>)
  /// Phase at the origin, in turns.
  private let start: (SIMD8<Double>, SIMD8<Double>)
  /// Phase in turns per MHz away from the pattern's frequency.
  private let delay: (SIMD8<Double>, SIMD8<Double>)
  /// The waves scattered by moving people: Doppler in turns per second, and initial phase.
  private let stirRate, stirStart: SIMD4<Double>

  /// Max sine of the elevation of arriving rays; an estimate for rooms much wider than high.
  private static let elevation = 0.35
  /// Doppler spread due to people indoors who walk now and then, in Hz.
  ///
  /// An estimate for bodies at 0.1 to 0.5 m/s at 2.4 GHz, with shifts up to 2v/λ.
  private static let stirSpread = 2.0

  /// Draws the waves of a transmitter.
  ///
  /// - Parameters:
  ///   - seed: The run's seed.
  ///   - transmitter: The transmitter's number in random streams: a hash of its name.
  ///   - megahertz: The pattern's frequency, in MHz; other frequencies are offsets from it.
  ///   - delaySpreadSeconds: The mean excess delay of the scattered rays, in s.
  public init(
    seed: UInt64, transmitter: UInt64, megahertz: Double, delaySpreadSeconds: Double
  ) {
    var draw = RandomStream(seed: seed, entity: transmitter, purpose: "radio.fading")
    self.megahertz = megahertz
    let perMetre = megahertz * 1e6 / Self.lightSpeed
    var (east, north, up) = ([Double](), [Double](), [Double]())
    var (start, delay) = ([Double](), [Double]())
    let turn = draw.uniform()
    let shift = draw.integer(below: 16)
    for wave in 0..<16 {
      // One wave from each sixteenth of the horizon, so that no two have nearly the same direction.
      let azimuth = 2 * .pi * (turn + (Double(wave) + draw.uniform()) / 16)
      let height = draw.uniform(in: -Self.elevation...Self.elevation)
      let across = (1 - height * height).squareRoot()
      east.append(perMetre * across * cos(azimuth))
      north.append(perMetre * across * sin(azimuth))
      up.append(perMetre * height)
      start.append(draw.uniform())
      // Stratified draw of the exponential distribution; 5 and 16 are coprime.
      let share = (Double((5 * wave + shift) % 16) + draw.uniform()) / 16
      delay.append(-log(1 - share) * delaySpreadSeconds * 1e6)
    }
    self.east = Self.halves(east)
    self.north = Self.halves(north)
    self.up = Self.halves(up)
    self.start = Self.halves(start)
    self.delay = Self.halves(delay)
    var (rate, phase) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
    for wave in 0..<4 {
      rate[wave] = Self.stirSpread * draw.gaussian()
      phase[wave] = draw.uniform()
    }
    (stirRate, stirStart) = (rate, phase)
  }

  /// The scattered field at a position: in-phase and quadrature, with a mean square of one.
  ///
  /// - Parameters:
  ///   - place: The phone's position, in metres east, north and up.
  ///   - seconds: The time; without effect if nothing moves.
  ///   - offset: The frequency less the pattern's, in MHz.
  ///   - motion: The fraction of the power that moving people reflect, 0 to 1.
  /// - Returns: The field relative to the square root of its mean power.
  public func scattered(
    at place: Vec3, seconds: Double = 0, megahertzOff offset: Double = 0, motion: Double = 0
  ) -> SIMD2<Double> {
    let first = fadingPhasors(
      turns: place.x * east.0 + place.y * north.0 + place.z * up.0 + start.0 - offset * delay.0)
    let second = fadingPhasors(
      turns: place.x * east.1 + place.y * north.1 + place.z * up.1 + start.1 - offset * delay.1)
    let still =
      SIMD2((first.cosine + second.cosine).sum(), (first.sine + second.sine).sum()) * 0.25
    guard motion > 0 else { return still }
    let moving = fadingPhasors(turns: seconds * stirRate + stirStart)
    return still * (1 - motion).squareRoot()
      + SIMD2(moving.cosine.sum(), moving.sine.sum()) * (0.5 * motion.squareRoot())
  }

  private static func halves(_ values: [Double]) -> (SIMD8<Double>, SIMD8<Double>) {
    (SIMD8(values[..<8]), SIMD8(values[8...]))
  }
}
