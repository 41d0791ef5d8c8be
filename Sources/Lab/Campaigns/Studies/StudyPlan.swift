public import Documents
public import Harness
public import Kernel
package import Maps
public import Recordings
import Scenarios
public import Scoring

/// Variants of scenarios under the same seeds, and of stacks on the same recordings, with the figures to
/// report.
public struct StudyPlan: Sendable {
  /// Max number of runs.
  public static let maxRuns = 1_000_000

  /// A variant of a scenario, or of the stack on recordings.
  public struct PlannedVariant: Sendable {
    /// Name of the scenario or of the recordings.
    public let scenario: String
    public let variant: String
    /// The figures that are wanted.
    public let figures: [StudyFigure]
    let source: Source

    fileprivate func replacing(_ other: Source) -> PlannedVariant {
      PlannedVariant(scenario: scenario, variant: variant, figures: figures, source: other)
    }

    public var isReplay: Bool { if case .recordings = source { true } else { false } }
  }

  enum Source: Sendable {
    case scenario(LoadedScenario)
    case recordings([RecordingSource], ReplayStage, surveyors: [RecordingSource])
  }

  /// A selection from a study.
  public struct Selection: Sendable {
    /// Seeds in place of the file's.
    public var seeds: SeedList?
    /// Scenarios and recordings, by name; all if empty.
    public var scenarios: [String] = []
    /// Variants, by name; all if empty.
    public var variants: [String] = []
    /// Settings of all variants.
    public var settings: [Setting] = []
    /// Folder of recordings; nil if there is none.
    public var data: String?
    /// Finds the recordings at a path, with the truth beside them; nil if no format is known.
    public var find: (@Sendable (String) throws -> FoundRecordings)?

    /// Selects everything.
    public init() {}
  }

  public let name: String
  /// Purpose of the study; empty if not given.
  public let about: String
  /// The seeds of every variant of a scenario.
  public let seeds: SeedList
  /// Settings of the twins of its recordings.
  public let twinSettings: [Setting]
  /// Number of twins per recording if no seeds are given.
  public let twinCount: Int
  /// True if every device has its own row.
  public let isEachDevice: Bool
  /// The variants, scenarios first, in the order of the file.
  public private(set) var parts: [PlannedVariant]

  /// Reads a study and validates everything that it references.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - choice: The selection from it.
  /// - Throws: All mistakes, with their positions.
  public init(path: String, choice: Selection = Selection()) throws(DocumentError) {
    let file = try decodeDocument(StudyFile.self, from: try YAML.load(path: path))
    name = file.name
    about = file.about
    let named = try seedList(file.seeds)
    seeds = choice.seeds ?? named
    isEachDevice = file.eachDevice
    twinCount = file.twins
    twinSettings = file.twin.map { Setting(key: $0.name, value: $0.value) }
    var reader = StudyReader(file: file, path: path, choice: choice)
    parts = try reader.parts()
    let runs = Double(parts.count { !$0.isReplay }) * Double(seeds.count)
    guard runs <= Double(Self.maxRuns) else {
      throw DocumentError(
        "\(parts.count) variants under \(seeds.count) seeds make \(Int(runs)) runs, more than "
          + "\(Self.maxRuns); take fewer seeds or variants", at: file.seeds.place)
    }
  }

  /// Creates a study of recordings alone, without a file.
  init(ofRecordings name: String, parts: [PlannedVariant]) {
    (self.name, self.parts) = (name, parts)
    (about, seeds, twinSettings, twinCount, isEachDevice) = ("", SeedList(1...1), [], 0, false)
  }

  /// The recordings without duplicates, in the order of the file.
  package var recordings: [RecordingSource] {
    var found: [RecordingSource] = []
    for case .recordings(let sources, _, _) in parts.map(\.source) {
      for source in sources
      where !found.contains(where: { $0.path == source.path && $0.name == source.name }) {
        found.append(source)
      }
    }
    return found
  }

  /// A copy with other recordings.
  ///
  /// - Parameter others: Returns the replacements of a recording.
  /// - Returns: The study, without scenarios and without recordings whose survey is built from recordings.
  package func replacing(
    recordings others: (RecordingSource) throws -> [RecordingSource]
  ) rethrows -> StudyPlan {
    var plan = self
    plan.parts = try parts.compactMap { part in
      guard case .recordings(let sources, let stage, let surveyors) = part.source,
        surveyors.isEmpty
      else { return nil }
      return part.replacing(.recordings(try sources.flatMap(others), stage, surveyors: []))
    }
    return plan
  }

  /// The sets of recordings whose survey is built from other recordings, without duplicates.
  package var surveyed:
    [(name: String, recordings: [RecordingSource], surveyors: [RecordingSource])]
  {
    var found: [(name: String, recordings: [RecordingSource], surveyors: [RecordingSource])] = []
    for part in parts {
      guard case .recordings(let sources, _, let surveyors) = part.source, !surveyors.isEmpty,
        !found.contains(where: { $0.name == part.scenario })
      else { continue }
      found.append((part.scenario, sources, surveyors))
    }
    return found
  }

  /// The variants of one set of recordings, with other recordings and a given survey.
  ///
  /// - Parameters:
  ///   - name: The set's name.
  ///   - sources: The new recordings.
  ///   - survey: The new survey.
  ///   - digest: Digest of the survey's sources.
  /// - Returns: A study of that set alone.
  package func replacing(
    _ name: String, by sources: [RecordingSource], knowing survey: RadioMap, digest: String
  ) -> StudyPlan {
    var plan = self
    plan.parts = parts.compactMap { part in
      guard part.scenario == name, case .recordings(_, let stage, _) = part.source else {
        return nil
      }
      return part.replacing(
        .recordings(sources, stage.knowing(survey, digest: digest), surveyors: []))
    }
    return plan
  }

  /// Number of runs and replays.
  public var unitCount: Int { parts.reduce(0) { $0 + unitCount(of: $1) } }

  func unitCount(of part: PlannedVariant) -> Int {
    switch part.source {
    case .scenario: seeds.count
    case .recordings(let sources, _, _): sources.count
    }
  }

  /// A short digest of everything that determines the results.
  ///
  /// - Parameters:
  ///   - version: The tool's version.
  ///   - stack: The stack under test.
  /// - Returns: Twelve hexadecimal digits.
  public func digest(version: String, stack: StackChoice) -> String {
    var hash = SHA256()
    let seedText = seeds.text
    hash.update(
      Array(
        "venuesim \(version) study \(name) stack \(stack.identity) \(seedText) \(isEachDevice)\n"
          .utf8))
    for part in parts {
      hash.update(Array("\(part.scenario)\n\(part.variant)\n".utf8))
      for figure in part.figures {
        let words = [
          figure.figure.name, figure.filter?.text ?? "", figure.title, "\(figure.isMagnitude)",
          "\(figure.isPooled)", figure.budget?.text ?? "",
        ]
        hash.update(Array((words.joined(separator: "\t") + "\n").utf8))
      }
      switch part.source {
      case .scenario(let loaded):
        hash.update(Array("\(loaded.digest) \(loaded.venueDigest)\n".utf8))
      case .recordings(let sources, let stage, _):
        let batch = ReplayBatch(sources, stage: stage, stack: stack)
        hash.update(Array("\(batch.digest(version: version))\n".utf8))
      }
    }
    return hash.digest().shortDigest
  }
}
