import Geometry
import Maps
import Venues

/// The key of a level: its building's index and its ordinal.
struct LevelKey: Hashable, Comparable {
  let building: Int
  let ordinal: Int

  static func < (left: LevelKey, right: LevelKey) -> Bool {
    (left.building, left.ordinal) < (right.building, right.ordinal)
  }
}

/// A point on a level of the draft, or outdoors without a level.
struct DraftSpot {
  var point: Vec2
  var level: LevelKey?
}

struct DraftWall {
  var line: Segment2
  var material: Material
}

/// A level under construction.
struct LevelDraft {
  let key: LevelKey
  var shortName: String
  var elevation: Double
  var height: Double
  var outline: [Polygon] = []
  var units: [Unit] = []
  var walls: [DraftWall] = []
  var openings: [Opening] = []
  var fixtures: [Polygon] = []

  init(key: LevelKey, shortName: String, elevation: Double, height: Double) {
    self.key = key
    self.shortName = shortName
    self.elevation = elevation
    self.height = height
  }

  /// The outline, or the units if there is none.
  var floor: [Polygon] { outline.isEmpty ? units.map(\.shape) : outline }

  /// True if there is floor on one side of a line and none on the other.
  func leadsOut(_ line: Segment2) -> Bool {
    guard let normal = line.vector.normalized?.perpendicular else { return false }
    let sides = [0.8, -0.8].map { side in
      floor.contains { $0.contains(line.midpoint + normal * side) }
    }
    return sides[0] != sides[1]
  }

  /// Describes the middle of a line, for reports.
  func text(_ line: Segment2) -> String {
    "level \(shortName) at \(decimal(line.midpoint.x, 1)) m east, "
      + "\(decimal(line.midpoint.y, 1)) m north"
  }
}

struct DraftConnector {
  var name: String
  var kind: ConnectorKind
  var stops: [DraftSpot]
  /// Identifiers of the shafts it was made of.
  var members: [String] = []
  var isOneWay = false
  var width = 1.5
}

/// A venue under construction: levels in any order, referred to by keys.
struct SiteDraft {
  var name: String
  let frame: ImportFrame
  var buildings: [Building] = []
  var facades: [Material] = []
  var levels: [LevelDraft] = []
  var connectors: [DraftConnector] = []
  private(set) var places: [(name: String, spot: DraftSpot)] = []
  private var placeNames = NameRegister()
  /// Max number of places.
  var maxPlaces = 2_000
  /// Ground-level doors of buildings without levels.
  var doors: [Vec2] = []
  var regions: [(name: String, center: Vec2, radius: Double, level: LevelKey?)] = []
  var pathNodes: [DraftSpot] = []
  var pathEdges: [PathNetwork.Edge] = []
  var roads = RoadNetwork()

  init(name: String, frame: ImportFrame) {
    self.name = name
    self.frame = frame
  }

  /// In the map's order.
  var sortedLevels: [LevelDraft] { levels.sorted { $0.key < $1.key } }

  /// Adds a place; a used name gets a number, and an empty one is replaced by the fallback.
  mutating func addPlace(
    _ name: String, or fallback: String, at spot: DraftSpot, _ kind: String,
    _ report: inout ImportReport
  ) {
    guard places.count < maxPlaces else {
      return report.leave(kind, "more than \(maxPlaces) named places", name)
    }
    places.append((placeNames.name(name, or: fallback), spot))
    report.take(kind)
  }

  /// Adds a named area as a place, unless a place of that name is inside it already.
  mutating func addPlace(
    _ name: String, in shape: Polygon, level: LevelKey?, _ kind: String,
    _ report: inout ImportReport
  ) {
    let wish = brief(trimmed(name), limit: 80)
    let isKnown = places.contains {
      $0.name == wish && $0.spot.level == level && shape.contains($0.spot.point)
    }
    guard !isKnown, !wish.isEmpty else { return }
    addPlace(name, or: kind, at: DraftSpot(point: shape.innerPoint, level: level), kind, &report)
  }

  /// Creates the venue; elements on a level that the draft lacks are placed outdoors.
  func venue(_ report: inout ImportReport) -> Venue {
    let drafts = sortedLevels
    var numbers: [LevelKey: Int] = [:]
    for (number, draft) in drafts.enumerated() { numbers[draft.key] = number }
    func spot(_ spot: DraftSpot) -> Spot {
      Spot(rounded(spot.point), level: spot.level.flatMap { numbers[$0] })
    }
    let built = drafts.map { draft in
      Level(
        building: draft.key.building, ordinal: draft.key.ordinal, shortName: draft.shortName,
        elevationMetres: draft.elevation, heightMetres: draft.height, outline: draft.outline,
        units: draft.units, walls: draft.walls.map(\.line), openings: draft.openings,
        fixtures: draft.fixtures)
    }
    let connectors = connectors.map { connector in
      Connector(
        name: connector.name, kind: connector.kind, stops: connector.stops.map(spot),
        isOneWay: connector.isOneWay, widthMetres: connector.width)
    }
    let paths = PathNetwork(nodes: pathNodes.map(spot), edges: pathEdges)
    func map(_ places: [NamedPlace]) -> VenueMap {
      VenueMap(
        name: name, frame: frame.frame, buildings: buildings, levels: built, connectors: connectors,
        paths: paths, roads: roads, places: places)
    }
    let wanted = places.map { NamedPlace(name: $0.name, spot: spot($0.spot)) }
    let settled =
      wanted.isEmpty ? [] : PlaceSetter(self, on: map([])).settled(wanted, &report)
    return Venue(
      map: map(settled),
      materials: VenueMaterials(walls: drafts.map { $0.walls.map(\.material) }, facades: facades),
      regions: regions.map { region in
        Region(
          name: region.name, center: rounded(region.center), radiusMetres: rounded(region.radius),
          level: region.level.flatMap { numbers[$0] })
      })
  }
}

extension Polygon {
  /// A point well inside: the centroid if it is inside, else the middle of the longest inner part of a
  /// horizontal line through the middle of the bounds.
  var innerPoint: Vec2 {
    let centre = centroid
    if location(of: centre) == .inside { return centre }
    let y = bounds.center.y
    let line = Segment2(Vec2(bounds.minimum.x - 1, y), Vec2(bounds.maximum.x + 1, y))
    return clip(line).max { $0.length < $1.length }?.midpoint ?? exterior[0]
  }

  /// Length and width of the box along the longest edge, and the direction of its longer side.
  var alignedSize: (length: Double, width: Double, along: Vec2) {
    let longest = edges.max { $0.length < $1.length }
    let along = longest?.vector.normalized ?? Vec2(1, 0)
    let across = along.perpendicular
    var (low, high) = (Vec2(repeating: .infinity), Vec2(repeating: -.infinity))
    for vertex in exterior {
      let position = Vec2(vertex.dot(along), vertex.dot(across))
      low = Vec2(Swift.min(low.x, position.x), Swift.min(low.y, position.y))
      high = Vec2(Swift.max(high.x, position.x), Swift.max(high.y, position.y))
    }
    let size = high - low
    return size.x >= size.y ? (size.x, size.y, along) : (size.y, size.x, across)
  }

  /// True if the common area is at least a share of the smaller polygon.
  func overlaps(_ other: Polygon, share: Double) -> Bool {
    commonArea(with: other) >= share * Swift.min(area, other.area)
  }

  /// The area in common with another polygon, in m².
  func commonArea(with other: Polygon) -> Double {
    intersection(with: other).reduce(0) { $0 + $1.area }
  }
}
