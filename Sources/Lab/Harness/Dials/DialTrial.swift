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
  private let bytes: [UInt8]
  private let settings: [Setting]
  private let senses: Bool
  private let world: MovedWorld
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
    bytes = try readFile(path, limit: YAML.Limits().bytes)
    settings = try words.dropFirst().map { try Setting($0) }
    self.senses = senses
    let scenario = try LoadedScenario(bytes: bytes, path: path, settings: settings)
    let unit = RunUnit(scenario: scenario, seed: UInt64(scenario.scenario.seed))
    world = try MovedWorld(unit, stack: .reference, makeStack: nil, cancellation: nil)
    usual = try Self.digest(of: unit.run(in: world, records: senses))
  }

  /// Whether the scenario comes out otherwise with a dial turned.
  ///
  /// A dial of the stack leaves the world alone, so that everybody's way, and what a crowd found, are
  /// taken from the run with no dial turned.
  ///
  /// - Parameters:
  ///   - dial: The dial's key, such as `stack.fusion.reach`.
  ///   - value: What it is turned to, with its unit.
  /// - Returns: Whether anything changed of what was told, decided, used or sensed. A value that the scenario
  ///   refuses beside its others proves nothing.
  public func changes(_ dial: String, to value: String) -> Bool {
    digest(turning: dial, to: value).map { $0 != usual } ?? false
  }

  /// A digest of all that comes out with a dial turned.
  ///
  /// - Parameters:
  ///   - dial: The dial's key.
  ///   - value: What it is turned to.
  ///   - isAfresh: Whether everybody moves anew, though the dial may be one of the stack.
  /// - Returns: The digest; nil if the scenario refuses the value beside its others.
  package func digest(turning dial: String, to value: String, afresh isAfresh: Bool = false) -> Int?
  {
    guard let turned = try? Setting("\(dial)=\(value)"),
      let scenario = try? LoadedScenario(
        bytes: bytes, path: path, settings: settings + [turned],
        sharing: isAfresh ? nil : world.unit.scenario)
    else { return nil }
    let unit = RunUnit(scenario: scenario, seed: world.unit.seed)
    let isOfStack = ["stack.", "constants."].contains { dial.hasPrefix($0) }
    let result =
      isOfStack && !isAfresh
      ? try? unit.run(in: world.tested(by: unit), records: senses) : try? unit.run(records: senses)
    return result.map { Self.digest(of: $0) }
  }

  /// A digest of all that a run told, decided and used, and of what its devices sensed.
  private static func digest(of result: UnitResult) -> Int {
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
