import Documents
import Geometry
import Maps
import Reporting
import TestSupport
import Testing

/// Error maps, on a page and as files, and the other figures of a run.
@Suite struct PlotTests {
  /// A fix: true position of the phone, in m east and north, and the error.
  private struct Fix {
    var time = 0.0
    var place: Vec2
    var error: Double
    var floor: Int?
    var device = "d"
  }

  private func frame() throws -> LocalFrame {
    LocalFrame(
      origin: try Geodetic(latitudeDegrees: 47, longitudeDegrees: -8, altitudeMetres: 0))
  }

  /// A run's folder with a hall of 40 by 30 m on the ground floor.
  private func makeRun(
    _ fixes: [Fix], scenarios: [String] = ["s"], hasScene: Bool = true
  ) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let frame = try frame()
    let names = scenarios.map { name -> JSONValue in ["name": .string(name)] }
    let manifest: JSONValue = ["run": "r", "scenarios": .array(names)]
    try folder.write("manifest.json", manifest.text())
    let hall = try Polygon(Box2(Vec2(0, 0), Vec2(40, 30)))
    let level = Level(
      ordinal: 0, shortName: "G", elevationMetres: 0, outline: [hall], walls: hall.edges)
    var scene = RunScene()
    for name in scenarios {
      scene.add(
        scenario: name, about: "", seconds: nil,
        map: VenueMap(name: "Hall", frame: frame, levels: [level]), key: "k", transmitters: [])
    }
    if hasScene { try folder.write(RunScene.fileName, scene.value.text()) }
    var table = try CSVWriter(columns: columns("fixes.csv"))
    var ways = try CSVWriter(columns: columns("track.csv"))
    for scenario in scenarios {
      for fix in fixes {
        let place = try frame.geodetic(of: Vec3(fix.place, 0))
        for text in ["r", scenario, "1", fix.device] { table.field(text) }
        table.field(fix.time)
        table.field(fix.time)
        for _ in 0..<2 {
          table.field(place.latitudeDegrees, decimals: 9)
          table.field(place.longitudeDegrees, decimals: 9)
        }
        table.field(fix.error)
        table.field(5)
        table.emptyField()
        for _ in 0..<2 {
          if let floor = fix.floor { table.field(floor) } else { table.emptyField() }
        }
        table.field("fused")
        table.endRow()
        for text in ["r", scenario, "1", fix.device] { ways.field(text) }
        ways.field(fix.time)
        ways.field(place.latitudeDegrees, decimals: 9)
        ways.field(place.longitudeDegrees, decimals: 9)
        ways.field(0)
        if let floor = fix.floor { ways.field(floor) } else { ways.emptyField() }
        ways.endRow()
      }
    }
    try folder.write("fixes.csv", String(decoding: table.takeBytes(), as: UTF8.self))
    try folder.write("track.csv", String(decoding: ways.takeBytes(), as: UTF8.self))
    return folder
  }

  private func columns(_ file: String) throws -> [String] {
    try #require(RunTables.columns.first { $0.file == file }?.columns)
  }

  /// The floors of a page's first error map.
  private func floors(_ folder: TemporaryFolder) throws -> [[JSONValue]] {
    let page = try PageReading(reportPage(RunReport(folder: folder.path)))
    return try #require(page.run()["errors"]?.list.first?.list.last).list.map(\.list)
  }

  /// Twenty locations in one indoor cell, with errors of 1 to 20 m, too few in another, and the same outdoors.
  private var twoCells: [Fix] {
    [0, nil].flatMap { floor in
      let cell = (1...20).map {
        Fix(time: Double($0), place: Vec2(5.5, 3), error: Double($0), floor: floor)
      }
      let few = (1...4).map {
        Fix(time: Double(20 + $0), place: Vec2(25, 13), error: 1, floor: floor)
      }
      return cell + few
    }
  }

  @Test func cellsShow68PercentErrors() throws {
    let floors = try floors(makeRun(twoCells))
    #expect(floors.map { $0[0].int } == [-1000, 0], "outdoors is first")
    #expect(floors.map { $0[1] } == [.number(5), .number(2)], "cell widths")
    for (floor, column, row) in [(floors[0], 1, 0), (floors[1], 2, 1)] {
      #expect(PageReading.numbers(floor[2].string) == [column])
      #expect(PageReading.numbers(floor[3].string) == [row])
      // Of 20, 68 % is 13 and a part: the fourteenth, in bins of 2 %.
      let error = try #require(PageReading.numbers(floor[4].string).first)
      #expect((137...143).contains(error), "\(error) dm")
      #expect(PageReading.numbers(floor[5].string) == [20])
    }
  }

  /// If each cell of 2 m has a single location, cells grow until most have enough.
  @Test func cellsGrowWithSparseLocations() throws {
    let walk = (0..<64).map { Fix(place: Vec2(Double($0) * 2 + 1, 1), error: 3, floor: 0) }
    let floor = try #require(floors(makeRun(walk)).first)
    #expect(floor[1] == .number(16))
    #expect(PageReading.numbers(floor[2].string) == Array(0..<8))
    #expect(PageReading.numbers(floor[5].string) == Array(repeating: 8, count: 8))
  }

  /// For any area and number of devices, the size of the map on the page is bounded.
  @Test func mapSizeIsBounded() throws {
    let fixes = (0..<100_000).map { number -> Fix in
      let (column, row) = (number / 5 % 140, number / 700)
      return Fix(
        place: Vec2(Double(column * 5 + 1), Double(row * 5 + 1)), error: Double(number % 97),
        device: "d\(number / 100)")
    }
    let floor = try #require(floors(makeRun(fixes)).first)
    #expect(floor[1] == .number(10), "20,000 cells of 5 m are too many")
    let bytes = floor.dropFirst(2).reduce(0) { $0 + $1.string.utf8.count }
    #expect((10_000...100_000).contains(bytes), "\(bytes)")
    #expect(PageReading.numbers(floor[5].string).reduce(0, +) == 100_000, "all fixes count")
  }

  // MARK: - Files

  private func files(
    _ folder: TemporaryFolder, _ figure: RunPlots.PlotKind
  ) throws -> [RunPlots.File] {
    try RunPlots(folder: folder.path).files(of: figure)
  }

  @Test(arguments: RunPlots.PlotKind.allCases)
  func picturesAreWellFormedAndReproducible(figure: RunPlots.PlotKind) throws {
    let folder = try makeRun(twoCells)
    let files = try files(folder, figure)
    let names: [RunPlots.PlotKind: [String]] = [
      .errors: ["errors"], .floors: ["floors"], .time: ["time"],
      .map: ["outdoors-map", "level-0-map"], .tracks: ["outdoors-ways", "level-0-ways"],
    ]
    #expect(files.map(\.name) == names[figure])
    #expect(try self.files(folder, figure).map(\.svg) == files.map(\.svg))
    for file in files {
      var reader = XMLReader(Array(file.svg.utf8), name: file.name)
      var count = 0
      while try reader.next() != nil { count += 1 }
      #expect(count > 10 && !file.svg.contains("\"nan") && !file.svg.contains("\"inf"))
      #expect(!file.svg.contains("var("), "not every program supports variables")
    }
  }

  /// The hall is 40 m wide, with a margin of 4 % on either side, drawn 1,600 units wide.
  @Test func cellsAreDrawnAtTheirPositions() throws {
    let files = try files(makeRun(twoCells), .map)
    let svg = try #require(files.first { $0.name == "level-0-map" }).svg
    let scale = 1600 / 43.2
    let path = try #require(
      svg.firstMatch(of: /<path d="M(\S+) (\S+)h(\S+)v\S+z" fill="#f0a48c"\/>/))
    let numbers = try [path.1, path.2, path.3].map { try #require(Double($0)) }
    #expect(abs(numbers[0] - (4 + 1.6) * scale) < 0.2, "\(numbers)")
    #expect(abs(numbers[1] - (30 + 1.6 - 4) * scale) < 0.2, "\(numbers)")
    #expect(abs(numbers[2] - 2 * scale) < 0.6, "\(numbers)")
  }

  /// The map of actual errors has the colours of the expected ones beside it.
  @Test func showsExpectedErrorsBesideActualOnes() throws {
    let folder = try makeRun(twoCells)
    var radio = RadioMap(venue: "Hall", origin: try frame().origin)
    radio.planes = [
      RadioMap.Plane(
        ordinal: 0, building: 0, elevationMetres: 0, origin: Vec2(1, 1), spacing: 2, columns: 20,
        rows: 15, isSurveyed: Array(repeating: true, count: 300))
    ]
    let plots = try RunPlots(folder: folder.path, survey: radio)
    let pictures = plots.files(of: .map)
    #expect(pictures.map { $0.svg.contains("(modelled)") } == [false, true])
    #expect(try files(folder, .map).allSatisfy { !$0.svg.contains("(modelled)") })
    // Both panels' maps have equal sizes, and each has its own clip path.
    let cuts = pictures[1].svg.matches(of: /<clipPath id="([^"]+)"/).map { String($0.1) }
    #expect(cuts.count == 2 && Set(cuts).count == 2, "\(cuts)")
  }

  @Test func fileNamesContainScenarios() throws {
    let folder = try makeRun(twoCells, scenarios: ["../a", "..-a", "<b>"])
    let names = try files(folder, .time).map(\.name)
    #expect(names == ["---a-1-time", "---a-2-time", "-b--time"])
    let svg = try #require(files(folder, .time).last).svg
    #expect(svg.contains("&lt;b&gt;") && !svg.contains("<b>"))
  }

  /// Without a scene there is no plan, but errors still have positions.
  @Test func folderWithoutSceneHasErrorMap() throws {
    let folder = try makeRun(twoCells, hasScene: false)
    #expect(try files(folder, .map).map(\.name) == ["outdoors-map", "level-0-map"])
    #expect(try files(folder, .tracks).isEmpty)
    let plots = try RunPlots(folder: folder.path)
    #expect(plots.absence(of: .tracks).contains("--scenario FILE"))
    let page = try PageReading(reportPage(RunReport(folder: folder.path)))
    #expect(try page.run()["errors"]?.list.isEmpty == true)
  }

  /// Impossible numbers from foreign folders do no harm.
  @Test func survivesExtremeNumbers() throws {
    let fixes = [-9_223_372_036_854_775_808, 9_223_372_036_854_775_807].map {
      Fix(place: Vec2(1, 1), error: 1e300, floor: $0)
    }
    let folder = try makeRun(fixes + twoCells)
    var scene = String(
      decoding: try readFile(folder.path + "/scene.json", limit: 1 << 20), as: UTF8.self)
    scene = scene.replacing("4000", with: "1e307").replacing(
      "\"floor\":0", with: "\"floor\":-9223372036854775808")
    try folder.write("scene.json", scene)
    for figure in RunPlots.PlotKind.allCases { _ = try files(folder, figure) }
  }
}
