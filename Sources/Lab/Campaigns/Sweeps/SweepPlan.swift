public import Documents
public import Harness
public import Kernel
import Scenarios

/// Scenarios in many variants, all under the same seeds (common random numbers), so that differences between
/// variants come from the settings and not from chance.
public struct SweepPlan: Sendable {
  /// Max number of variants.
  public static let maxVariants = 2000
  /// Max number of runs.
  public static let maxRuns = 1_000_000

  /// The varied keys.
  public private(set) var axes: [String] = []
  /// The variants by scenario; the first axis varies slowest.
  public private(set) var variants: [SweepVariant] = []
  /// The seeds of every variant; the scenario's own if nil.
  public let seeds: SeedList?
  /// The figures of the Pareto front: accuracy, latency, energy.
  public let objectives: [SweepObjective]

  /// Reads a scenario with a `sweep:` block, or a file with `scenarios:` and `sweep:`, and validates every
  /// variant.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - settings: Settings of all variants.
  ///   - seeds: Seeds in place of the file's.
  /// - Throws: All mistakes, with their positions.
  public init(
    path: String, settings: [Setting] = [], seeds: SeedList? = nil
  ) throws(DocumentError) {
    let node = try YAML.load(path: path)
    let makers: [VariantMaker]
    let sweep: SweepEntry
    if node["scenarios"] != nil {
      let file = try decodeDocument(SweepFile.self, from: node)
      makers = try Self.makers(of: file, besides: path, settings)
      sweep = file.sweep
    } else {
      let maker = try VariantMaker(path: path, settings: settings)
      guard let entry = maker.base.scenario.sweep else {
        throw DocumentError(
          "'\(path)' has no 'sweep:' block; it says what is varied, such as "
            + "'sweep: {axes: [{key: stack.locator.window, values: [1 s, 3 s]}]}'")
      }
      makers = [maker]
      sweep = entry
    }
    if let text = sweep.seeds, seeds == nil {
      self.seeds = try seedList(text)
    } else {
      self.seeds = seeds
    }
    objectives = try SweepObjective.all(sweep.pareto)
    try checkSize(sweep, scenarios: makers.count, in: path)
    try addVariants(of: sweep, makers)
  }

  /// The run plan of the sweep.
  ///
  /// - Parameter jobs: Number of concurrent runs.
  /// - Returns: A plan with every variant under every seed, in order.
  public func plan(jobs: Int) -> RunPlan {
    var plan = RunPlan(scenarios: variants.map(\.scenario))
    plan.seeds = seeds
    plan.jobs = jobs
    return plan
  }

  private static func makers(
    of file: SweepFile, besides path: String, _ settings: [Setting]
  ) throws(DocumentError) -> [VariantMaker] {
    var makers: [VariantMaker] = []
    for name in file.scenarios {
      makers.append(try VariantMaker(named: name, besides: path, settings: settings))
      let title = makers[makers.count - 1].base.scenario.name
      if let first = makers.dropLast().first(where: { $0.base.scenario.name == title }) {
        throw DocumentError(
          sameName(title, first.base.path, makers[makers.count - 1].base.path), at: name.place)
      }
    }
    return makers
  }

  /// Rejects a sweep that is too large, before any variant is made.
  private func checkSize(
    _ sweep: SweepEntry, scenarios: Int, in path: String
  ) throws(DocumentError) {
    let place = sweep.axes.first?.key.place ?? sweep.ablate.first?.place
    guard let place else {
      throw DocumentError("'\(path)': its sweep varies nothing; add 'axes:' or 'ablate:'")
    }
    var grid = 1
    for axis in sweep.axes { grid = grid.multipliedReportingOverflow(by: axis.values.count).0 }
    let factors = sweep.axes.map { "\($0.values.count)" }.joined(separator: " x ")
    let product = sweep.axes.reduce(1.0) { $0 * Double($1.values.count) }
    let count = scenarios * (product < 1e9 ? grid + sweep.ablate.count : 1_000_000_000)
    guard count <= Self.maxVariants else {
      throw DocumentError(
        "\(factors) values\(scenarios > 1 ? " in \(scenarios) scenarios" : "") make "
          + "\(product < 1e9 ? "\(count)" : "more than a billion") variants, more than "
          + "\(Self.maxVariants); leave values out, or sweep fewer keys at a time", at: place)
    }
    let runs = Double(count) * Double(seeds?.count ?? 1)
    guard runs <= Double(Self.maxRuns) else {
      throw DocumentError(
        "\(count) variants under \(seeds?.count ?? 1) seeds make \(Int(runs)) runs, more than "
          + "\(Self.maxRuns); take fewer seeds or values", at: place)
    }
  }

