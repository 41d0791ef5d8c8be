public import Documents

extension Baseline {
  /// Reads a baseline.
  ///
  /// - Parameter path: The file.
  /// - Throws: What is wrong with it; another version of the figures too.
  public init(path: String) throws(DocumentError) {
    try self.init(reading: CSVReader(path: path, limit: 1 << 26))
  }

  /// Reads a baseline from its bytes.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - file: The file's name in messages.
  /// - Throws: What is wrong with it.
  public init(bytes: [UInt8], file: String) throws(DocumentError) {
    try self.init(reading: CSVReader(bytes: bytes, file: file))
  }

  /// What a new baseline takes over from an old one, even from one that is no longer good.
  ///
  /// - Parameter path: The old baseline's file.
  /// - Returns: Its reasons and its seeds; none where there is no such file.
  public static func history(ofFile path: String) -> (reasons: [String], seeds: [UInt64]) {
    guard var csv = try? CSVReader(path: path, limit: 1 << 26) else { return ([], []) }
    var reasons: [String] = []
    while (try? csv.nextRow()) == true {
      if csv.text(at: 0) == "reason" { reasons.append(csv.text(at: 3)) }
    }
    return (reasons, ((try? seeds(csv)) ?? []).map(\.seed).sorted())
  }

  private init(reading reader: CSVReader) throws(DocumentError) {
    var csv = reader
    let seeds = try Self.seeds(csv)
    self.init(FigureTable(scenario: "", source: csv.file), version: "", reasons: [])
    table.seeds = seeds.map(\.seed).sorted()
    var found: Int64?
    while try csv.nextRow() {
      let (name, value) = (csv.text(at: 1), csv.text(at: 3))
      switch csv.text(at: 0) {
      case "about" where name == "figures_version": found = csv.integer(at: 3)
      case "about": take(name, value)
      case "reason": reasons.append(value)
      case "figure": try takeFigure(name, &csv, seeds)
      default:
        throw DocumentError(
          "expected 'about', 'reason' or 'figure', found '\(csv.text(at: 0).prefix(40))'",
          at: csv.place(ofField: 0))
      }
    }
    guard let found, found == figuresVersion else {
      throw DocumentError(
        "'\(csv.file)' has figures of version \(found.map { "\($0)" } ?? "unknown"), not "
          + "\(figuresVersion); make it anew with gate --update --reason '...'")
    }
    for (name, value) in [
      ("scenario", table.scenario), ("scenario_sha256", table.scenarioDigest),
      ("venue_sha256", table.venueDigest),
    ] where value.isEmpty {
      throw DocumentError("'\(csv.file)' does not say its \(name)")
    }
    guard !table.figures.isEmpty else {
      throw DocumentError("'\(csv.file)' is empty: no seed of it has any figure")
    }
  }

  private static func seeds(
    _ csv: CSVReader
  ) throws(DocumentError) -> [(seed: UInt64, column: Int)] {
    guard csv.columns.starts(with: ["kind", "name", "unit"]), csv.columns.count > 3 else {
      throw DocumentError(
        "'\(csv.file)' is no baseline: expected the columns kind, name, unit, seed_1, ...")
    }
    var seeds: [(seed: UInt64, column: Int)] = []
    for (column, name) in csv.columns.enumerated().dropFirst(3) {
      guard name.hasPrefix("seed_"), let seed = UInt64(name.dropFirst(5)) else {
        throw DocumentError(
          "expected a column such as 'seed_1', found '\(name.prefix(40))'",
          at: SourcePlace(file: csv.file, line: 1, column: column + 1))
      }
      seeds.append((seed, column))
    }
    return seeds
  }

  private mutating func take(_ name: String, _ value: String) {
    switch name {
    case "scenario": table.scenario = value
    case "venuesim": version = value
    case "stack": table.stack = value
    case "scenario_sha256": table.scenarioDigest = value
    case "venue_sha256": table.venueDigest = value
    case "events_fingerprint": table.fingerprint = value
    case "setting": table.settings.append(value)
    case "device": table.devices.append(value)
    // A later version may say more.
    default: break
    }
  }

  private mutating func takeFigure(
    _ name: String, _ csv: inout CSVReader, _ seeds: [(seed: UInt64, column: Int)]
  ) throws(DocumentError) {
    guard let figure = GatedFigure(name: name) else {
      throw DocumentError(
        "unknown metric '\(name.prefix(60))'", at: csv.place(ofField: 1),
        suggestion: nearestName(to: name, among: MetricCatalogue.names))
    }
    for (seed, column) in seeds where !csv.isEmpty(at: column) {
      guard let value = csv.number(at: column) else {
        throw DocumentError("expected a number", at: csv.place(ofField: column))
      }
      try table.add(
        value, FigureTable.Key(figure), seed: seed,
        at: csv.place(ofField: column))
    }
  }
}
