import Geometry

/// Makes valid polygons of rings as they are found in files.
struct ShapeMaker {
  /// What a set of rings gave.
  struct Outcome {
    /// The polygons; several where a ring crossed itself.
    var polygons: [Polygon]
    /// What had to be mended; empty if all was well.
    var repairs: [String]
  }

  /// How near vertices may be to be one, in m.
  static let tolerance = 0.01
  /// Smaller than this nothing is a floor or a building, in m².
  static let leastArea = 0.01

  /// Makes polygons of an exterior and holes in local metres.
  ///
  /// Vertices within 1 cm become one. An exterior that crosses itself is cut at its crossings, and
  /// a hole that doesn't fit is left out.
  ///
  /// - Throws: Why the exterior can't be mended.
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
      outers = RingCutter.simplePolygons(of: exterior).filter { $0.area > leastArea }
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
    if repairs.isEmpty { repairs.append("holes mended") }
    return Outcome(polygons: kept, repairs: repairs)
  }

  /// A ring without the closing copy of its first vertex, and without vertices within 1 cm of the
  /// one before.
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
