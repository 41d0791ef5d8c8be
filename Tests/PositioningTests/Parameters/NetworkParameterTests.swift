import Documents
import Geometry
import Kernel
import Observations
import Positioning
import Testing

/// Parameters of Wi-Fi and cell positioning, and of fusion.
@Suite struct NetworkParameterTests {
  @Test func parametersAreValid() throws {
    try Self.check(WiFiTileController.Parameters.self)
    try Self.check(WiFiScanLocator.Parameters.self)
    try Self.check(CellLocator.Parameters.self)
    try Self.check(WiFiLocator.Parameters.self)
    try Self.check(FusionFilter.Parameters.self)
  }

  @Test func eachScanParameterHasAnEffect() throws {
    let scenes = try ScanScenes()
    // Few scans are so certain or uncertain that the grid's limits matter.
    let idle = try Self.idle(values: [
      "inlier_odds": "1", "search.min_grid_spacing": "20 m", "search.max_grid_spacing": "10 m",
      "search.finer_share": "0.99",
    ]) { (parameters: WiFiScanLocator.Parameters) in
      scenes.fixes(parameters)
    }
    #expect(idle == [])
  }

  @Test func eachCellParameterHasAnEffect() throws {
    let idle = try Self.idle { (parameters: CellLocator.Parameters) in
      Self.cellFixes(parameters)
    }
    #expect(idle == [])
  }

  @Test func eachFusionParameterHasAnEffect() throws {
    // At the minimum, speed errors last for less than twice the default.
    let idle = try Self.idle(values: ["wifi_time": "60 s"]) {
      (parameters: FusionFilter.Parameters) in
      FusionScene.fixes(parameters)
    }
    #expect(idle == [])
  }

  @Test func eachTileParameterHasAnEffect() throws {
    // A few tiles of a small town fit into half of the cache.
    let idle = try Self.idle(values: ["cache_size": "2500"]) {
      (parameters: WiFiTileController.Parameters) in
      try Self.requests(parameters)
    }
    #expect(idle == [])
  }

  @Test func wiFiLocatorParametersHaveAnEffect() throws {
    let idle = try Self.idle(
      [
        "max_scan_age", "memory", "database.timeout", "radius_factor",
      ]
    ) { (parameters: WiFiLocator.Parameters) in
      try Self.journey(parameters)
    }
    #expect(idle == [])
  }
}

// MARK: Checks of any set

extension NetworkParameterTests {
  /// Settings read from a document with one parameter.
  static func read<Settings: ParameterSet>(_ name: String, _ text: String) throws -> Settings {
    let document = name.split(separator: ".").reversed().reduce(text) { "{\($1): \($0)}" }
    return try decodeDocument(
      ParameterForm<Settings>(), from: YAML.load(document, name: "parameter"))
  }

  /// Each parameter has a unique name, reads its listed values, and changes nothing else.
  static func check<Settings: ParameterSet>(_ type: Settings.Type) throws {
    let defaults = Settings()
    let rows = defaults.parameterRows()
    #expect(Set(rows.map(\.name)).count == rows.count)
    for (number, row) in rows.enumerated() {
      let same: Settings = try read(row.name, row.value)
      #expect(same == defaults, "\(row.name)")
      let other: Settings = try read(row.name, row.other)
      #expect(other != defaults, "\(row.name)")
      let changed = zip(rows, other.parameterRows()).enumerated().filter {
        $0.element.0 != $0.element.1
      }
      #expect(changed.map(\.offset) == [number], "\(row.name)")
      #expect(row.meaning.hasSuffix("."), "\(row.name)")
    }
  }

  /// The parameters without effect.
  ///
  /// - Parameters:
  ///   - names: The parameters to change.
  ///   - values: Values for some of them; the others take those suggested in lists.
  ///   - output: A part's output on its scenes with the given settings.
  /// - Returns: The names of those that leave the output unchanged.
  /// - Throws: Errors of `output`, or of an invalid value.
  static func idle<Settings: ParameterSet, Output: Equatable>(
    _ names: [String] = Settings.parameterNames, values: [String: String] = [:],
    _ output: (Settings) throws -> Output
  ) throws -> [String] {
    let rows = Settings().parameterRows()
    let usual = try output(Settings())
    return try names.filter { name in
      let row = try #require(rows.first { $0.name == name })
      return try output(read(name, values[name] ?? row.other)) == usual
    }
  }
}
