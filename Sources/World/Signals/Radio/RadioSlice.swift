import Geometry
import Maps
import Venues

/// A horizontal slice of the world: a storey, or everything outdoors.
struct RadioSlice: Sendable {
  /// The height range of its walls, in m above the origin.
  var bottom: Double
  var top: Double
  var walls: RadioWallGrid
  /// True for a storey with an interior.
  var isStorey: Bool
  /// The slab at its bottom, if any.
  var slab: RadioRaster
  /// The loss of a roof, in dB at 2.4 GHz; nil for a floor.
  var roofDecibels: Float?
}

/// The plans of a venue with their flat arrays.
struct RadioSlices: Sendable {
  /// Sorted by bottom height.
  var plans: [RadioSlice] = []
  /// The bottom heights of the plans.
  var bottoms: [Double] = []
  var starts: [Int32] = []
  var walls: [RadioWall] = []
  var words: [UInt64] = []

  /// The extra loss per crossed side of a building without an interior: half of 0.5 dB/m over 10 m.
  ///
  /// From 3GPP TR 38.901, table 7.4.3-2; the depth is an estimate.
  private static let insideDecibels: Float = 2.5
  /// The loss of a roof of unknown material, as of 30 cm of concrete.
  private static let usualRoof: Float = 25

  init(_ venue: Venue) {
    var outside: [RadioWall] = []
    for (number, building) in venue.map.buildings.enumerated() {
      let facade = RadioLoss(wallOf: venue.materials.facade(of: number))
      let levels = venue.levels.indices.filter { venue.levels[$0].building == number }
      if levels.isEmpty {
        var side = facade
        side.low += Self.insideDecibels
        outside += Self.sides(
          of: building, from: building.baseMetres, to: building.heightMetres, loss: side)
      } else {
        add(building, number, levels, venue, facade, &outside)
      }
    }
    // Levels outside every building of the map.
    for level in venue.levels.indices
    where !venue.map.buildings.indices.contains(venue.levels[level].building) {
      let own = venue.levels[level]
      addStorey(level, venue, top: own.elevationMetres + own.heightMetres, ceilingOf: nil)
    }
    let grid = RadioWallGrid(outside, starts: &starts, store: &walls)
    plans.append(
      RadioSlice(
        bottom: -1e9, top: 1e9, walls: grid, isStorey: false,
        slab: RadioRaster(of: [], without: [], into: &words), roofDecibels: nil))
    let order = plans.indices.sorted { (plans[$0].bottom, $0) < (plans[$1].bottom, $1) }
    plans = order.map { plans[$0] }
    bottoms = plans.map(\.bottom)
  }

  private static func sides(
    of building: Building, from bottom: Double, to top: Double, loss: RadioLoss
  ) -> [RadioWall] {
    building.footprint.flatMap { $0.edges }
      .map { RadioWall($0, from: bottom, to: top, loss: loss) }
  }

  /// Adds the storeys of a building, its roof, and its sides at heights without a storey.
  private mutating func add(
    _ building: Building, _ number: Int, _ levels: [Int], _ venue: Venue, _ facade: RadioLoss,
    _ outside: inout [RadioWall]
  ) {
    var reached = building.baseMetres
    for (place, level) in levels.enumerated() {
      let own = venue.levels[level]
      let ceiling = own.elevationMetres + own.heightMetres
      // The slab above ends a storey, unless storeys are missing in between.
      let next = levels[(place + 1)...].map { venue.levels[$0].elevationMetres }
        .first { $0 > own.elevationMetres + 1.5 }
      let top = next.map { $0 - ceiling < 2.5 ? $0 : ceiling } ?? ceiling
      if own.elevationMetres - reached > 1 {
        outside += Self.sides(
          of: building, from: reached, to: own.elevationMetres, loss: facade)
      }
      let below = place > 0 ? levels[place - 1] : nil
      addStorey(level, venue, top: top, ceilingOf: below)
      reached = max(reached, top)
    }
    if building.heightMetres - reached > 1 {
      outside += Self.sides(of: building, from: reached, to: building.heightMetres, loss: facade)
    }
    let roof = number < venue.materials.roofs.count ? venue.materials.roofs[number] : nil
    let slab = RadioRaster(
      of: roof.map { [$0.outline] } ?? building.footprint, without: [], into: &words)
    plans.append(
      RadioSlice(
        bottom: max(reached, building.heightMetres), top: max(reached, building.heightMetres),
        walls: RadioWallGrid([], starts: &starts, store: &walls), isStorey: false, slab: slab,
        roofDecibels: roof.map { Float($0.lossDecibels) } ?? Self.usualRoof))
  }

  private mutating func addStorey(_ level: Int, _ venue: Venue, top: Double, ceilingOf below: Int?)
  {
    let own = venue.levels[level]
    let bottom = own.elevationMetres
    var lines = own.walls.enumerated().map { wall, line in
      RadioWall(
        line, from: bottom, to: top,
        loss: RadioLoss(wallOf: venue.materials.material(ofWall: wall, level: level)))
    }
    lines += own.openings.map {
      RadioWall($0.line, from: bottom, to: top, loss: RadioLoss(opening: $0.kind))
    }
    lines.removeAll {
      $0.loss == .none || $0.vector == .zero || !$0.start.isFinite || !$0.vector.isFinite
    }
    // The slab: floor of this storey and ceiling of the one below, without atria and escalators.
    var floor = own.outline
    if let below { floor += venue.levels[below].outline }
    if floor.isEmpty, venue.map.buildings.indices.contains(own.building) {
      floor = venue.map.buildings[own.building].footprint
    }
    let open = own.units.filter { $0.kind == .void || $0.kind == .escalator }.map(\.shape)
    let slab = RadioRaster(of: floor, without: open, into: &words)
    let grid = RadioWallGrid(lines, starts: &starts, store: &walls)
    plans.append(
      RadioSlice(
        bottom: bottom, top: max(top, bottom + 0.1), walls: grid, isStorey: true, slab: slab,
        roofDecibels: nil))
  }
}
