import Documents

/// The features of an IMDF archive by type.
struct IMDFArchive {
  /// The used feature types, in order of reference.
  static let types = [
    "venue", "address", "building", "footprint", "level", "unit", "opening", "fixture", "kiosk",
    "anchor", "occupant", "amenity", "section", "geofence", "relationship", "detail",
  ]

  let manifest: JSONValue
  private var features: [String: [GeoFeature]] = [:]
  private var numbers: [String: [String: Int]] = [:]

  /// Reads the files of an archive.
  ///
  /// - Throws: The first mistake in a file, or an error for another version.
  init(_ source: ImportSource, limits: ImportLimits, _ report: inout ImportReport) throws {
    manifest = try source.json("manifest.json")
    guard let version = manifest["version"]?.plainText, version.hasPrefix("1.") else {
      throw DocumentError(
        "\(brief(source.title("manifest.json"), limit: 200)): IMDF version 1.0.0 is expected, not "
          + "'\(brief(manifest["version"]?.plainText ?? "none"))'")
    }
    for type in Self.types {
      let file = type + ".geojson"
      guard source.has(file) else { continue }
      let reader = GeoFeatureReader(name: source.title(file), limits: limits)
      let read = try reader.features(of: source.json(file), as: type, &report)
      for feature in read { add(feature, type, &report) }
    }
    for name in source.names where name.hasSuffix(".geojson") {
      if !Self.types.contains(String(name.dropLast(".geojson".count))) {
        report.leave("files", "not a feature type of IMDF 1.0", name)
      }
    }
    guard !all("level").isEmpty else {
      throw DocumentError("\(brief(source.path, limit: 200)): it has no level")
    }
  }

  private mutating func add(
    _ feature: GeoFeature, _ type: String, _ report: inout ImportReport
  ) {
    let stated = feature.whole["feature_type"]?.plainText ?? type
    guard stated == type else {
      return report.leave(type, "a '\(brief(stated, limit: 20))' in the wrong file", feature.id)
    }
    guard feature.whole["id"]?.plainText != nil else {
      return report.leave(type, "no id", "feature \(feature.index)")
    }
    guard numbers[type]?[feature.id] == nil else {
      return report.leave(type, "an id used before", feature.id)
    }
    numbers[type, default: [:]][feature.id] = features[type]?.count ?? 0
    features[type, default: []].append(feature)
  }

  /// All features of a type, in the file's order.
  func all(_ type: String) -> [GeoFeature] { features[type] ?? [] }

  /// The feature of a type with an id.
  func feature(_ type: String, _ id: String?) -> GeoFeature? {
    id.flatMap { numbers[type]?[$0] }.map { all(type)[$0] }
  }

  /// Language of the labels: the manifest's, or English.
  var language: String { manifest["language"]?.plainText ?? "en" }

  /// The text of labels: English if present, else the manifest's language, else the first.
  func label(_ value: JSONValue?) -> String {
    switch value {
    case .string(let text)?: return trimmed(text)
    case .object(let labels)?:
      let texts = labels.members.compactMap { member in
        member.value.plainText.map { (member.key.lowercased(), trimmed($0)) }
      }
      let language = language.lowercased()
      for wanted in ["en", language] {
        if let text = texts.first(where: { $0.0 == wanted }) { return text.1 }
        if let text = texts.first(where: { $0.0.hasPrefix(wanted.prefix(2) + "-") }) {
          return text.1
        }
      }
      return texts.first?.1 ?? ""
    default: return ""
    }
  }

  /// A list of ids; a single id gives a list of one.
  static func ids(_ value: JSONValue?) -> [String] {
    value?.elements?.compactMap(\.plainText) ?? value?.plainText.map { [$0] } ?? []
  }
}
