import Geometry
import Glibc
public import Observations

/// The way that somebody truly took, without when he was where on it.
///
/// Some data sets have routes that were put right by hand, which tell nothing of time: what is told
/// of a place can be judged across such a route, but not along it.
public struct TrueRoute: Hashable, Sendable {
  /// Its lines, each without a break.
  public var lines: [[Coordinate]]

  /// Creates a route.
  public init(lines: [[Coordinate]]) {
    self.lines = lines
  }

  /// Its length along the ground, in m; pieces whose ends are no places on Earth don't count.
  public var lengthMetres: Double {
    lines.reduce(0) { sum, line in
      zip(line, line.dropFirst()).reduce(sum) { $0 + (metres(from: $1.0, to: $1.1) ?? 0) }
    }
  }

  /// How far a place is from the nearest of the route, in m along the ground.
  ///
  /// - Parameter place: The place.
  /// - Returns: The distance; nil for a route without a point, infinite for what is no place.
  public func distanceMetres(to place: Coordinate) -> Double? {
    guard place.latitudeDegrees.isFinite, place.longitudeDegrees.isFinite,
      abs(place.latitudeDegrees) <= 90
    else { return lines.contains { !$0.isEmpty } ? .infinity : nil }
    return nearest(to: place).map { metres(from: place, to: $0) ?? .infinity }
  }

  /// The place of the route that is nearest to another; nil for a route without a point.
  ///
  /// On a plane about the place, which is good to a ten-thousandth within some km.
  public func nearest(to place: Coordinate) -> Coordinate? {
    let scale = cos(place.latitudeDegrees * .pi / 180)
    func offset(_ point: Coordinate) -> SIMD2<Double> {
      // The shorter way round, where the antimeridian lies between.
      var east = point.longitudeDegrees - place.longitudeDegrees
      if abs(east) > 180 { east -= 360 * (east / 360).rounded() }
      return SIMD2(east * scale, point.latitudeDegrees - place.latitudeDegrees)
    }
    var best: (square: Double, offset: SIMD2<Double>)?
    for line in lines {
      guard var from = line.first.map(offset) else { continue }
      for point in line {
        let to = offset(point)
        let along = to - from
        let length = (along * along).sum()
        let share = length > 0 ? min(max(-(from * along).sum() / length, 0), 1) : 0
        let nearest = from + along * share
        let square = (nearest * nearest).sum()
        if square < best?.square ?? .infinity { best = (square, nearest) }
        from = to
      }
    }
    guard let best else { return nil }
    return Coordinate(
      latitudeDegrees: place.latitudeDegrees + best.offset.y,
      longitudeDegrees: place.longitudeDegrees + (scale > 0 ? best.offset.x / scale : 0))
  }

  private func metres(from start: Coordinate, to end: Coordinate) -> Double? {
    guard let start = geodetic(start), let end = geodetic(end) else { return nil }
    return Geodesic(from: start, to: end).distance
  }

  private func geodetic(_ place: Coordinate) -> Geodetic? {
    try? Geodetic(
      latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees,
      altitudeMetres: 0)
  }
}
