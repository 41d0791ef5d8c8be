import Documents
import Positioning
import Testing

/// Each parameter of GNSS parts has an effect on a drive with all rare events.
@Suite struct SatelliteDialTests {
  private static let seconds = 650

  @Test func eachDialOfTheFilterCounts() throws {
    let tape = try SatelliteTape(seconds: Self.seconds)
    let names = GNSSFilter.Parameters.dialNames.filter {
      !$0.hasPrefix("city_aid.") && !$0.contains("ionosphere.")
    }
    #expect(names.count > 190)
    let idle = try Self.idle(names, GNSSFilter.Parameters()) { tape.told($0) }
    #expect(idle == [])
  }

  /// Parameters of buildings have an effect if buildings are used.
  @Test func eachDialOfHousesCounts() throws {
    let tape = try SatelliteTape(seconds: 40)
    var settings = GNSSFilter.Parameters()
    settings.usesCity = true
    let names = GNSSFilter.Parameters.dialNames.filter { $0.hasPrefix("city_aid.") }
    #expect(names.count > 20)
    #expect(try Self.idle(names, settings) { tape.told($0) } == [])
  }

  @Test func eachDialOfTheSolverCounts() throws {
    let tape = try SatelliteTape(seconds: Self.seconds)
    let names = SinglePointSolver.Parameters.dialNames.filter { !$0.hasPrefix("ionosphere.") }
    #expect(try Self.idle(names, SinglePointSolver.Parameters()) { tape.told($0) } == [])
  }

  /// A default ionosphere is used only if none is received.
  @Test func eachDialOfAnAssumedIonosphereCounts() throws {
    let tape = try SatelliteTape(seconds: 20, hasIonosphere: false)
    var settings = SinglePointSolver.Parameters()
    settings.ionosphere.isUsed = true
    var filter = GNSSFilter.Parameters()
    filter.single = settings
    for name in ["ionosphere.is_used", "ionosphere.amplitude", "ionosphere.period"] {
      #expect(try Self.idle([name], settings) { tape.told($0) } == [])
      #expect(try Self.idle(["single_point." + name], filter) { tape.told($0) } == [])
    }
  }

  /// The parameters without effect, with any of their other values.
  private static func idle<Settings: DialSet, Told: Equatable>(
    _ names: [String], _ settings: Settings, _ told: (Settings) -> Told
  ) throws -> [String] {
    let usual = told(settings)
    let rows = settings.dialRows().filter { names.contains($0.name) }
    #expect(rows.count == names.count)
    return try rows.filter { row in
      try row.others.allSatisfy { value in
        let document = row.name.split(separator: ".").reversed().reduce(value) { "{\($1): \($0)}" }
        let node = try YAML.load(document, name: row.name)
        // A value that contradicts other parameters proves nothing.
        guard let other = try? decodeDocument(DialForm(settings), from: node) else { return true }
        return told(other) == usual
      }
    }.map(\.name)
  }
}
