import Documents
import Geometry
import Kernel
import Maps
import Observations
import TestSupport
import Testing
import Venues

struct NativeRoundTripTests {
  /// Differences of two venues of more than a millimetre, in the order of their parts.
  private func differences(_ first: Venue, _ second: Venue) -> [String] {
    var found: [String] = []
    func check(_ isSame: Bool, _ what: String) { if !isSame { found.append(what) } }
    check(first.name == second.name, "name")
    check(first.map.buildings.same(second.map.buildings) { $0.isSame($1) }, "buildings")
    check(first.levels.same(second.levels) { $0.isSame($1) }, "levels")
    for level in first.levels.indices where level < second.levels.count {
      let isSame = first.levels[level].walls.indices.allSatisfy {
        first.materials.material(ofWall: $0, level: level)
          == second.materials.material(ofWall: $0, level: level)
      }
      check(isSame, "materials of level \(level)")
    }
    let kinds = ConnectorKind.allCases.map { kind in
      { (venue: Venue) in venue.map.connectors.filter { $0.kind == kind } }
    }
    for (kind, pick) in zip(ConnectorKind.allCases, kinds) {
      check(pick(first).same(pick(second)) { $0.isSame($1) }, "\(kind)")
    }
    let speeds = { (venue: Venue) in
      venue.map.connectors.indices.map { number in
        "\(venue.map.connectors[number].name) \(venue.materials.beltSpeeds[number] ?? 0) "
          + "\(String(describing: venue.materials.lifts[number]))"
      }.sorted()
    }
    check(speeds(first) == speeds(second), "machines")
    check(first.pathLines.same(second.pathLines) { $0.isSame($1) }, "paths")
    let (roads, others) = (first.map.roads, second.map.roads)
    check(
      roads.junctions.same(others.junctions) {
        $0.point.near($1.point) && $0.control == $1.control
      },
      "junctions")
    check(roads.roads.same(others.roads) { $0.isSame($1) }, "roads")
    check(roads.restrictions == others.restrictions, "restrictions")
    check(roads.carParks.same(others.carParks) { $0.isSame($1) }, "car parks")
    check(
      roads.busLines.same(others.busLines) {
        $0.name == $1.name && $0.stops.same($1.stops) { $0.point.near($1.point) }
      }, "bus lines")
    check(first.signals == second.signals, "signals")
    check(
      first.map.places.same(second.map.places) {
        $0.name == $1.name && $0.spot.isSame($1.spot)
      }, "places")
    check(
      first.regions.same(second.regions) {
        $0.name == $1.name && $0.center.near($1.center) && $0.level == $1.level
      }, "regions")
    check(
      first.beacons.same(second.beacons) {
        $0.identity == $1.identity && $0.level == $1.level && $0.position.near($1.position)
      }, "beacons")
    check(
      first.transmitters.accessPoints.same(second.transmitters.accessPoints) {
        $0.name == $1.name && $0.radios == $1.radios && $0.position.near($1.position)
          && $0.level == $1.level
      }, "access points")
    check(
      first.transmitters.cellSites.same(second.transmitters.cellSites) {
        $0.name == $1.name && $0.position.near($1.position)
          && $0.sectors.same($1.sectors) {
            $0.cellIdentity == $1.cellIdentity
              && abs(($0.azimuthRadians ?? 9) - ($1.azimuthRadians ?? 9)) < 1e-6
          }
      }, "cell sites")
    return found
  }

  private func checkRoundTrip(_ venue: Venue) throws {
    let text = try nativeDocument(of: venue, notes: ["A note.\nIn two lines.", "Another."])
    #expect(text.hasPrefix("# A note.\n# In two lines.\n# Another.\nname:"))
    let file = try decodeDocument(VenueFile.self, bytes: Array(text.utf8), name: "w.yaml")
    let again = try file.venue()
    #expect(differences(venue, again) == [])
    // After the first rounding to the millimetre, coordinates and text stay the same.
    let twice = try nativeDocument(of: again, notes: [])
    let third = try decodeDocument(VenueFile.self, bytes: Array(twice.utf8), name: "w.yaml").venue()
    let isStable = try nativeDocument(of: third, notes: []) == twice
    #expect(isStable, "writing is stable")
  }

  @Test(arguments: [
    "corridor", "museum", "mall", "airport", "hospital", "casino-hotel",
  ])
  func builtInVenuesRoundTrip(name: String) throws {
    let path = "scenarios/venues/\(name).yaml"
    try checkRoundTrip(try decodeDocument(VenueFile.self, path: path).venue())
  }

