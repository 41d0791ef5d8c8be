import Documents
import Kernel
import Observations
import Positioning
import Testing

struct GNSSParameterTests {
  /// Reads one parameter over other settings, like a document.
  private func turned<Settings: ParameterSet>(
    _ settings: Settings, _ name: String, _ text: String
  ) throws -> Settings {
    let path = name.split(separator: ".")
    let keys = path.enumerated().map { depth, key in
      String(repeating: "  ", count: depth) + key + ":"
    }
    let document = keys.joined(separator: "\n") + " " + text + "\n"
    let node = try YAML.load(Array(document.utf8), name: name)
    return try decodeDocument(ParameterForm(settings), from: node)
  }

  private func check<Settings: ParameterSet>(_ settings: Settings) throws -> Int {
    let rows = settings.parameterRows()
    #expect(Set(rows.map(\.name)).count == rows.count)
    for row in rows {
      #expect(try turned(settings, row.name, row.value) == settings, "\(row.name): \(row.value)")
      #expect(try turned(settings, row.name, row.other) != settings, "\(row.name): \(row.other)")
      #expect(row.meaning.hasSuffix("."), "\(row.name)")
    }
    return rows.count
  }

  /// Each parameter has a unique name, a default within its range, and a valid other value.
  @Test func parameterNamesAreUniqueAndSettable() throws {
    #expect(try check(SinglePointSolver.Parameters()) > 70)
    #expect(try check(GNSSFilter.Parameters()) > 220)
  }

  /// A minute and a half of a walk, with every other satellite reflected in the middle.
  private func walk() throws -> (messages: [BroadcastEphemeris], epochs: [GNSSEpoch]) {
    var drive = try GNSSDrive(seed: 21, seconds: 90)
    drive.hasCarrier = true
    let epochs = drive.epochs(GNSSDrive.walking).enumerated().map { index, pair in
      var epoch = pair.epoch
      for place in epoch.measurements.indices where place % 2 == 1 && (40..<70).contains(index) {
        epoch.measurements[place].pseudorangeMetres += 40 + 3 * Double(place)
        epoch.measurements[place].pseudorangeRateMetresPerSecond += Double(place % 5)
        epoch.measurements[place].carrierToNoiseDecibelHertz -= 7
      }
      return epoch
    }
    return (drive.messages, epochs)
  }

  private func fixes(_ parameters: GNSSFilter.Parameters) throws -> [LocationFix?] {
    let (messages, epochs) = try walk()
    var filter = GNSSFilter(parameters: parameters)
    for message in messages { filter.receive(message) }
    return epochs.map { filter.receive($0) }
  }

  /// Changed parameters have an effect.
  @Test(arguments: [
    "single_point.glonass", "single_point.errors.echo", "single_point.receiver.noise_share",
    "single_point.orbits.knots_per_hour", "motion.jerkiness", "clock.noise", "rates.limit",
    "carriers.is_used", "ranges.slow", "accuracy.radius_factor", "consensus.gate",
  ])
  func parametersChangeFixes(_ name: String) throws {
    let settings = GNSSFilter.Parameters()
    let row = try #require(settings.parameterRows().first { $0.name == name })
    let before = try fixes(settings)
    #expect(before == (try fixes(settings)))
    #expect(before != (try fixes(try turned(settings, name, row.other))), "\(row.other)")
  }

  /// Without a received ionosphere, a default may be used.
  @Test func usesDefaultIonosphereIfAllowed() throws {
    let (messages, epochs) = try walk()
    var parameters = SinglePointSolver.Parameters()
    parameters.ionosphere.isUsed = true
    var solvers = [SinglePointSolver(), SinglePointSolver(parameters: parameters)]
    for message in messages {
      for index in solvers.indices { solvers[index].receive(message) }
    }
    let heights = solvers.indices.map { solvers[$0].solve(epochs[0])?.altitudeMetres }
    let (plain, corrected) = (try #require(heights[0]), try #require(heights[1]))
    // Shorter ranges mean a receiver that is lower or higher by metres, but no more.
    #expect(plain != corrected)
    #expect(abs(plain - corrected) < 50)
  }
}
