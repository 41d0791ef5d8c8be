import Geometry
import Reporting
import Testing

/// The parts of films: LZW, palette, scan conversion, and the stroke font.
@Suite struct RasterTests {
  // MARK: - LZW

  /// Pseudo-random indexes of a multiplicative congruential generator.
  private static func noise(_ count: Int, below limit: UInt64) -> [UInt8] {
    var state: UInt64 = 1
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8((state >> 33) % limit)
    }
  }

  private static let sequences: [(name: String, bits: Int, indexes: [UInt8])] = [
    ("none", 8, []), ("one", 8, [7]), ("a pair", 2, [3, 3]),
    ("one colour", 8, Array(repeating: 9, count: 700_000)),
    ("noise that fills the table many times", 8, noise(60_000, below: 256)),
    ("noise of four colours", 2, noise(60_000, below: 4)),
    ("a period", 4, (0..<50_000).map { UInt8($0 % 13) }),
  ]

  @Test(arguments: sequences.indices) func decodedIndexesAreThoseEncoded(number: Int) throws {
    let (name, bits, indexes) = Self.sequences[number]
    var encoder = LZWEncoder(minCodeSize: bits)
    for _ in 0..<2 {
      let bytes = encoder.encode(indexes)
      #expect(bytes[0] == UInt8(bits) && bytes.last == 0)
      var data: [UInt8] = []
      var rest = bytes.dropFirst()
      while let count = rest.popFirst(), count > 0 {
        data += rest.prefix(Int(count))
        rest = rest.dropFirst(Int(count))
      }
      #expect(rest.isEmpty)
      let decoded = try GIFReading.decode(data, minCodeSize: bits)
      #expect(decoded == indexes, "\(name)")
    }
  }

  // MARK: - Palette

  @Test func fewColorsStayExact() {
    let colors = (0..<200).map { RasterColor(UInt32($0 * 81_239)) }
    let palette = FilmPalette(Dictionary(colors.map { ($0, 3) }, uniquingKeysWith: +))
    #expect(colors.allSatisfy { palette.colors[Int(palette.nearest(to: $0))] == $0 })
    #expect(palette.bits == 8 && Int(palette.transparent) == palette.colors.count)
  }

  @Test func manyColorsHaveANearOne() {
    // A cube of 32 levels per channel, and one frequent colour between its points.
    var counts: [RasterColor: Int] = [RasterColor(0x13_57_9B): 1_000_000]
    for number in 0..<32_768 {
      let channels = [number >> 10, number >> 5 & 31, number & 31].map { UInt32($0 * 8) }
      counts[RasterColor(channels[0] << 16 | channels[1] << 8 | channels[2])] = 1
    }
    let palette = FilmPalette(counts)
    #expect(palette.colors.count <= 255 && palette.bits == 8)
    #expect(palette.colors.contains(RasterColor(0x13_57_9B)), "flat areas keep their colour")
    let worst = counts.keys.map { color in
      let difference = palette.colors[Int(palette.nearest(to: color))].channels &- color.channels
      return (difference &* difference).wrappedSum()
    }.max()
    #expect((worst ?? .max) < 75 * 75)
  }

  @Test(arguments: [(1, 2), (3, 2), (4, 3), (15, 4), (16, 5)])
  func bitsHaveRoomForTransparency(count: Int, bits: Int) {
    let counts = Dictionary(uniqueKeysWithValues: (0..<count).map { (RasterColor(UInt32($0)), 1) })
    #expect(FilmPalette(counts).bits == bits)
  }

  // MARK: - Scan conversion

  private let black = RasterColor(0)
  private let white = RasterColor(0xFF_FFFF)

  /// The painted area, in pixels, and the sum of its columns and rows by area.
  private func painted(
    _ path: RasterPath, _ rule: Coverage.FillRule = .nonZero, opacity: Double = 1
  ) -> (area: Double, middle: Vec2) {
    var raster = Raster(width: 100, height: 80, white)
    raster.fill(path, black, opacity: opacity, rule)
    var (area, middle) = (0.0, Vec2(0, 0))
    for row in 0..<80 {
      for column in 0..<100 {
        let share = 1 - Double(raster[column, row].channels.x) / 255
        area += share
        middle += Vec2(Double(column) + 0.5, Double(row) + 0.5) * share
      }
    }
    return (area, area > 0 ? middle / area : .zero)
  }

  @Test(arguments: [0.4, 1, 2.5, 7, 20, 31.3]) func circlesHaveTheirArea(radius: Double) {
    let (area, middle) = painted(.circle(Vec2(48.3, 40.6), radius: radius))
    #expect(abs(area / (Double.pi * radius * radius) - 1) < (radius < 1 ? 0.1 : 0.015), "\(area)")
    #expect(middle.distance(to: Vec2(48.3, 40.6)) < (radius < 1 ? 0.3 : 0.05))
  }

  @Test func shapesHaveTheirArea() {
    #expect(abs(painted(.rectangle(Vec2(10.25, 20.5), Vec2(30.75, 40))).area - 20.5 * 19.5) < 1)
    let line = painted(.line([Vec2(10, 10), Vec2(70, 55)], width: 3))
    #expect(abs(line.area - (75 * 3 + Double.pi * 2.25)) < 2.5)
    let ring = painted(.ring(Vec2(50, 40), radius: 20, width: 4))
    #expect(abs(ring.area - 2 * Double.pi * 20 * 4) < 6)
    let dashed = painted(.ring(Vec2(50, 40), radius: 20, width: 4, isDashed: true))
    #expect(abs(dashed.area / ring.area - 0.5) < 0.1)
    let rounded = painted(.rounded(Vec2(10, 10), Vec2(50, 40), radius: 10))
    #expect(abs(rounded.area - (1200 - (4 - Double.pi) * 100)) < 6)
    #expect(abs(painted(.rectangle(Vec2(0, 0), Vec2(10, 10)), opacity: 0.5).area - 50) < 1)
  }

  /// Overlapping strokes unite; holes of polygons stay open.
  @Test func rulesUniteAndExclude() {
    var crossing = RasterPath()
    for _ in 0..<3 { crossing.addSegment(Vec2(20, 40), Vec2(60, 40), width: 10) }
    #expect(abs(painted(crossing).area - (400 + Double.pi * 25)) < 2)
    let square = [Vec2(20, 20), Vec2(60, 20), Vec2(60, 60), Vec2(20, 60)]
    let hole = square.map { $0 / 2 + Vec2(20, 20) }
    #expect(abs(painted(RasterPath(rings: [square, hole]), .evenOdd).area - 1200) < 1)
  }

  /// Shapes that reach beyond the raster, or are no numbers, are cut.
  @Test func farAndInvalidPointsAreCut() {
    #expect(painted(.rectangle(Vec2(-1e9, -1e9), Vec2(1e9, 1e9))).area == 8000)
    #expect(painted(.circle(Vec2(1e12, 0), radius: 1e6)).area == 0)
    #expect(painted(.line([Vec2(.nan, 3), Vec2(5, .infinity)], width: 2)).area == 0)
    let line = painted(.line([Vec2(-1e7, 40), Vec2(1e7, 40)], width: 2))
    #expect(abs(line.area - 200) < 1)
    #expect(painted(RasterPath()).area == 0)
  }

  // MARK: - Font

  @Test func everyLetterIsDrawnAndDistinct() {
    let font = StrokeFont(size: 20)
    let unknown = font.path("\u{4E2D}", at: Vec2(0, 20)).rings
    #expect(!unknown.isEmpty)
    var seen: [[[Vec2]]: Character] = [:]
    let ascii = (33...126).map { Character(Unicode.Scalar($0)) }
    for letter in ascii + Array("äöüßéèêëçñåøłšžőğİ×·–→…°±≤²") {
      let rings = font.path(String(letter), at: Vec2(0, 20)).rings
      #expect(!rings.isEmpty && rings != unknown, "\(letter)")
      if let other = seen.updateValue(letter, forKey: rings) {
        Issue.record("\(letter) looks like \(other)")
      }
      let box = font.path(String(letter), at: Vec2(0, 20)).bounds
      #expect(box.map { $0.minimum.y > -3 && $0.maximum.y < 28 } == true, "\(letter)")
    }
  }

  @Test func textsHaveTheirWidth() {
    let font = StrokeFont(size: 20)
    #expect(font.width(of: "") == 0)
    #expect(font.width(of: "museum visit") > font.width(of: "museum"))
    #expect(StrokeFont(size: 40).width(of: "Hall 1") == 2 * font.width(of: "Hall 1"))
    let box = font.path("HH", at: Vec2(50, 40), .middle).bounds
    #expect(abs((box?.center.x ?? 0) - 50) < 0.01)
    #expect(font.fitted("Museum of Natural History", to: 100).hasSuffix("…"))
    #expect(font.width(of: font.fitted("Museum of Natural History", to: 100)) <= 100)
    #expect(font.fitted("Hall", to: 100) == "Hall" && font.fitted("Hall", to: 1) == "")
  }
}