  @Test(arguments: 0..<60) func randomVenuesRoundTrip(seed: Int) throws {
    var maker = RandomVenue(seed: UInt64(seed))
    try checkRoundTrip(try maker.venue())
  }

  @Test func rejectsPathBetweenLevels() throws {
    var maker = RandomVenue(seed: 5)
    let venue = try maker.venue()
    let nodes = [Spot([0, 0], level: 0), Spot([1, 0], level: 1)]
    let odd = Venue(
      map: VenueMap(
        name: "odd", frame: venue.frame, buildings: venue.map.buildings, levels: venue.levels,
        paths: PathNetwork(nodes: nodes, edges: [.init(from: 0, to: 1, kind: .pathway)])))
    let found = mistakes { () throws(DocumentError) in try nativeDocument(of: odd, notes: []) }
    #expect(found == ["the path 0 joins two levels, which only connectors may do"])
  }
}

extension Array {
  fileprivate func same(_ other: [Element], _ isSame: (Element, Element) -> Bool) -> Bool {
    count == other.count && zip(self, other).allSatisfy(isSame)
  }
}

extension Vec2 {
  fileprivate func near(_ other: Vec2) -> Bool { distance(to: other) <= 0.001 }
}

extension Vec3 {
  fileprivate func near(_ other: Vec3) -> Bool {
    abs(x - other.x) <= 0.001 && abs(y - other.y) <= 0.001 && abs(z - other.z) <= 0.0011
  }
}

extension Spot {
  fileprivate func isSame(_ other: Spot) -> Bool { point.near(other.point) && level == other.level }
}

extension Polygon {
  fileprivate func isSame(_ other: Polygon) -> Bool {
    rings.same(other.rings) { $0.same($1) { $0.near($1) } }
  }
}

extension Building {
  fileprivate func isSame(_ other: Building) -> Bool {
    name == other.name && footprint.same(other.footprint) { $0.isSame($1) }
      && abs(heightMetres - other.heightMetres) < 0.001
      && abs(baseMetres - other.baseMetres) < 0.001
  }
}

extension Level {
  fileprivate func isSame(_ other: Level) -> Bool {
    building == other.building && ordinal == other.ordinal && shortName == other.shortName
      && abs(elevationMetres - other.elevationMetres) < 0.001
      && abs(heightMetres - other.heightMetres) < 0.001
      && outline.same(other.outline) { $0.isSame($1) }
      && units.same(other.units) {
        $0.name == $1.name && $0.kind == $1.kind && $0.isPublic == $1.isPublic
          && $0.shape.isSame($1.shape)
      }
      && walls.same(other.walls) { $0.start.near($1.start) && $0.end.near($1.end) }
      && openings.same(other.openings) {
        $0.kind == $1.kind && $0.isEntrance == $1.isEntrance && $0.line.start.near($1.line.start)
          && $0.line.end.near($1.line.end)
      }
      && fixtures.same(other.fixtures) { $0.isSame($1) }
  }
}

extension Connector {
  fileprivate func isSame(_ other: Connector) -> Bool {
    name == other.name && kind == other.kind && isOneWay == other.isOneWay
      && abs(widthMetres - other.widthMetres) < 0.001
      && stops.same(other.stops) { $0.isSame($1) }
  }
}

extension Road {
  fileprivate func isSame(_ other: Road) -> Bool {
    name == other.name && kind == other.kind && from == other.from && to == other.to
      && lanesForward == other.lanesForward && lanesBackward == other.lanesBackward
      && users == other.users && layer == other.layer
      && abs(limitMetresPerSecond - other.limitMetresPerSecond) < 1e-5
      && line.same(other.line) { $0.near($1) }
  }
}

extension CarPark {
  fileprivate func isSame(_ other: CarPark) -> Bool {
    name == other.name && outline.isSame(other.outline)
      && stalls.same(other.stalls) {
        $0.point.near($1.point) && $0.aisle == $1.aisle
          && Vec2(angle: $0.headingRadians).near(Vec2(angle: $1.headingRadians))
      }
  }
}

/// An edge of the path network with its nodes, independent of their numbers.
struct PathLine {
  let from, to: Spot
  let kind: PathKind
  let signal: Int?

  func isSame(_ other: PathLine) -> Bool {
    from.isSame(other.from) && to.isSame(other.to) && kind == other.kind && signal == other.signal
  }
}

extension Venue {
  fileprivate var pathLines: [PathLine] {
    map.paths.edges.map { edge in
      PathLine(
        from: map.paths.nodes[edge.from], to: map.paths.nodes[edge.to], kind: edge.kind,
        signal: edge.signal)
    }
  }
}
