public import Documents
public import Harness
import Kernel
public import Scenarios
public import Scoring

/// A campaign that is ready to run: scenarios loaded and validated, runs numbered.
public struct CampaignPlan: Sendable {
  /// Max number of runs.
  public static let maxRuns = 10_000_000

  /// A scenario with its seeds.
  public struct PlannedScenario: Sendable {
    public let scenario: LoadedScenario
    public let seeds: ClosedRange<UInt64>
    /// Settings besides the file's.
    public let settings: [String]

    public var name: String { scenario.scenario.name }
  }

  public let name: String
  /// Purpose of the campaign; empty if not given.
  public let about: String
  /// Run data to keep besides the merged results.
  public let keep: CampaignKeeping
  /// The figure that ranks the runs.
  public let worst: GatedFigure
  public let parts: [PlannedScenario]
  public let stack: StackChoice

  /// Reads a campaign and validates everything that it references.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - settings: Settings for all scenarios, besides the file's.
  ///   - stack: The stack under test.
  /// - Throws: All mistakes, with their positions.
  public init(
    path: String, settings: [Setting] = [], stack: StackChoice = .reference
  ) throws(DocumentError) {
    let file = try decodeDocument(CampaignFile.self, from: try YAML.load(path: path))
    (name, about, keep) = (file.name, file.about, file.keep)
    self.stack = stack
    guard let (metric, statistic) = MetricCatalogue.parse(file.worst.value) else {
      throw DocumentError(
        "'\(file.worst.value.prefix(60))' isn't a metric with a statistic, such as horizontal_error.p95",
        at: file.worst.place)
    }
    worst = GatedFigure(metric, statistic)
    parts = try Self.parts(of: file, path, settings)
    let runs = parts.reduce(0.0) { $0 + Double($1.seeds.count) }
    guard runs <= Double(Self.maxRuns) else {
      throw DocumentError(
        "\(parts.count) scenarios under their seeds make \(Int(runs)) runs, more than "
          + "\(Self.maxRuns); take fewer seeds", at: file.seeds.place)
    }
  }

  private static func parts(
    of file: CampaignFile, _ path: String, _ settings: [Setting]
  ) throws(DocumentError) -> [PlannedScenario] {
    let common = file.settings.map { Setting(key: $0.name, value: $0.value) }
    var (parts, wrong, unlisted) = ([PlannedScenario](), [Diagnostic](), 0)
    for entry in file.scenarios {
      do throws(DocumentError) {
        let own = entry.settings.map { Setting(key: $0.name, value: $0.value) }
        let all = common + own + settings
        let part = PlannedScenario(
          scenario: try VariantMaker(named: entry.file, besides: path, settings: all).base,
          seeds: try seedRange(entry.seeds ?? file.seeds), settings: all.map(\.text))
        if let first = parts.first(where: { $0.name == part.name }) {
          throw DocumentError(
            sameName(part.name, first.scenario.path, part.scenario.path), at: entry.file.place)
        }
        parts.append(part)
      } catch {
        // One mistake may appear in every scenario.
        wrong += error.diagnostics.filter { !wrong.contains($0) }
        unlisted += error.unlisted
      }
    }
    guard wrong.isEmpty else { throw DocumentError(wrong, unlisted: unlisted) }
    return parts
  }

  /// Number of runs.
  public var runCount: Int { parts.reduce(0) { $0 + $1.seeds.count } }

  /// A run by its number, below ``runCount``; runs are ordered by scenario, then by seed.
  ///
  /// Ranges of runs come from the plan, and those of shards are checked when they are opened.
  public func run(_ number: Int) -> (part: Int, seed: UInt64) {
    var left = number
    for (place, part) in parts.enumerated() {
      if left < part.seeds.count { return (place, part.seeds.lowerBound + UInt64(left)) }
      left -= part.seeds.count
    }
    preconditionFailure("the campaign has no run \(number)")
  }

  /// Number of runs per scenario in a range of runs, by scenario index; scenarios without runs are left out.
  func runCounts(in runs: Range<Int>) -> [(part: Int, count: Int)] {
    var first = 0
    return parts.enumerated().compactMap { place, part in
      let common = runs.clamped(to: first..<first + part.seeds.count)
      first += part.seeds.count
      return common.isEmpty ? nil : (place, common.count)
    }
  }

  /// The runs of a shard, if the campaign is split into shards of nearly equal size.
  ///
  /// - Parameters:
  ///   - number: The shard's number, from 1.
  ///   - count: Number of shards.
  /// - Returns: The runs, by number.
  public func runs(ofShard number: Int, of count: Int) -> Range<Int> {
    // Double width, so that no product can overflow.
    func start(_ index: Int) -> Int {
      let product = runCount.multipliedFullWidth(by: index)
      return count.dividingFullWidth(product).quotient
    }
    return start(number - 1)..<start(number)
  }

  /// The figures that are kept of every run of a part: those for comparisons, and those of budgets.
  public func figures(of part: Int) -> [GatedFigure] {
    let budgets = parts[part].scenario.budgets.map { GatedFigure($0) }.filter {
      $0.condition.isEmpty
    }
    return ([worst] + GatedFigure.standard + GatedFigure.watched + budgets).reduce(into: []) {
      if !$0.contains($1) { $0.append($1) }
    }
  }

  /// Everything that determines the campaign's results.
  public func identity(version: String) -> CampaignIdentity {
    CampaignIdentity(
      campaign: name, version: version, figuresVersion: figuresVersion, stack: stack.identity,
      worst: worst.name,
      parts: parts.map {
        CampaignIdentity.ScenarioIdentity(
          name: $0.name, digest: $0.scenario.digest + $0.scenario.programDigest,
          fileDigest: $0.scenario.fileDigest,
          venueDigest: $0.scenario.venueDigest, firstSeed: $0.seeds.lowerBound,
          lastSeed: $0.seeds.upperBound, settings: $0.settings)
      })
  }
}
