import Importers
import Positioning
import Venues

/// A target for each importer of maps, named `import-FORMAT`, and one for positioning files.
///
/// An imported venue is also written as a file.
let importTargets: [String: @Sendable ([UInt8]) -> Void] = {
  var targets: [String: @Sendable ([UInt8]) -> Void] = [
    "positioning": { _ = try? PositioningFile.read($0) }
  ]
  for format in ImportFormat.allCases {
    let name = "import-\(format.rawValue)"
    targets[name] = { bytes in
      withInputFile(bytes, target: name, name: "input") { path in
        guard let imported = try? importVenue(format, path: path) else { return }
        _ = try? nativeDocument(of: imported.venue, notes: imported.notes)
        _ = imported.report.json
      }
    }
  }
  return targets
}()
