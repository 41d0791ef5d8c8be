public import Documents
import Glibc
import Numerics

/// A paired comparison of a scenario's figures between two runs.
public struct Comparison: Hashable, Sendable {
  /// The comparison of one figure.
  public struct FigureComparison: Hashable, Sendable {
    /// `all` for all devices together.
    public var device: String
    public var figure: GatedFigure
    /// True if the figure decides the exit status.
    public var isPrimary: Bool
    /// The least change that matters.
    public var margin: EquivalenceMargin
    /// The number of seeds with the figure in both runs.
    public var seeds = 0
    /// The numbers of seeds with the figure in the base only, and in the new run only.
    public var lost = 0, gained = 0
    /// The word for a seed: `seed`, or `recording` in replays.
    public var unit = "seed"
    /// The change; nil if no seed has the figure in both runs.
    public var effect: PairedEffect?
    /// The two-sided p-value of the change, corrected for the number of figures of its group.
    public var significance = 1.0
    public var verdict = FigureVerdict.undecided
    /// The reason for the verdict where the interval doesn't show it; mostly empty.
    public var warning = ""
    /// The number of seeds that would suffice; nil if there are enough.
    public var seedsNeeded: Int?
    /// The seed with the largest change: an improvement if the verdict is better, else a worsening.
    public var outstandingSeed: UInt64?
    /// The seed with the largest improvement.
    var bestSeed: UInt64?
    /// True if more seeds must be looked at before the figure may count as unchanged.
    var isEarly = false
    /// The one-sided p-values of a worsening and of an improvement, uncorrected.
    var worse = 1.0, better = 1.0
  }

  public var scenario: String
  /// True if the apps received identical events in both runs; nil if unknown.
  public var areEventsIdentical: Bool?
  /// The intended differences between the runs: settings and stack.
  public var differences: [String] = []
  /// The primary figures, and then the secondary ones, each in the order of the scenario.
  public var rows: [FigureComparison] = []
  /// The moments with the largest changes of the figures.
  public var moments: [Moment] = []
  /// The recordings by the numbers that stand for their seeds; empty for simulated runs.
  public var recordings: [UInt64: String] = [:]

  /// The word for a seed: `seed` or `recording`.
  public var unit: String { rows.first?.unit ?? "seed" }

  /// Returns the name of a seed: its number, or the recording's name.
  public func name(ofSeed seed: UInt64) -> String { recordings[seed] ?? "\(seed)" }

  /// The rows of the primary figures, which decide.
  public var primary: [FigureComparison] { rows.filter(\.isPrimary) }

  /// The rows of the secondary figures.
  public var secondary: [FigureComparison] { rows.filter { !$0.isPrimary } }

  /// Returns the primary rows with a verdict.
  public func primary(_ verdict: FigureVerdict) -> [FigureComparison] {
    rows.filter { $0.isPrimary && $0.verdict == verdict }
  }

  /// True if a primary figure is worse.
  public var isWorse: Bool { !primary(.worse).isEmpty }

  /// True if a primary figure is worse, or all are decided.
  public var isDecided: Bool { isWorse || primary.allSatisfy(\.verdict.isDecided) }

  /// Compares two runs of a scenario.
  ///
  /// - Parameters:
  ///   - base: The reference.
  ///   - new: The run that is judged.
  ///   - figures: The figures to judge; nil for those of the scenario of `new`.
  ///   - rules: The errors that verdicts may have.
  ///   - device: The device whose figures are judged; `all` for all devices together.
  /// - Throws: All reasons why the runs can't be compared.
  public init(
    _ base: FigureTable, _ new: FigureTable, figures: JudgedFigures? = nil,
    rules: JudgeRules = JudgeRules(), device: String = "all"
  ) throws(DocumentError) {
    try checkComparable(base, new)
    scenario = base.scenario
    recordings = new.recordings.mapValues(\.name)
    if base.seeds == new.seeds {
      if !base.events.isEmpty, !new.events.isEmpty {
        areEventsIdentical = base.events == new.events
      } else if !base.fingerprint.isEmpty, !new.fingerprint.isEmpty {
        areEventsIdentical = base.fingerprint == new.fingerprint
      }
    }
    differences = Self.differences(base, new)
    let judged = (figures ?? new.judged).resolved(in: [base, new], device: device)
    for (entry, isPrimary) in judged.primary.map({ ($0, true) })
      + judged.secondary.map({ ($0, false) })
    {
      let key = FigureTable.Key(device: device, entry.figure)
      guard base.figures[key] != nil || new.figures[key] != nil else { continue }
      rows.append(FigureComparison(base, new, key, entry.margin, isPrimary, rules))
    }
    guard !rows.isEmpty else {
      throw DocumentError(
        "scenario '\(scenario)': neither \(base.source) nor \(new.source) has any of the figures "
          + "that are to be compared")
    }
    judgePrimary(rules)
    judgeSecondary(rules)
  }

  /// The settings, stacks and surveys in which two runs differ.
  private static func differences(_ base: FigureTable, _ new: FigureTable) -> [String] {
    var differences: [String] = []
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
    return differences
  }

  /// Judges the primary figures: any of them is falsely called worse with a probability of at most
  /// the rules' level (Holm).
  private mutating func judgePrimary(_ rules: JudgeRules) {
    let tested = rows.indices.filter { rows[$0].isPrimary && rows[$0].isTested }
    let level = rules.level * rules.spent
    let worse = holmCorrected(tested.map { rows[$0].worse })
    let better = holmCorrected(tested.map { rows[$0].better })
    for (place, index) in tested.enumerated() {
      rows[index].significance = min(1, 2 * min(worse[place], better[place]))
      rows[index].judge(
        isWorse: worse[place] <= level, isBetter: better[place] <= level, tests: tested.count, rules
      )
    }
  }

