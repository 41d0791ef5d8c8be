public import Documents
public import Harness
public import Kernel
public import Recordings
import Scenarios
public import Scoring

/// A fixed set of scenarios, recordings and figures, on which any stack is compared with the
/// reference stack and with simple methods.
///
/// Each part is a study in the suite's folder, whose first variant is the reference stack.
public struct Suite: Sendable {
  /// The version; it changes with the scenarios, seeds and figures.
  public static let version = 1
  /// The names of the parts, in order.
  public static let names = ["outdoors", "indoors", "activity", "steps", "pauses", "services"]

  /// The stack that is judged.
  public struct JudgedStack: Sendable {
    public let stack: StackChoice
    /// Settings of the reference stack.
    public let settings: [Setting]
    public let name: String

    /// Creates a stack to judge.
    public init(stack: StackChoice, settings: [Setting], name: String) {
      self.stack = stack
      self.settings = settings
      self.name = name
    }
  }

  /// A part: the variants that are compared, and the candidate's own runs.
  public struct Part: Sendable {
    public let name: String
    /// Subject of the comparison, in a sentence.
    public let about: String
    let compared: StudyPlan
    /// Nil if the reference stack itself is judged.
    let own: StudyPlan?
  }

  public let parts: [Part]
  /// The sets of recordings that are left out, because the folder of recordings hasn't got them.
  public let missing: [String]
  public let candidate: JudgedStack?

  /// Reads the suite.
  ///
  /// - Parameters:
  ///   - folder: The folder with a study for each part.
  ///   - names: The parts; all if empty.
  ///   - candidate: The stack to judge; nil for the reference stack.
  ///   - data: The folder of recordings; nil for none.
  ///   - find: Finds the recordings at a path.
  /// - Throws: Unknown parts, and all mistakes in the files or in the candidate's settings.
  public init(
    folder: String, only names: [String], candidate: JudgedStack?, data: String?,
    find: @escaping @Sendable (String) throws -> FoundRecordings
  ) throws(DocumentError) {
    self.candidate = candidate
    for name in names where !Self.names.contains(name) {
      throw DocumentError(
        "the suite has no part '\(name)'; there are \(Self.names.joined(separator: ", "))",
        suggestion: nearestName(to: name, among: Self.names))
    }
    var (parts, missing): ([Part], [String]) = ([], [])
    for name in Self.names where names.isEmpty || names.contains(name) {
      let path = "\(folder)/\(name).yaml"
      let file = try decodeDocument(StudyFile.self, from: try YAML.load(path: path))
      var choice = StudyPlan.Selection()
      (choice.data, choice.find) = (data, find)
      choice.scenarios = try file.scenarios.map { entry throws(DocumentError) in
        let scenario = try YAML.load(path: besides(path, entry.file.value))
        return scenario["name"]?.text ?? ""
      }
      for entry in file.recordings {
        let paths = [entry.path, entry.surveyed].compactMap { $0?.value }
        let called = (entry.name ?? entry.path).value
        if let data, paths.allSatisfy({ exists("\(data)/\($0)") }) {
          choice.scenarios.append(called)
        } else {
          missing.append(called)
        }
      }
      let compared = try StudyPlan(path: path, choice: choice)
      choice.variants = file.variants.first.map { [$0.name] } ?? []
      choice.settings = candidate?.settings ?? []
      let own = candidate == nil ? nil : try StudyPlan(path: path, choice: choice)
      parts.append(Part(name: name, about: compared.about, compared: compared, own: own))
    }
    (self.parts, self.missing) = (parts, missing)
  }

  /// The number of runs and replays.
  public var unitCount: Int {
    parts.reduce(0) { $0 + $1.compared.unitCount + ($1.own?.unitCount ?? 0) }
  }

  /// A short digest of everything that determines the results.
  public func digest(version: String) -> String {
    var hash = SHA256()
    for part in parts {
      let own = part.own?.digest(version: version, stack: candidate?.stack ?? .reference) ?? ""
      let compared = part.compared.digest(version: version, stack: .reference)
      hash.update(Array("suite \(Self.version) \(part.name) \(compared) \(own)\n".utf8))
    }
    return hash.digest().shortDigest
  }

  /// Runs the parts, and outputs the result so far after each.
  ///
  /// - Parameters:
  ///   - jobs: Number of concurrent runs; the result doesn't depend on it.
  ///   - cancellation: Stops the work.
  ///   - progress: Receives the number of finished runs, and the scenario of the latest.
  ///   - note: Receives warnings about recordings that can't be scored.
  ///   - consume: Receives the result of the finished parts.
  /// - Throws: Errors of `consume`, ``Cancelled``, or ``StackFailure``.
  public func run(
    jobs: Int, cancellation: CancellationToken? = nil,
    progress: (Int, String) -> Void = { _, _ in }, note: (String) -> Void = { _ in },
    consume: (SuiteResult) throws -> Void
  ) throws {
    var finished: [(name: String, rows: [StudyRow])] = []
    var done = 0
    func rows(of plan: StudyPlan, _ stack: StackChoice) throws -> [StudyRow] {
      var rows: [StudyRow] = []
      try plan.run(
        jobs: jobs, stack: stack, cancellation: cancellation,
        progress: { progress(done + $0, $1) }, note: note, consume: { rows += $1 })
      done += plan.unitCount
      return rows
    }
    for part in parts {
      var own: [StudyRow] = []
      if let plan = part.own, let candidate {
        own = try rows(of: plan, candidate.stack)
        for index in own.indices { own[index].variant = candidate.name }
      }
      let compared = try rows(of: part.compared, .reference)
      let scenarios = compared.reduce(into: [String]()) { names, row in
        if !names.contains(row.scenario) { names.append(row.scenario) }
      }
      finished.append(
        (
          part.name,
          scenarios.flatMap { name in (own + compared).filter { $0.scenario == name } }
        ))
      try consume(SuiteResult(stack: candidate?.name ?? "reference", parts: finished))
    }
  }
}
