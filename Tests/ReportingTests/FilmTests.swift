import Documents
import Geometry
import Maps
import Reporting
import TestSupport
import Testing

/// Films of runs: the choice of the device run, the times, and what the frames show.
@Suite struct FilmTests {
  /// A walk of a second per metre along a hall: on the ground floor, then on the first, and outdoors at last.
  private struct Walk {
    var seed = "1"
    var device = "d"
    /// The error of every location, to the north.
    var error = 2.0
    /// The floor that is reported, in place of the true one.
    var wrongFloor: Int?
    var hasTruth = true
    var seconds = 60
  }

  @Test func stylesDeclareEveryColour() {
    for scheme in PageColors.Scheme.allCases { #expect(PageColors(scheme).missing.isEmpty) }
  }

  private func frame() throws -> LocalFrame {
    LocalFrame(
      origin: try Geodetic(latitudeDegrees: 47, longitudeDegrees: -8, altitudeMetres: 0))
  }

  private func floor(at second: Int) -> Int? { second < 25 ? 0 : second < 50 ? 1 : nil }

  /// A run's folder with a hall of two floors, 60 by 30 m.
  private func makeRun(_ walks: [Walk], hasScene: Bool = true) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let manifest: JSONValue = [
      "run": "r", "scenarios": [["name": "s"]],
      "finished": [["scenario": "s", "first_seed": "1", "last_seed": "3"]],
    ]
    try folder.write("manifest.json", manifest.text())
    if hasScene { try folder.write(RunScene.fileName, try scene().value.text()) }
    var fixes = try CSVWriter(columns: columns("fixes.csv"))
    var track = try CSVWriter(columns: columns("track.csv"))
    var metrics = try CSVWriter(columns: columns("metrics.csv"))
    for walk in walks {
      for text in ["r", "s", walk.seed, walk.device, "horizontal_error", "p50"] {
        metrics.field(text)
      }
      metrics.field(walk.error)
      metrics.field("m")
      metrics.field(60)
      metrics.endRow()
      for second in 0..<walk.seconds { try write(walk, second, &fixes, &track) }
    }
    try folder.write("fixes.csv", String(decoding: fixes.takeBytes(), as: UTF8.self))
    try folder.write("track.csv", String(decoding: track.takeBytes(), as: UTF8.self))
    try folder.write("metrics.csv", String(decoding: metrics.takeBytes(), as: UTF8.self))
    return folder
  }

  private func scene() throws -> RunScene {
    let hall = try Polygon(Box2(Vec2(-2, -10), Vec2(58, 20)))
    let levels = try ["G", "1"].enumerated().map { ordinal, name in
      let room = Unit(
        name: "Hall \(name)", kind: .exhibit, shape: try Polygon(Box2(Vec2(5, -5), Vec2(50, 15))))
      return Level(
        ordinal: ordinal, shortName: name, elevationMetres: 0, outline: [hall], units: [room],
        walls: hall.edges)
    }
    var scene = RunScene()
    scene.add(
      scenario: "s", about: "", seconds: nil,
      map: VenueMap(name: "Hall", frame: try frame(), levels: levels), key: "k", transmitters: [])
    return scene
  }

  private func write(
    _ walk: Walk, _ second: Int, _ fixes: inout CSVWriter, _ track: inout CSVWriter
  ) throws {
    let truth = Vec2(Double(second), 5)
    let floor = floor(at: second)
    let reported = try frame().geodetic(of: Vec3(truth + Vec2(0, walk.error), 0))
    let right = try frame().geodetic(of: Vec3(truth, 0))
    for text in ["r", "s", walk.seed, walk.device] { fixes.field(text) }
    fixes.field(second)
    fixes.field(second)
    for place in [reported, right] {
      let isKnown = walk.hasTruth || place == reported
      fixes.field(isKnown ? "\(place.latitudeDegrees)" : "")
      fixes.field(isKnown ? "\(place.longitudeDegrees)" : "")
    }
    fixes.field(walk.hasTruth ? "\(walk.error)" : "")
    fixes.field(5)
    fixes.emptyField()
    fixes.field((walk.wrongFloor ?? floor).map { "\($0)" } ?? "")
    fixes.field(walk.hasTruth ? floor.map { "\($0)" } ?? "" : "")
    fixes.field("fused")
    fixes.endRow()
    guard walk.hasTruth else { return }
    for text in ["r", "s", walk.seed, walk.device] { track.field(text) }
    track.field(second)
    track.field(right.latitudeDegrees, decimals: 9)
    track.field(right.longitudeDegrees, decimals: 9)
    track.field(0)
    track.field(floor.map { "\($0)" } ?? "")
    track.endRow()
  }

