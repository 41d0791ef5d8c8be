import Documents
import Geometry
import Importers
import Maps
import TestSupport
import Testing
import Venues

struct ImportIMDFTests {
  private func tiny() throws -> ImportedVenue {
    try importVenue(nil, path: ImportPaths.excerpts + "imdf-tiny")
  }

  private func length(_ venue: Venue, level: Int, of material: Material) -> Double {
    venue.levels[level].walls.enumerated().reduce(0) { sum, wall in
      venue.materials.material(ofWall: wall.offset, level: level) == material
        ? sum + wall.element.length : sum
    }
  }

  @Test func levelsAndUnits() throws {
    let imported = try tiny()
    let venue = imported.venue
    #expect(venue.name == "Small House")
    #expect(venue.map.buildings.count == 1)
    #expect(venue.levels.map(\.ordinal) == [0, 1])
    #expect(venue.levels.map(\.shortName) == ["G", "1"])
    // A shopping centre's levels have a default height of 5 m.
    #expect(venue.levels.map(\.elevationMetres) == [0, 5])
    #expect(venue.levels.map(\.units.count) == [6, 5])
    let kinds = venue.levels[0].units.map(\.kind)
    #expect(kinds == [.corridor, .shop, .office, .lift, .stairs, .service])
    #expect(venue.levels[0].units.map(\.isPublic) == [true, true, true, true, true, false])
    let names = venue.levels[0].units.map(\.name)
    // The occupant names the shop, the unit's own label the office.
    #expect(names[1] == "Corner Shop" && names[2] == "Bureau")
    #expect(Set(venue.levels.flatMap { $0.units.map(\.name) }).count == 11)
    for (unit, area) in zip(venue.levels[0].units, [80.0, 48, 36, 4, 24, 8]) {
      #expect(abs(unit.shape.area - area) < 0.05, "\(unit.name): \(unit.shape.area)")
    }
    #expect(imported.report.count(.taken, "units") == 11)
    #expect(imported.notes.contains("Address: 1 Main Street, Zurich, CH."))
  }

  /// The lengths of the walls, by hand: see the plan in the excerpts.
  @Test func walls() throws {
    let venue = try tiny().venue
    let expected: [[(Material, Double)]] = [
      [
        (.concrete, 58 + 4), (.glass, 6), (.reinforced, 8), (.plasterboard, 5 + 6 + 3),
        (.railing, 0),
      ],
      [
        (.concrete, 60), (.glass, 0), (.reinforced, 8), (.plasterboard, 4 + 9 + 4 + 4),
        (.railing, 4),
      ],
    ]
    for (level, materials) in expected.enumerated() {
      for (material, sum) in materials {
        let found = length(venue, level: level, of: material)
        #expect(abs(found - sum) < 0.02, "level \(level), \(material): \(found), not \(sum)")
      }
    }
  }

  @Test func openings() throws {
    let venue = try tiny().venue
    let ground = venue.levels[0].openings
    #expect(ground.map(\.kind) == [.revolving, .sliding, .door, .locked])
    #expect(ground.map(\.isEntrance) == [true, false, false, false])
    #expect(venue.levels[1].openings.map(\.kind) == [.passage])
    for (opening, width) in zip(ground, [2.0, 2, 1, 1]) {
      #expect(abs(opening.line.length - width) < 0.01)
    }
    // No wall runs through any of them.
    for level in venue.levels {
      for opening in level.openings {
        #expect(!level.walls.contains { $0.distance(to: opening.line.midpoint) < 0.3 })
      }
    }
  }

  @Test func connectors() throws {
    let venue = try tiny().venue
    #expect(Set(venue.map.connectors.map(\.kind)) == [.lift, .stairs])
    let lift = try #require(venue.map.connectors.first { $0.kind == .lift })
    #expect(lift.stops.map(\.level) == [0, 1] && !lift.isOneWay)
    for stop in lift.stops {
      // In front of the door, in the corridor.
      #expect(stop.point.distance(to: Vec2(15, 3.2)) < 0.02, "\(stop.point)")
    }
    let stairs = try #require(venue.map.connectors.first { $0.kind == .stairs })
    // By the relationship: down only. The flight runs from end to end, 30 cm inside.
    #expect(stairs.isOneWay)
    #expect(stairs.stops.map(\.level) == [1, 0])
    for (stop, place) in zip(stairs.stops, [Vec2(18, 9.7), Vec2(18, 4.3)]) {
      #expect(stop.point.distance(to: place) < 0.02, "\(stop.point)")
    }
  }

