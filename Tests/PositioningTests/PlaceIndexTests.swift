import Geometry
import Maps
import Positioning
import Testing

@Suite struct PlaceIndexTests {
  static func map() throws -> VenueMap {
    let frame = LocalFrame(origin: try Geodetic(latitudeDegrees: 47, longitudeDegrees: -122))
    let room = Unit(
      name: "Room 101", kind: .office,
      shape: try Polygon(exterior: [Vec2(20, 20), Vec2(40, 20), Vec2(40, 40), Vec2(20, 40)]))
    let building = Building(
      name: "Town Hall",
      footprint: [try Polygon(exterior: [Vec2(20, 20), Vec2(60, 20), Vec2(60, 60), Vec2(20, 60)])],
      heightMetres: 10)
    return VenueMap(
      name: "town", frame: frame, buildings: [building],
      levels: [
        Level(ordinal: 0, shortName: "G", elevationMetres: 0, units: [room], walls: [])
      ],
      roads: RoadScenes.grid(),
      places: [
        NamedPlace(name: "Café Zürich", spot: Spot(Vec2(110, 10))),
        NamedPlace(name: "Pharmacy", spot: Spot(Vec2(10, 110))),
        NamedPlace(name: "Pharmacy North", spot: Spot(Vec2(10, 390))),
      ])
  }

  @Test(arguments: [
    ("pharmacy", "Pharmacy"), ("pharmcay", "Pharmacy"), ("PHARM", "Pharmacy"),
    ("cafe zurich", "Café Zürich"), ("Zürich", "Café Zürich"), ("town hal", "Town Hall"),
    ("room 101", "Room 101"), ("avenue 3", "Avenue 3"), ("Ave 3", "Avenue 3"),
    ("2th st & avenue 1", "Avenue 1 & 2th Street"), ("", ""), ("!!!", ""), ("xyzzy", ""),
  ])
  func findsPlacesByName(text: String, name: String) throws {
    let index = PlaceIndex(map: try Self.map())
    let found = index.search(text)
    #expect((found.first?.entry.name ?? "") == name)
    #expect(found.allSatisfy { (0...1).contains($0.score) })
  }

  @Test func prefersNearerPlace() throws {
    let index = PlaceIndex(map: try Self.map())
    let street = try #require(
      index.search("avenue 2", near: Spot(Vec2(190, 333))).first)
    #expect(street.entry.spot.point == Vec2(200, 333) && street.distanceMetres == 10)
    #expect(
      index.search("street", near: Spot(Vec2(50, 200)), limit: 1)[0].entry.name == "3th Street")
    #expect(index.search(String(repeating: "a b ", count: 100_000), limit: 3).count <= 3)
  }

  @Test func findsAddressOfPosition() throws {
    let index = PlaceIndex(map: try Self.map())
    let indoors = index.address(of: Spot(Vec2(30, 30), level: 0))
    #expect(indoors.text == "Room 101, level G, Town Hall, 1th Street")
    let outdoors = index.address(of: Spot(Vec2(101, 48)))
    #expect(outdoors.street == "Avenue 1" && outdoors.place == "Café Zürich")
    #expect(outdoors.text == "Avenue 1")
    #expect(index.address(of: Spot(Vec2(205, 196))).crossing?.contains("3th Street") == true)
    #expect(index.address(of: Spot(Vec2(.nan, 0))).text.isEmpty)
    #expect(index.address(of: Spot(Vec2(1e6, 1e6))).text.isEmpty)
  }
}
