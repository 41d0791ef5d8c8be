import Documents
import Harness
import Observations
import Recordings
import TestSupport

extension Place {
  func load(_ settings: [String] = []) throws -> LoadedScenario {
    try LoadedScenario(path: path, settings: settings.map { try Setting($0) })
  }

  /// Errors of loading, without the folder's name.
  func complaints(_ settings: [String] = []) -> [String] {
    let found = mistakes { () throws(DocumentError) in
      var parsed: [Setting] = []
      for text in settings { parsed.append(try Setting(text)) }
      return try LoadedScenario(path: path, settings: parsed)
    }
    return found.map { $0.replacing(folder.path + "/", with: "") }
  }
}

extension Recording {
  /// The observations of one kind, in the encoding of their files.
  func observed(_ isWanted: (Observation) -> Bool) -> [Delivered<Observation>] {
    observations.filter { isWanted($0.item) }
  }
}
