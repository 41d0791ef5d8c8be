import Geometry
import Maps

/// Builds a path network from path pieces: lines intersect only with lines of the same level.
struct PathMeeting {
  /// The lines of one level, or outdoors.
  private struct LevelLines {
    let level: Int?
    var lines: [LineMeeting.InputLine] = []
    /// The ends of lines through entrances.
    var ends: [Vec2] = []
  }

  /// The result of a piece: a line of a group, or a link between two groups.
  private enum PieceResult {
    case line(group: Int, Int)
    case entrance(from: Int, to: Int)
  }

  private var groups: [LevelLines] = []
  private var numbers: [Int?: Int] = [:]
  private var parts: [PieceResult] = []
  private let pieces: [PathPiece]
  /// True if there are more intersections than any real map has.
  private(set) var isOverfull = false

  init(_ pieces: [PathPiece]) {
    self.pieces = pieces
    for piece in pieces {
      let (from, to) = (group(piece.levels.from), group(piece.levels.to))
      if from == to {
        parts.append(.line(group: from, groups[from].lines.count))
        groups[from].lines.append(
          LineMeeting.InputLine(points: [piece.line.start, piece.line.end], layer: 0))
      } else {
        parts.append(.entrance(from: from, to: to))
        groups[from].ends.append(piece.line.start)
        groups[to].ends.append(piece.line.end)
      }
    }
  }

  private mutating func group(_ level: Int?) -> Int {
    if let known = numbers[level] { return known }
    numbers[level] = groups.count
    groups.append(LevelLines(level: level))
    return groups.count - 1
  }

  /// Joins the pieces, within a tolerance in m, or only at common ends.
  mutating func network(within tolerance: Double, isExact: Bool) -> PathNetwork {
    var nodes: [Spot] = []
    var offsets: [Int] = []
    var meetings: [LineMeeting] = []
    for group in groups {
      // A line without length has a node and no piece.
      let ends = group.ends.map { LineMeeting.InputLine(points: [$0, $0], layer: 0) }
      let met = LineMeeting(
        group.lines + ends, fixed: [], tolerance: tolerance, isExact: isExact)
      isOverfull = isOverfull || met.isOverfull
      offsets.append(nodes.count)
      nodes += met.nodes.map { Spot($0, level: group.level) }
      meetings.append(met)
    }
    // The pieces of a group are in the order of its lines, and so are the parts.
    var next = [Int](repeating: 0, count: groups.count)
    var edges: [PathNetwork.Edge] = []
    for (piece, part) in zip(pieces, parts) {
      func edge(_ from: Int, _ to: Int) {
        guard from != to else { return }
        edges.append(
          PathNetwork.Edge(from: from, to: to, kind: piece.kind, signal: piece.signal))
      }
      switch part {
      case .line(let group, let line):
        let cut = meetings[group].pieces
        while next[group] < cut.count, cut[next[group]].line == line {
          edge(offsets[group] + cut[next[group]].from, offsets[group] + cut[next[group]].to)
          next[group] += 1
        }
      case .entrance(let from, let to):
        guard let start = meetings[from].nearestNode(to: piece.line.start),
          let end = meetings[to].nearestNode(to: piece.line.end)
        else { continue }
        edge(offsets[from] + start, offsets[to] + end)
      }
    }
    return PathNetwork(nodes: nodes, edges: edges)
  }
}
