import Documents
import Glibc

/// A folder of results that come variant by variant: while they do, there is a file for each variant
/// that is finished, so that neither a full disk nor a killed process loses any of them.
struct PartsFolder<Part: Sendable>: Sendable {
  /// Where it is.
  let path: String
  private var partFolder: String { path + "/variants" }
  /// What an earlier attempt finished, in order.
  private(set) var resumed: [Part] = []

  /// Makes or opens a folder.
  ///
  /// - Parameters:
  ///   - path: Where.
  ///   - what: What messages call the results: `sweep`.
  ///   - results: The files of results, which are removed where they may be overwritten.
  ///   - overwrites: Whether a folder with something in it may be used.
  ///   - resumes: Whether to go on with what an earlier attempt finished.
  ///   - count: How many variants there are.
  ///   - read: Understands a variant's file by its position; nil for one that isn't of this run.
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
      // Stopped before the first was finished, it has nothing but begun files; those are written anew.
      let isBegun =
        contents.contains("variants")
        && (folderContents(partFolder) ?? []).allSatisfy { $0.hasPrefix(".") }
      guard contents.isEmpty || !resumed.isEmpty || isBegun else {
        throw DocumentError(
          "the folder '\(self.path)' holds no \(what) that --resume could go on with: none, or one "
            + "of another file, or with other settings or seeds")
      }
    } else {
      guard contents.isEmpty || overwrites else {
        throw DocumentError(
          "the folder '\(self.path)' is not empty; name another with --out, or say --force"
            + (finished(of: 1, read).isEmpty ? "" : ", or go on with its \(what) by --resume"))
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

  /// The variants from the first on that are on disk.
  private func finished(of count: Int, _ read: ([UInt8], Int) -> Part?) -> [Part] {
    var result: [Part] = []
    for number in 0..<count {
      guard let bytes = try? bytes(ofPart: number), let part = read(bytes, number) else { break }
      result.append(part)
    }
    return result
  }

  /// What is in a finished variant's file.
  func bytes(ofPart number: Int) throws(DocumentError) -> [UInt8] {
    try readFile(part(number), limit: 1 << 30)
  }

  /// Keeps a finished variant's table.
  func add(_ bytes: [UInt8], part number: Int) throws(FileWriteError) {
    try write(bytes, to: part(number))
  }

  /// Writes one of the results.
  func write(_ bytes: [UInt8], result name: String) throws(FileWriteError) {
    try write(bytes, to: path + "/" + name)
  }

  private func write(_ bytes: [UInt8], to path: String) throws(FileWriteError) {
    let file = try OutputFile(path: path)
    try file.write(bytes)
    try file.finish()
  }

  /// Takes the variants' files away: nothing is left to be gone on with.
  func removeParts() {
    for name in folderContents(partFolder) ?? []
    where name.hasSuffix(".csv") || (name.hasPrefix(".") && name.hasSuffix(".partial")) {
      unlink(partFolder + "/" + name)
    }
    rmdir(partFolder)
  }
}
