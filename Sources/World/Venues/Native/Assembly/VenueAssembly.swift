import Documents
import Geometry
import Maps
import Observations

/// Assembly of a venue from its file, part by part.
struct VenueAssembly {
  private var context: AssemblyContext
  private(set) var floors = FloorAssembly()
  private var connectors: ConnectorAssembly
  private var roads = RoadAssembly()
  private var paths = PathNetwork()
  private var equipment = EquipmentAssembly()

  /// Assembles all parts, and collects inconsistencies.
  init(_ file: VenueFile) {
    context = AssemblyContext(file)
    // The contents of levels are added with them, those at the top of the file at the end.
    floors.add(&equipment, &context)
    connectors = ConnectorAssembly(floors)
    connectors.add(&context)
    roads.add(&context)
    var drawn = PathAssembly(floors, roads.roads)
    drawn.add(&context)
    let checks = VenueChecks(floors: floors, connectors: connectors, roads: roads)
    checks.checkPaths(drawn.pieces, &context)
    paths = drawn.network(&context)
    equipment.add(floors, &context)
    checks.checkWhole(&context)
  }

  /// The errors and remarks.
  var findings: VenueDiagnostics { context.findings }

  func venue(_ frame: LocalFrame) -> Venue {
    Venue(
      map: VenueMap(
        name: context.file.name, frame: frame, buildings: floors.buildings, levels: floors.levels,
        connectors: connectors.connectors, paths: paths, roads: roads.roads,
        places: equipment.places,
        beacons: equipment.beacons.map(\.published),
        accessPoints: equipment.accessPoints.flatMap(\.published)),
      materials: VenueMaterials(
        walls: floors.materials, facades: floors.facades, roofs: floors.roofs,
        lifts: connectors.lifts, beltSpeeds: connectors.beltSpeeds),
      transmitters: Transmitters(
        beacons: equipment.beacons, accessPoints: equipment.accessPoints,
        cellSites: equipment.cellSites),
      signals: roads.plans, regions: equipment.regions)
  }
}
