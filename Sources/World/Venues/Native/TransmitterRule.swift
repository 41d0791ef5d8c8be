import Geometry
public import Maps

/// A regular deployment of transmitters for venues without given positions: evenly over the
/// walkable floors.
public struct TransmitterRule: Sendable {
  /// The distance between neighbours, in m.
  public let spacing: Double

  public init(spacing: Double) {
    self.spacing = spacing
  }

  /// The spots: on each level a triangular lattice, and at least one point.
  ///
  /// They are ordered level by level, from south-west to north-east.
  public func spots(in map: VenueMap) -> [Spot] {
    map.levels.indices.flatMap { number in
      spots(on: map.levels[number]).map { Spot($0, level: number) }
    }
  }

  private func spots(on level: Level) -> [Vec2] {
    let floors = level.outline.isEmpty ? level.units.map(\.shape) : level.outline
    guard var box = floors.first?.bounds else { return [] }
    for floor in floors.dropFirst() { box = box.union(floor.bounds) }
    let rowHeight = spacing * 0.75.squareRoot()
    let size = box.maximum - box.minimum
    let rows = max(1, Int((size.y / rowHeight).rounded()))
    let columns = max(1, Int((size.x / spacing).rounded()))
    // The lattice is centred on the floor, so that both sides are alike.
    let margin = Vec2(
      (size.x - Double(columns - 1) * spacing) / 2, (size.y - Double(rows - 1) * rowHeight) / 2)
    var found: [Vec2] = []
    for row in 0..<rows {
      let shift = row.isMultiple(of: 2) ? 0 : spacing / 2
      for column in 0..<columns {
        let point =
          box.minimum + margin + Vec2(Double(column) * spacing + shift, Double(row) * rowHeight)
        if isFree(point, on: level, floors) { found.append(point) }
      }
    }
    return found.isEmpty ? [middle(of: level, floors)].compactMap { $0 } : found
  }

  private func isFree(_ point: Vec2, on level: Level, _ floors: [Polygon]) -> Bool {
    guard floors.contains(where: { $0.contains(point) }) else { return false }
    return level.unit(at: point).map { level.units[$0].kind.isWalkable } ?? true
  }

  /// A point of a floor that is too small for the lattice.
  private func middle(of level: Level, _ floors: [Polygon]) -> Vec2? {
    let largest = floors.max { $0.area < $1.area }
    let rooms = level.units.filter(\.kind.isWalkable).map(\.shape).sorted { $0.area > $1.area }
    return ([largest].compactMap { $0 } + rooms).lazy.map(\.centroid).first {
      isFree($0, on: level, floors)
    }
  }
}
