public import Documents
public import Harness
import Kernel
public import Scenarios
public import Scoring

/// A campaign that is ready to run: its scenarios are read and checked, and its runs numbered.
public struct CampaignPlan: Sendable {
  /// How many runs there may be at most.
  public static let mostRuns = 10_000_000

  /// A scenario under its seeds.
  public struct Part: Sendable {
    /// The scenario.
    public let scenario: LoadedScenario
    /// Its seeds.
    public let seeds: ClosedRange<UInt64>
    /// What is set in it besides its file.
    public let settings: [String]

    /// The scenario's name.
    public var name: String { scenario.scenario.name }
  }

  /// The campaign's name.
  public let name: String
  /// What it is for; empty if nobody says.
  public let about: String
  /// What is kept of runs besides what all come to.
  public let keep: CampaignKeeping
  /// By which figure one run is worse than another.
  public let worst: GatedFigure
  /// The scenarios.
  public let parts: [Part]
  /// The stack under test.
  public let stack: StackChoice

  /// Reads a campaign and checks all that it names.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - settings: Values that hold for all scenarios, besides the file's.
  ///   - stack: The stack under test.
  /// - Throws: Everything that is wrong, with its place.
  public init(
    path: String, settings: [Setting] = [], stack: StackChoice = .reference
  ) throws(DocumentError) {
    let file = try decodeDocument(CampaignFile.self, from: try YAML.load(path: path))
    (name, about, keep) = (file.name, file.about, file.keep)
    self.stack = stack
    guard let (metric, statistic) = MetricCatalogue.parse(file.worst.value) else {
      throw DocumentError(
        "'\(file.worst.value.prefix(60))' is no metric with a statistic, such as horizontal_error.p95",
        at: file.worst.place)
    }
    worst = GatedFigure(metric, statistic)
    parts = try Self.parts(of: file, path, settings)
    let runs = parts.reduce(0.0) { $0 + Double($1.seeds.count) }
    guard runs <= Double(Self.mostRuns) else {
      throw DocumentError(
        "\(parts.count) scenarios under their seeds make \(Int(runs)) runs, more than "
          + "\(Self.mostRuns); take fewer seeds", at: file.seeds.place)
    }
  }

  private static func parts(
    of file: CampaignFile, _ path: String, _ settings: [Setting]
  ) throws(DocumentError) -> [Part] {
    let common = file.settings.map { Setting(key: $0.name, value: $0.value) }
    var (parts, wrong, unlisted) = ([Part](), [Diagnostic](), 0)
    for entry in file.scenarios {
      do throws(DocumentError) {
        let own = entry.settings.map { Setting(key: $0.name, value: $0.value) }
        let all = common + own + settings
        let part = Part(
          scenario: try VariantMaker(named: entry.file, besides: path, settings: all).base,
          seeds: try seedRange(entry.seeds ?? file.seeds), settings: all.map(\.text))
        guard !parts.contains(where: { $0.name == part.name }) else {
          throw DocumentError(
            "two of the scenarios are called '\(part.name)'", at: entry.file.place)
        }
        parts.append(part)
      } catch {
        // The same mistake may show in every scenario.
        wrong += error.diagnostics.filter { !wrong.contains($0) }
        unlisted += error.unlisted
      }
    }
    guard wrong.isEmpty else { throw DocumentError(wrong, unlisted: unlisted) }
    return parts
  }

  /// How many runs there are.
  public var runCount: Int { parts.reduce(0) { $0 + $1.seeds.count } }

  /// A run by its number: scenario by scenario, each seed by seed.
  public func run(_ number: Int) -> (part: Int, seed: UInt64) {
    var left = number
    for (place, part) in parts.enumerated() {
      if left < part.seeds.count { return (place, part.seeds.lowerBound + UInt64(left)) }
      left -= part.seeds.count
    }
    preconditionFailure("the campaign has no run \(number)")
  }

  /// How many of some runs are of each scenario that has any, by its place.
  func runCounts(in runs: Range<Int>) -> [(part: Int, count: Int)] {
    var first = 0
    return parts.enumerated().compactMap { place, part in
      let common = runs.clamped(to: first..<first + part.seeds.count)
      first += part.seeds.count
      return common.isEmpty ? nil : (place, common.count)
    }
  }

  /// The runs of one of some shards that are as like in number as may be.
  ///
  /// - Parameters:
  ///   - number: Which, from 1 on.
  ///   - count: Of how many.
  /// - Returns: The runs, by number.
  public func runs(ofShard number: Int, of count: Int) -> Range<Int> {
    // In double width: a million shards of ten million runs are no overflow, but who knows.
    func start(_ place: Int) -> Int {
      let product = runCount.multipliedFullWidth(by: place)
      return count.dividingFullWidth(product).quotient
    }
    return start(number - 1)..<start(number)
  }

  /// The figures that are kept of every run of a part: those that comparisons are about, and budgets'.
  public func figures(of part: Int) -> [GatedFigure] {
    let budgets = parts[part].scenario.budgets.map { GatedFigure($0) }.filter {
      $0.condition.isEmpty
    }
    return ([worst] + GatedFigure.standard + GatedFigure.watched + budgets).reduce(into: []) {
      if !$0.contains($1) { $0.append($1) }
    }
  }

  /// All that decides the campaign's results.
  public func identity(version: String) -> CampaignIdentity {
    CampaignIdentity(
      campaign: name, version: version, figuresVersion: figuresVersion, stack: stack.identity,
      worst: worst.name,
      parts: parts.map {
        CampaignIdentity.Part(
          name: $0.name, digest: $0.scenario.digest + $0.scenario.programDigest,
          fileDigest: $0.scenario.fileDigest,
          venueDigest: $0.scenario.venueDigest, firstSeed: $0.seeds.lowerBound,
          lastSeed: $0.seeds.upperBound, settings: $0.settings)
      })
  }
}
