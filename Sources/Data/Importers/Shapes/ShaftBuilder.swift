import Geometry
import Maps

/// The shape of stairs, a lift, an escalator or a ramp on one level.
struct Shaft {
  /// Identifier in the data.
  let id: String
  let level: LevelKey
  let kind: ConnectorKind
  let shape: Polygon
  /// Name in the data; may be empty.
  let name: String
}

/// Builds connectors from shafts that overlap in plan.
///
/// Lifts join all levels on which their shapes overlap; stairs, escalators and ramps join each level to the
/// next one above. A shape has at most one partner above and one below: the one with the largest overlap.
struct ShaftBuilder {
  /// Min overlap of two shapes of one shaft, as a share of the smaller.
  static let minShare = 0.3
  /// Max slope of a flight from entry to entry, rise over run; a steeper flight runs from end to end of the
  /// shape.
  ///
  /// Stairs of 17 cm by 29 cm have 0.59, and escalators of 30 degrees 0.58.
  static let steepest = 0.75
  /// Max number of shapes, because all pairs are compared.
  static let maxShafts = 3_000

  private let levels: [LevelDraft]
  private let numbers: [LevelKey: Int]
  private let shafts: [Shaft]

  /// Creates a builder; the levels must have walls and openings, which determine the entries.
  init(_ shafts: [Shaft], levels: [LevelDraft]) {
    self.levels = levels
    self.shafts = shafts
    var numbers: [LevelKey: Int] = [:]
    for (number, level) in levels.enumerated() { numbers[level.key] = number }
    self.numbers = numbers
  }

  /// The connectors, and the shafts without a partner on another level.
  func connectors(_ names: inout NameRegister) -> (connectors: [DraftConnector], single: [Shaft]) {
    var connectors: [DraftConnector] = []
    var single: [Shaft] = []
    guard shafts.count <= Self.maxShafts else { return ([], shafts) }
    for group in groups() {
      guard group.count >= 2, let first = group.first else {
        single += group
        continue
      }
      let label =
        switch first.kind {
        case .lift: "Lift"
        case .stairs: "Stairs"
        case .escalator: "Escalator"
        case .ramp: "Ramp"
        case .walkway: "Walkway"
        }
      let wish = group.first { !$0.name.isEmpty }?.name ?? ""
      var connector = DraftConnector(
        name: names.name(wish, or: label), kind: first.kind, stops: stops(of: group),
        members: group.map(\.id))
      let (length, width, _) = first.shape.alignedSize
      let isFolded = first.kind == .stairs && length < 4 * width
      connector.width = rounded(min(max(isFolded ? width / 2 : width, 0.8), 4))
      connectors.append(connector)
    }
    return (connectors, single)
  }

  // MARK: Plans of one shaft

  private func groups() -> [[Shaft]] {
    var parents = Array(shafts.indices)
    func root(_ index: Int) -> Int {
      var index = index
      while parents[index] != index { index = parents[index] }
      return index
    }
    var pairs: [(common: Double, low: Int, high: Int)] = []
    for low in shafts.indices {
      for high in shafts.indices where isAbove(high, low) {
        let common = shafts[low].shape.commonArea(with: shafts[high].shape)
        let smaller = min(shafts[low].shape.area, shafts[high].shape.area)
        if common >= Self.minShare * smaller { pairs.append((common, low, high)) }
      }
    }
    pairs.sort { ($1.common, $0.low, $0.high) < ($0.common, $1.low, $1.high) }
    var hasAbove: Set<SIMD2<Int>> = []
    var hasBelow: Set<SIMD2<Int>> = []
    for pair in pairs {
      // Lifts may have one partner on each level.
      let above = SIMD2(pair.low, shafts[pair.high].level.ordinal)
      let below = SIMD2(pair.high, shafts[pair.low].level.ordinal)
      guard !hasAbove.contains(above), !hasBelow.contains(below) else { continue }
      hasAbove.insert(above)
      hasBelow.insert(below)
      let (a, b) = (root(pair.low), root(pair.high))
      parents[max(a, b)] = min(a, b)
    }
    var members: [Int: [Shaft]] = [:]
    for index in shafts.indices { members[root(index), default: []].append(shafts[index]) }
    return shafts.indices.compactMap { members[$0] }.map { group in
      var seen: Set<LevelKey> = []
      return group.sorted { $0.level < $1.level }.filter { seen.insert($0.level).inserted }
    }
  }

