package import Geometry
import Glibc
package import Observations
package import Signals
import Truth

/// Positions, skies and streets for tests of GNSS receivers.
package enum GNSSScenes {
  /// A frame at the latitude of large cities.
  package static func frame() throws -> LocalFrame {
    LocalFrame(
      origin: try Geodetic(
        latitudeDegrees: 37.8, longitudeDegrees: -122.4, altitudeMetres: 20))
  }

  /// The nominal constellation from an hour of the week on.
  package static func sky(hour: Double = 30, minutes: Double = 10) -> GNSSSky {
    GNSSSky.nominal(
      from: GPSTime(week: 2300, secondsOfWeek: hour * 3600), duration: minutes * 60)
  }

  /// A box-shaped building.
  package static func box(_ low: Vec2, _ high: Vec2, top: Double) throws -> Prism {
    try Prism(footprint: Polygon(Box2(low, high)), base: 0, top: top)
  }

  /// A street between two rows of houses through the origin, northwards before the rotation.
  ///
  /// - Parameters:
  ///   - height: House height, in m.
  ///   - width: Facade to facade, in m.
  ///   - house: House width, in m; nil for two long blocks.
  ///   - angle: Counter-clockwise rotation, in rad.
  /// - Returns: The houses.
  /// - Throws: `GeometryError` for a street without width.
  package static func street(
    height: Double, width: Double, house: Double? = nil, angle: Double = 0
  ) throws -> [Prism] {
    guard height > 0 else { return [] }
    var prisms: [Prism] = []
    let step = house ?? 4000
    var south = -2000.0
    while south < 2000 {
      for side in [-1.0, 1] {
        let (a, b) = (side * width / 2, side * (width / 2 + 20))
        let corners = [
          Vec2(a, south), Vec2(b, south), Vec2(b, south + step), Vec2(a, south + step),
        ]
        prisms.append(
          try Prism(
            footprint: Polygon(exterior: corners.map { $0.rotated(by: angle) }), base: 0,
            top: height))
      }
      south += step
    }
    return prisms
  }

  /// A unit vector from azimuth and elevation, both in rad.
  package static func direction(azimuth: Double, elevation: Double) -> Vec3 {
    Vec3(sin(azimuth) * cos(elevation), cos(azimuth) * cos(elevation), sin(elevation))
  }

  /// The approximate direction of a satellite at transmission, with a fixed time of flight of 75 ms.
  package static func direction(
    _ satellite: SatelliteID, in scene: GNSSSurroundings, at time: Double
  ) -> Vec3? {
    guard let track = scene.sky.tracks.first(where: { $0.satellite == satellite }),
      let state = track.state(at: time - 0.075)
    else { return nil }
    return scene.frame.enu(of: state.positionMetres).normalized
  }
}
