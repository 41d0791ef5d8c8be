import Documents
import Positioning
import Testing

/// Each parameter of GNSS parts has an effect on a drive with all rare events.
@Suite struct SatelliteParameterTests {
  private static let seconds = 650

  @Test func eachFilterParameterHasAnEffect() throws {
    let tape = try SatelliteTape(seconds: Self.seconds)
    let names = GNSSFilter.Parameters.parameterNames.filter {
      !$0.hasPrefix("city_aid.") && !$0.contains("ionosphere.")
    }
    #expect(names.count > 190)
    let idle = try Self.idle(names, GNSSFilter.Parameters()) { tape.reported($0) }
    #expect(idle == [])
  }

  /// Parameters of buildings have an effect if buildings are used.
  @Test func eachBuildingParameterHasAnEffect() throws {
    let tape = try SatelliteTape(seconds: 40)
    var settings = GNSSFilter.Parameters()
    settings.usesCity = true
    let names = GNSSFilter.Parameters.parameterNames.filter { $0.hasPrefix("city_aid.") }
    #expect(names.count > 20)
    #expect(try Self.idle(names, settings) { tape.reported($0) } == [])
  }

  @Test func eachSolverParameterHasAnEffect() throws {
    let tape = try SatelliteTape(seconds: Self.seconds)
    let names = SinglePointSolver.Parameters.parameterNames.filter { !$0.hasPrefix("ionosphere.") }
    #expect(try Self.idle(names, SinglePointSolver.Parameters()) { tape.reported($0) } == [])
  }

  /// A default ionosphere is used only if none is received.
  @Test func eachIonosphereParameterHasAnEffect() throws {
    let tape = try SatelliteTape(seconds: 20, hasIonosphere: false)
    var settings = SinglePointSolver.Parameters()
    settings.ionosphere.isUsed = true
    var filter = GNSSFilter.Parameters()
    filter.single = settings
    for name in ["ionosphere.is_used", "ionosphere.amplitude", "ionosphere.period"] {
      #expect(try Self.idle([name], settings) { tape.reported($0) } == [])
      #expect(try Self.idle(["single_point." + name], filter) { tape.reported($0) } == [])
    }
  }

  /// The parameters without effect, with any of their other values.
  private static func idle<Settings: ParameterSet, Reported: Equatable>(
    _ names: [String], _ settings: Settings, _ reported: (Settings) -> Reported
  ) throws -> [String] {
    let usual = reported(settings)
    let rows = settings.parameterRows().filter { names.contains($0.name) }
    #expect(rows.count == names.count)
    return try rows.filter { row in
      try row.others.allSatisfy { value in
        let document = row.name.split(separator: ".").reversed().reduce(value) { "{\($1): \($0)}" }
        let node = try YAML.load(document, name: row.name)
        // A value that contradicts other parameters proves nothing.
        guard let other = try? decodeDocument(ParameterForm(settings), from: node) else {
          return true
        }
        return reported(other) == usual
      }
    }.map(\.name)
  }
}
