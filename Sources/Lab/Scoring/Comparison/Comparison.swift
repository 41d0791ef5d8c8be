public import Documents
import Kernel
import Numerics

/// A paired comparison of a scenario's figures between two runs.
public struct Comparison: Hashable, Sendable {
  /// The comparison of one figure.
  public struct FigureComparison: Hashable, Sendable {
    /// `all` for all devices together.
    public var device: String
    public var figure: GatedFigure
    /// The number of seeds with the figure in both runs.
    public var seeds: Int
    /// The word for a seed: `seed`, or `recording` in replays.
    public var unit = "seed"
    /// The change; nil if no seed has the figure in both runs.
    public var effect: PairedEffect?
    /// The p-value of the change, corrected for the number of figures.
    public var significance: Double
    public var verdict: FigureVerdict
    /// The reason for an open decision, or a note; mostly empty.
    public var warning = ""
    /// The number of seeds that would suffice; nil if there are enough.
    public var seedsNeeded: Int?
    /// The seed with the largest change: an improvement if the verdict is better, else a worsening.
    public var outstandingSeed: UInt64?
    /// The seed with the largest improvement.
    var bestSeed: UInt64?
  }

  public var scenario: String
  /// True if the apps received identical events in both runs; nil if unknown.
  public var areEventsIdentical: Bool?
  /// The intended differences between the runs: settings and stack.
  public var differences: [String] = []
  /// In the catalogue's order.
  public var rows: [FigureComparison] = []
  /// The moments with the largest changes of the figures.
  public var moments: [Moment] = []
  /// The recordings by the numbers that stand for their seeds; empty for simulated runs.
  public var recordings: [UInt64: String] = [:]

  /// The word for a seed: `seed` or `recording`.
  public var unit: String { rows.first?.unit ?? "seed" }

  /// Returns the name of a seed: its number, or the recording's name.
  public func name(ofSeed seed: UInt64) -> String { recordings[seed] ?? "\(seed)" }

  /// Returns the rows with a verdict.
  public func rows(_ verdict: FigureVerdict) -> [FigureComparison] {
    rows.filter { $0.verdict == verdict }
  }

  /// Compares two runs of a scenario.
  ///
  /// - Parameters:
  ///   - base: The reference.
  ///   - new: The run that is judged.
  ///   - figures: The figures to judge.
  ///   - watched: Further figures, with a correction of their own: they don't weaken the first
  ///     group.
  ///   - rules: The evidence that a verdict takes.
  ///   - device: The device whose figures are judged; `all` for all devices together.
  /// - Throws: All reasons why the runs can't be compared.
  public init(
    _ base: FigureTable, _ new: FigureTable, figures: [GatedFigure] = GatedFigure.standard,
    watched: [GatedFigure] = [], rules: ComparisonRules = ComparisonRules(), device: String = "all"
  ) throws(DocumentError) {
    try checkComparable(base, new)
    scenario = base.scenario
    recordings = new.recordings.mapValues(\.name)
    if !base.fingerprint.isEmpty, !new.fingerprint.isEmpty, base.seeds == new.seeds {
      areEventsIdentical = base.fingerprint == new.fingerprint
    }
    if base.stack != new.stack { differences.append("stack \(base.stack) → \(new.stack)") }
    if base.survey != new.survey {
      func text(_ table: FigureTable) -> String {
        table.survey.isEmpty ? "none" : String(table.survey.prefix(12))
      }
      differences.append("survey \(text(base)) → \(text(new))")
    }
    if base.settings != new.settings {
      func text(_ table: FigureTable) -> String {
        table.settings.isEmpty ? "as in the file" : table.settings.joined(separator: ", ")
      }
      differences.append("settings \(text(base)) → \(text(new))")
    }
    for figure in figures + watched.filter({ !figures.contains($0) }) {
      let key = FigureTable.Key(device: device, figure)
      guard base.figures[key] != nil || new.figures[key] != nil else { continue }
      rows.append(FigureComparison(base, new, key, rules))
    }
    guard !rows.isEmpty else {
      throw DocumentError(
        "scenario '\(scenario)': neither \(base.source) nor \(new.source) has any of the figures "
          + "that are to be compared")
    }
    let (first, second) = (Set(figures), Set(watched).subtracting(figures))
    judge(rules) { first.contains($0) }
    judge(rules) { second.contains($0) }
  }

