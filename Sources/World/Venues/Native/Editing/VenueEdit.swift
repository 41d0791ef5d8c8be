public import Documents

/// An edit of a venue's file.
///
/// A path consists of the file's keys and of positions in its lists, from 0, such as
/// `buildings, 0, levels, 1, beacons, 3`.
public enum VenueEdit: Hashable, Sendable {
  /// Adds an entry to the end of a list.
  case add(list: [String], entry: JSONObject)
  /// Sets fields of an entry; null removes one.
  case set(entry: [String], fields: JSONObject)
  /// Removes an entry.
  case remove(entry: [String])

  /// Reads an edit: `{"do": "set", "path": ["beacons", 0], "fields": {"at": ["3 m", "4 m"]}}`.
  public init(_ json: JSONValue) throws(DocumentError) {
    guard case .string(let word)? = json["do"], case .array(let steps)? = json["path"],
      steps.count <= 8
    else { throw DocumentError("an edit has 'do' and a 'path' of at most 8 steps") }
    var path: [String] = []
    for step in steps {
      switch step {
      case .string(let key): path.append(key)
      case .int(let position): path.append("\(position)")
      default: throw DocumentError("a path consists of keys and positions")
      }
    }
    switch (word, json["fields"]) {
    case ("add", .object(let entry)?): self = .add(list: path, entry: entry)
    case ("set", .object(let fields)?): self = .set(entry: path, fields: fields)
    case ("remove", nil): self = .remove(entry: path)
    default:
      throw DocumentError("there is no edit '\(word)' like this; there are add, set and remove")
    }
  }

  /// The lists of a level whose entries can be edited.
  static let levelLists: Set = [
    "rooms", "walls", "doors", "fixtures", "access_points", "beacons", "places",
  ]
  /// The lists at the top of the file whose entries can be edited.
  static let topLists: Set = ["access_points", "beacons", "places"]

  /// True if the path is that of a list whose entries can be added and removed.
  static func isList(_ path: [String]) -> Bool {
    switch path.count {
    case 1: topLists.contains(path[0])
    case 3: path[0] == "buildings" && path[2] == "levels"
    case 5: path[0] == "buildings" && path[2] == "levels" && levelLists.contains(path[4])
    default: false
    }
  }

  /// True if the path is that of an entry whose fields can be set: one of a list, a building, a level, a
  /// level's picture or an anchor of it.
  static func isEntry(_ path: [String]) -> Bool {
    if path.last == "picture" { return path.count == 5 && isEntry(path.dropLast()) }
    guard let last = path.last, Int(last) != nil else { return false }
    let isAnchor =
      path.count == 7 && isList(Array(path[..<3])) && path[4] == "picture" && path[5] == "anchors"
    return isAnchor || isList(path.dropLast()) || (path.count == 2 && path[0] == "buildings")
  }
}
