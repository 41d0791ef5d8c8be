public import Geometry
import Glibc
import Kernel

/// The small-scale fading of one transmitter: an interference pattern that stands still in space.
///
/// Where rays from walls and furniture meet, their sum rises and falls within a quarter of a
/// wavelength. The pattern is a property of the place: a phone that comes back to a spot finds what
/// it left, and one that lies still measures the same for hours (herald-analysis 2021-03-11: less
/// than 1 dB over four minutes). It is the sum of sixteen plane waves of equal strength from all
/// round (Clarke, Bell Syst. Tech. J. 47, 1968), so that the correlation of the field over a
/// horizontal distance d is near J0(2πd/λ). Each wave has come by a detour of its own; over another
/// frequency its phase shifts by the detour's delay, which is what makes channels fade differently
/// (exponential delay profile, as in Saleh and Valenzuela, IEEE JSAC 5, 1987).
///
/// The waves are functions of the phone's place alone. Draws are addressed by seed and transmitter.
public struct FadingField: Sendable {
  /// The speed of light, in m/s (exact).
  public static let lightSpeed = 299_792_458.0

  /// The frequency of the pattern, in MHz.
  public let megahertz: Double

  /// Turns of phase per metre east, north and up.
  private let east, north, up: (SIMD8<Double>, SIMD8<Double>)
  /// Turns of phase at the origin.
  private let start: (SIMD8<Double>, SIMD8<Double>)
  /// Turns of phase per MHz away from the pattern's frequency.
  private let delay: (SIMD8<Double>, SIMD8<Double>)
  /// What people who move about scatter: turns per second, and at the start.
  private let stirRate, stirStart: SIMD4<Double>

  /// Rays arrive within this of the horizontal, as the sine of the elevation; an estimate for rooms
  /// that are much wider than high.
  private static let elevation = 0.35
  /// The spread of Doppler shifts of people indoors who walk now and then, in Hz; an estimate for
  /// bodies at 0.1 to 0.5 m/s at 2.4 GHz, where a shift is up to 2v/λ.
  private static let stirSpread = 2.0

  /// Creates the field of a transmitter.
  ///
  /// - Parameters:
  ///   - seed: The run's seed.
  ///   - transmitter: The transmitter's number in random streams: a hash of its name.
  ///   - megahertz: The pattern's frequency, in MHz; others are told as offsets from it.
  ///   - delaySpreadSeconds: The mean delay of the scattered rays after the direct one, in s.
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
      // One wave from each sixteenth of the horizon: none of two in nearly the same direction.
      let azimuth = 2 * .pi * (turn + (Double(wave) + draw.uniform()) / 16)
      let height = draw.uniform(in: -Self.elevation...Self.elevation)
      let across = (1 - height * height).squareRoot()
      east.append(perMetre * across * cos(azimuth))
      north.append(perMetre * across * sin(azimuth))
      up.append(perMetre * height)
      start.append(draw.uniform())
      // A sixteenth of the exponential law each; 5 and 16 have no common divisor.
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

  /// The scattered field at a place: in-phase and quadrature, with a mean square of one.
  ///
  /// - Parameters:
  ///   - place: Where the phone is, in metres east, north and up.
  ///   - seconds: When; of no effect where nothing moves.
  ///   - offset: The frequency less the pattern's, in MHz.
  ///   - motion: The share of the power that comes by way of people who move, 0 to 1.
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