  /// Judges the secondary figures: of those called worse or better, a share of at most the rules' rate
  /// is expected to be false (Benjamini and Hochberg).
  private mutating func judgeSecondary(_ rules: JudgeRules) {
    let tested = rows.indices.filter { !rows[$0].isPrimary && rows[$0].isTested }
    let corrected = falseDiscoveryCorrected(
      tested.map { min(1, 2 * min(rows[$0].worse, rows[$0].better)) })
    for (place, index) in tested.enumerated() {
      rows[index].significance = corrected[place]
      let isChanged = corrected[place] <= rules.falseDiscoveryRate
      let isWorse = rows[index].worse < rows[index].better
      rows[index].judge(
        isWorse: isChanged && isWorse, isBetter: isChanged && !isWorse, tests: tested.count, rules)
    }
  }
}

extension Comparison.FigureComparison {
  /// True if the figure may have changed.
  ///
  /// One that is identical in every seed can't raise a false alarm, so it isn't counted as a test.
  fileprivate var isTested: Bool {
    verdict == .undecided && (effect?.isIdentical == false || lost + gained > 0)
  }

  /// Pairs the figures of two runs by seed.
  fileprivate init(
    _ base: FigureTable, _ new: FigureTable, _ key: FigureTable.Key, _ margin: EquivalenceMargin?,
    _ isPrimary: Bool, _ rules: JudgeRules
  ) {
    (device, figure, self.isPrimary) = (key.device, key.figure, isPrimary)
    self.margin = margin ?? key.figure.metric.margin
    unit = new.unit
    let (old, now) = (base.figures[key] ?? [:], new.figures[key] ?? [:])
    let paired = new.seeds.filter { old[$0] != nil && now[$0] != nil }
    lost = new.seeds.filter { old[$0] != nil && now[$0] == nil }.count
    gained = new.seeds.filter { old[$0] == nil && now[$0] != nil }.count
    seeds = paired.count
    isEarly = new.seeds.count < rules.minIdentical
    guard !old.isEmpty else {
      verdict = .notApplicable
      warning = "not in \(base.source)"
      return
    }
    let better = figure.metric.better
    // For example the F1 score of an activity that never occurs.
    guard
      better != .higher || !old.values.allSatisfy({ $0 == 0 })
        || now.values.contains(where: { $0 > 0 })
    else {
      verdict = .notApplicable
      warning = "zero in every \(unit)"
      return
    }
    let pairs = paired.compactMap { seed -> (base: Double, new: Double)? in
      guard let before = old[seed], let after = now[seed] else { return nil }
      return (before, after)
    }
    guard !pairs.isEmpty else {
      judgePresence()
      return
    }
    let effect = PairedEffect(
      pairs, metric: figure.metric, margin: self.margin, lost: lost, gained: gained,
      confidence: rules.confidence)
    self.effect = effect
    (worse, self.better) = (effect.worse.both, effect.better.both)
    if effect.isIdentical, lost + gained == 0, !isEarly { verdict = .identical }
    // Ties keep the order of seeds.
    let order = effect.worsenings.indices.sorted {
      (-effect.worsenings[$0], $0) < (-effect.worsenings[$1], $1)
    }
    outstandingSeed = effect.isIdentical ? nil : order.first.map { paired[$0] }
    bestSeed = order.last.map { paired[$0] }
    if lost > 0 {
      warning = "\(lost) of \(new.seeds.count) \(unit)s no longer have it"
    } else if gained > 0 {
      warning = "\(gained) of \(new.seeds.count) \(unit)s newly have it"
    }
  }

  /// Tests a figure that no seed has in both runs: each seed that lost or gained it counts as a sign.
  private mutating func judgePresence() {
    worse = signFlipSignificance(
      Array(repeating: 1, count: lost) + Array(repeating: -1, count: gained))
    better = signFlipSignificance(
      Array(repeating: -1, count: lost) + Array(repeating: 1, count: gained))
    warning =
      lost > 0
      ? "\(lost) \(unit)\(lost == 1 ? "" : "s") no longer \(lost == 1 ? "has" : "have") it"
      : "\(gained) \(unit)\(gained == 1 ? "" : "s") newly \(gained == 1 ? "has" : "have") it"
  }

  /// Decides the verdict, after the significance is corrected for the number of figures.
  fileprivate mutating func judge(
    isWorse: Bool, isBetter: Bool, tests: Int, _ rules: JudgeRules
  ) {
    let equivalence = rules.equivalenceLevel * rules.spent
    if effect?.isEquivalent(level: equivalence) == true, !(isWorse && effect?.isRare == true),
      !isEarly, 5 * (lost + gained) <= seeds
    {
      verdict = .same
      return
    }
    // A figure that seeds have lost is never an improvement.
    if isWorse || isBetter && lost <= gained {
      verdict = isWorse ? .worse : .better
      if !isWorse { outstandingSeed = bestSeed }
      if let effect, effect.isRare { note(effect.rareText(unit)) }
      return
    }
    verdict = .undecided
    guard let effect else { return }
    let needed = max(
      effect.seedsNeeded(level: rules.level * 0.75 / Double(max(1, tests)), power: rules.power),
      seeds + 1)
    seedsNeeded = needed
    note(
      "\(seeds) \(unit)\(seeds == 1 ? " is" : "s are") too few; about \(needed) would find "
        + "a change of \(margin.text(of: figure.metric))")
  }

  private mutating func note(_ text: String) {
    warning += warning.isEmpty ? text : "; " + text
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
