import Documents
public import Harness
import Scenarios

/// A scenario with some of its values replaced, as a sweep runs it.
public struct SweepVariant: Sendable {
  /// What tells it from the others: `stack.locator.window=1 s, stack.satellites.use=off`.
  public let label: String
  /// For each axis, its value; empty where the scenario's own holds.
  public let values: [String]
  /// The scenario, ready to run.
  public let scenario: LoadedScenario
}

/// One thing that a sweep varies.
struct SweepAxis {
  let key: String
  let settings: [Setting]
  let texts: [String]

  init(_ entry: AxisEntry) {
    key = entry.key.value
    let key = key
    settings = entry.values.map { Setting(key: key, value: $0) }
    texts = entry.values.map { $0.text ?? ScenarioTree($0).flow }
  }
}

/// A scenario's text and what was set in it, of which variants are made.
struct VariantMaker {
  let path: String
  let bytes: [UInt8]
  let settings: [Setting]
  /// The scenario as it stands.
  let base: LoadedScenario

  init(path: String, settings: [Setting]) throws(DocumentError) {
    self.path = path
    self.settings = settings
    bytes = try readFile(path, limit: YAML.Limits().bytes)
    base = try LoadedScenario(bytes: bytes, path: path, settings: settings)
  }

  /// The scenario with more settings.
  ///
  /// - Throws: What is wrong with it, at the settings' places.
  func variant(_ more: [Setting]) throws(DocumentError) -> LoadedScenario {
    more.isEmpty
      ? base
      : try LoadedScenario(bytes: bytes, path: path, settings: settings + more, sharing: base)
  }

  /// The settings that switch a part off.
  ///
  /// Which way a part has, only the decoder knows, so each is tried: `off`, `use: off` and `false`.
  ///
  /// - Parameter part: The part's key.
  /// - Returns: The first that makes a valid scenario.
  /// - Throws: That there is no way.
  func switchingOff(_ part: Located<String>) throws(DocumentError) -> Setting {
    for (key, word) in [("", "off"), (".use", "off"), ("", "false"), (".enabled", "false")] {
      guard let value = try? YAML.load(word, name: "ablate") else { continue }
      let setting = Setting(key: part.value + key, value: value)
      if (try? variant([setting])) != nil { return setting }
    }
    throw DocumentError(
      "'\(part.value)' can't be switched off: neither '\(part.value)=off' nor "
        + "'\(part.value).use=off' is a valid setting", at: part.place)
  }
}

extension VariantMaker {
  /// Reads a scenario that another file, at `path`, names relative to itself.
  init(named name: Located<String>, besides path: String, settings: [Setting]) throws(DocumentError)
  {
    do throws(DocumentError) {
      try self.init(path: Documents.besides(path, name.value), settings: settings)
    } catch {
      // A file that can't be read has no place of its own: the list is to blame for its name.
      throw DocumentError(
        error.diagnostics.map {
          Diagnostic(place: $0.place ?? name.place, message: $0.message, suggestion: $0.suggestion)
        }, unlisted: error.unlisted)
    }
  }
}
