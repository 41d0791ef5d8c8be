import Geometry

/// A smoothed raster of a building's interior: 1 inside, 0 outside, and between near the outer walls.
struct MagneticFootprint: Sendable {
  private let origin: Vec2
  private let spacing: Double
  private let columns, rows: Int
  private let shares: [Float]

  /// Rasterises shapes; nil without shapes.
  init?(of shapes: [Polygon]) {
    guard let bounds = shapes.map(\.bounds).reduce(nil, { $0?.union($1) ?? $1 }) as Box2? else {
      return nil
    }
    // One sample per 2 m; fewer in a building of square kilometres, to bound the memory.
    let area = bounds.expanded(by: 4)
    spacing = max(2, (area.size.x * area.size.y / 100_000).squareRoot())
    origin = area.minimum
    columns = Int(area.size.x / spacing) + 2
    rows = Int(area.size.y / spacing) + 2
    var inside = [Float](repeating: 0, count: columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        let point = origin + Vec2(Double(column), Double(row)) * spacing
        if shapes.contains(where: { $0.contains(point) }) { inside[row * columns + column] = 1 }
      }
    }
    var smooth = inside
    for row in 1..<max(1, rows - 1) {
      for column in 1..<max(1, columns - 1) {
        var sum: Float = 0
        for step in -1...1 {
          let middle = (row + step) * columns + column
          sum += inside[middle - 1] + inside[middle] + inside[middle + 1]
        }
        smooth[row * columns + column] = sum / 9
      }
    }
    shares = smooth
  }

  /// The degree of being inside, 0 to 1.
  func share(at point: Vec2) -> Double {
    let place = (point - origin) / spacing
    guard place.x >= 0, place.y >= 0, place.x < Double(columns - 1), place.y < Double(rows - 1)
    else { return 0 }
    let (column, row) = (Int(place.x), Int(place.y))
    let (u, v) = (Float(place.x - Double(column)), Float(place.y - Double(row)))
    let corner = row * columns + column
    let low = shares[corner] * (1 - u) + shares[corner + 1] * u
    let high = shares[corner + columns] * (1 - u) + shares[corner + columns + 1] * u
    return Double(low * (1 - v) + high * v)
  }
}
