public import Documents

extension Baseline {
  /// Reads a baseline file.
  ///
  /// - Throws: A syntax error, or another version of the figures.
  public init(path: String) throws(DocumentError) {
    try self.init(reading: CSVReader(path: path, limit: 1 << 26))
  }

  /// Reads a baseline from the bytes of its file; `file` is the name in messages.
  public init(bytes: [UInt8], file: String) throws(DocumentError) {
    try self.init(reading: CSVReader(bytes: bytes, file: file))
  }

  /// Returns the reasons of an old baseline for its successor, even if the old file is no longer valid;
  /// empty without a file.
  public static func reasons(ofFile path: String) -> [String] {
    guard var csv = try? CSVReader(path: path, limit: 1 << 26) else { return [] }
    var reasons: [String] = []
    while (try? csv.nextRow()) == true {
      if csv.text(at: 0) == "reason" { reasons.append(csv.text(at: 3)) }
    }
    return reasons
  }

  private init(reading reader: CSVReader) throws(DocumentError) {
    var csv = reader
    let seeds = try Self.columns(csv)
    self.init(FigureTable(scenario: "", source: csv.file), version: "", reasons: [])
    platform = ""
    table.seeds = seeds.map(\.seed).sorted()
    for column in seeds {
      table.recordings[column.seed] = column.name.map { FigureTable.Recorded(name: $0) }
    }
    var found: Int64?
    while try csv.nextRow() {
      let (name, value) = (csv.text(at: 1), csv.text(at: 3))
      switch csv.text(at: 0) {
      case "about" where name == "figures_version": found = csv.integer(at: 3)
      case "about": take(name, value)
      case "reason": reasons.append(value)
      case "content":
        for column in seeds { table.recordings[column.seed]?.digest = csv.text(at: column.column) }
      case "events":
        for column in seeds { table.events[column.seed] = csv.text(at: column.column) }
      case "figure": try takeFigure(name, &csv, seeds)
      default:
        throw DocumentError(
          "expected 'about', 'reason', 'events', 'content' or 'figure', found '\(csv.text(at: 0).prefix(40))'",
          at: csv.place(ofField: 0))
      }
    }
    guard let found, found == figuresVersion else {
      throw DocumentError(
        "'\(csv.file)' has figures of version \(found.map { "\($0)" } ?? "unknown"), not "
          + "\(figuresVersion); make it again with gate --update --reason '...'")
    }
    for (name, value) in [
      ("scenario", table.scenario), ("scenario_sha256", table.scenarioDigest),
      ("venue_sha256", table.venueDigest),
    ] where value.isEmpty && (table.recordings.isEmpty || name == "scenario") {
      throw DocumentError("'\(csv.file)' has no \(name)")
    }
    guard !table.figures.isEmpty else {
      throw DocumentError("'\(csv.file)' is empty: no seed of it has any figure")
    }
  }

  /// A column of figures: of a seed, or of a recording by its name.
  private struct SeedColumn {
    var seed: UInt64
    var name: String?
    var column: Int
  }

  private static func columns(_ csv: CSVReader) throws(DocumentError) -> [SeedColumn] {
    guard csv.columns.starts(with: ["kind", "name", "unit"]), csv.columns.count > 3 else {
      throw DocumentError(
        "'\(csv.file)' isn't a baseline: expected the columns kind, name, unit, seed_1, ...")
    }
    var seeds: [SeedColumn] = []
    for (column, name) in csv.columns.enumerated().dropFirst(3) {
      if name.hasPrefix(recordingPrefix) {
        let recording = String(name.dropFirst(recordingPrefix.count))
        let number = FigureTable.number(ofRecording: recording)
        seeds.append(SeedColumn(seed: number, name: recording, column: column))
        continue
      }
      guard name.hasPrefix("seed_"), let seed = UInt64(name.dropFirst(5)) else {
        throw DocumentError(
          "expected a column such as 'seed_1', found '\(name.prefix(40))'",
          at: SourcePosition(file: csv.file, line: 1, column: column + 1))
      }
      seeds.append(SeedColumn(seed: seed, column: column))
    }
    return seeds
  }

  private mutating func take(_ name: String, _ value: String) {
    switch name {
    case "scenario": table.scenario = value
    case "venuesim": version = value
    case "platform": platform = value
    case "stack": table.stack = value
    case "scenario_sha256": table.scenarioDigest = value
    case "venue_sha256": table.venueDigest = value
    case "survey_sha256": table.survey = value
    case "events_fingerprint": table.fingerprint = value
    case "setting": table.settings.append(value)
    case "device": table.devices.append(value)
    // Later versions may add facts.
    default: break
    }
  }

  private mutating func takeFigure(
    _ name: String, _ csv: inout CSVReader, _ seeds: [SeedColumn]
  ) throws(DocumentError) {
    guard let figure = GatedFigure(name: name) else {
      throw DocumentError(
        "unknown metric '\(name.prefix(60))'", at: csv.place(ofField: 1),
        suggestion: nearestName(to: name, among: MetricCatalogue.names))
    }
    for seed in seeds where !csv.isEmpty(at: seed.column) {
      guard let value = csv.number(at: seed.column) else {
        throw DocumentError("expected a number", at: csv.place(ofField: seed.column))
      }
      try table.add(
        value, FigureTable.Key(figure), seed: seed.seed, at: csv.place(ofField: seed.column))
    }
  }
}