  /// True if one shape can be the continuation of another.
  private func isAbove(_ high: Int, _ low: Int) -> Bool {
    let (upper, lower) = (shafts[high], shafts[low])
    guard upper.kind == lower.kind, upper.level.building == lower.level.building,
      upper.level.ordinal > lower.level.ordinal,
      upper.shape.bounds.intersects(lower.shape.bounds)
    else { return false }
    if upper.kind == .lift { return true }
    return !levels.contains {
      $0.key.building == lower.level.building && $0.key.ordinal > lower.level.ordinal
        && $0.key.ordinal < upper.level.ordinal
    }
  }

  // MARK: Ends of connectors

  private func stops(of group: [Shaft]) -> [DraftSpot] {
    let entries = group.map { shaft -> Vec2 in
      guard let number = numbers[shaft.level] else { return shaft.shape.innerPoint }
      let front = ShaftFront(
        shaft.shape, on: levels[number], others: others(on: shaft.level, but: shaft))
      return shaft.kind == .lift ? front.outside : front.inside
    }
    guard group[0].kind != .lift else {
      return zip(group, entries).map { DraftSpot(point: $1, level: $0.level) }
    }
    var stops = [DraftSpot(point: entries[0], level: group[0].level)]
    for index in group.indices.dropFirst() {
      let (below, here) = (group[index - 1], group[index])
      let foot = stops[stops.count - 1].point
      let rise = abs(elevation(here.level) - elevation(below.level))
      if here.kind == .stairs, entries[index].distance(to: foot) >= rise / Self.steepest {
        stops.append(DraftSpot(point: entries[index], level: here.level))
        continue
      }
      // One flight from end to end; on upper levels, a walk back to the foot of the next.
      let near = end(of: below.shape, nearTo: foot)
      let far = end(of: here.shape, farFrom: near)
      if stops.count == 1 {
        stops[0].point = near
      } else if here.kind == .stairs, near.distance(to: foot) > 0.5 {
        stops.append(DraftSpot(point: near, level: below.level))
      }
      stops.append(DraftSpot(point: far, level: here.level))
      guard here.kind == .stairs, index + 1 < group.count else { continue }
      let back = end(of: here.shape, nearTo: entries[index])
      if back.distance(to: far) > 0.5 {
        stops.append(DraftSpot(point: back, level: here.level))
      }
    }
    return stops
  }

  private func elevation(_ key: LevelKey) -> Double {
    numbers[key].map { levels[$0].elevation } ?? 0
  }

  private func others(on level: LevelKey, but shaft: Shaft) -> [Polygon] {
    shafts.filter { $0.level == level && $0.shape != shaft.shape }.map(\.shape)
  }

  /// The ends of a shape along its longer side, slightly inside.
  private func ends(of shape: Polygon) -> [Vec2] {
    let (length, _, axis) = shape.alignedSize
    let centre = shape.centroid
    let reach = max(length / 2 - 0.3, 0.1)
    let ends = [centre + axis * reach, centre - axis * reach].filter { shape.contains($0) }
    return ends.isEmpty ? [rounded(shape.innerPoint)] : ends.map(rounded)
  }

  private func end(of shape: Polygon, nearTo point: Vec2) -> Vec2 {
    ends(of: shape).min { $0.distance(to: point) < $1.distance(to: point) } ?? point
  }

  private func end(of shape: Polygon, farFrom point: Vec2) -> Vec2 {
    ends(of: shape).max { $0.distance(to: point) < $1.distance(to: point) } ?? point
  }
}
