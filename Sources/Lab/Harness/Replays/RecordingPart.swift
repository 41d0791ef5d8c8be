import Documents

/// One of several recordings that lie in one file.
struct RecordingPart: Sendable {
  /// Its name in the file.
  let name: String
  /// What decides it, for digests.
  let digest: String
  /// Reads it for a device.
  let read: @Sendable (_ device: String) throws -> ReadRecording
}
