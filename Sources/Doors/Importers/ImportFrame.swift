import Geometry

/// Turns longitudes and latitudes into local metres, to the millimetre.
///
/// Rounding makes corners that two features share the same number on both, and files shorter; it is
/// finer than any survey of a building.
struct ImportFrame {
  let frame: LocalFrame
  private let reach: Double

  init(origin: Geodetic, reach: Double) {
    frame = LocalFrame(origin: origin)
    self.reach = reach
  }

  /// Makes the frame at a place known to be on the Earth.
  init(origin: GeoPoint, options: ImportOptions) throws(GeometryError) {
    let middle = try Geodetic(
      latitudeDegrees: origin.latitude, longitudeDegrees: origin.longitude)
    self.init(origin: options.origin ?? middle, reach: options.limits.reachMetres)
  }

  /// Returns the place in metres east and north; nil if it is not on the Earth or too far off.
  func point(_ place: GeoPoint) -> Vec2? {
    guard place.isOnEarth,
      let position = try? Geodetic(
        latitudeDegrees: place.latitude, longitudeDegrees: place.longitude)
    else { return nil }
    let local = frame.enu(of: position)
    // The far side of the Earth projects onto the frame's own ground.
    guard abs(local.x) <= reach, abs(local.y) <= reach, abs(local.z) <= reach else { return nil }
    return rounded(local.xy)
  }

  /// Returns a ring or line in metres; nil if any of it is too far off.
  func points(_ places: some Sequence<GeoPoint>) -> [Vec2]? {
    var points: [Vec2] = []
    for place in places {
      guard let point = point(place) else { return nil }
      points.append(point)
    }
    return points
  }
}

/// A point to the millimetre; never a negative zero, which reads badly in a file.
func rounded(_ point: Vec2) -> Vec2 {
  Vec2(rounded(point.x), rounded(point.y))
}

/// A length to the millimetre.
func rounded(_ length: Double) -> Double {
  (length * 1000).rounded() / 1000 + 0
}