  /// Judges a group of figures with a Holm correction over the group.
  private mutating func judge(_ rules: ComparisonRules, _ isOne: (GatedFigure) -> Bool) {
    // A figure that is identical in every seed can't raise a false alarm, so it isn't counted as a
    // test.
    let tested = rows.indices.filter {
      rows[$0].effect?.isIdentical == false && isOne(rows[$0].figure)
    }
    let corrected = holmCorrected(tested.map { rows[$0].significance })
    for (place, index) in tested.enumerated() {
      rows[index].significance = corrected[place]
      rows[index].judge(rules, figures: tested.count)
    }
  }
}

extension Comparison.FigureComparison {
  /// Pairs the figures of two runs by seed.
  fileprivate init(
    _ base: FigureTable, _ new: FigureTable, _ key: FigureTable.Key, _ rules: ComparisonRules
  ) {
    device = key.device
    figure = key.figure
    let (old, now) = (base.figures[key] ?? [:], new.figures[key] ?? [:])
    unit = new.unit
    let paired = new.seeds.filter { old[$0] != nil && now[$0] != nil }
    let lost = new.seeds.filter { old[$0] != nil && now[$0] == nil }.count
    let won = new.seeds.filter { old[$0] == nil && now[$0] != nil }.count
    seeds = paired.count
    verdict = .undecided
    significance = 1
    let pairs = paired.compactMap { seed -> (base: Double, new: Double)? in
      guard let before = old[seed], let after = now[seed] else { return nil }
      return (before, after)
    }
    if !pairs.isEmpty {
      // The stream depends on the names only, so that other figures don't change these resamples.
      let stream = RandomStream(
        seed: 0, entity: stableHash("\(base.scenario) \(key.device) \(key.figure.name)"),
        purpose: "comparison")
      let effect = PairedEffect(pairs, metric: key.figure.metric, rules: rules, from: stream)
      self.effect = effect
      significance = effect.significance
      if effect.isIdentical { verdict = .identical }
      // Ties keep the order of seeds.
      let order = effect.worsenings.indices.sorted {
        (-effect.worsenings[$0], $0) < (-effect.worsenings[$1], $1)
      }
      outstandingSeed = effect.isIdentical ? nil : order.first.map { paired[$0] }
      bestSeed = order.last.map { paired[$0] }
    }
    if lost > 0 {
      // A figure that seeds have lost is never an improvement.
      verdict = .undecided
      warning = "\(lost) of \(new.seeds.count) \(unit)s no longer have it"
    } else if won > 0 {
      warning = "\(won) of \(new.seeds.count) \(unit)s newly have it"
      if pairs.isEmpty { verdict = .unchanged }
    }
  }

  /// Decides the verdict, after the significance is corrected for the number of figures.
  fileprivate mutating func judge(_ rules: ComparisonRules, figures: Int) {
    guard let effect else { return }
    let isLost = warning.hasSuffix("no longer have it")
    let excludesZero = effect.interval.map { !$0.contains(0) } ?? false
    if significance <= rules.level, excludesZero, abs(effect.worsening) >= effect.minimum {
      verdict = effect.worsening > 0 ? .worse : isLost ? .undecided : .better
      if verdict == .better { outstandingSeed = bestSeed }
      return
    }
    guard !isLost else { return }
    let largest = effect.worsenings.map(abs).max() ?? 0
    let isQuiet = largest < rules.quietShare * effect.minimum
    let isShort = seeds < rules.minSeeds(figures: figures)
    let looksMoved = effect.worsening >= effect.minimum
    let mayHideAlarm =
      effect.interval.map { $0.upperBound >= rules.alarmFactor * effect.minimum } ?? true
    guard !isQuiet, isShort || looksMoved || mayHideAlarm else {
      verdict = .unchanged
      return
    }
    verdict = .undecided
    let needed = effect.seedsNeeded(rules, figures: figures)
    seedsNeeded = needed
    // With so few seeds not even a difference of the same sign in all of them is significant.
    let asked = isShort && figures > 1 ? " for \(figures) figures at once" : ""
    warning =
      "\(seeds) \(unit)\(seeds == 1 ? " is" : "s are") too few\(asked); about \(needed) would do"
  }
}

