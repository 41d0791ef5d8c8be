import Geometry
import Glibc

/// The direct path past buildings: line of sight, diffracted or blocked.
struct GNSSDirectPath: Sendable {
  /// Loss, in dB.
  var loss = 0.0
  /// Excess path of the diffracted ray, in m.
  var extra = 0.0
  /// True with line of sight.
  var isFree = true
}

extension GNSSCity {
  /// The loss of a blocked path, in dB.
  static let opaque = 60.0

  /// The direct path from a satellite to an outdoor receiver, with knife-edge diffraction (ITU-R P.526).
  ///
  /// - Parameters:
  ///   - ray: The ray to the satellite.
  ///   - cosine: The cosine of its elevation.
  ///   - wavelength: In m.
  ///   - bends: True for diffraction.
  ///   - skip: The index of a building to ignore, or -1.
  ///   - blockers: The cached blockers.
  /// - Returns: The path over the roof or round a corner with the least loss.
  func directPath(
    _ ray: GNSSRay, cosine: Double, wavelength: Double, bends: Bool, skipping skip: Int32 = -1,
    remembering blockers: inout GNSSBlockers
  ) -> GNSSDirectPath {
    let worst = obstruction(of: ray, cosine: cosine, wavelength: wavelength, skipping: skip)
    let isFree = worst.nu <= 0
    guard bends else {
      return GNSSDirectPath(loss: isFree ? 0 : Self.opaque, isFree: isFree)
    }
    guard worst.nu > GNSSKnifeEdge.clear else { return GNSSDirectPath() }
    var best = GNSSDirectPath(
      loss: worst.nu >= Self.deep ? Self.opaque : GNSSKnifeEdge.loss(worst.nu),
      extra: max(0, worst.nu) * max(0, worst.nu) * wavelength / 4, isFree: isFree)
    guard !isFree, worst.facade >= 0, best.loss > 6 else { return best }
    // Round the corners on both sides.
    let prism = Int(facades[worst.facade].prism)
    for side in [1.0, -1.0] {
      let round = corner(of: prism, ray, side, cosine, wavelength, skip, &blockers)
      if round.loss < best.loss { best = round }
    }
    return best
  }

  /// The diffracted path round a prism's outermost corner on one side.
  private func corner(
    of prism: Int, _ ray: GNSSRay, _ side: Double, _ cosine: Double, _ wavelength: Double,
    _ skip: Int32, _ blockers: inout GNSSBlockers
  ) -> GNSSDirectPath {
    var out = 0.0
    var along = 0.0
    for number in prismFacades[prism] {
      let offset = facades[Int(number)].start - ray.origin.xy
      let distance = ray.direction.dot(offset)
      let away = ray.direction.cross(offset) * side
      if distance > 0, away > out { (out, along) = (away, distance) }
    }
    let none = GNSSDirectPath(loss: Self.opaque, isFree: false)
    let nu = GNSSKnifeEdge.parameter(
      height: out, distance: along / max(cosine, 0.01), wavelength: wavelength)
    guard along > 0, nu < Self.deep else { return none }
    // Just beyond the corner, both parts of the path must be clear.
    let aside = ray.direction.perpendicular * (side * (out + 0.05))
    let target = ray.direction * along + aside
    let far = target.length
    let height = ray.origin.z + along * ray.slope
    var there = ray
    there.direction = target / max(far, 1e-6)
    there.slope = (height - ray.origin.z) / max(far, 1e-6)
    guard !isBlocked(there, within: far, skipping: skip, remembering: &blockers) else {
      return none
    }
    var onward = ray
    onward.origin = Vec3(ray.origin.xy + target, height)
    guard !isBlocked(onward, within: 1e5, skipping: skip, remembering: &blockers) else {
      return none
    }
    return GNSSDirectPath(
      loss: GNSSKnifeEdge.loss(nu), extra: nu * nu * wavelength / 4, isFree: false)
  }
}
