import Geometry

/// Splits lines at their intersections: roads at junctions, paths at nodes.
///
/// Lines of one layer meet where they cross, and where one ends at the other, within a tolerance;
/// lines of different layers meet only at their ends.
struct LineMeeting {
  /// A line to split.
  struct InputLine {
    let points: [Vec2]
    let layer: Int
  }

  /// A piece of a line between two nodes.
  struct LinePiece {
    let line: Int
    let from, to: Int
    let points: [Vec2]
  }

  private static let maxCrossings = 500_000

  /// The pieces, in the order of the lines.
  private(set) var pieces: [LinePiece] = []
  /// The intersections and ends; first the given ones.
  private(set) var nodes: [Vec2]
  /// True if there are more intersections than any real map has, so that some were left out.
  private(set) var isOverfull = false
  private let tolerance: Double
  /// The nodes in each grid cell; the cells have the size of the tolerance.
  private var cells: [SIMD2<Int64>: [Int]] = [:]
  /// The layers of the lines that end at each node.
  private var layers: [Set<Int>]

  /// Splits lines at common nodes.
  ///
  /// The `fixed` nodes exist in any case, with their layers, and split the lines of that layer. The
  /// `tolerance` is in m. With `isExact`, lines meet only at their ends.
  init(
    _ lines: [InputLine], fixed: [(point: Vec2, layer: Int)], tolerance: Double, isExact: Bool
  ) {
    self.tolerance = tolerance
    nodes = []
    layers = []
    for (point, layer) in fixed {
      // Given nodes stay distinct, however near.
      let number = isExact ? add(point) : node(at: point)
      layers[number].insert(layer)
    }
    var cuts: [[(position: Double, node: Int)]] = []
    for line in lines {
      let first = node(at: line.points[0])
      let last = node(at: line.points[line.points.count - 1])
      layers[first].insert(line.layer)
      layers[last].insert(line.layer)
      cuts.append([(0, first), (.infinity, last)])
    }
    if !isExact { cut(lines, &cuts) }
    for (number, line) in lines.enumerated() {
      appendPieces(of: line, number, cuts[number].sorted { $0.position < $1.position })
    }
  }

  /// The node at a point; a new one if there is none within the tolerance.
  private mutating func node(at point: Vec2) -> Int {
    nearestNode(to: point) ?? add(point)
  }

  private func cell(_ point: Vec2) -> SIMD2<Int64> {
    let scaled = point / tolerance
    return SIMD2(Int64(scaled.x.rounded(.down)), Int64(scaled.y.rounded(.down)))
  }

  /// The nearest node within the tolerance.
  func nearestNode(to point: Vec2) -> Int? {
    var best: (distance: Double, node: Int)?
    let middle = cell(point)
    for row in -1...1 as ClosedRange<Int64> {
      for column in -1...1 as ClosedRange<Int64> {
        for node in cells[middle &+ SIMD2(column, row)] ?? [] {
          let distance = nodes[node].distance(to: point)
          if distance <= tolerance, (distance, node) < (best ?? (.infinity, 0)) {
            best = (distance, node)
          }
        }
      }
    }
    return best?.node
  }

  private mutating func add(_ point: Vec2) -> Int {
    nodes.append(point)
    layers.append([])
    cells[cell(point), default: []].append(nodes.count - 1)
    return nodes.count - 1
  }

  private mutating func cut(
    _ lines: [InputLine], _ cuts: inout [[(position: Double, node: Int)]]
  ) {
    var owners: [(line: Int, start: Double)] = []
    var segments: [Segment2] = []
    for (number, line) in lines.enumerated() {
      var position = 0.0
      for (from, to) in zip(line.points, line.points.dropFirst()) {
        owners.append((number, position))
        segments.append(Segment2(from, to))
        position += from.distance(to: to)
      }
    }
    let tree = BoxTree(segments.map { $0.bounds.expanded(by: tolerance) })
    // Crossings first, then ends on other lines: a crossing near an end is that end.
    var crossings = 0
    for (number, segment) in segments.enumerated() {
      for other in tree.boxes(meeting: segment.bounds) where other > number {
        guard lines[owners[number].line].layer == lines[owners[other].line].layer,
          !(owners[number].line == owners[other].line && other == number + 1),
          case .point(let point) = segment.intersection(with: segments[other])
        else { continue }
        crossings += 1
        guard crossings <= Self.maxCrossings else {
          isOverfull = true
          return
        }
        let node = node(at: point)
        layers[node].insert(lines[owners[number].line].layer)
      }
    }
    for node in nodes.indices {
      let point = nodes[node]
      for index in tree.boxes(meeting: Box2(point, point)) {
        let (line, start) = owners[index]
        guard layers[node].contains(lines[line].layer),
          segments[index].distance(to: point) <= tolerance
        else { continue }
        let along = segments[index].closestFraction(to: point) * segments[index].length
        cuts[line].append((start + along, node))
      }
    }
  }

  private mutating func appendPieces(
    of line: InputLine, _ number: Int, _ cuts: [(position: Double, node: Int)]
  ) {
    var corners: [Double] = []
    var position = 0.0
    for (index, point) in line.points.enumerated() {
      if index > 0 { position += point.distance(to: line.points[index - 1]) }
      corners.append(position)
    }
    let length = position
    var last = cuts[0]
    var corner = 0
    for cut in cuts.dropFirst() {
      let end = min(cut.position, length)
      // Splits at the same node within the tolerance, as at the ends, are one.
      if cut.node == last.node, end - last.position <= 2 * tolerance { continue }
      var points = [nodes[last.node]]
      while corner < corners.count, corners[corner] < end - 1e-9 {
        let point = line.points[corner]
        if corners[corner] > last.position + 1e-9, point != points[points.count - 1] {
          points.append(point)
        }
        corner += 1
      }
      if points[points.count - 1] != nodes[cut.node] { points.append(nodes[cut.node]) }
      if points.count > 1 {
        pieces.append(LinePiece(line: number, from: last.node, to: cut.node, points: points))
      }
      last = (end, cut.node)
    }
  }
}