  private func columns(_ file: String) throws -> [String] {
    try #require(RunTables.columns.first { $0.file == file }?.columns)
  }

  private func bytes(of film: RunFilm) -> [UInt8] {
    var bytes: [UInt8] = []
    film.write { bytes += $0 }
    return bytes
  }

  private func film(
    _ walks: [Walk] = [Walk()], hasScene: Bool = true,
    _ change: (inout FilmSettings) -> Void = { _ in }
  ) throws -> (film: RunFilm, gif: GIFReading, size: Int) {
    let folder = try makeRun(walks, hasScene: hasScene)
    var settings = FilmSettings()
    (settings.width, settings.framesPerSecond) = (320, 4)
    change(&settings)
    let film = try RunFilm(folder: folder.path, settings)
    let bytes = bytes(of: film)
    return (film, try GIFReading(bytes), bytes.count)
  }

  /// The number of pixels of a colour.
  private func count(_ color: UInt32, _ image: GIFReading.Image) -> Int {
    image.screen.count { $0 == RasterColor(color) }
  }

  /// The numbers of pixels of the plan that are as blue as the truth, and as orange as reports.
  private func tracked(_ gif: GIFReading, _ image: GIFReading.Image) -> (truth: Int, reports: Int) {
    // A heading of 48 rows, and a strip of 90.
    let plan = image.screen[(48 * gif.width)..<((gif.height - 90) * gif.width)].map(\.channels)
    return (plan.count { $0.z > $0.x + 50 }, plan.count { $0.x > $0.z + 70 })
  }

  // MARK: - Times

