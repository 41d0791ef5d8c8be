import Geometry
import Recordings
import Scoring

extension SVGCanvas {
  /// Colours a level by a value, smoothly between the points where it is known.
  ///
  /// - Parameters:
  ///   - plane: The level.
  ///   - shift: What is taken from its points to have the canvas's.
  ///   - steps: The colours.
  ///   - clip: The drawing's name of the shape beyond which nothing is coloured; empty for none.
  ///   - value: The value at a surveyed point.
  mutating func raster(
    _ plane: ExpectedAccuracy.Plane, less shift: Vec2, _ steps: ColorSteps, clip: String,
    _ value: (ExpectedAccuracy.Cell) -> Double
  ) {
    let values = plane.cells.map { $0.map(value) }
    // Small enough to look smooth, and few enough to keep the picture light.
    let size = Vec2(Double(plane.columns), Double(plane.rows)) * plane.spacing
    let side = max(plane.spacing / 4, max(size.x, size.y) / 320)
    let (wide, high) = (Int(size.x / side), Int(size.y / side))
    let corner = plane.origin - Vec2(plane.spacing, plane.spacing) * 0.5
    var paths = Array(repeating: "", count: steps.colors.count)
    let height = brief(side * scale + 0.4)
    for row in 0..<high {
      var (step, start) = (-1, 0)
      for column in 0...wide {
        let middle = corner + Vec2(Double(column) + 0.5, Double(row) + 0.5) * side
        let found = column < wide ? plane.value(values, at: middle).map(steps.step) ?? -1 : -1
        guard found != step else { continue }
        if step >= 0 {
          let point = corner + Vec2(Double(start), Double(row + 1)) * side - shift
          let width = brief(Double(column - start) * side * scale + 0.4)
          paths[step] += "M\(place(point))h\(width)v\(height)h-\(width)z"
        }
        (step, start) = (found, column)
      }
    }
    let bound = clip.isEmpty ? "" : " clip-path=\"url(#\(clip))\""
    body += "<g shape-rendering=\"crispEdges\"\(bound)>\n"
    for (path, color) in zip(paths, steps.colors) where !path.isEmpty {
      body += "<path d=\"\(path)\" fill=\"\(color)\"/>\n"
    }
    body += "</g>\n"
  }

  /// Names shapes as what drawings may be cut to.
  mutating func clip(_ name: String, to shapes: [Polygon]) {
    let rings = shapes.flatMap(\.rings).map { ring in
      "M" + ring.map { place($0) }.joined(separator: "L") + "Z"
    }
    body += "<clipPath id=\"\(name)\"><path clip-rule=\"evenodd\" d=\"\(rings.joined())\"/>"
    body += "</clipPath>\n"
  }
}

extension ExpectedAccuracy.Plane {
  /// A value between the four points around a place; nil where the nearest isn't known.
  fileprivate func value(_ values: [Double?], at place: Vec2) -> Double? {
    let (u, v) = ((place.x - origin.x) / spacing, (place.y - origin.y) / spacing)
    func known(_ column: Int, _ row: Int) -> Double? {
      guard (0..<columns).contains(column), (0..<rows).contains(row) else { return nil }
      return values[row * columns + column]
    }
    guard known(Int(u.rounded()), Int(v.rounded())) != nil else { return nil }
    let (column, row) = (Int(u.rounded(.down)), Int(v.rounded(.down)))
    let (east, north) = (u - Double(column), v - Double(row))
    var (sum, total) = (0.0, 0.0)
    for (right, above) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
      guard let value = known(column + right, row + above) else { continue }
      let weight = (right == 1 ? east : 1 - east) * (above == 1 ? north : 1 - north)
      sum += weight * value
      total += weight
    }
    return total > 0 ? sum / total : nil
  }
}
