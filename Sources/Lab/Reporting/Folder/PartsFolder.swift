import Documents
import Glibc

/// A folder of results that come variant by variant, with a file per finished variant meanwhile, so
/// that neither a full disk nor a killed process loses any of them.
struct PartsFolder<Part: Sendable>: Sendable {
  let path: String
  private var partFolder: String { path + "/variants" }
  /// The finished variants of an earlier attempt, in order.
  private(set) var resumed: [Part] = []

  /// Creates or opens a folder.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - what: The results' name in messages: `sweep`.
  ///   - results: The result files, to be removed before overwriting.
  ///   - overwrites: True to use a folder that is not empty.
  ///   - resumes: True to keep the finished variants of an earlier attempt.
  ///   - count: The number of variants.
  ///   - read: Parses a variant's file by its index; nil for a file of another run.
  /// - Throws: ``DocumentError`` for a folder that may not be used, ``FileWriteError`` for one that
  ///   can't be written.
  init(
    path: String, what: String, results: [String], overwrites: Bool, resumes: Bool, count: Int,
    read: ([UInt8], Int) -> Part?
  ) throws {
    self.path = try RunFolder.folder(path)
    let contents = folderContents(self.path) ?? []
    if resumes {
      resumed = finished(of: count, read)
      // An attempt stopped before its first variant has only partial files, which are overwritten.
      let isBegun =
        contents.contains("variants")
        && (folderContents(partFolder) ?? []).allSatisfy { $0.hasPrefix(".") }
      guard contents.isEmpty || !resumed.isEmpty || isBegun else {
        throw DocumentError(
          "the folder '\(self.path)' has no \(what) that --resume can continue: none, or one "
            + "of another file, or one with other settings or seeds")
      }
    } else {
      guard contents.isEmpty || overwrites else {
        throw DocumentError(
          "the folder '\(self.path)' is not empty; name another with --out, or use --force"
            + (finished(of: 1, read).isEmpty ? "" : ", or continue its \(what) with --resume"))
      }
      removeParts()
      for name in results { unlink(self.path + "/" + name) }
    }
    try makeFolder(self.path)
    try makeFolder(partFolder)
  }

  private func part(_ number: Int) -> String {
    let digits = String(number + 1)
    return partFolder + "/" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      + ".csv"
  }

  /// Returns the finished variants on disk, from the first on.
  private func finished(of count: Int, _ read: ([UInt8], Int) -> Part?) -> [Part] {
    var result: [Part] = []
    for number in 0..<count {
      guard let bytes = try? bytes(ofPart: number), let part = read(bytes, number) else { break }
      result.append(part)
    }
    return result
  }

  /// Returns the contents of a finished variant's file.
  func bytes(ofPart number: Int) throws(DocumentError) -> [UInt8] {
    try readFile(part(number), limit: 1 << 30)
  }

  /// Stores a finished variant's table.
  func add(_ bytes: [UInt8], part number: Int) throws(FileWriteError) {
    try write(bytes, to: part(number))
  }

  /// Writes a result file.
  func write(_ bytes: [UInt8], result name: String) throws(FileWriteError) {
    try write(bytes, to: path + "/" + name)
  }

  private func write(_ bytes: [UInt8], to path: String) throws(FileWriteError) {
    let file = try OutputFile(path: path)
    try file.write(bytes)
    try file.finish()
  }

  /// Removes the variants' files, after which the folder can't be resumed.
  func removeParts() {
    for name in folderContents(partFolder) ?? []
    where name.hasSuffix(".csv") || (name.hasPrefix(".") && name.hasSuffix(".partial")) {
      unlink(partFolder + "/" + name)
    }
    rmdir(partFolder)
  }
}
