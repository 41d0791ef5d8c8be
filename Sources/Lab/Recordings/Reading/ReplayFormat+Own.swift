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
      var recording = try Recording(name: title) { (name) throws(DocumentError) in
        tree.has(folder + name) ? try tree.bytes(folder + name) : nil
      }
      if !device.isEmpty { recording.header.device = device }
      return ReadRecording(recording)
    })
}
