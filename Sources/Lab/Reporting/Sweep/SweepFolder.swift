public import Documents
import Glibc

/// The folder of a sweep: sweep.csv and pareto.svg, and, while it goes on, a file for each variant
/// that is finished, so that neither a full disk nor a killed process loses any of them.
public struct SweepFolder {
  /// Where it is.
  public let path: String
  private let run: String
  private var partFolder: String { path + "/variants" }
  /// The pooled figures of the variants that an earlier attempt finished, in order.
  public private(set) var resumed: [[SweepFigure]] = []

  /// Makes or opens a folder.
  ///
  /// - Parameters:
  ///   - path: Where.
  ///   - run: The run's short digest.
  ///   - overwrites: Whether a folder with something in it may be used.
  ///   - resumes: Whether to go on with what an earlier attempt finished.
  ///   - count: How many variants there are.
  /// - Throws: ``DocumentError`` for a folder that may not be used, ``FileWriteError`` for one that
  ///   can't be written.
  public init(path: String, run: String, overwrites: Bool, resumes: Bool, count: Int) throws {
    self.path = try RunFolder.folder(path)
    self.run = run
    let contents = folderContents(self.path) ?? []
    if resumes {
      resumed = finished(of: count)
      guard contents.isEmpty || !resumed.isEmpty else {
        throw DocumentError(
          "the folder '\(self.path)' holds no sweep that --resume could go on with: none, or one "
            + "of another file, or with other settings or seeds")
      }
    } else {
      guard contents.isEmpty || overwrites else {
        throw DocumentError(
          "the folder '\(self.path)' is not empty; name another with --out, or say --force"
            + (finished(of: 1).isEmpty ? "" : ", or go on with its sweep by --resume"))
      }
      removeParts()
      for name in ["sweep.csv", "pareto.svg"] { unlink(self.path + "/" + name) }
    }
    try makeFolder(self.path)
    try makeFolder(partFolder)
  }

  private func part(_ number: Int) -> String {
    let digits = String(number + 1)
    return partFolder + "/" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      + ".csv"
  }

  /// The variants from the first on that are on disk.
  private func finished(of count: Int) -> [[SweepFigure]] {
    var result: [[SweepFigure]] = []
    for number in 0..<count {
      guard let bytes = try? readFile(part(number), limit: 1 << 30),
        let rows = SweepTable.pooled(in: bytes, run: run)
      else { break }
      result.append(rows)
    }
    return result
  }

  /// Keeps a finished variant's table.
  ///
  /// - Parameters:
  ///   - bytes: The table, with its header.
  ///   - number: The variant's position.
  /// - Throws: Why it can't be written.
  public func add(_ bytes: [UInt8], variant number: Int) throws(FileWriteError) {
    let file = try OutputFile(path: part(number))
    try file.write(bytes)
    try file.finish()
  }

  /// Writes sweep.csv and the picture, of all variants that are finished.
  ///
  /// - Parameters:
  ///   - count: How many are.
  ///   - columns: The table's columns.
  ///   - picture: The picture; nil for none.
  ///   - isComplete: Whether these are all, so that nothing need be kept to go on with.
  /// - Throws: Why something can't be read or written.
  public func finish(
    count: Int, columns: [String], picture: String?, isComplete: Bool
  ) throws {
    let table = try OutputFile(path: path + "/sweep.csv")
    var empty = CSVWriter(columns: columns)
    try table.write(empty.takeBytes())
    for number in 0..<count {
      let bytes = try readFile(part(number), limit: 1 << 30)
      // Every part has the header, which is one line: no key holds a line's end.
      let start = bytes.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
      try table.write(Array(bytes[start...]))
    }
    try table.finish()
    if let picture {
      let file = try OutputFile(path: path + "/pareto.svg")
      try file.write(Array(picture.utf8))
      try file.finish()
    }
    if isComplete { removeParts() }
  }

  private func removeParts() {
    for name in folderContents(partFolder) ?? []
    where name.hasSuffix(".csv") || (name.hasPrefix(".") && name.hasSuffix(".partial")) {
      unlink(partFolder + "/" + name)
    }
    rmdir(partFolder)
  }
}