  @Test func placesAndRegions() throws {
    let imported = try tiny()
    let map = imported.venue.map
    #expect(map.places.map(\.name) == ["Corner Shop", "atm 1", "Ice cream", "Bureau"])
    #expect(map.places.map(\.spot.level) == [0, 0, 0, 0])
    #expect(map.places[0].spot.point.distance(to: Vec2(4, 7)) < 0.01)
    #expect(imported.venue.levels[0].fixtures.count == 2)
    let region = try #require(imported.venue.regions.first)
    #expect(region.name == "West end" && region.level == 0)
    #expect(abs(region.radiusMetres - 5) < 0.01)
    #expect(region.center.distance(to: Vec2(3, 4)) < 0.01)
    #expect(imported.report.count(.left, "details") == 1)
    #expect(imported.report.count(.left, "sections") == 1)
    #expect(imported.report.count(.left, "relationships") == 1)
    // All public units are reachable, the upper level by the stairs... which lead down only.
    #expect(imported.report.count(.measured, "entrances") == 1)
  }

  /// A zip file, with or without its own folder, gives the same result.
  @Test(arguments: ["", "deeper/"]) func zipped(prefix: String) throws {
    let folder = ImportPaths.excerpts + "imdf-tiny"
    var writer = ZipWriter()
    for name in folderContents(folder) ?? [] {
      try writer.add(prefix + name, contents: readFile(folder + "/" + name, limit: 1 << 20))
    }
    let temporary = try TemporaryFolder()
    let path = try write(writer.archive, to: "map.zip", in: temporary)
    #expect(try detectedFormat(path) == .imdf)
    let venue = try importVenue(nil, path: path).venue
    let plain = try tiny().venue
    #expect(venue.levels == plain.levels && venue.map.connectors == plain.map.connectors)
    #expect(venue.frame == plain.frame)
  }

  /// A change of one file of the archive, and its effect.
  static let changes: [(file: String, from: String, to: String, left: String, count: Int)] = [
    ("unit", "\"id\": \"W1\"", "\"id\": \"W0\"", "unit", 1),
    ("unit", "\"level_id\": \"L1\"", "\"level_id\": \"L9\"", "units", 5),
    ("level", "\"ordinal\": 1", "\"ordinal\": 0.5", "levels", 1),
    ("level", "\"ordinal\": 1", "\"ordinal\": -9223372036854775808", "levels", 1),
    ("level", "\"ordinal\": 1", "\"ordinal\": 9223372036854775807", "levels", 1),
    // A fixture to the north of its level.
    ("fixture", "47.0000", "47.0010", "fixtures", 0),
    ("level", "\"outdoor\": false", "\"outdoor\": true", "levels", 2),
    ("opening", "\"feature_type\": \"opening\"", "\"feature_type\": \"door\"", "opening", 5),
    ("anchor", "\"unit_id\": \"S0\"", "\"unit_id\": \"S9\"", "units", 0),
    ("occupant", "\"anchor_id\": \"n1\"", "\"anchor_id\": \"n2\"", "occupants", 1),
    ("geofence", "Polygon", "Polyhedron", "geofence", 1),
    ("kiosk", "8.0001", "88.0001", "kiosks", 1),
    ("relationship", "\"id\": \"T1\"", "\"id\": \"T9\"", "relationships", 2),
  ]

  @Test(arguments: changes.indices) func invalidFeaturesAreLeftOut(_ index: Int) throws {
    let change = Self.changes[index]
    let folder = try TemporaryFolder()
    let source = ImportPaths.excerpts + "imdf-tiny"
    for name in folderContents(source) ?? [] {
      var text = String(
        decoding: try readFile(source + "/" + name, limit: 1 << 20), as: UTF8.self)
      if name == change.file + ".geojson" {
        let changed = text.replacing(change.from, with: change.to)
        try #require(changed != text)
        text = changed
      }
      try folder.write(name, text)
    }
    do {
      let report = try importVenue(.imdf, path: folder.path).report
      #expect(report.count(.left, change.left) >= change.count, "\(change): \(report.entries)")
    } catch {
      // Without any level there is nothing left to import.
      #expect(change.file == "level" && change.count == 2, "\(change): \(error)")
    }
  }
}
