import Documents
import Scoring

/// A table's file with a running checksum.
final class ChecksummedFile {
  /// The table's name.
  let name: String
  private let file: OutputFile
  private var sealing = TableChecksumBuilder()
  private var marked = TableChecksumBuilder()

  /// Opens a table for writing.
  convenience init(folder: String, name: String) throws(FileWriteError) {
    self.init(name: name, try OutputFile(path: folder + "/" + name))
  }

  /// Wraps an empty file.
  init(name: String, _ file: OutputFile) {
    (self.name, self.file) = (name, file)
  }

  /// Wraps a file to be continued, with the checksum of its contents.
  init(name: String, _ file: OutputFile, after sealing: TableChecksumBuilder) {
    (self.name, self.file) = (name, file)
    (self.sealing, marked) = (sealing, sealing)
  }

  /// The checksum of the bytes so far.
  var checksum: TableChecksum { sealing.checksum }

  func write(_ bytes: [UInt8]) throws(FileWriteError) {
    sealing.add(bytes)
    try file.write(bytes)
  }

  /// Flushes all bytes to the operating system.
  func flush() throws(FileWriteError) { try file.flush() }

  /// Marks this position for ``rewind()``; call ``flush()`` first.
  func mark() {
    file.mark()
    marked = sealing
  }

  /// Removes the bytes appended since ``mark()``.
  func rewind() {
    file.rewind()
    sealing = marked
  }

  /// Stops writing and leaves the partial file for a later attempt.
  func leave() { file.leave() }

  /// Completes the file except for its final name.
  func close() throws(FileWriteError) { try file.complete() }

  /// Renames the complete file to its final name.
  func finish() throws(FileWriteError) { try file.finish() }
}
