public import Documents
public import Kernel
public import Scenarios
import Scoring

/// The statements of talks with the scenarios that show them, and those that none shows.
public struct ClaimBook: Sendable {
  /// A claim with its trial.
  public struct Claim: Sendable {
    /// The scenario's name, and what it is about.
    public let name, about: String
    /// Who says so, and in which words.
    public let entry: ClaimEntry
    /// What tries it.
    let trial: PowerTrial

    /// Tries it.
    ///
    /// - Parameter cancellation: Stops the work.
    /// - Returns: What came of it.
    /// - Throws: What is wrong with a break, ``Cancelled``, or ``StackFailure``.
    public func tried(cancellation: CancellationToken? = nil) throws -> Outcome {
      Outcome(claim: self, rows: try trial.rows(cancellation: cancellation))
    }
  }

  /// How a statement stands.
  public enum Standing: String, CaseIterable, Sendable {
    /// What it says is so, and no longer so without its cause.
    case holds
    /// What it says isn't so.
    case fails
    /// What it says is so without its cause, too.
    case unproved
    /// The model's own numbers can't but make it so.
    case construction = "by construction"
    /// No scenario shows it.
    case outside = "out of scope"
  }

  /// What came of a claim.
  public struct Outcome: Sendable {
    /// The claim.
    public let claim: Claim
    /// What each cause broke, the mute stack's first.
    public let rows: [PowerTrial.Row]

    /// How the claim stands.
    public var standing: Standing {
      // The first row holds all of its budgets as they usually come out.
      guard rows.first?.usual.allSatisfy({ $0.verdict == .kept }) ?? false else { return .fails }
      guard rows.allSatisfy(\.holds) else { return .unproved }
      return claim.entry.construction == nil ? .holds : .construction
    }

    /// Whether nobody need look at it: it holds, or is known not to.
    public var isExpected: Bool {
      standing == .holds || standing == .construction || claim.entry.failing != nil
    }
  }

  /// The claims, in the order of their files.
  public private(set) var claims: [Claim] = []
  /// The statements that no scenario shows.
  public private(set) var outside: [OutsideEntry] = []

  /// Reads claims.
  ///
  /// - Parameters:
  ///   - paths: Files of scenarios, and of statements that none shows.
  ///   - settings: Values that replace or add to the files'.
  ///   - seeds: The seeds of all; each scenario's own if nil.
  ///   - jobs: How many runs go on at once.
  /// - Throws: Everything that is wrong with any of them.
  public init(
    paths: [String], settings: [Setting] = [], seeds: ClosedRange<UInt64>? = nil, jobs: Int = 1
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
            "'\(path)' cites nothing: give it 'claim: {talk: …, says: …}', or leave it out")
        }
        guard trial.budgetCount > 0 else {
          throw DocumentError("'\(path)' has no budget and no expectation, and so claims nothing")
        }
        claims.append(Claim(name: trial.name, about: trial.about, entry: entry, trial: trial))
      } catch {
        wrong += error.diagnostics.filter { !wrong.contains($0) }
      }
    }
    let names = claims.map(\.name)
    for name in Set(names) where names.count(where: { $0 == name }) > 1 {
      wrong.append(Diagnostic(place: nil, message: "two claims are called '\(name)'"))
    }
    guard wrong.isEmpty else { throw DocumentError(wrong) }
  }
}
