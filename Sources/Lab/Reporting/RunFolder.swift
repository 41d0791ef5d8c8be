public import Documents
public import Scoring

/// A run's folder on disk: tables and manifest appear when the run ends, whole or not at all.
public struct RunFolder {
  /// The folder's path.
  public let path: String
  private var tables: RunTables
  private var files: [OutputFile] = []

  /// Opens a folder for a run's results.
  ///
  /// - Parameters:
  ///   - path: The folder; it is made if it doesn't exist.
  ///   - run: The run's short digest.
  ///   - overwrites: Whether a folder with something in it may be used.
  /// - Throws: ``DocumentError`` for a folder that may not be used, ``FileWriteError`` for one that
  ///   can't be written.
  public init(path: String, run: String, overwrites: Bool) throws {
    self.path = path
    tables = RunTables(run: run)
    if let contents = folderContents(path), !contents.isEmpty, !overwrites {
      throw DocumentError(
        "the folder '\(path)' is not empty; name another with --out, or say --force")
    }
    try makeFolder(path)
    for (file, _) in RunTables.columns { files.append(try OutputFile(path: path + "/" + file)) }
  }

  /// Adds one device's run.
  ///
  /// - Parameters:
  ///   - score: What it came to.
  ///   - scenario: The scenario's name.
  ///   - seed: The seed.
  /// - Throws: Why it can't be written.
  public mutating func add(
    _ score: DeviceScore, scenario: String, seed: UInt64
  ) throws(FileWriteError) {
    tables.add(score, scenario: scenario, seed: seed)
    try flush()
  }

  /// Adds the figures and verdicts of a whole scenario.
  ///
  /// - Parameters:
  ///   - pool: The values of its metrics.
  ///   - verdicts: What became of its budgets.
  ///   - scenario: The scenario's name.
  /// - Throws: Why they can't be written.
  public mutating func add(
    _ pool: ScenarioPool, verdicts: [BudgetVerdict], scenario: String
  ) throws(FileWriteError) {
    tables.add(pool, scenario: scenario)
    for verdict in verdicts { tables.add(verdict, scenario: scenario) }
    try flush()
  }

  /// Writes a further file at once.
  ///
  /// - Parameters:
  ///   - name: The file's name, with folders below this one if need be.
  ///   - bytes: What it holds.
  /// - Throws: Why it can't be written.
  public func write(_ name: String, _ bytes: [UInt8]) throws(FileWriteError) {
    let full = path + "/" + name
    try makeFolder(String(splitPath(full).folder.dropLast()))
    let file = try OutputFile(path: full)
    try file.write(bytes)
    try file.finish()
  }

  /// Makes the tables appear, and after them the manifest that explains them.
  ///
  /// - Parameter manifest: What explains the run.
  /// - Throws: Why they can't be written.
  public mutating func finish(_ manifest: JSONValue) throws(FileWriteError) {
    try flush()
    for file in files { try file.finish() }
    try write("manifest.json", Array((manifest.text(pretty: true) + "\n").utf8))
  }

  private mutating func flush() throws(FileWriteError) {
    for index in files.indices { try files[index].write(tables.takeBytes(ofTable: index)) }
  }
}
