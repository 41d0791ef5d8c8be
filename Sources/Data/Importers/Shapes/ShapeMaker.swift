import Geometry

/// Creates valid polygons from rings in files.
struct ShapeMaker {
  /// The result for a set of rings.
  struct Outcome {
    /// Several for a self-intersecting ring.
    var polygons: [Polygon]
    /// Descriptions of repairs; empty for valid rings.
    var repairs: [String]
  }

  /// Max distance of vertices that are merged, in m.
  static let tolerance = 0.01
  /// Min area of a floor or building, in m².
  static let minArea = 0.01

  /// Creates polygons from an exterior and holes, in local metres.
  ///
  /// Vertices within 1 cm are merged. A self-intersecting exterior is split at its intersections, and a hole
  /// that doesn't fit is dropped.
  ///
  /// - Parameter rings: The exterior, then the holes.
  /// - Returns: The polygons and the repairs.
  /// - Throws: The fault of an exterior beyond repair.
  static func polygons(_ rings: [[Vec2]]) throws(GeometryError) -> Outcome {
    guard let first = rings.first else { throw .tooFewVertices(ring: 0, distinct: 0) }
    let exterior = simplified(first)
    let holes = rings.dropFirst().map(simplified).filter { $0.count >= 3 }
    do throws(GeometryError) {
      return Outcome(polygons: [try Polygon(exterior: exterior, holes: holes)], repairs: [])
    } catch {
      return try mended(exterior, holes, cause: error)
    }
  }

  private static func mended(
    _ exterior: [Vec2], _ holes: [[Vec2]], cause: GeometryError
  ) throws(GeometryError) -> Outcome {
    var repairs: [String] = []
    var outers: [Polygon] = []
    do throws(GeometryError) {
      outers = [try Polygon(exterior: exterior)]
    } catch {
      guard case .selfCrossing = error else { throw error }
      outers = RingCutter.simplePolygons(of: exterior).filter { $0.area > minArea }
      guard !outers.isEmpty else { throw error }
      repairs.append("self-intersections cut")
    }
    let inners = holes.flatMap { hole in
      (try? Polygon(exterior: hole)).map { [$0] } ?? RingCutter.simplePolygons(of: hole)
    }
    var kept = outers
    var isDropped = inners.count < holes.count
    for inner in inners {
      let fits = kept.indices.first { index in
        (try? Polygon(exterior: kept[index].exterior, holes: kept[index].holes + [inner.exterior]))
          != nil
      }
      guard let fits,
        let polygon = try? Polygon(
          exterior: kept[fits].exterior, holes: kept[fits].holes + [inner.exterior])
      else {
        isDropped = true
        continue
      }
      kept[fits] = polygon
    }
    if isDropped { repairs.append("holes that don't fit dropped") }
    if repairs.isEmpty { repairs.append("holes repaired") }
    return Outcome(polygons: kept, repairs: repairs)
  }

  /// A ring without the closing copy of its first vertex, and without vertices within 1 cm of the previous
  /// one.
  static func simplified(_ ring: [Vec2]) -> [Vec2] {
    var kept: [Vec2] = []
    for vertex in ring where kept.last.map({ $0.distance(to: vertex) > tolerance }) ?? true {
      kept.append(vertex)
    }
    while kept.count > 1, let last = kept.last, last.distance(to: kept[0]) <= tolerance {
      kept.removeLast()
    }
    return kept
  }
}
