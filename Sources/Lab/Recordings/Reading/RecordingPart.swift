import Documents

/// One of several recordings in a file.
package struct RecordingPart: Sendable {
  /// Its name in the file.
  package let name: String
  /// Digest of its contents.
  package let digest: String
  /// Reads it for a device.
  package let read: @Sendable (_ device: String) throws -> ReadRecording

  package init(
    name: String, digest: String,
    read: @escaping @Sendable (_ device: String) throws -> ReadRecording
  ) {
    self.name = name
    self.digest = digest
    self.read = read
  }
}
