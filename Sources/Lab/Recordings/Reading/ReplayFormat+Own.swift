import Documents
import Observations

extension ReplayFormat {
  /// VenueSim's own format: `recording.yaml` with tables beside it.
  package static let venuesim = ReplayFormat(
    "venuesim", "what `run --record` writes: recording.yaml and tables", isFolder: true,
    begins: { $0.name == "recording.yaml" && !$0.file.hasSuffix(".gz") },
    read: { tree, file, device in
      let folder = String(file.dropLast("recording.yaml".utf8.count))
      let title = folder.isEmpty ? tree.path : tree.title(String(folder.dropLast()))
      let checksums = try RecordingChecksums(folder: title)
      var recording = try Recording(name: title) { (name) throws(DocumentError) in
        let bytes = tree.has(folder + name) ? try tree.bytes(folder + name) : nil
        try checksums?.check(name, bytes)
        return bytes
      }
      if !device.isEmpty { recording.header.device = device }
      return ReadRecording(recording)
    })
}

/// The checksums of a recording in the folder of the run that made it.
private struct RecordingChecksums {
  private let list: ChecksumList
  private let folder: String
  private let name: String

  /// Nil for recordings that aren't in a run's folder.
  init?(folder: String) throws(DocumentError) {
    guard let real = realPath(folder) else { return nil }
    let (parent, name) = splitPath(real)
    guard parent.hasSuffix("/recordings/"),
      let list = try ChecksumList(folder: String(parent.dropLast("/recordings/".count)))
    else { return nil }
    (self.list, self.folder, self.name) = (list, folder, name)
  }

  func check(_ file: String, _ bytes: [UInt8]?) throws(DocumentError) {
    try list.check(
      "recordings/\(name)/\(file)", bytes, path: "\(folder)/\(file)",
      cure: "to replay changed data, copy '\(folder)' out of the run's folder")
  }
}
