package import Geometry
import Glibc

/// The direct path of a signal, for tests and diagnostics.
package struct GNSSPathProbe: Sendable {
  /// Loss, in dB.
  package var loss: Double
  /// Excess path, in m.
  package var extra: Double
  /// True with line of sight.
  package var isFree: Bool
}

/// A specular echo off a facade, for tests and diagnostics.
package struct GNSSReflection: Sendable {
  /// Excess path, in m.
  package var extra: Double
  /// Loss, in dB.
  package var loss: Double
  /// The direction of arrival: a unit vector east, north, up.
  package var arrival: Vec3
}

extension GNSSSurroundings {
  /// The direct path from a satellite to an outdoor position, on GPS L1.
  ///
  /// - Parameters:
  ///   - direction: The unit vector to the satellite: east, north, up.
  ///   - place: The antenna's position: east, north, up, in m.
  ///   - bends: True for diffraction.
  /// - Returns: The path.
  package func sight(toward direction: Vec3, from place: Vec3, bends: Bool = true) -> GNSSPathProbe
  {
    var blockers = GNSSBlockers()
    let path = city.directPath(
      GNSSRay(from: place, along: direction), cosine: direction.xy.length,
      wavelength: GNSSSignal.speedOfLight / GNSSSignal.l1, bends: bends, remembering: &blockers)
    return GNSSPathProbe(loss: path.loss, extra: path.extra, isFree: path.isFree)
  }

  /// The specular echoes of a satellite at an outdoor position, the strongest first.
  ///
  /// - Parameters:
  ///   - direction: The unit vector to the satellite: east, north, up.
  ///   - place: The antenna's position: east, north, up, in m.
  ///   - reach: The max distance of a facade, in m.
  ///   - fades: True for diffraction at a facade's rim.
  /// - Returns: At most three.
  package func reflections(
    toward direction: Vec3, from place: Vec3, reach: Double = 150, fades: Bool = false
  ) -> [GNSSReflection] {
    var list = GNSSFacadeList()
    var blockers = GNSSBlockers()
    list.move(in: city, to: place, reach: reach)
    var echoes: [GNSSEcho] = []
    list.echoes(
      self, receiver: place, satellite: direction, flat: direction.xy.length,
      wavelength: GNSSSignal.speedOfLight / GNSSSignal.l1,
      rule: GNSSEchoRule(reach: reach, share: 1, bends: fades), remembering: &blockers,
      into: &echoes)
    return echoes.map {
      GNSSReflection(
        extra: $0.extra, loss: -10 * log10($0.share), arrival: $0.arrival)
    }
  }
}
