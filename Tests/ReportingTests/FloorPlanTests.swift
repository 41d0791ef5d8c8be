import Documents
import Geometry
import Maps
import Reporting
import TestSupport
import Testing

/// Floor plans on a report page: their placement, and messages about unusable ones.
@Suite struct FloorPlanTests {
  private static let origin = (latitude: 47.0, longitude: -8.0)
  private static let picture = "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>"

  /// A run with a location, and no other data.
  private static func run(in folder: TemporaryFolder, hasPosition: Bool = true) throws -> RunReport
  {
    try folder.write("run/manifest.json", #"{"run": "r", "scenarios": [{"name": "s"}]}"#)
    if hasPosition {
      var scene = RunScene()
      let place = try Geodetic(
        latitudeDegrees: origin.latitude, longitudeDegrees: origin.longitude, altitudeMetres: 300)
      scene.add(
        scenario: "s", about: "", seconds: 1,
        map: VenueMap(name: "House", frame: LocalFrame(origin: place), levels: []), key: "k",
        transmitters: [])
      try folder.write("run/scene.json", scene.value.text())
    }
    return try RunReport(folder: folder.path + "/run")
  }

  /// An anchor of a plan with ten pixels per metre, rotated by 30 degrees, with the origin at (200, 300).
  private static func row(
    _ east: Double, _ north: Double, picture: String = "g.svg", floor: String = "0",
    isMirrored: Bool = false, away: Double = 0
  ) throws -> String {
    let frame = LocalFrame(
      origin: try Geodetic(
        latitudeDegrees: origin.latitude + away, longitudeDegrees: origin.longitude,
        altitudeMetres: 0))
    let place = try frame.geodetic(of: Vec3(east, north, 0))
    let (c, s) = (0.866_025_4, 0.5)
    let south = isMirrored ? north : -north
    let pixel = Vec2(200 + 10 * (c * east - s * south), 300 + 10 * (s * east + c * south))
    return "\(picture),\(floor),800,600,\(place.latitudeDegrees),\(place.longitudeDegrees),"
      + "\(pixel.x),\(pixel.y)\n"
  }

  private static let head =
    "picture,floor,width_px,height_px,latitude_deg,longitude_deg,x_px,y_px\n"

  private static func page(
    _ table: String, in folder: TemporaryFolder, hasPosition: Bool = true
  ) throws -> PageReading {
    try folder.write("plans/plans.csv", table)
    try folder.write("plans/g.svg", picture)
    try folder.write("plans/u.svg", picture)
    try folder.write("plans/notes.txt", "notes")
    let plans = try FloorPlans(path: folder.path + "/plans/plans.csv")
    return try PageReading(reportPage(run(in: folder, hasPosition: hasPosition), plans: plans))
  }

  /// Pixels are at the positions of their anchors, within a few centimetres for the flat map.
  @Test func picturesMatchTheirAnchors() throws {
    let folder = try TemporaryFolder()
    let rows = try [Self.row(0, 0), Self.row(40, 0), Self.row(40, 30)].joined()
    let other = try [
      Self.row(0, 0, picture: "u.svg"), Self.row(9, 0, picture: "u.svg"),
      Self.row(0, 0, picture: "u.svg", floor: "1"), Self.row(9, 0, picture: "u.svg", floor: "1"),
    ].joined()
    let plans = try #require(Self.page(Self.head + rows + other, in: folder).data["plans"]).list
    // The first plan of a floor is used.
    #expect(plans.map { $0["name"]?.string } == ["g.svg", "u.svg"])
    let plan = try #require(plans.first)
    #expect(plan["data"]?.string.hasPrefix("data:image/svg+xml;base64,PHN2ZyB4bWxucz0i") == true)
    let to = try #require(plan["to"]).list.map(number)
    try #require(to.count == 6)
    for (east, north) in [(0.0, 0.0), (40, 30), (-10, 12)] {
      let (c, s) = (0.866_025_4, 0.5)
      let pixel = Vec2(200 + 10 * (c * east + s * north), 300 + 10 * (s * east - c * north))
      let point = Vec2(
        to[0] * pixel.x + to[2] * pixel.y + to[4], to[1] * pixel.x + to[3] * pixel.y + to[5])
      #expect(point.distance(to: Vec2(east, north)) < 0.15, "\(point), not \(east), \(north)")
    }
  }

  private func number(_ value: JSONValue) throws -> Double {
    switch value {
    case .number(let number): return number
    case .int(let number): return Double(number)
    default: throw DocumentError("no number")
    }
  }

  struct Bad: Sendable, CustomTestStringConvertible {
    var table: String
    var complaint: String
    var testDescription: String { complaint }
  }

  static let bad: [Bad] = {
    func rows(_ rows: [String]?) -> String { head + (rows ?? []).joined() }
    return [
      Bad(table: head, complaint: "names no picture"),
      Bad(table: "picture,floor\n", complaint: "no column 'width_px'"),
      Bad(table: rows(try? [row(0, 0)]), complaint: "don't fit"),
      Bad(table: rows(try? [row(0, 0), row(0, 0)]), complaint: "don't fit"),
      Bad(
        table: rows(
          try? [
            row(0, 0, isMirrored: true), row(40, 0, isMirrored: true),
            row(40, 30, isMirrored: true), row(0, 30, isMirrored: true),
          ]), complaint: "would fit mirrored"),
      Bad(
        table: rows(try? [row(0, 0), row(40, 0), row(40, 30), row(90, 400, away: -0.003)]),
        complaint: "are off by"),
      Bad(
        table: rows(try? [row(0, 0, away: 1), row(40, 0, away: 1)]),
        complaint: "lies 111 km from the run's place"),
      Bad(
        table: rows(try? [row(0, 0, picture: "no.png"), row(40, 0, picture: "no.png")]),
        complaint: "no.png"),
      Bad(
        table: rows(try? [row(0, 0, picture: "notes.txt"), row(40, 0, picture: "notes.txt")]),
        complaint: "isn't a picture that a page can show"),
      Bad(table: head + "g.svg,0,800,600,147,8,0,0\n", complaint: "with invalid coordinates"),
      Bad(table: head + "g.svg,0,0,600,47,8,0,0\n", complaint: "can't be"),
    ]
  }()

  @Test(arguments: bad) func rejectsInvalidPlans(_ bad: Bad) throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: DocumentError.self) { try Self.page(bad.table, in: folder) }
    #expect("\(try #require(error))".contains(bad.complaint), "\(error as Any)")
  }

  @Test func plansRequireVenuePosition() throws {
    let folder = try TemporaryFolder()
    let table = Self.head + (try [Self.row(0, 0), Self.row(40, 0)].joined())
    let error = #expect(throws: DocumentError.self) {
      try Self.page(table, in: folder, hasPosition: false)
    }
    #expect("\(try #require(error))".contains("has no position of its venue"))
  }
}
