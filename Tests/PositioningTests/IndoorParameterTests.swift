import Documents
import Geometry
import Kernel
import Maps
import Observations
import Positioning
import Testing

/// Parameters of the indoor locators, by name.
@Suite struct IndoorParameterTests {
  typealias Hall = IndoorLocatorTests.Hall

  /// Settings with one changed parameter, like in a document.
  private static func turned<Settings: ParameterSet>(
    _ name: String, to text: String, _ defaults: Settings = Settings()
  ) throws -> Settings {
    var document = ""
    for (depth, part) in name.split(separator: ".").enumerated() {
      document += "\(depth == 0 ? "" : "\n")\(String(repeating: "  ", count: depth))\(part):"
    }
    let node = try YAML.load(Array("\(document) \(text)\n".utf8), name: "parameters")
    return try decodeDocument(ParameterForm(defaults), from: node)
  }

  private static func check<Settings: ParameterSet>(_ settings: Settings.Type) throws {
    let rows = Settings().parameterRows()
    #expect(Set(rows.map(\.name)).count == rows.count)
    for row in rows {
      #expect(try turned(row.name, to: row.value) == Settings(), "\(row.name): \(row.value)")
      #expect(try turned(row.name, to: row.other) != Settings(), "\(row.name): \(row.other)")
      #expect(row.meaning.hasSuffix("."), "\(row.name)")
    }
  }

  @Test func parameterValuesDecode() throws {
    try Self.check(IndoorLocator.Parameters.self)
    try Self.check(StrongestBeaconLocator.Parameters.self)
    try Self.check(FingerprintPart.Parameters.self)
    try Self.check(IndoorDataSource.Parameters.self)
  }

  @Test func namesMatchScenarioKeys() {
    #expect(
      IndoorLocator.Parameters.parameterNames.prefix(5)
        == ["wifi", "beacons", "walls", "motion", "magnetic"])
    #expect(
      StrongestBeaconLocator.Parameters.parameterNames == ["window", "least_accuracy", "reach"])
  }

  /// Fixes of a person who walks east and then stands, after a small change of air pressure.
  private static func fixes(_ parameters: IndoorLocator.Parameters) throws -> [LocationFix?] {
    let hall = try Hall()
    var locator = try #require(IndoorLocator(map: hall.map, parameters: parameters))
    var point = Vec3(8, 12, 1)
    return (1...24).map { second in
      let isWalking = second <= 16
      if isWalking {
        point.x += IndoorWalkTests.pace
        IndoorWalkTests.sense(second, &locator, field: Vec3(-20, 0, -42))
      } else {
        IndoorWalkTests.rest(second, &locator)
      }
      locator.receive(IndoorFloorTests.pressure(second % 8 < 4 ? 30 : 30.4, at: second))
      if second % 3 == 0 { locator.receive(hall.scan(point, at: Double(second))) }
      return locator.fix(at: SimTime(seconds: Double(second)))
    }
  }

  @Test func eachParameterChangesFixes() throws {
    var few = IndoorLocator.Parameters()
    few.particles = 100
    let usual = try Self.fixes(few)
    #expect(try usual == Self.fixes(few))
    let rows = Dictionary(uniqueKeysWithValues: few.parameterRows().map { ($0.name, $0) })
    for name in [
      "wifi", "motion", "particles", "dead_reckoning.longest_step", "filter.turn_noise",
      "filter.length_noise", "filter.walking_drift", "radio.reading_share",
      "radio.body_variance", "radio.robust_from", "radio.bin_size", "anchors.news_way",
      "rejuvenation.share", "answer.spread_share", "answer.least_accuracy",
    ] {
      let row = try #require(rows[name])
      // Some limits matter only far from their defaults.
      let isTurned = try row.others.contains {
        try Self.fixes(Self.turned(name, to: $0, few)) != usual
      }
      #expect(isTurned, "\(name): \(row.others)")
    }
  }
}
