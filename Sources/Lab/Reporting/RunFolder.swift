public import Documents
public import Observations
public import Scoring

/// A run's folder on disk: tables and manifest appear when the run ends, all of them or none.
public struct RunFolder {
  /// The folder's path.
  public let path: String
  private var tables: RunTables
  private var files: [OutputFile] = []
  private let manifest: OutputFile

  /// Opens a folder for a run's results.
  ///
  /// - Parameters:
  ///   - path: The folder; it is made if it doesn't exist.
  ///   - run: The run's short digest.
  ///   - overwrites: Whether a folder with something in it may be used; an earlier run's results
  ///     in it are then removed.
  /// - Throws: ``DocumentError`` for a folder that may not be used, ``FileWriteError`` for one that
  ///   can't be written.
  public init(path: String, run: String, overwrites: Bool) throws {
    guard !path.isEmpty else { throw DocumentError("--out names no folder") }
    var path = path
    while path.hasSuffix("/"), path.utf8.count > 1 { path.removeLast() }
    self.path = path
    tables = RunTables(run: run)
    let contents = folderContents(path) ?? []
    guard contents.isEmpty || overwrites else {
      throw DocumentError(
        "the folder '\(path)' is not empty; name another with --out, or say --force")
    }
    try makeFolder(path)
    manifest = try OutputFile(path: path + "/manifest.json")
    // Room for the manifest and the last figures, so that even a disk that fills up holds what
    // explains the finished runs.
    try manifest.reserve(24 << 10)
    for (file, _) in RunTables.columns { files.append(try OutputFile(path: path + "/" + file)) }
    // The headers already: a full disk shows before anything is computed.
    try commit()
    if !contents.isEmpty { removeResults(in: path) }
  }

  /// Adds one scenario under one seed: everything of it, or nothing if it can't be written.
  ///
  /// - Parameters:
  ///   - scores: What its devices came to.
  ///   - recordings: What its devices sensed, if that is to be kept.
  ///   - scenario: The scenario's name.
  ///   - seed: The seed.
  /// - Throws: Why it can't be written; what was added before stays good.
  public mutating func add(
    _ scores: [DeviceScore], recordings: [Recording] = [], scenario: String, seed: UInt64
  ) throws(FileWriteError) {
    func folder(_ recording: Recording) -> String {
      "\(path)/recordings/\(scenario)-\(seed)-\(recording.header.device)"
    }
    do throws(FileWriteError) {
      for recording in recordings { try write(recording.files, to: folder(recording)) }
      for score in scores { tables.add(score, scenario: scenario, seed: seed) }
      try commit()
    } catch {
      rollBack()
      for recording in recordings { removeRecording(folder(recording)) }
      throw error
    }
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
    manifest.rewind()
    tables.add(pool, scenario: scenario)
    for verdict in verdicts { tables.add(verdict, scenario: scenario) }
    try commit()
  }

  /// Makes the tables appear, and with them the manifest that explains them.
  ///
  /// - Parameter explanation: What explains the run.
  /// - Throws: Why they can't be written; none of them appears then.
  public mutating func finish(_ explanation: JSONValue) throws(FileWriteError) {
    manifest.rewind()
    try manifest.write(Array((explanation.text(pretty: true) + "\n").utf8))
    try publish(files + [manifest])
  }

  /// Brings all rows to the disk, so that a later failure can't touch them.
  private mutating func commit() throws(FileWriteError) {
    for index in files.indices {
      try files[index].write(tables.takeBytes(ofTable: index))
      try files[index].flush()
    }
    for file in files { file.mark() }
  }

  private mutating func rollBack() {
    for index in files.indices {
      _ = tables.takeBytes(ofTable: index)
      files[index].rewind()
    }
  }

  private func write(
    _ contents: [(name: String, bytes: [UInt8])], to folder: String
  ) throws(FileWriteError) {
    try makeFolder(folder)
    var files: [OutputFile] = []
    // The header comes first, and is to appear last: without it, a folder is no recording.
    for (name, bytes) in contents.reversed() {
      let file = try OutputFile(path: folder + "/" + name)
      files.append(file)
      try file.write(bytes)
    }
    try publish(files)
  }
}

/// Completes all files before the first appears.
private func publish(_ files: [OutputFile]) throws(FileWriteError) {
  for file in files { try file.seal() }
  for file in files { try file.finish() }
}
