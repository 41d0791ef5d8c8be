import Geometry
import Maps

/// The outdoor obstacles, before their entrances are known.
struct Grounds {
  /// The min height of an underside above the ground, in m, to walk under a building.
  private static let headroom = 2.2

  /// The footprints of the obstacles.
  let footprints: [Polygon]
  private let boxes: [Box2]
  /// The edges of the footprints.
  let solid: [Segment2]
  private let grid: ClearanceGrid

  /// Collects the buildings; one without a footprint has that of its floor at ground height.
  init(_ map: VenueMap, levels: [LevelSurvey]) {
    var footprints: [Polygon] = []
    for building in map.buildings where building.baseMetres < Self.headroom {
      footprints += building.footprint
    }
    for survey in levels where survey.isGroundHeight {
      let owner = survey.level.building
      let hasFootprint =
        map.buildings.indices.contains(owner) && !map.buildings[owner].footprint.isEmpty
      if !hasFootprint { footprints += survey.floor }
    }
    self.footprints = footprints.filter {
      $0.bounds.minimum.isWithinReach && $0.bounds.maximum.isWithinReach
    }
    boxes = self.footprints.map(\.bounds)
    solid = self.footprints.flatMap(\.edges).filter(\.isUsableWall)
    grid = ClearanceGrid(solid: solid, gates: [])
  }

  /// Returns true if a person can stand at a point and keep a distance from the buildings.
  func hasRoom(at point: Vec2, clearance: Double) -> Bool {
    grid.nearestSolid(to: point, within: clearance) == nil
      && !boxes.indices.contains { boxes[$0].contains(point) && footprints[$0].contains(point) }
  }

  /// Returns the distance at which a walk from a point in a direction is outdoors; nil beyond a limit.
  func distanceOut(
    from point: Vec2, along direction: Vec2, clearance: Double, atMost limit: Double = 6
  ) -> Double? {
    var distance = clearance + 0.05
    while distance <= limit {
      if hasRoom(at: point + direction * distance, clearance: clearance * 0.95) { return distance }
      distance += 0.2
    }
    return nil
  }
}
