import Geometry
import Maps

/// The static picture of a floor: rooms, walls and surroundings as on a report page, and the names on top.
struct FilmBackdrop {
  private(set) var raster: Raster
  /// The names of rooms, and the space around their letters.
  private(set) var names, halos: RasterMask
  let view: FilmView
  private let colors: PageColors
  private let place: FilmPlace
  private let unit: Double
  private let font: StrokeFont

  init(_ floor: FilmTrack.Floor, _ place: FilmPlace, _ layout: FilmLayout, _ colors: PageColors) {
    self.place = place
    self.colors = colors
    unit = layout.unit
    font = StrokeFont(size: 12 * unit)
    view = FilmView(place.box(of: floor), width: layout.width, height: layout.planHeight)
    raster = Raster(width: layout.width, height: layout.planHeight, colors[.ground])
    names = RasterMask(width: layout.width, height: layout.planHeight)
    halos = names
    if let map = place.venue?.map {
      drawOutdoors(map, isFaint: floor != nil)
      for level in place.levels(of: floor) { drawRooms(map.levels[level]) }
      for level in place.levels(of: floor) { drawWalls(map.levels[level], level, map.connectors) }
      for level in place.levels(of: floor) {
        nameShapes(map.levels[level].units.map { ($0.name, $0.shape) })
      }
      if floor == nil {
        nameShapes(
          map.buildings.compactMap { building in
            building.footprint.first.map { (building.name, $0) }
          })
      }
    }
    drawScale()
  }

  private func ring(_ points: [Vec2]) -> [Vec2] { points.map(view.pixel) }

  private mutating func polygon(
    _ polygon: Polygon, _ color: RasterColor, edge: RasterColor?, opacity: Double = 1
  ) {
    let rings = polygon.rings.map(ring)
    raster.fill(RasterPath(rings: rings), color, opacity: opacity, .evenOdd)
    guard let edge else { return }
    for ring in rings {
      raster.stroke(ring + ring.prefix(1), edge, width: 0.9 * unit, opacity: opacity)
    }
  }

  private mutating func drawOutdoors(_ map: VenueMap, isFaint: Bool) {
    let opacity = isFaint ? 0.5 : 1
    for road in map.roads.roads {
      raster.stroke(
        ring(road.line), colors[.road], width: max(unit, 6 * view.scale), opacity: opacity)
    }
    for edge in map.paths.edges {
      let ends = [map.paths.nodes[edge.from].point, map.paths.nodes[edge.to].point]
      raster.stroke(
        ring(ends), colors[.road], width: max(unit, 1.5 * view.scale), opacity: opacity)
    }
    for building in map.buildings {
      for part in building.footprint {
        polygon(part, colors[.unit], edge: colors[.edge], opacity: opacity)
      }
    }
    if !isFaint { drawEntrances(map) }
  }

  /// Draws the rooms of each building's level nearest to the ground, as outlines.
  private mutating func drawEntrances(_ map: VenueMap) {
    for building in map.buildings.indices {
      let levels = map.levels.filter { $0.building == building }
      guard let entrance = levels.min(by: { abs($0.ordinal) < abs($1.ordinal) }) else { continue }
      for shape in entrance.outline + entrance.units.map(\.shape) {
        for outline in shape.rings.map(ring) {
          raster.stroke(outline + outline.prefix(1), colors[.edge], width: 0.9 * unit)
        }
      }
    }
  }

  private mutating func drawRooms(_ level: Level) {
    for part in level.outline { polygon(part, colors[.floor], edge: nil) }
    for room in level.units {
      polygon(room.shape, colors.tint(of: room.kind), edge: colors[.edge])
    }
    for fixture in level.fixtures { polygon(fixture, colors[.line], edge: nil) }
  }

  private mutating func drawWalls(_ level: Level, _ number: Int, _ connectors: [Connector]) {
    var walls = RasterPath()
    for wall in level.walls {
      walls.addSegment(
        view.pixel(wall.start), view.pixel(wall.end), width: max(1.1 * unit, 0.18 * view.scale))
    }
    raster.fill(walls, colors[.wall])
    var openings = RasterPath()
    for opening in level.openings {
      openings.addSegment(
        view.pixel(opening.line.start), view.pixel(opening.line.end),
        width: max(1.6 * unit, 0.22 * view.scale))
    }
    raster.fill(openings, colors[.floor])
    for connector in connectors {
      for stop in connector.stops where stop.level == number {
        draw(connector.kind, at: view.pixel(stop.point))
      }
    }
  }

  /// A square marks a lift, a triangle stairs and the like.
  private mutating func draw(_ kind: ConnectorKind, at point: Vec2) {
    let corners =
      kind == .lift
      ? [Vec2(-4, -4), Vec2(4, -4), Vec2(4, 4), Vec2(-4, 4)]
      : [Vec2(-5, 4), Vec2(5, 4), Vec2(0, -5)]
    raster.fill(RasterPath(rings: [corners.map { point + $0 * unit }]), colors[.soft])
  }

  /// Names shapes that are large enough; the smaller ones first, since rooms lie on top of courts.
  private mutating func nameShapes(_ shapes: [(name: String, shape: Polygon)]) {
    var taken: [(middle: Vec2, width: Double)] = []
    for (name, shape) in shapes.sorted(by: { $0.shape.area < $1.shape.area }) where !name.isEmpty {
      let size = shape.bounds.size * view.scale
      let width = font.width(of: name) + 8 * unit
      guard size.x >= width, size.y >= 16 * unit else { continue }
      let middle = view.pixel(shape.bounds.center)
      let isFree = taken.allSatisfy {
        abs($0.middle.y - middle.y) >= 15 * unit
          || abs($0.middle.x - middle.x) >= ($0.width + width) / 2
      }
      guard isFree else { continue }
      taken.append((middle, width))
      let base = middle + Vec2(0, font.capHeight / 2)
      halos.add(font.path(name, at: base, .middle, halo: 1.6 * unit))
      names.add(font.path(name, at: base, .middle))
    }
  }

  /// Draws a bar of a round length at the lower left.
  private mutating func drawScale() {
    let wanted = 110 * unit / view.scale
    let lengths = [0.1, 1, 10, 100, 1000, 10_000].flatMap { [$0, 2 * $0, 5 * $0] }
    guard let length = lengths.last(where: { $0 <= wanted }) else { return }
    let left = Vec2(14 * unit, Double(raster.height) - 14 * unit)
    let right = left + Vec2(length * view.scale, 0)
    let bar = [left - Vec2(0, 5 * unit), left, right, right - Vec2(0, 5 * unit)]
    let text =
      length >= 1000 ? "\(Int(length / 1000)) km" : length >= 1 ? "\(Int(length)) m" : "\(length) m"
    let base = right + Vec2(8 * unit, font.capHeight / 2 - 2 * unit)
    raster.stroke(bar, colors[.ground], width: 5 * unit)
    raster.stroke(bar, colors[.soft], width: 1.8 * unit)
    raster.fill(font.path(text, at: base, halo: 1.6 * unit), colors[.ground])
    raster.fill(font.path(text, at: base), colors[.soft])
  }
}
