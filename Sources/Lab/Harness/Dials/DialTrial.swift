import Documents
import Kernel
import Recordings
import Scenarios
import Scoring

/// A scenario in which dials are turned one at a time, to see whether anything comes out otherwise.
public struct DialTrial: Sendable {
  /// The scenario's name, and the settings that go with it, as ``init(_:)`` reads them.
  public let name: String
  private let path: String
  private let settings: [Setting]
  private let senses: Bool
  private let usual: Int

  /// Runs a scenario with no dial turned.
  ///
  /// - Parameters:
  ///   - name: A scenario of the folder, and settings behind it, with `; ` before each: `corridor; duration=1 min`.
  ///   - senses: Whether what devices sense counts as well, as it must for dials of the world, which
  ///     a stack may not heed.
  ///   - folder: Where scenarios are.
  /// - Throws: What is wrong with the scenario, or ``StackFailure``.
  public init(_ name: String, senses: Bool = false, folder: String = "scenarios") throws {
    let words = name.split(separator: ";").map { String($0.drop { $0 == " " }) }
    self.name = name
    path = "\(folder)/\(words.first ?? "").yaml"
    settings = try words.dropFirst().map { try Setting($0) }
    self.senses = senses
    usual = try Self.outcome(of: path, settings, senses)
  }

  /// Whether the scenario comes out otherwise with a dial turned.
  ///
  /// - Parameters:
  ///   - dial: The dial's key, such as `stack.fusion.reach`.
  ///   - value: What it is turned to, with its unit.
  /// - Returns: Whether anything changed of what was told, decided, used or sensed. A value that the scenario
  ///   refuses beside its others proves nothing.
  public func changes(_ dial: String, to value: String) -> Bool {
    guard let turned = try? Setting("\(dial)=\(value)"),
      let outcome = try? Self.outcome(of: path, settings + [turned], senses)
    else { return false }
    return outcome != usual
  }

  /// A digest of all that a run told, decided and used, and of what its devices sensed.
  private static func outcome(
    of path: String, _ settings: [Setting], _ senses: Bool
  ) throws -> Int {
    let scenario = try LoadedScenario(path: path, settings: settings)
    let unit = RunUnit(scenario: scenario, seed: UInt64(scenario.scenario.seed))
    let result = try unit.run(records: senses)
    var hasher = Hasher()
    for recording in result.recordings { hasher.combine(recording.observations) }
    for device in result.devices {
      hasher.combine(device.fixes)
      hasher.combine(device.events)
      hasher.combine(device.transitions)
      hasher.combine(device.power)
      hasher.combine(device.decisions)
      hasher.combine(device.journal)
      hasher.combine(device.clouds)
    }
    return hasher.finalize()
  }
}

/// That a dial does something: a value with which a scenario comes out otherwise.
public struct DialProof: Hashable, Sendable {
  /// The dial's key.
  public var dial: String
  /// The part it belongs to; `services` or `world` if none.
  public var part: String
  /// What it is turned to; empty if nothing was seen to change.
  public var value: String
  /// The trial that shows it, as ``DialTrial/init(_:senses:folder:)`` reads it.
  public var trial: String
  /// Why no trial can show it; empty if one does.
  public var reason: String

  /// Creates a proof, or the lack of one.
  public init(
    dial: String, part: String, value: String = "", trial: String = "", reason: String = ""
  ) {
    (self.dial, self.part, self.value) = (dial, part, value)
    (self.trial, self.reason) = (trial, reason)
  }

  /// The columns of the table of proofs.
  public static let columns = ["dial", "part", "value", "trial", "reason"]

  /// Reads a table of proofs.
  ///
  /// - Parameter path: A CSV file with the columns of ``columns``.
  /// - Returns: Its rows.
  /// - Throws: What is wrong with it.
  public static func read(_ path: String) throws -> [DialProof] {
    var reader = try CSVReader(bytes: try readFile(path, limit: 1 << 24), file: path)
    var proofs: [DialProof] = []
    while try reader.nextRow() {
      proofs.append(
        DialProof(
          dial: reader.text(at: 0), part: reader.text(at: 1), value: reader.text(at: 2),
          trial: reader.text(at: 3), reason: reader.text(at: 4)))
    }
    return proofs
  }

  /// Writes a table of proofs.
  public static func write(_ proofs: [DialProof], to path: String) throws {
    var csv = CSVWriter(columns: columns)
    for proof in proofs {
      for text in [proof.dial, proof.part, proof.value, proof.trial, proof.reason] {
        csv.field(text)
      }
      csv.endRow()
    }
    let file = try OutputFile(path: path)
    try file.write(csv.bytes)
    try file.finish()
  }
}
