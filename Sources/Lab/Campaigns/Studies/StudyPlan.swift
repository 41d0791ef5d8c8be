public import Documents
public import Harness
import Kernel
package import Maps
public import Recordings
import Scenarios
public import Scoring

/// Variants of scenarios under the same seeds, and of stacks on the same recordings, with the figures
/// that are wanted of each.
public struct StudyPlan: Sendable {
  /// How many runs there may be at most.
  public static let mostRuns = 1_000_000

  /// What one variant is made of.
  public struct Part: Sendable {
    /// The scenario's name, or that of the recordings.
    public let scenario: String
    /// The variant's name.
    public let variant: String
    /// The figures that are wanted.
    public let figures: [StudyFigure]
    let source: Source

    fileprivate func replacing(_ other: Source) -> Part {
      Part(scenario: scenario, variant: variant, figures: figures, source: other)
    }

    /// Whether it is of recordings.
    public var isReplay: Bool { if case .recordings = source { true } else { false } }
  }

  enum Source: Sendable {
    case scenario(LoadedScenario)
    case recordings([RecordingSource], ReplayStage, surveyors: [RecordingSource])
  }

  /// What is chosen of a study.
  public struct Choice: Sendable {
    /// The seeds, in place of the file's.
    public var seeds: ClosedRange<UInt64>?
    /// The scenarios and recordings, by name; all if empty.
    public var scenarios: [String] = []
    /// The variants, by name; all if empty.
    public var variants: [String] = []
    /// Values that hold for all variants.
    public var settings: [Setting] = []
    /// The folder of recordings; nil if there is none.
    public var data: String?
    /// The formats that recordings may have.
    public var formats: [ReplayFormat] = []

    /// Chooses all of it.
    public init() {}
  }

  /// The study's name.
  public let name: String
  /// What it is about; empty if nobody says.
  public let about: String
  /// The seeds of every variant of a scenario.
  public let seeds: ClosedRange<UInt64>
  /// What is set of twins of its recordings.
  public let twinSettings: [Setting]
  /// How many twins each of them has, where no seeds are asked for.
  public let twinCount: Int
  /// Whether every device is a row of its own.
  public let isEachDevice: Bool
  /// The variants, scenarios first, in the order of the file.
  public private(set) var parts: [Part]

  /// Reads a study and checks all that it names.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - choice: What is chosen of it.
  /// - Throws: Everything that is wrong, with its place.
  public init(path: String, choice: Choice = Choice()) throws(DocumentError) {
    let file = try decodeDocument(StudyFile.self, from: try YAML.load(path: path))
    name = file.name
    about = file.about
    let named = try seedRange(file.seeds)
    seeds = choice.seeds ?? named
    isEachDevice = file.eachDevice
    twinCount = file.twins
    twinSettings = file.twin.map { Setting(key: $0.name, value: $0.value) }
    var reader = StudyReader(file: file, path: path, choice: choice)
    parts = try reader.parts()
    let runs = Double(parts.count { !$0.isReplay }) * Double(seeds.count)
    guard runs <= Double(Self.mostRuns) else {
      throw DocumentError(
        "\(parts.count) variants under \(seeds.count) seeds make \(Int(runs)) runs, more than "
          + "\(Self.mostRuns); take fewer seeds or variants", at: file.seeds.place)
    }
  }

  /// A study of recordings alone, without a file.
  init(ofRecordings name: String, parts: [Part]) {
    (self.name, self.parts) = (name, parts)
    (about, seeds, twinSettings, twinCount, isEachDevice) = ("", 1...1, [], 0, false)
  }

  /// The recordings, each once, in the order of the file.
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

  /// The same variants on other recordings.
  ///
  /// - Parameter others: What stands for a recording.
  /// - Returns: The study, without scenarios and without recordings whose survey is made of others.
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

  /// The sets of recordings with a survey that is made of others, each once.
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

  /// The variants on other recordings of one set, with a survey of their own.
  ///
  /// - Parameters:
  ///   - name: The set's name.
  ///   - sources: Its recordings.
  ///   - survey: The survey.
  ///   - digest: What decides the survey.
  /// - Returns: The study of that set alone.
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

  /// How many runs and replays there are.
  public var unitCount: Int { parts.reduce(0) { $0 + unitCount(of: $1) } }

  func unitCount(of part: Part) -> Int {
    switch part.source {
    case .scenario: seeds.count
    case .recordings(let sources, _, _): sources.count
    }
  }

  /// A short digest of all that decides the results.
  ///
  /// - Parameters:
  ///   - version: The tool's version.
  ///   - stack: The stack under test.
  /// - Returns: Twelve hexadecimal digits.
  public func digest(version: String, stack: StackChoice) -> String {
    var hash = SHA256()
    let seedText = "\(seeds.lowerBound)-\(seeds.upperBound)"
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
