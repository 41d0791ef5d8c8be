public import Documents
import Kernel

// Reading figures from the folder of a run.

extension FigureTable {
  /// Reads the figures of every scenario of a run's folder.
  ///
  /// - Returns: A table for each scenario, in the order of the run.
  /// - Throws: A missing manifest, an incomplete or empty run, or a value that isn't a number.
  public static func tables(ofFolder folder: String) throws(DocumentError) -> [FigureTable] {
    let manifest = try JSONValue(path: folder + "/manifest.json")
    guard manifest["complete"] == true else {
      throw DocumentError(
        "the run in '\(folder)' is incomplete, or isn't a run; continue it with --resume first")
    }
    try TableChecksum.check(folder, manifest, ["metrics.csv"])
    if let recordings = manifest["recordings"]?.elements {
      return [try replay(in: folder, manifest, recordings)]
    }
    guard let entries = manifest["scenarios"]?.elements, !entries.isEmpty else {
      throw DocumentError("the run in '\(folder)' has no scenario")
    }
    let settings = (manifest["settings"]?.elements ?? []).compactMap(\.text)
    var tables: [FigureTable] = []
    for entry in entries {
      guard let name = entry["name"]?.text else {
        throw DocumentError("'\(folder)/manifest.json' has a scenario without a name")
      }
      var table = FigureTable(scenario: name, source: folder)
      // `sha256` includes the settings; comparable runs share the digest of the file alone.
      table.scenarioDigest =
        entry["file_sha256"]?.text ?? (settings.isEmpty ? entry["sha256"]?.text ?? "" : "")
      table.venueDigest = entry["venue_sha256"]?.text ?? ""
      table.fingerprint = entry["events_fingerprint"]?.text ?? ""
      // Each scenario of a campaign has its own settings.
      table.settings = entry["settings"]?.elements?.compactMap(\.text) ?? settings
      table.stack = manifest["stack"]?.text ?? ""
      table.judged = JudgedFigures(entry["judged"]) ?? table.judged
      tables.append(table)
    }
    try readMetrics(folder, &tables)
    for table in tables where table.figures.isEmpty {
      throw DocumentError(
        "scenario '\(table.scenario)': \(folder) is empty: no seed of it has any figure")
    }
    return tables
  }

  private static func readMetrics(
    _ folder: String, _ tables: inout [FigureTable]
  ) throws(DocumentError) {
    var csv = try CSVReader(path: folder + "/metrics.csv")
    let columns = try Columns(
      &csv, ["scenario", "seed", "device", "metric", "statistic", "value", "n"])
    var byDevice: [SeedFigureKey: [(device: String, figure: CountedFigure)]] = [:]
    var order: [SeedFigureKey] = []
    var present: Set<String> = []
    while try csv.nextRow() {
      // Rows over all seeds can't be paired.
      guard csv.text(at: columns["seed"]) != "all" else { continue }
      guard let seed = csv.integer(at: columns["seed"]), seed >= 0 else {
        throw DocumentError("expected a seed", at: csv.place(ofField: columns["seed"]))
      }
      let scenario = csv.text(at: columns["scenario"])
      guard let number = tables.firstIndex(where: { $0.scenario == scenario }) else {
        throw DocumentError(
          "scenario '\(scenario)' is not in the manifest",
          at: csv.place(ofField: columns["scenario"]))
      }
      let name = csv.text(at: columns["metric"]) + "." + csv.text(at: columns["statistic"])
      // Other versions may have metrics that this one lacks.
      guard let (metric, statistic) = MetricCatalogue.parse(name) else { continue }
      let place = csv.place(ofField: columns["value"])
      guard let value = csv.number(at: columns["value"]) else {
        throw DocumentError("expected a number", at: place)
      }
      let device = csv.text(at: columns["device"])
      let figure = GatedFigure(metric, statistic)
      let key = Key(device: device, figure)
      try tables[number].add(value, key, seed: UInt64(seed), at: place)
      if tables[number].seeds.last != UInt64(seed), !tables[number].seeds.contains(UInt64(seed)) {
        tables[number].seeds.append(UInt64(seed))
      }
      guard device != "all" else { continue }
      if !tables[number].devices.contains(device) { tables[number].devices.append(device) }
      present.insert("\(number) \(seed) \(device)")
      let row = SeedFigureKey(table: number, seed: UInt64(seed), figure: figure)
      if byDevice[row] == nil { order.append(row) }
      let count = max(0, Int(clamping: csv.integer(at: columns["n"]) ?? 0))
      byDevice[row, default: []].append((device, CountedFigure(value, of: count)))
    }
    for row in order {
      let key = Key(row.figure)
      // A figure pooled by the run is better than one combined from its devices' figures.
      guard tables[row.table].figures[key]?[row.seed] == nil else { continue }
      let figures = (byDevice[row] ?? []).map(\.figure)
      try tables[row.table].add(seedFigure(of: figures, row.figure.statistic), key, seed: row.seed)
    }
    for number in tables.indices {
      tables[number].seeds.sort()
      // Every seed must have the same devices; without one of them its figure would differ in
      // meaning.
      for seed in tables[number].seeds {
        let missing = tables[number].devices.filter { !present.contains("\(number) \(seed) \($0)") }
        guard let device = missing.first else { continue }
        throw DocumentError(
          "scenario '\(tables[number].scenario)': device '\(device)' is missing under seed "
            + "\(seed) in \(folder)")
      }
    }
  }

  private struct SeedFigureKey: Hashable {
    var table: Int
    var seed: UInt64
    var figure: GatedFigure
  }
}

extension FigureTable {
  /// Adds the scores of a seed's devices.
  ///
  /// - Throws: If a judged figure is not finite.
  public mutating func add(
    _ scores: [DeviceScore], seed: UInt64, figures wanted: [GatedFigure]
  ) throws(DocumentError) {
    if !seeds.contains(seed) { seeds.append(seed) }
    for score in scores where !devices.contains(score.device) { devices.append(score.device) }
    for figure in wanted where figures[Key(figure)]?[seed] == nil {
      var found: [CountedFigure] = []
      for score in scores {
        for (metric, values) in score.samples(of: figure) where metric == figure.metric {
          guard let value = MetricRow.summary(figure.statistic, of: values) else { continue }
          let counted = CountedFigure(value / metric.unitInSI, of: values.count)
          found.append(counted)
          try add(counted.value, Key(device: score.device, figure), seed: seed)
        }
      }
      guard !found.isEmpty else { continue }
      try add(seedFigure(of: found, figure.statistic), Key(figure), seed: seed)
    }
  }
}

extension DeviceScore {
  /// The values of the part of the run that a figure is about.
  fileprivate func samples(of figure: GatedFigure) -> [(metric: Metric, values: ValueSketch)] {
    guard let filter = figure.filter else { return samples }
    return filtered.first { $0.filter == filter }?.samples ?? []
  }
}

/// Column positions of a table.
struct Columns {
  private let places: [String: Int]

  /// Finds columns by their names.
  ///
  /// - Throws: The first missing column.
  init(_ csv: inout CSVReader, _ names: [String]) throws(DocumentError) {
    var places: [String: Int] = [:]
    for name in names {
      guard let index = csv.columns.firstIndex(of: name) else {
        throw DocumentError("no column '\(name)' in '\(csv.file)'")
      }
      places[name] = index
    }
    self.places = places
  }

  /// The position of a column; beyond every row for a name that wasn't requested.
  subscript(name: String) -> Int { places[name] ?? .max }
}

extension JSONValue {
  var text: String? { if case .string(let text) = self { text } else { nil } }
  var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
}
