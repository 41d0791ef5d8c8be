public import Documents
public import Recordings

extension RecordingFormat {
  /// Reads a file's bytes in memory.
  public static func read(_ bytes: [UInt8], file: String) throws(DocumentError) -> Self {
    try read(ByteWindow(bytes), file: file)
  }
}
