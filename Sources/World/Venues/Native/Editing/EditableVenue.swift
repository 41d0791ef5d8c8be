public import Documents
import Kernel
import Observations

/// The text of a venue's file under edit.
///
/// Comments, order and style of the rest stay, byte by byte. Entries that stand for several objects, and
/// values that are used elsewhere, are refused with their line and the cure.
public struct EditableVenue: Sendable {
  public let file: String
  private(set) var yaml: EditableYAML

  /// Reads a venue's file; `file` appears in messages.
  public init(_ bytes: [UInt8], file: String) throws(DocumentError) {
    self.file = file
    yaml = try EditableYAML(bytes, name: file)
  }

  /// The bytes of the edited file.
  public var contents: [UInt8] { yaml.contents }

  /// The edited text.
  public var text: String { String(decoding: contents, as: UTF8.self) }

  /// Applies an edit; the text stays as it is if that is impossible.
  public mutating func apply(_ edit: VenueEdit) throws(DocumentError) {
    var edited = yaml
    switch edit {
    case .add(let list, let entry):
      guard VenueEdit.isList(list) else { throw Self.unknown(list) }
      try refuseRepeats(list)
      try edited.append(.object(completed(entry, in: list)), to: list)
    case .set(let entry, let fields):
      guard VenueEdit.isEntry(entry) else { throw Self.unknown(entry) }
      try refuseRepeats(entry)
      guard yaml.position(at: entry) != nil else { throw Self.unknown(entry) }
      // Removed keys first, so that a shape's keys can be replaced by others.
      for field in fields.members where field.value == .null {
        try edited.remove(entry + [field.key])
      }
      for field in fields.members where field.value != .null {
        try edited.set(entry + [field.key], to: field.value)
      }
    case .remove(let entry):
      guard VenueEdit.isEntry(entry), VenueEdit.isList(entry.dropLast()) else {
        throw Self.unknown(entry)
      }
      try refuseRepeats(entry)
      guard yaml.position(at: entry) != nil else { throw Self.unknown(entry) }
      try edited.remove(entry)
    }
    yaml = edited
  }

  /// The errors of the venue, by the checks of `venuesim check`; empty for a valid one.
  public func problems() -> [Diagnostic] {
    do throws(DocumentError) {
      _ = try venueFile().built()
      return []
    } catch {
      return error.diagnostics
    }
  }

  /// The files of the pictures of all levels.
  public func pictures() -> Set<String> {
    Set((try? venueFile())?.buildings.flatMap(\.levels).compactMap { $0.picture?.file } ?? [])
  }

  func venueFile() throws(DocumentError) -> VenueFile {
    try decodeDocument(VenueFile.self, from: try YAML.load(contents, name: file))
  }

  private static func unknown(_ path: [String]) -> DocumentError {
    DocumentError("the file has no editable '\(path.joined(separator: "."))'; load it again")
  }

  /// Refuses a path to or through an entry with copies: an edit would change all of them.
  private func refuseRepeats(_ path: [String]) throws(DocumentError) {
    for count in 1...path.count {
      let prefix = Array(path.prefix(count))
      guard let place = yaml.position(at: prefix + ["repeat"]) else { continue }
      let what =
        switch count {
        case 2 where prefix[0] == "buildings": "the building"
        case 4: "the level"
        default: "the entry"
        }
      throw DocumentError(
        "\(what) stands for several by its 'repeat'; write them out one by one to edit one of them here",
        at: place)
    }
  }

  /// An entry with what the venue requires: a beacon has a UUID if the venue has no default.
  private func completed(_ entry: JSONObject, in list: [String]) -> JSONObject {
    guard list.last == "beacons", entry["uuid"] == nil, yaml.position(at: ["beacon_uuid"]) == nil
    else { return entry }
    var entry = entry
    let name: String = if case .string(let name)? = yaml.value(at: ["name"]) { name } else { "" }
    let made = Identifier128(high: stableHash("\(name) beacons"), low: stableHash("\(name) uuid"))
    let first = (try? venueFile().venue())?.beacons.first?.identity.uuid
    entry["uuid"] = .string("\(first ?? made)")
    return entry
  }
}