  private mutating func addVariants(
    of sweep: SweepEntry, _ makers: [VariantMaker]
  ) throws(DocumentError) {
    let axes = sweep.axes.map { SweepAxis($0) }
    for (number, entry) in sweep.axes.enumerated()
    where axes.prefix(number).contains(where: { $0.key == entry.key.value }) {
      let first = sweep.axes.first { $0.key.value == entry.key.value }?.key.place
      throw DocumentError(
        "'\(entry.key.value)' is varied twice, first at \(first ?? entry.key.place); "
          + "list all of its values in one axis", at: entry.key.place)
    }
    self.axes = axes.map(\.key)
    for maker in makers {
      try check(axes, with: maker)
      if !sweep.ablate.isEmpty || axes.isEmpty {
        variants.append(
          SweepVariant(label: "as is", values: axes.map { _ in "" }, scenario: maker.base))
      }
      for part in sweep.ablate {
        let setting = try maker.switchingOff(part)
        variants.append(
          SweepVariant(
            label: "without \(part.value)", values: axes.map { _ in "" },
            scenario: try maker.variant([setting])))
      }
      guard !axes.isEmpty else { continue }
      let count = axes.reduce(1) { $0 * $1.settings.count }
      for number in 0..<count {
        try variants.append(Self.variant(number, of: axes, maker))
      }
    }
  }

  /// Validates every value alone, so that all mistakes are reported at once, without duplicates.
  private func check(_ axes: [SweepAxis], with maker: VariantMaker) throws(DocumentError) {
    var wrong: [Diagnostic] = []
    for setting in axes.flatMap(\.settings) {
      do throws(DocumentError) {
        _ = try maker.variant([setting])
      } catch {
        for diagnostic in error.diagnostics where !wrong.contains(diagnostic) {
          wrong.append(diagnostic)
        }
      }
    }
    guard wrong.isEmpty else { throw DocumentError(wrong) }
  }

  private static func variant(
    _ number: Int, of axes: [SweepAxis], _ maker: VariantMaker
  ) throws(DocumentError) -> SweepVariant {
    var rest = number
    var chosen = axes.map { _ in 0 }
    for axis in axes.indices.reversed() {
      chosen[axis] = rest % axes[axis].settings.count
      rest /= axes[axis].settings.count
    }
    let texts = zip(axes, chosen).map { $0.texts[$1] }
    return SweepVariant(
      label: zip(axes, texts).map { "\($0.key)=\($1)" }.joined(separator: ", "), values: texts,
      scenario: try maker.variant(zip(axes, chosen).map { $0.settings[$1] }))
  }
}

/// The error for two scenarios or sets of recordings with one name.
func sameName(_ name: String, _ first: String, _ second: String) -> String {
  first == second
    ? "'\(first)', which is called '\(name)', is listed twice; list it once"
    : "'\(first)' and '\(second)' are called '\(name)'; change 'name:' in one of them"
}

/// Parses a list of seeds, such as `1-20` or `1-3,7`.
func seedList(_ text: Located<String>) throws(DocumentError) -> SeedList {
  do throws(SeedList.InvalidText) {
    return try SeedList(text.value)
  } catch {
    throw DocumentError(error.reason, at: text.place)
  }
}

/// Parses a range of seeds, such as `1-20`.
func seedRange(_ text: Located<String>) throws(DocumentError) -> ClosedRange<UInt64> {
  let ends = text.value.split(separator: "-").compactMap { UInt64($0) }
  guard ends.count == 2, ends[0] <= ends[1] else {
    throw DocumentError("the range of seeds '\(text.value)' begins above its end", at: text.place)
  }
  return ends[0]...ends[1]
}
