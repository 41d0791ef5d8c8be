import Documents

/// The device run that a page opens on and a film shows: the one with the median error.
struct OpeningTrack {
  /// The index of its track.
  var index: Int
  /// The number of device runs of its scenario with a known error; 0 if only that of all of them is known.
  var count = 0
  /// The median of their median errors, in m; nil if no error is known.
  var median: Double?
  /// False if the page has no room for the median run itself, and this is the nearest to it.
  var isMedian = true

  var json: JSONValue {
    [
      "track": .int(Int64(index)), "count": .int(Int64(count)),
      "median": median.map { .number($0) } ?? .null, "exact": .bool(isMedian),
    ]
  }
}

extension RunReport {
  /// The opening track, of the first scenario with tracks; nil without tracks.
  var opening: OpeningTrack? {
    guard let first = tracks.first else { return nil }
    let scenario = first.key.scenario
    let candidates = tracks.indices.filter { tracks[$0].key.scenario == scenario }
    let errors = medianErrors(of: scenario)
    let ranked = errors.values.sorted()
    let middle = ranked.isEmpty ? pooledMedian(of: scenario) : ranked[(ranked.count - 1) / 2]
    let distances = candidates.compactMap { index -> (distance: Double, index: Int)? in
      guard let middle, let error = errors[tracks[index].key] ?? tracks[index].medianError else {
        return nil
      }
      return (abs(error - middle), index)
    }
    guard let nearest = distances.min(by: { $0.distance < $1.distance }) else {
      return OpeningTrack(index: candidates[0])
    }
    return OpeningTrack(
      index: nearest.index, count: errors.count, median: middle,
      isMedian: !errors.isEmpty && nearest.distance == 0)
  }

  /// The median errors of a scenario's device runs; empty if only some of them are known.
  private func medianErrors(of scenario: String) -> [TrackKey: Double] {
    if figuresLeftOut == 0 {
      let rows = medianRows(of: scenario).filter { $0.key.seed != "all" && $0.key.device != "all" }
      return Dictionary(rows.map { ($0.key, $0.error) }, uniquingKeysWith: { first, _ in first })
    }
    guard leftOut == 0 else { return [:] }
    let known = tracks.filter { $0.key.scenario == scenario }.compactMap { track in
      track.medianError.map { (track.key, $0) }
    }
    return Dictionary(known, uniquingKeysWith: { first, _ in first })
  }

  /// The median of all errors of a scenario.
  private func pooledMedian(of scenario: String) -> Double? {
    medianRows(of: scenario).first { $0.key.seed == "all" && $0.key.device == "all" }?.error
  }

  private func medianRows(of scenario: String) -> [(key: TrackKey, error: Double)] {
    guard let number = scenarios.firstIndex(of: scenario) else { return [] }
    return figures.compactMap { row in
      guard let row = row.listValue, row.count > 5, row[0] == .int(Int64(number)),
        row[3] == "horizontal_error", row[4] == "p50", let error = row[5].numberValue
      else { return nil }
      let key = TrackKey(
        scenario: scenario, seed: row[1].textValue ?? "", device: row[2].textValue ?? "")
      return (key, error)
    }
  }
}

extension ReportTrack {
  /// The median error of the fixes on the page, in m; nil without any.
  fileprivate var medianError: Double? {
    guard fixes.count > 4 else { return nil }
    let known = fixes[4].numbers.filter { $0 >= 0 }.sorted()
    return known.isEmpty ? nil : Double(known[known.count / 2]) / 10
  }
}
