public import Geometry
import Glibc

/// The Rician path from a transmitter to a phone: direct ray, mirrors and K factor.
public struct FadingPath: Hashable, Sendable {
  /// The transmitter's position, in metres east, north and up.
  public var transmitter: Vec3
  /// The height of the floor, or of the ground, that reflects the direct ray; nil for none.
  public var floor: Double?
  /// The height of the ceiling that reflects the direct ray; nil for none.
  public var ceiling: Double?
  /// The Rician K factor, direct over scattered power, not in dB; 0 without line of sight.
  public var directRatio: Double
  /// Body loss of the direct ray, in dB.
  public var directLoss: Double
  /// Body loss of the scattered rays, in dB.
  public var scatteredLoss: Double

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
  /// The reflection coefficient of floors and ceilings, a mean over incidence and both polarisations.
  ///
  /// Concrete of permittivity 5.2 (ITU-R P.2040) gives 0.39 at normal incidence and a mean near 0.45; the
  /// sign is that of the horizontal polarisation.
  private static let mirror = -0.45

  /// The Rician fading at a position relative to the median of the path, in dB.
  ///
  /// Adds the direct ray, its image rays in floor and ceiling with their geometric lengths, and the
  /// scattered field as phasors. The total has unit mean power before the body loss; the median of the
  /// Rice distribution is subtracted from its level in dB, as path loss models are fitted to medians.
  ///
  /// - Parameters:
  ///   - place: The phone's position, in metres east, north and up.
  ///   - path: The direct ray.
  ///   - seconds: The time; without effect if nothing moves.
  ///   - offset: The frequency less the pattern's, in MHz.
  ///   - motion: The fraction of the scattered power that moving people reflect, 0 to 1.
  /// - Returns: The gain over the median, in dB; never below -60.
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
    // Image sources: the floor's lies as far below it as the transmitter above it; so the ceiling's.
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

  /// Nepers of amplitude per dB.
  private static let nepers = 0.115_129_254_649_702_28

  /// A power in dB, not below -60, which is deeper than any measured null.
  @inline(__always)
  private static func level(_ power: Double) -> Double {
    10 * log10(max(power, 1e-6))
  }

  /// The median of a unit-mean Rice power distribution, in dB.
  ///
  /// From -1.592 dB (Rayleigh) to 0; fitted to the medians of the non-central chi-square distribution
  /// to within 0.008 dB.
  static func medianDecibels(directRatio ratio: Double) -> Double {
    -1.592 / pow(1 + ratio * (0.1801 + 1.0078 * ratio), 0.4461)
  }
}
