import Documents
import Scoring

/// A table's file with its seal, which is worked out as it is written.
final class SealedFile {
  /// The table's name.
  let name: String
  private let file: OutputFile
  private var sealing = TableSealing()
  private var marked = TableSealing()

  /// Opens a table for writing.
  ///
  /// - Throws: Why it can't be written.
  convenience init(folder: String, name: String) throws(FileWriteError) {
    self.init(name: name, try OutputFile(path: folder + "/" + name))
  }

  /// Takes a file in which nothing stands yet.
  init(name: String, _ file: OutputFile) {
    (self.name, self.file) = (name, file)
  }

  /// Takes a file that is gone on with.
  ///
  /// - Parameters:
  ///   - name: The table's name.
  ///   - file: The file.
  ///   - sealing: What was worked out of what stands in it.
  init(name: String, _ file: OutputFile, after sealing: TableSealing) {
    (self.name, self.file) = (name, file)
    (self.sealing, marked) = (sealing, sealing)
  }

  /// The seal of what was written.
  var seal: TableSeal { sealing.seal }

  /// Appends bytes.
  func write(_ bytes: [UInt8]) throws(FileWriteError) {
    sealing.add(bytes)
    try file.write(bytes)
  }

  /// Hands everything over to the system.
  func flush() throws(FileWriteError) { try file.flush() }

  /// Remembers this place, for ``rewind()`` to come back to; ``flush()`` first.
  func mark() {
    file.mark()
    marked = sealing
  }

  /// Forgets what was appended since ``mark()``.
  func rewind() {
    file.rewind()
    sealing = marked
  }

  /// Stops writing and leaves what there is for a later attempt.
  func leave() { file.leave() }

  /// Completes the file, so that only its name is missing.
  func close() throws(FileWriteError) { try file.seal() }

  /// Makes the file appear under its name.
  func finish() throws(FileWriteError) { try file.finish() }
}
