import Documents
import Geometry
import Maps
import Testing
import Venues

/// Pictures of floor plans, placed by two anchors.
struct PictureVenueTests {
  private func frame(
    _ first: (Vec2, Vec2), _ second: (Vec2, Vec2), size: Vec2 = Vec2(400, 300)
  ) throws(DocumentFormError) -> PictureFrame {
    try PictureFrame(
      size: size, PictureFrame.PictureAnchor(pixel: first.0, position: first.1),
      PictureFrame.PictureAnchor(pixel: second.0, position: second.1))
  }

  @Test func anchorsFixScaleRotationAndPosition() throws {
    let plain = try frame((Vec2(20, 280), .zero), (Vec2(380, 280), Vec2(36, 0)))
    #expect(abs(plain.metresPerPixel - 0.1) < 1e-12 && abs(plain.angle) < 1e-12)
    #expect(plain(Vec2(20, 80)).distance(to: Vec2(0, 20)) < 1e-9)
    #expect(plain.corners[0].distance(to: Vec2(-2, -2)) < 1e-9)
    // A picture whose rows run north, at any two pixels.
    let turned = try frame((Vec2(0, 300), Vec2(5, 5)), (Vec2(400, 0), Vec2(5 - 30, 5 + 40)))
    #expect(abs(turned.angle - .pi / 2) < 1e-12 && abs(turned.metresPerPixel - 0.1) < 1e-12)
    #expect(turned(Vec2(400, 300)).distance(to: Vec2(5, 45)) < 1e-9)
  }

  @Test(arguments: [
    (Vec2(20, 280), Vec2(0, 0), Vec2(20, 280), Vec2(9, 0), "anchors 0 pixels apart"),
    (Vec2(20, 280), Vec2(0, 0), Vec2(24, 280), Vec2(9, 0), "anchors 4 pixels apart"),
    (
      Vec2(20, 280), Vec2(3, 3), Vec2(380, 280), Vec2(3, 3),
      "both anchors at the position [3 m, 3 m]"
    ),
    (Vec2(20, 280), Vec2(0, 0), Vec2(401, 280), Vec2(9, 0), "outside of its 400 by 300 pixels"),
    (Vec2(-1, 280), Vec2(0, 0), Vec2(380, 280), Vec2(9, 0), "outside of its 400 by 300 pixels"),
    (Vec2(.nan, 280), Vec2(0, 0), Vec2(380, 280), Vec2(9, 0), "outside of its"),
    (Vec2(20, 280), Vec2(0, 0), Vec2(380, 280), Vec2(0.0018, 0), "would be 2 mm by 1.5 mm large"),
    (
      Vec2(20, 280), Vec2(-90_000, 0), Vec2(380, 280), Vec2(90_000, 0),
      "would be 200 km by 150 km large"
    ),
    (Vec2(20, 280), Vec2(0, 0), Vec2(380, 280), Vec2(2e6, 0), "more than 100 km"),
    (Vec2(20, 280), Vec2(0, .infinity), Vec2(380, 280), Vec2(9, 0), "more than 100 km"),
  ])
  func refusesImpossibleAnchors(
    _ pixel: Vec2, _ position: Vec2, _ other: Vec2, _ second: Vec2, _ expected: String
  ) {
    let error = #expect(throws: DocumentFormError.self) {
      try frame((pixel, position), (other, second))
    }
    #expect(error?.message.contains(expected) == true, "\(String(describing: error))")
  }

  @Test(arguments: [0.0, 0.3, -2])
  func newVenuesAreValidAndLieWhereTheAnchorsSay(_ angle: Double) throws {
    let placed = try frame(
      (Vec2(20, 280), Vec2(10, 20)), (Vec2(380, 280), Vec2(10, 20) + Vec2(angle: angle, length: 45))
    )
    let made = PictureVenue(
      name: "New: office", origin: try Geodetic(latitudeDegrees: 47, longitudeDegrees: 8),
      picture: "plans/a b.png", frame: placed, anchors: [Vec2(20, 280), Vec2(380, 280)])
    let text = made.text(file: "office.yaml")
    let venue = try decodeDocument(VenueFile.self, from: try YAML.load(text, name: "office.yaml"))
      .venue()
    #expect(venue.name == "New: office" && venue.levels.count == 1)
    let corners = try #require(venue.levels[0].outline.first?.exterior)
    for corner in placed.corners {
      #expect(corners.contains { $0.distance(to: corner) < 0.01 }, "\(corner)")
    }
    // The picture in the file lies as given, in the coordinates of the level.
    let plan = try EditableVenue(Array(text.utf8), file: "office.yaml").plan().json
    guard case .array(let levels)? = plan["levels"], let picture = levels.first?["picture"],
      case .number(let scale)? = picture["metres_per_pixel"],
      case .number(let turn)? = picture["angle"]
    else { return #expect(Bool(false), "\(plan)") }
    #expect(abs(scale - 0.125) < 1e-4 && abs(turn) < 1e-3)
    #expect(try EditableVenue(Array(text.utf8), file: "o").pictures() == ["plans/a b.png"])
  }

  @Test(arguments: [
    (
      "{file: ../a.png, size: [4, 3], anchors: [{pixel: [0, 0], at: [0 m, 0 m]}, {pixel: [4, 3], at: [9 m, 0 m]}]}",
      "a file in the venue's folder"
    ),
    ("{file: a.png, size: [4, 3], anchors: [{pixel: [0, 0], at: [0 m, 0 m]}]}", "a list of 2"),
    (
      "{file: a.png, size: [4, 3], anchors: [{pixel: [0, 0], at: [0 m, 0 m]}, {pixel: [9, 3], at: [9 m, 0 m]}]}",
      "the picture of level 0 has an anchor at pixel [9, 3]"
    ),
    (
      "{file: a.png, size: [4], anchors: [{pixel: [0], at: [0 m, 0 m]}, {pixel: [4, 3], at: [9 m, 0 m]}]}",
      "a list of 2"
    ),
  ])
  func checksPicturesOfLevels(_ picture: String, _ expected: String) {
    let text = """
      name: a
      origin: {latitude: 47 deg, longitude: 8 deg}
      buildings:
        - {name: a, at: [0 m, 0 m], size: [9 m, 9 m], levels: [{ordinal: 0, doors: [{at: [4 m, 0 m]}], picture: \(picture)}]}
      """
    let error = #expect(throws: DocumentError.self) {
      try decodeDocument(VenueFile.self, from: try YAML.load(text, name: "a.yaml")).venue()
    }
    #expect(
      error?.diagnostics.contains { $0.message.contains(expected) } == true,
      "\(String(describing: error))")
    #expect(error?.diagnostics.first?.place?.line == 4)
  }
}
