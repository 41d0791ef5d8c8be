import Geometry
import Maps

/// A bit raster of floor slabs, with cells of half a metre or so, in a shared store.
struct RadioRaster: Sendable {
  /// The usual cell width, in m; the edge of an atrium is exact to half of that.
  private static let usualCell = 0.5
  private static let maxCells = 4_000_000.0

  let origin: Vec2
  let inverseCell: Double
  let columns: Int32
  let rows: Int32
  let firstWord: Int32

  /// Rasterises shapes, less holes, into the store.
  init(of shapes: [Polygon], without holes: [Polygon], into words: inout [UInt64]) {
    let bounds = shapes.map(\.bounds).reduce(nil) { (sum: Box2?, box) in sum?.union(box) ?? box }
    firstWord = Int32(words.count)
    guard let bounds else {
      origin = .zero
      (inverseCell, columns, rows) = (1, 0, 0)
      return
    }
    let size = bounds.size
    let cell = max(
      Self.usualCell, (size.x * size.y / Self.maxCells).squareRoot(), size.max() / 6e4)
    origin = bounds.minimum
    inverseCell = 1 / cell
    columns = Int32(size.x / cell) + 1
    rows = Int32(size.y / cell) + 1
    words += [UInt64](repeating: 0, count: (Int(columns) * Int(rows) + 63) / 64)
    for shape in shapes { fill(shape, with: true, &words) }
    for hole in holes { fill(hole, with: false, &words) }
  }

  /// Sets or clears the cells with their centre in a shape, by scan lines.
  private func fill(_ shape: Polygon, with value: Bool, _ words: inout [UInt64]) {
    let edges = shape.edges
    let cell = 1 / inverseCell
    let first = max(0, Int(((shape.bounds.minimum.y - origin.y) * inverseCell).rounded(.down)))
    let last = min(
      Int(rows) - 1, Int(((shape.bounds.maximum.y - origin.y) * inverseCell).rounded(.up)))
    guard first <= last else { return }
    var crossings: [Double] = []
    for row in first...last {
      let y = origin.y + (Double(row) + 0.5) * cell
      crossings.removeAll(keepingCapacity: true)
      for edge in edges where (edge.start.y > y) != (edge.end.y > y) {
        let share = (y - edge.start.y) / (edge.end.y - edge.start.y)
        crossings.append(edge.start.x + (edge.end.x - edge.start.x) * share)
      }
      crossings.sort()
      for pair in stride(from: 0, to: crossings.count - 1, by: 2) {
        // The columns with their centres between the two crossings.
        let from = max(0, ((crossings[pair] - origin.x) * inverseCell - 0.5).rounded(.up))
        let to = min(
          Double(columns) - 1, ((crossings[pair + 1] - origin.x) * inverseCell - 0.5).rounded(.down)
        )
        guard from <= to else { continue }
        for column in Int(from)...Int(to) {
          let bit = row * Int(columns) + column
          let mask = UInt64(1) << UInt64(bit & 63)
          if value {
            words[Int(firstWord) + bit >> 6] |= mask
          } else {
            words[Int(firstWord) + bit >> 6] &= ~mask
          }
        }
      }
    }
  }

  /// True if the raster covers a position.
  @inline(__always)
  func covers(_ point: Vec2, _ words: UnsafeBufferPointer<UInt64>) -> Bool {
    let place = (point - origin) * inverseCell
    guard place.x >= 0, place.y >= 0, place.x < Double(columns), place.y < Double(rows) else {
      return false
    }
    let bit = Int(place.y) &* Int(columns) &+ Int(place.x)
    return words[Int(firstWord) &+ bit &>> 6] &>> UInt64(bit & 63) & 1 == 1
  }
}
