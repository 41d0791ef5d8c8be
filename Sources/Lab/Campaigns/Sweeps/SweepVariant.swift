import Documents
public import Harness
import Scenarios

/// A scenario with some of its values replaced, as a sweep runs it.
public struct SweepVariant: Sendable {
  /// Label from the changed values: `stack.locator.window=1 s, stack.satellites.use=off`.
  public let label: String
  /// The value of each axis; empty for the scenario's own value.
  public let values: [String]
  public let scenario: LoadedScenario
}

/// A varied key with its values.
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

/// Makes variants from a scenario's text and its settings.
struct VariantMaker {
  let path: String
  let bytes: [UInt8]
  let settings: [Setting]
  /// The unchanged scenario.
  let base: LoadedScenario

  init(path: String, settings: [Setting]) throws(DocumentError) {
    self.path = path
    self.settings = settings
    bytes = try readFile(path, limit: YAML.Limits().bytes)
    base = try LoadedScenario(bytes: bytes, path: path, settings: settings)
  }

  /// The scenario with additional settings.
  func variant(_ more: [Setting]) throws(DocumentError) -> LoadedScenario {
    more.isEmpty
      ? base
      : try LoadedScenario(bytes: bytes, path: path, settings: settings + more, sharing: base)
  }

  /// The setting that disables a part.
  ///
  /// Parts are disabled by different keys and only the decoder can validate them, so each is tried: `off`,
  /// `use: off`, `false` and `enabled: false`.
  ///
  /// - Parameter part: The part's key.
  /// - Returns: The first setting that makes a valid scenario.
  /// - Throws: ``DocumentError`` if there is none.
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
  /// Reads a scenario that another file, at `path`, references relative to itself.
  init(named name: Located<String>, besides path: String, settings: [Setting]) throws(DocumentError)
  {
    do throws(DocumentError) {
      try self.init(path: Documents.besides(path, name.value), settings: settings)
    } catch {
      // An unreadable file has no position of its own; use that of its name in the list.
      throw DocumentError(
        error.diagnostics.map {
          Diagnostic(place: $0.place ?? name.place, message: $0.message, suggestion: $0.suggestion)
        }, unlisted: error.unlisted)
    }
  }
}
