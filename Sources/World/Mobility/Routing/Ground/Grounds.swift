import Geometry
import Maps

/// What stands outdoors, before its entrances are known.
struct Grounds {
  /// Buildings that begin higher above the ground, in m, can be walked under.
  private static let headroom = 2.2

  /// The outlines on the ground of what can't be walked through.
  let footprints: [Polygon]
  private let boxes: [Box2]
  /// Their edges.
  let solid: [Segment2]
  private let grid: ClearanceGrid

  /// Surveys the buildings; one with no footprint has that of its floor at ground height.
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

  /// Returns whether somebody can stand at a point and keep a distance from the buildings.
  func hasRoom(at point: Vec2, clearance: Double) -> Bool {
    grid.nearestSolid(to: point, within: clearance) == nil
      && !boxes.indices.contains { boxes[$0].contains(point) && footprints[$0].contains(point) }
  }

  /// Returns how far from a point, in m, one is outdoors when walking in a direction.
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