  @Test func lastsAsLongAsItsSpeedAndTimes() throws {
    let (film, gif, size) = try film {
      ($0.from, $0.to, $0.speed, $0.framesPerSecond) = (10, 40, 5, 12)
    }
    // 30 s at five times real time, a frame for each end, and 1.5 s at the end.
    #expect(film.frameCount == 73)
    #expect(abs(gif.hundredths - (600 + 8 + 150)) <= 1, "\(gif.hundredths)")
    #expect(gif.width == 320 && gif.repeats && gif.images.count <= 73 && gif.images.count > 60)
    #expect(
      film.summary.contains("0:10 to 0:40, 73 frames of 320 by \(gif.height) pixels"),
      "\(film.summary)")
    #expect(size < 300_000)
  }

  @Test func showsTheTimeIndoorsByDefault() throws {
    let (film, _, _) = try film()
    #expect(
      film.summary.contains("0:00 to 0:49") && film.summary.contains("3 × real time"),
      "\(film.summary)")
    let (outside, _, _) = try self.film { ($0.from, $0.to) = (45, 58) }
    #expect(outside.summary.contains("0:45 to 0:58"), "\(outside.summary)")
  }

  @Test func bytesDependOnTheRunAlone() throws {
    let folder = try makeRun([Walk()])
    var settings = FilmSettings()
    settings.width = 320
    let first = bytes(of: try RunFilm(folder: folder.path, settings))
    #expect(bytes(of: try RunFilm(folder: folder.path, settings)) == first)
    settings.isDark = true
    #expect(bytes(of: try RunFilm(folder: folder.path, settings)) != first)
  }

  // MARK: - Pictures

  /// Both positions are on the first frame, both tracks on the last one.
  @Test func tracksGrow() throws {
    let (_, gif, _) = try film { ($0.from, $0.to, $0.speed) = (0, 24, 4) }
    let (first, last) = (try #require(gif.images.first), try #require(gif.images.last))
    #expect(first.width == gif.width && first.height == gif.height)
    let (before, after) = (tracked(gif, first), tracked(gif, last))
    #expect(before.truth > 30 && before.reports > 30, "\(before)")
    // 24 m of the hall's 60 m on 320 pixels, a few pixels wide.
    #expect(
      after.truth > before.truth + 200 && after.reports > before.reports + 100,
      "\(before), \(after)")
    #expect(gif.images.dropFirst().allSatisfy { $0.height < gif.height })
  }

  /// At the change of floors, the plan shows the other floor's rooms, without the track of the first.
  @Test func floorsSwitch() throws {
    let (_, gif, _) = try film {
      ($0.from, $0.to, $0.speed, $0.framesPerSecond) = (5, 30, 5, 1)
    }
    #expect(gif.images.count == 6)
    let changes = zip(gif.images, gif.images.dropFirst()).map { before, after in
      zip(before.screen, after.screen).count { $0 != $1 }
    }
    #expect(
      changes.indices.max { changes[$0] < changes[$1] } == 3, "the change is at 25 s: \(changes)")
    let areas = gif.images.map { tracked(gif, $0).truth }
    #expect(areas[4] < areas[3] - 50, "\(areas)")
  }

  @Test func wrongFloorIsNamed() throws {
    let (_, right, _) = try film { ($0.from, $0.to, $0.speed) = (2, 8, 2) }
    let (_, wrong, _) = try film([Walk(wrongFloor: 1)]) { ($0.from, $0.to, $0.speed) = (2, 8, 2) }
    // Words beside a hollow circle.
    let counts = (tracked(wrong, wrong.images[0]).reports, tracked(right, right.images[0]).reports)
    #expect(counts.0 > counts.1 + 40, "\(counts)")
  }

  @Test func darkColorsAreThoseOfThePage() throws {
    let (_, gif, _) = try film { $0.isDark = true }
    #expect(count(0x12_16_1A, gif.images[0]) > 1000, "paper")
    #expect(count(0x6D_B3_F5, gif.images[0]) > 30, "true")
    #expect(count(0x17_63_A6, gif.images[0]) == 0)
  }

  // MARK: - Choices

  private let three = [
    Walk(seed: "1", error: 2), Walk(seed: "2", error: 9), Walk(seed: "3", error: 4),
  ]

  @Test func showsTheMedianSeed() throws {
    #expect(try film(three).film.summary.contains("d, seed 3"))
    #expect(try film(three) { $0.seed = "2" }.film.summary.contains("d, seed 2"))
    let devices = three + [Walk(seed: "1", device: "e", error: 30)]
    #expect(try film(devices) { $0.device = "e" }.film.summary.contains("e, seed 1"))
  }

  /// The page opens on the same device run.
  @Test func thePageAgrees() throws {
    let folder = try makeRun(three)
    let run = try PageReading(reportPage(RunReport(folder: folder.path))).run()
    #expect(run["opening"]?["track"]?.int == 2 && run["opening"]?["count"]?.int == 3)
    #expect(run["opening"]?["median"] == .number(4) && run["opening"]?["exact"] == .bool(true))
  }

  @Test func runsWithoutPlanOrTruthAreShown() throws {
    let (_, plain, _) = try film(hasScene: false)
    #expect(tracked(plain, try #require(plain.images.last)).truth > 200)
    let (film, unknown, _) = try film([Walk(hasTruth: false)])
    let last = try #require(unknown.images.last)
    let counts = tracked(unknown, last)
    #expect(counts.truth == 0 && counts.reports > 200, "\(counts)")
    #expect(film.summary.contains("0:00 to 0:49"), "\(film.summary)")
  }

  private func refusal(
    _ walks: [Walk] = [Walk()], _ change: (inout FilmSettings) -> Void
  ) throws -> String {
    let folder = try makeRun(walks)
    var settings = FilmSettings()
    change(&settings)
    let error = try #require(throws: DocumentError.self) {
      _ = try RunFilm(folder: folder.path, settings)
    }
    return "\(error)"
  }

  @Test func mistakesAreReported() throws {
    #expect(try refusal { $0.seed = "9" }.contains("it has the devices d, under seeds 1-3"))
    #expect(try refusal { $0.from = 500 }.contains("positions from 0 to 59 s"))
    #expect(try refusal { $0.to = -5 }.contains("would end before it begins"))
    #expect(try refusal { ($0.speed, $0.framesPerSecond) = (0.1, 50) }.contains("higher --speed"))
    #expect(try refusal([]) { _ in }.contains("neither reported locations nor true tracks"))
    #expect(try refusal([Walk(seconds: 1)]) { _ in }.contains("nothing"))
  }
}
