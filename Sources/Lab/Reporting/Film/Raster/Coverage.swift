import Geometry

/// Scan conversion of a path: the covered share of each pixel, row by row.
///
/// Each row is sampled by several scan lines; along a scan line, coverage is exact.
package struct Coverage {
  package enum FillRule { case nonZero, evenOdd }

  private struct Edge {
    /// Upper and lower end, in scan lines.
    var top, bottom: Int
    /// The x at the scan line `top`, and its change per scan line.
    var x, slope: Double
    /// 1 downwards, -1 upwards.
    var winding: Int
  }

  /// Scan lines per row of pixels.
  private static let samples = 8

  let width, height: Int
  /// The differences of coverage from pixel to pixel of the current row.
  private var differences: [Float]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    differences = Array(repeating: 0, count: width + 2)
  }

  /// Reports the coverage of each pixel that a path touches: column, row, and coverage of 1 to 255.
  mutating func fill(
    _ path: RasterPath, _ rule: FillRule = .nonZero, _ paint: (Int, Int, Int) -> Void
  ) {
    let edges = edges(of: path)
    guard let first = edges.first?.top, let last = edges.map(\.bottom).max() else { return }
    var next = 0
    var active: [Edge] = []
    for row in (first / Self.samples)...((last - 1) / Self.samples) {
      var columns = (low: width, high: -1)
      for line in (row * Self.samples)..<((row + 1) * Self.samples) {
        active.removeAll { $0.bottom <= line }
        while next < edges.count, edges[next].top <= line {
          active.append(edges[next])
          next += 1
        }
        addSpans(of: active, rule, &columns)
        for index in active.indices { active[index].x += active[index].slope }
      }
      emit(row, columns, paint)
    }
  }

  /// The edges inside the raster's rows, from the top down.
  private func edges(of path: RasterPath) -> [Edge] {
    var edges: [Edge] = []
    let scale = Double(Self.samples)
    for ring in path.rings {
      guard var from = ring.last else { continue }
      for to in ring {
        defer { from = to }
        guard from.isFinite, to.isFinite, from.y != to.y else { continue }
        let (upper, lower) = from.y < to.y ? (from, to) : (to, from)
        // Scan line n lies at n + 0.5 samples.
        let top = Self.bounded((upper.y * scale - 0.5).rounded(.up), height * Self.samples)
        let bottom = Self.bounded((lower.y * scale - 0.5).rounded(.up), height * Self.samples)
        guard top < bottom else { continue }
        let slope = (lower.x - upper.x) / (lower.y - upper.y)
        let x = upper.x + slope * ((Double(top) + 0.5) / scale - upper.y)
        edges.append(
          Edge(
            top: top, bottom: bottom, x: x, slope: slope / scale, winding: from.y < to.y ? 1 : -1))
      }
    }
    return edges.sorted { ($0.top, $0.x) < ($1.top, $1.x) }
  }

  private static func bounded(_ value: Double, _ maximum: Int) -> Int {
    Int(min(max(value, 0), Double(maximum)))
  }

  /// Adds the spans of one scan line that lie inside the path.
  private mutating func addSpans(
    of active: [Edge], _ rule: FillRule, _ columns: inout (low: Int, high: Int)
  ) {
    var winding = 0
    var start = 0.0
    for edge in active.sorted(by: { $0.x < $1.x }) {
      let wasInside = Self.isInside(winding, rule)
      winding += edge.winding
      let isInside = Self.isInside(winding, rule)
      if isInside, !wasInside { start = edge.x }
      if wasInside, !isInside { addSpan(start, edge.x, &columns) }
    }
  }

  private static func isInside(_ winding: Int, _ rule: FillRule) -> Bool {
    rule == .nonZero ? winding != 0 : winding & 1 == 1
  }

  /// Adds a span: a full step at its start and back at its end, each split between two pixels.
  private mutating func addSpan(
    _ start: Double, _ end: Double, _ columns: inout (low: Int, high: Int)
  ) {
    let (start, end) = (min(max(start, 0), Double(width)), min(max(end, 0), Double(width)))
    guard start < end else { return }
    for (x, sign) in [(start, 1.0), (end, -1.0)] {
      let column = Int(x)
      let right = x - Double(column)
      differences[column] += Float(sign * (1 - right) / Double(Self.samples))
      differences[column + 1] += Float(sign * right / Double(Self.samples))
    }
    columns = (min(columns.low, Int(start)), max(columns.high, min(width - 1, Int(end))))
  }

  /// Reports a row's pixels, and clears them for the next one.
  private mutating func emit(
    _ row: Int, _ columns: (low: Int, high: Int), _ paint: (Int, Int, Int) -> Void
  ) {
    guard columns.low <= columns.high else { return }
    var sum: Float = 0
    for column in columns.low...columns.high {
      sum += differences[column]
      differences[column] = 0
      let coverage = Int((min(max(sum, 0), 1) * 255).rounded())
      if coverage > 0 { paint(column, row, coverage) }
    }
    differences[columns.high + 1] = 0
    if columns.high + 2 < differences.count { differences[columns.high + 2] = 0 }
  }
}