/// Throws unless both sides are runs of the same scenario under the same seeds.
private func checkComparable(
  _ base: FigureTable, _ new: FigureTable
) throws(DocumentError) {
  var wrong: [String] = []
  let name = "scenario '\(base.scenario)': "
  func differ(_ what: String, _ old: String, _ now: String) -> String {
    "\(name)\(base.source) has another \(what) (\(old.prefix(12)), not \(now.prefix(12)))"
  }
  if !base.scenarioDigest.isEmpty, !new.scenarioDigest.isEmpty,
    base.scenarioDigest != new.scenarioDigest
  {
    wrong.append(differ("scenario digest", base.scenarioDigest, new.scenarioDigest))
  }
  if !base.venueDigest.isEmpty, !new.venueDigest.isEmpty, base.venueDigest != new.venueDigest {
    wrong.append(differ("venue digest", base.venueDigest, new.venueDigest))
  }
  for table in [base, new] where table.seeds.isEmpty || table.figures.isEmpty {
    wrong.append("\(name)\(table.source) is empty: no seed of it has any figure")
  }
  if !base.recordings.isEmpty, !new.recordings.isEmpty {
    wrong += differences(of: base, new)
  } else if base.recordings.isEmpty != new.recordings.isEmpty {
    wrong.append("\(name)one of \(base.source) and \(new.source) is a replay, the other a run")
  } else if base.seeds != new.seeds, !base.seeds.isEmpty, !new.seeds.isEmpty {
    wrong.append(
      "\(name)the seeds differ: \(seedText(base.seeds)) in \(base.source), "
        + "\(seedText(new.seeds)) in \(new.source)")
  }
  let (before, after) = (Set(base.devices), Set(new.devices))
  for (table, missing) in [(new, before.subtracting(after)), (base, after.subtracting(before))]
  where !missing.isEmpty {
    let names = missing.sorted().map { "'\($0)'" }.joined(separator: ", ")
    wrong.append(
      "\(name)device\(missing.count == 1 ? "" : "s") \(names) missing in \(table.source)")
  }
  guard wrong.isEmpty else {
    throw DocumentError(wrong.map { Diagnostic(place: nil, message: $0) })
  }
}

/// Returns the differences between the recordings of two replays, which are paired by name.
private func differences(of base: FigureTable, _ new: FigureTable) -> [String] {
  var wrong: [String] = []
  for (table, other) in [(base, new), (new, base)] {
    let missing = table.seeds.filter { other.recordings[$0] == nil }.map(table.name(ofSeed:))
    guard !missing.isEmpty else { continue }
    let names = missing.sorted().prefix(4).map { "'\($0)'" }.joined(separator: ", ")
    let more = missing.count > 4 ? " and \(missing.count - 4) more" : ""
    wrong.append(
      "recording\(missing.count == 1 ? "" : "s") \(names)\(more) of \(table.source) "
        + "missing in \(other.source)")
  }
  for seed in base.seeds {
    guard
      let (old, now) = base.recordings[seed].flatMap({ old in
        new.recordings[seed].map { (old, $0) }
      }), !old.digest.isEmpty, !now.digest.isEmpty, old.digest != now.digest
    else { continue }
    wrong.append(
      "recording '\(old.name)' of \(base.source) differs in content from that of \(new.source)")
  }
  return wrong
}

/// Formats seeds, in ascending order, as ranges: `1-10, 12`.
public func seedText(_ seeds: [UInt64]) -> String {
  var ranges: [ClosedRange<UInt64>] = []
  for seed in seeds {
    if let last = ranges.last, last.upperBound < .max, last.upperBound + 1 == seed {
      ranges[ranges.count - 1] = last.lowerBound...seed
    } else {
      ranges.append(seed...seed)
    }
  }
  return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
    .joined(separator: ", ")
}
