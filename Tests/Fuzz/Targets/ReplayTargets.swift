import Formats
import Recordings

/// A target for each format of recordings, named `replay-FORMAT`: finds the recordings of a file or an archive, with
/// files beside them, and reads them like `venuesim replay`.
let replayTargets: [String: @Sendable ([UInt8]) -> Void] = {
  var targets: [String: @Sendable ([UInt8]) -> Void] = [:]
  for format in ReplayFormat.all {
    let name = "replay-\(format.name)"
    targets[name] = { bytes in
      withInputFile(bytes, target: name, name: format.name == "fit" ? "input.fit" : "input") {
        path in
        guard let found = try? FoundRecordings.find(at: path, format: format) else { return }
        for source in found.sources.prefix(4) { _ = try? source.read() }
      }
    }
  }
  return targets
}()
