import Geometry
import Glibc
public import Observations

/// The true route without times.
///
/// Some data sets have manually corrected routes without times. Position errors can then be computed
/// across the route, but not along it.
public struct TrueRoute: Hashable, Sendable {
  /// Polylines, each without a gap.
  public var lines: [[Coordinate]]

  public init(lines: [[Coordinate]]) {
    self.lines = lines
  }

  /// The geodesic length, in m; segments with invalid coordinates don't count.
  public var lengthMetres: Double {
    lines.reduce(0) { sum, line in
      zip(line, line.dropFirst()).reduce(sum) { $0 + (metres(from: $1.0, to: $1.1) ?? 0) }
    }
  }

  /// The distance from a position to the nearest point of the route, in m along the ground.
  ///
  /// - Returns: Nil for a route without a point, infinite for an invalid position.
  public func distanceMetres(to place: Coordinate) -> Double? {
    guard place.latitudeDegrees.isFinite, place.longitudeDegrees.isFinite,
      abs(place.latitudeDegrees) <= 90
    else { return lines.contains { !$0.isEmpty } ? .infinity : nil }
    return nearest(to: place).map { metres(from: place, to: $0) ?? .infinity }
  }

  /// The point of the route nearest to a position; nil for a route without a point.
  ///
  /// Computed on a local plane, which is exact to one ten-thousandth within some km.
  public func nearest(to place: Coordinate) -> Coordinate? {
    let scale = cos(place.latitudeDegrees * .pi / 180)
    func offset(_ point: Coordinate) -> SIMD2<Double> {
      // The shorter way round, if the antimeridian lies between.
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

  private func geodetic(_ position: Coordinate) -> Geodetic? {
    try? Geodetic(
      latitudeDegrees: position.latitudeDegrees, longitudeDegrees: position.longitudeDegrees,
      altitudeMetres: 0)
  }
}
