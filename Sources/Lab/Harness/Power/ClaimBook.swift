public import Documents
public import Kernel
public import Scenarios
import Scoring

/// The claims of talks with their scenarios, and the statements out of scope.
public struct ClaimBook: Sendable {
  /// A claim with its trial.
  public struct Claim: Sendable {
    /// The scenario's name and description.
    public let name, about: String
    /// The talk and its statement.
    public let entry: ClaimEntry
    /// The trial of its budgets.
    let trial: PowerTrial

    /// Runs the trial.
    ///
    /// - Parameter cancellation: Cancels the work.
    /// - Returns: The outcome.
    /// - Throws: A mistake in a break, ``Cancelled``, or ``StackFailure``.
    public func tried(cancellation: CancellationToken? = nil) throws -> ClaimOutcome {
      ClaimOutcome(claim: self, rows: try trial.rows(cancellation: cancellation))
    }
  }

  /// The status of a statement.
  public enum Standing: String, CaseIterable, Sendable {
    /// Its budgets are met, and missed without their cause.
    case holds
    /// Its budgets are missed.
    case fails
    /// Its budgets are met without their cause, too.
    case unproved
    /// Implied by the model's own numbers.
    case construction = "by construction"
    /// No scenario verifies it.
    case outside = "out of scope"
  }

  /// The outcome of a claim's trial.
  public struct ClaimOutcome: Sendable {
    public let claim: Claim
    /// The results of each cause, the mute stack first.
    public let rows: [PowerTrial.CauseResult]

    /// The claim's status.
    public var standing: Standing {
      // The first row has the usual verdicts of all budgets.
      guard rows.first?.usual.allSatisfy({ $0.verdict == .kept }) ?? false else { return .fails }
      guard rows.allSatisfy(\.holds) else { return .unproved }
      return claim.entry.construction == nil ? .holds : .construction
    }

    /// True if the claim holds and should, or doesn't and is known to fail.
    public var isExpected: Bool {
      let holds = standing == .holds || standing == .construction
      return holds == (claim.entry.failing == nil)
    }
  }

  /// In the order of their files.
  public private(set) var claims: [Claim] = []
  /// The statements that no scenario verifies.
  public private(set) var outside: [OutsideEntry] = []

  /// Reads claims.
  ///
  /// - Parameters:
  ///   - paths: Files of scenarios, and of statements out of scope.
  ///   - settings: Values that replace or add to the files'.
  ///   - seeds: The seeds; nil for each scenario's own.
  ///   - jobs: The number of concurrent runs.
  /// - Throws: All mistakes in any of them.
  public init(
    paths: [String], settings: [Setting] = [], seeds: SeedList? = nil, jobs: Int = 1
  ) throws(DocumentError) {
    var wrong: [Diagnostic] = []
    for path in paths {
      do throws(DocumentError) {
        let node = try YAML.load(path: path)
        guard node["outside"] == nil else {
          outside += try decodeDocument(OutsideFile.self, from: node).outside
          continue
        }
        let trial = try PowerTrial(path: path, settings: settings, seeds: seeds, jobs: jobs)
        guard let entry = trial.claim else {
          throw DocumentError(
            "'\(path)' cites no talk: add 'claim: {talk: …, says: …}', or leave the file out")
        }
        guard trial.budgetCount > 0 else {
          throw DocumentError("'\(path)' has no budget and no expectation, and so claims nothing")
        }
        claims.append(Claim(name: trial.name, about: trial.about, entry: entry, trial: trial))
      } catch {
        wrong += error.diagnostics.filter { !wrong.contains($0) }
      }
    }
    let files = Dictionary(grouping: claims, by: \.name).mapValues { $0.map(\.trial.path) }
    for (name, paths) in files.sorted(by: { $0.key < $1.key }) where paths.count > 1 {
      let list = paths.map { "'\($0)'" }.joined(separator: " and ")
      wrong.append(
        Diagnostic(
          place: nil,
          message: "\(paths.count) claims are called '\(name)': \(list); change 'name:' in one"))
    }
    guard wrong.isEmpty else { throw DocumentError(wrong) }
  }
}
