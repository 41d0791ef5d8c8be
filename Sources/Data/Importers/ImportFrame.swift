import Geometry

/// A conversion of longitude and latitude to local metres, rounded to the millimetre.
///
/// Rounding gives corners shared by two features identical coordinates, and shortens files; a millimetre is
/// finer than any building survey.
struct ImportFrame {
  let frame: LocalFrame
  private let reach: Double

  init(origin: Geodetic, reach: Double) {
    frame = LocalFrame(origin: origin)
    self.reach = reach
  }

  /// Creates a frame at an origin on the Earth.
  init(origin: GeoPoint, options: ImportOptions) throws(GeometryError) {
    let middle = try Geodetic(
      latitudeDegrees: origin.latitude, longitudeDegrees: origin.longitude)
    self.init(origin: options.origin ?? middle, reach: options.limits.reachMetres)
  }

  /// The position in metres east and north; nil if it is not on the Earth or too far from the origin.
  func point(_ place: GeoPoint) -> Vec2? {
    guard place.isOnEarth,
      let position = try? Geodetic(
        latitudeDegrees: place.latitude, longitudeDegrees: place.longitude)
    else { return nil }
    let local = frame.enu(of: position)
    // The far side of the Earth would project onto the frame's own ground.
    guard abs(local.x) <= reach, abs(local.y) <= reach, abs(local.z) <= reach else { return nil }
    return rounded(local.xy)
  }

  /// A ring or line in metres; nil if a position is too far from the origin.
  func points(_ places: some Sequence<GeoPoint>) -> [Vec2]? {
    var points: [Vec2] = []
    for place in places {
      guard let point = point(place) else { return nil }
      points.append(point)
    }
    return points
  }
}

/// Rounds to the millimetre; avoids negative zero, for readable files.
func rounded(_ point: Vec2) -> Vec2 {
  Vec2(rounded(point.x), rounded(point.y))
}

/// Rounds to the millimetre.
func rounded(_ length: Double) -> Double {
  (length * 1000).rounded() / 1000 + 0
}
