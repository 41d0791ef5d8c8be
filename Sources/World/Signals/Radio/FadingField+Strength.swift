public import Geometry
import Glibc

/// How a ray from a transmitter reaches a phone, as far as small-scale fading is concerned.
public struct FadingPath: Hashable, Sendable {
  /// The transmitter's place, in metres east, north and up.
  public var transmitter: Vec3
  /// The height of the floor, or of the ground, that mirrors the direct ray; nil for none.
  public var floor: Double?
  /// The height of the ceiling that mirrors the direct ray; nil for none.
  public var ceiling: Double?
  /// The power of the direct ray over that of the scattered ones: Rice's K, not in dB; 0 without
  /// line of sight.
  public var directRatio: Double
  /// What a body in the way of the direct ray takes of it, in dB.
  public var directLoss: Double
  /// What the body takes of the scattered rays, in dB.
  public var scatteredLoss: Double

  /// Creates a path.
  public init(
    transmitter: Vec3, floor: Double? = nil, ceiling: Double? = nil, directRatio: Double,
    directLoss: Double = 0, scatteredLoss: Double = 0
  ) {
    self.transmitter = transmitter
    self.floor = floor
    self.ceiling = ceiling
    self.directRatio = directRatio
    self.directLoss = directLoss
    self.scatteredLoss = scatteredLoss
  }
}

extension FadingField {
  /// The reflection factor of floors and ceilings, from steep to shallow incidence and over both
  /// polarisations: concrete of permittivity 5.2 (ITU-R P.2040) gives 0.39 at normal incidence and
  /// a mean near 0.45; the sign is that of the horizontal polarisation.
  private static let mirror = -0.45

  /// The strength at a place relative to the median of the path, in dB.
  ///
  /// The direct ray, its images in floor and ceiling, whose lengths are those of the geometry, and
  /// the scattered field are added as vectors. The total has unit mean power before the body takes
  /// its part; from its level in dB, that of the median of Rice's law is subtracted, since models of
  /// path loss are fitted to medians.
  ///
  /// - Parameters:
  ///   - place: Where the phone is, in metres east, north and up.
  ///   - path: How the direct ray comes.
  ///   - seconds: When; of no effect where nothing moves.
  ///   - offset: The frequency less the pattern's, in MHz.
  ///   - motion: The share of the scattered power that comes by way of people who move, 0 to 1.
  /// - Returns: The gain over the median, in dB; never less than -60.
  public func decibels(
    at place: Vec3, along path: FadingPath, seconds: Double = 0, megahertzOff offset: Double = 0,
    motion: Double = 0
  ) -> Double {
    var field = scattered(at: place, seconds: seconds, megahertzOff: offset, motion: motion)
    let ratio = path.directRatio
    guard ratio > 1e-4 else {
      return Self.level(field.x * field.x + field.y * field.y) - path.scatteredLoss
        - Self.medianDecibels(directRatio: 0)
    }
    let apart = place - path.transmitter
    let flat = apart.x * apart.x + apart.y * apart.y
    // The floor's image lies as far below it as the transmitter above it; so with the ceiling's.
    let low = path.floor.map { place.z + path.transmitter.z - 2 * $0 } ?? 0
    let high = path.ceiling.map { place.z + path.transmitter.z - 2 * $0 } ?? 0
    let heights = SIMD4(apart.z, low, high, 0)
    let lengths = (flat + heights * heights).squareRoot().clamped(
      lowerBound: SIMD4(repeating: 0.05), upperBound: SIMD4(repeating: 1e7))
    var strengths = Self.mirror * lengths[0] / lengths
    strengths[0] = 1
    if path.floor == nil { strengths[1] = 0 }
    if path.ceiling == nil { strengths[2] = 0 }
    strengths[3] = 0
    let mirrored = strengths[1] * strengths[1] + strengths[2] * strengths[2]
    let rays = fadingPhasors(turns: lengths * (-(megahertz + offset) * 1e6 / Self.lightSpeed))
    let whole = 1 + ratio * (1 + mirrored)
    if path.directLoss != 0 || path.scatteredLoss != 0 {
      strengths *= exp(-path.directLoss * Self.nepers)
      field *= exp(-path.scatteredLoss * Self.nepers)
    }
    let sum =
      field + SIMD2((strengths * rays.cosine).sum(), (strengths * rays.sine).sum())
      * ratio.squareRoot()
    return Self.level((sum.x * sum.x + sum.y * sum.y) / whole)
      - Self.medianDecibels(directRatio: ratio / (1 + ratio * mirrored))
  }

  /// The natural logarithm of an amplitude per dB.
  private static let nepers = 0.115_129_254_649_702_28

  /// A power in dB; no less than -60, which is deeper than any null that has been measured.
  @inline(__always)
  private static func level(_ power: Double) -> Double {
    10 * log10(max(power, 1e-6))
  }

  /// The median of a power that follows Rice's law with unit mean, in dB.
  ///
  /// From -1.592 dB, which is Rayleigh's, to 0; fitted to the non-central chi-square law's medians
  /// to within 0.008 dB.
  static func medianDecibels(directRatio ratio: Double) -> Double {
    -1.592 / pow(1 + ratio * (0.1801 + 1.0078 * ratio), 0.4461)
  }
}
