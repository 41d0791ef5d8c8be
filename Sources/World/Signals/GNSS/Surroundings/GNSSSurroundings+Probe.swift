package import Geometry
import Glibc

/// What becomes of a signal on its straight way, for tests and for those who ask why.
package struct GNSSSight: Sendable {
  /// What is lost, in dB.
  package var loss: Double
  /// How much longer than straight the way is, in m.
  package var extra: Double
  /// Whether nothing is in the way.
  package var isFree: Bool
}

/// An echo off a facade, for tests and for those who ask why.
package struct GNSSReflection: Sendable {
  /// How much longer its way is, in m.
  package var extra: Double
  /// What it has lost, in dB.
  package var loss: Double
  /// Whence it comes: a unit vector east, north, up.
  package var arrival: Vec3
}

extension GNSSSurroundings {
  /// The straight way from a satellite to a place outdoors.
  ///
  /// - Parameters:
  ///   - direction: The unit vector to the satellite: east, north, up.
  ///   - place: The antenna: east, north, up, in m.
  ///   - bends: Whether there is diffraction.
  /// - Returns: What is lost on GPS L1.
  package func sight(toward direction: Vec3, from place: Vec3, bends: Bool = true) -> GNSSSight {
    var blockers = GNSSBlockers()
    let path = city.directPath(
      GNSSRay(from: place, along: direction), cosine: direction.xy.length,
      wavelength: GNSSSignal.speedOfLight / GNSSSignal.l1, bends: bends, remembering: &blockers)
    return GNSSSight(loss: path.loss, extra: path.extra, isFree: path.isFree)
  }

  /// The echoes of a satellite at a place outdoors, the strongest first.
  ///
  /// - Parameters:
  ///   - direction: The unit vector to the satellite: east, north, up.
  ///   - place: The antenna: east, north, up, in m.
  ///   - reach: How far away a facade may be, in m.
  ///   - fades: Whether echoes fade at a facade's rim.
  /// - Returns: No more than three.
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
