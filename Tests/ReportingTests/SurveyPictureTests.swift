import Documents
import Geometry
import Maps
import Reporting
import Scoring
import Testing

/// Pictures of surveys, and the tables beside them.
@Suite struct SurveyPictureTests {
  private func survey(_ map: VenueMap?) throws -> (pictures: SurveyPictures, advice: BeaconAdvice) {
    let origin = try Geodetic(latitudeDegrees: 47, longitudeDegrees: -8, altitudeMetres: 400)
    var radio = RadioMap(venue: "Hall <1>", origin: origin)
    for ordinal in [-1, 0] {
      radio.planes.append(
        RadioMap.Plane(
          ordinal: ordinal, building: 0, elevationMetres: 4 * Double(ordinal), origin: Vec2(1, 1),
          spacing: 2, columns: 20, rows: 12, isSurveyed: Array(repeating: true, count: 240)))
    }
    let accuracy = ExpectedAccuracy(radio, in: map)
    let advice = BeaconAdvice(for: accuracy, wanted: 4, of: .usual)
    return (SurveyPictures(of: accuracy, advice: advice, radio: radio, in: map), advice)
  }

  private func hall() throws -> VenueMap {
    // The venue's frame has another origin than the survey's.
    let origin = try Geodetic(latitudeDegrees: 47.0001, longitudeDegrees: -8, altitudeMetres: 400)
    let frame = LocalFrame(origin: origin)
    let outline = try Polygon(exterior: [
      Vec2(4, -12), Vec2(36, -12), Vec2(36, 14), Vec2(4, 14),
    ])
    let levels = [-1, 0].map {
      Level(
        ordinal: $0, shortName: "L\($0) & co", elevationMetres: 4 * Double($0), outline: [outline],
        walls: outline.edges)
    }
    return VenueMap(name: "Hall <1>", frame: frame, levels: levels)
  }

  private func rows(_ text: String) throws -> [[String: String]] {
    var reader = try CSVReader(bytes: Array(text.utf8), file: "table")
    var rows: [[String: String]] = []
    while try reader.nextRow() {
      let texts = reader.columns.indices.map { reader.text(at: $0) }
      rows.append(Dictionary(uniqueKeysWithValues: zip(reader.columns, texts)))
    }
    return rows
  }

  /// Every picture's anchors map positions to pixels and back; a beacon is drawn at the pixel of the position
  /// in the table.
  ///
  /// Map points are on a sphere, on which a metre north is up to 0.67 % off one east: some pixels.
  @Test(arguments: [true, false]) func anchorsMapPositionsToPixels(hasVenue: Bool) throws {
    let (pictures, advice) = try survey(hasVenue ? hall() : nil)
    let files = pictures.files()
    let names = ["level-b1", "level-0"].flatMap { level in
      ["coverage", "accuracy", "beacons"].map { "\(level)-\($0).svg" }
    }
    #expect(files.map(\.name) == names + ["accuracy.csv", "beacons.csv", "plans.csv"])
    func table(_ name: String) throws -> [[String: String]] {
      try rows(try #require(files.first { $0.name == name }).text)
    }
    func number(_ row: [String: String], _ column: String) throws -> Double {
      try #require(Double(row[column] ?? ""))
    }
    func place(_ row: [String: String]) throws -> Geodetic {
      try Geodetic(
        latitudeDegrees: number(row, "latitude_deg"),
        longitudeDegrees: number(row, "longitude_deg"),
        altitudeMetres: 0)
    }
    let anchors = try table("plans.csv")
    let beacons = try table("beacons.csv")
    #expect(beacons.count == advice.choices.count && !beacons.isEmpty)
    for name in names {
      let own = anchors.filter { $0["picture"] == name }
      let fit = try FloorPlanFit(
        own.map {
          try FloorPlanTransform.Anchor(
            place: place($0), pixel: Vec2(number($0, "x_px"), number($0, "y_px")))
        })
      #expect(own.count == 4 && fit.rootMeanSquarePixels < 2.5 && !fit.looksMirrored, "\(name)")
      let plan = fit.transform
      for pixel in [Vec2(100, 200), Vec2(900, 400)] {
        let back = plan.pixel(of: try plan.place(of: pixel))
        #expect(back.distance(to: pixel) < 1e-3)
      }
      guard name.hasSuffix("beacons.svg") else { continue }
      let level = name == "level-0-beacons.svg" ? "0" : "-1"
      let svg = try #require(files.first { $0.name == name }).text
      let dots = try drawnDots(svg)
      let chosen = beacons.filter { $0["level"] == level }
      #expect(dots.count == chosen.count)
      for (dot, beacon) in zip(dots, chosen) {
        #expect(plan.pixel(of: try place(beacon)).distance(to: dot) < 5, "\(name) \(dot)")
      }
    }
  }

  /// Positions of circles in panel coordinates.
  private func drawnDots(_ svg: String) throws -> [Vec2] {
    let shift = try #require(svg.firstMatch(of: /translate\((\S+) (\S+)\)/))
    let corner = Vec2(Double(shift.1) ?? .nan, Double(shift.2) ?? .nan)
    return svg.matches(of: /<circle cx="(\S+?)" cy="(\S+?)"/).map {
      corner + Vec2(Double($0.1) ?? .nan, Double($0.2) ?? .nan)
    }
  }

  @Test(arguments: [true, false]) func picturesAreWellFormedAndLabelled(hasVenue: Bool) throws {
    let (pictures, _) = try survey(hasVenue ? hall() : nil)
    for file in pictures.files() where file.name.hasSuffix(".svg") {
      var reader = XMLReader(Array(file.text.utf8), name: file.name)
      var count = 0
      while try reader.next() != nil { count += 1 }
      #expect(count > 20 && !file.text.contains("\"nan") && !file.text.contains("\"inf"))
      #expect(file.text.contains("Hall &lt;1&gt;:") && file.text.contains("level "))
      #expect(file.text.contains("clip-path") == hasVenue)
    }
    let table = try #require(pictures.files().first { $0.name == "accuracy.csv" }).text
    let found = try rows(table)
    #expect(found.count == 480 && found.allSatisfy { $0["coverage"] == "0" })
    #expect(found.contains { $0["walkable"] == "0" } == hasVenue)
  }
}
