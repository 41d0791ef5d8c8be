import Documents
import Kernel
import Recordings
import Scenarios
import Scoring

/// Changes one parameter of a scenario at a time, and detects any effect on the results.
public struct ParameterTrial: Sendable {
  /// The scenario's name with its settings, in the format of ``init(_:senses:folder:)``.
  public let name: String
  private let path: String
  private let bytes: [UInt8]
  private let settings: [Setting]
  private let senses: Bool
  private let world: MovedWorld
  private let usual: Int

  /// Runs the scenario without a change.
  ///
  /// - Parameters:
  ///   - name: A scenario of the folder, followed by settings after `; `: `corridor; duration=1
  ///     min`.
  ///   - senses: True if the devices' observations count too, as they must for parameters of the
  ///     signals, which a stack may ignore.
  ///   - folder: The scenarios' folder.
  /// - Throws: An error in the scenario, or ``StackFailure``.
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

  /// True if the results change with a parameter.
  ///
  /// A parameter of the stack leaves the world unchanged, so that the agents' movements and the
  /// crowd's data are taken from the unchanged run.
  ///
  /// - Parameters:
  ///   - parameter: The parameter's key, such as `stack.fusion.reach`.
  ///   - value: The value with its unit.
  /// - Returns: True if any output, decision, energy use or observation changed; false too if the
  ///   scenario rejects the value.
  public func changes(_ parameter: String, to value: String) -> Bool {
    digest(turning: parameter, to: value).map { $0 != usual } ?? false
  }

  /// Returns a digest of the results with a changed parameter.
  ///
  /// - Parameters:
  ///   - parameter: The parameter's key.
  ///   - value: The value with its unit.
  ///   - isAfresh: True to simulate the movements again, even for a parameter of the stack.
  /// - Returns: The digest; nil if the scenario rejects the value.
  package func digest(
    turning parameter: String, to value: String, afresh isAfresh: Bool = false
  ) -> Int? {
    guard let turned = try? Setting("\(parameter)=\(value)"),
      let scenario = try? LoadedScenario(
        bytes: bytes, path: path, settings: settings + [turned],
        sharing: isAfresh ? nil : world.unit.scenario)
    else { return nil }
    let unit = RunUnit(scenario: scenario, seed: world.unit.seed)
    let isOfStack = ["stack.", "constants."].contains { parameter.hasPrefix($0) }
    let result =
      isOfStack && !isAfresh
      ? try? unit.run(in: world.tested(by: unit), records: senses) : try? unit.run(records: senses)
    return result.map { Self.digest(of: $0) }
  }

  /// Returns a digest of a run's outputs, decisions, energy and observations.
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
      hasher.combine(device.routes)
    }
    return hasher.finalize()
  }
}

/// Evidence for a parameter's effect: a value with which a scenario's results change.
public struct ParameterProof: Hashable, Sendable {
  /// The parameter's key.
  public var parameter: String
  /// Its part; `services` or `world` without one.
  public var part: String
  /// The value; empty without any effect.
  public var value: String
  /// The trial, in the format of ``ParameterTrial/init(_:senses:folder:)``.
  public var trial: String
  /// The reason why no trial can show an effect; empty if one does.
  public var reason: String

  public init(
    parameter: String, part: String, value: String = "", trial: String = "", reason: String = ""
  ) {
    (self.parameter, self.part, self.value) = (parameter, part, value)
    (self.trial, self.reason) = (trial, reason)
  }

  /// The columns of the table.
  public static let columns = ["parameter", "part", "value", "trial", "reason"]

  /// Reads a table of proofs, a CSV file with the columns of ``columns``.
  ///
  /// - Throws: An error of the file.
  public static func read(_ path: String) throws -> [ParameterProof] {
    var reader = try CSVReader(bytes: try readFile(path, limit: 1 << 24), file: path)
    var proofs: [ParameterProof] = []
    while try reader.nextRow() {
      proofs.append(
        ParameterProof(
          parameter: reader.text(at: 0), part: reader.text(at: 1), value: reader.text(at: 2),
          trial: reader.text(at: 3), reason: reader.text(at: 4)))
    }
    return proofs
  }

  /// Writes a table of proofs.
  public static func write(_ proofs: [ParameterProof], to path: String) throws {
    var csv = CSVWriter(columns: columns)
    for proof in proofs {
      for text in [proof.parameter, proof.part, proof.value, proof.trial, proof.reason] {
        csv.field(text)
      }
      csv.endRow()
    }
    let file = try OutputFile(path: path)
    try file.write(csv.bytes)
    try file.finish()
  }
}
