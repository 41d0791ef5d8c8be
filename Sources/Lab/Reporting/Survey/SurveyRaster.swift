import Geometry
import Maps
import Recordings
import Scoring

extension SVGCanvas {
  /// Colours a level by a value, with bilinear interpolation between the points.
  ///
  /// - Parameters:
  ///   - plane: The level.
  ///   - shift: The offset to subtract from its points to get the canvas's.
  ///   - steps: The colours.
  ///   - clip: The ID of a clip path in the drawing; empty for none.
  ///   - value: Returns the value at a surveyed point.
  mutating func raster(
    _ plane: ExpectedAccuracy.LevelAccuracy, less shift: Vec2, _ steps: ColorSteps, clip: String,
    _ value: (ExpectedAccuracy.Cell) -> Double
  ) {
    let values = plane.cells.map { $0.map(value) }
    // Small enough to look smooth, and few enough to limit the file's size.
    let size = Vec2(Double(plane.columns), Double(plane.rows)) * plane.spacing
    let side = max(plane.spacing / 4, max(size.x, size.y) / 320)
    let corner = plane.origin - Vec2(plane.spacing, plane.spacing) * 0.5 - shift
    raster(
      from: corner, columns: Int(size.x / side), rows: Int(size.y / side), side: side, steps,
      clip: clip
    ) { column, row in
      let middle = corner + Vec2(Double(column) + 0.5, Double(row) + 0.5) * side
      return plane.value(values, at: middle + shift)
    }
  }

  /// Colours a grid of squares by a value.
  ///
  /// - Parameters:
  ///   - corner: The lower left corner of the grid.
  ///   - columns: The number of squares to the east.
  ///   - rows: The number of squares to the north.
  ///   - side: The width of a square, in m.
  ///   - steps: The colours.
  ///   - clip: The ID of a clip path in the drawing; empty for none.
  ///   - value: Returns the value of the square in a column and a row; nil for none.
  mutating func raster(
    from corner: Vec2, columns: Int, rows: Int, side: Double, _ steps: ColorSteps, clip: String,
    _ value: (Int, Int) -> Double?
  ) {
    var paths = Array(repeating: "", count: steps.colors.count)
    let height = brief(side * scale + 0.4)
    for row in 0..<max(0, rows) {
      var (step, start) = (-1, 0)
      for column in 0...max(0, columns) {
        let found = column < columns ? value(column, row).map(steps.step) ?? -1 : -1
        guard found != step else { continue }
        if step >= 0 {
          let point = corner + Vec2(Double(start), Double(row + 1)) * side
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

  /// Creates a drawing of a level that is coloured below its walls; nil if there is nothing to
  /// draw.
  ///
  /// - Parameters:
  ///   - level: The level; nil for unknown walls.
  ///   - name: The ID of the level's outline in the drawing.
  ///   - points: The points to show without a level.
  ///   - color: Colours the level, with the ID of the clip path.
  init?(
    coloring level: Level?, called name: String, around points: [Vec2],
    _ color: (inout SVGCanvas, String) -> Void
  ) {
    let outline = level?.outline.flatMap(\.exterior) ?? []
    let walls = level?.walls.flatMap { [$0.start, $0.end] } ?? []
    guard
      let box = Box2(containing: outline.isEmpty && walls.isEmpty ? points : outline + walls)
    else { return nil }
    self.init(box: box)
    for part in level?.outline ?? [] { polygon(part, .init(fill: "#e9e6df")) }
    if let level, !outline.isEmpty { clip(name, to: level.outline) }
    color(&self, outline.isEmpty ? "" : name)
    if let level { draw(level) }
    scaleBar()
  }

  private mutating func draw(_ level: Level) {
    for unit in level.units where !unit.kind.isWalkable {
      polygon(unit.shape, .init(fill: "#d5d1c8"))
    }
    for fixture in level.fixtures { polygon(fixture, .init(fill: "#8d867a", opacity: 0.7)) }
    segments(level.walls, .init(stroke: "#2f2d2a", width: max(0.15, 1.8 * unit)))
    for opening in level.openings {
      segments([opening.line], .init(stroke: opening.kind.color, width: max(0.12, 2 * unit)))
    }
    names(of: level, halo: "#ffffff")
  }

  /// Defines shapes as a clip path with an ID.
  mutating func clip(_ name: String, to shapes: [Polygon]) {
    let rings = shapes.flatMap(\.rings).map { ring in
      "M" + ring.map { place($0) }.joined(separator: "L") + "Z"
    }
    body += "<clipPath id=\"\(name)\"><path clip-rule=\"evenodd\" d=\"\(rings.joined())\"/>"
    body += "</clipPath>\n"
  }
}

extension ExpectedAccuracy.LevelAccuracy {
  /// Bilinear interpolation between the four points around a position; nil where the nearest is
  /// unknown.
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
