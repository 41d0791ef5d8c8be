import Documents
import Glibc
import Importers
import Kernel
import TestSupport
import Venues

/// Paths of the excerpts and of the larger data sets.
enum ImportPaths {
  /// The folder of the excerpts.
  static let excerpts: String = {
    let (folder, _) = splitPath(#filePath)
    return folder + "Excerpts/"
  }()

  /// A file of the larger data sets; nil if VENUESIM_DATA doesn't name a folder that has it.
  static func data(_ name: String) -> String? {
    guard let folder = getenv("VENUESIM_DATA") else { return nil }
    let path = String(cString: folder) + "/" + name
    return access(path, R_OK) == 0 ? path : nil
  }
}

/// Writes bytes to a file of a folder and returns its path.
func write(_ bytes: [UInt8], to name: String, in folder: TemporaryFolder) throws -> String {
  let path = folder.path + "/" + name
  let file = try OutputFile(path: path)
  try file.write(bytes)
  try file.finish()
  return path
}

/// Imports a text like a file.
func imported(
  _ format: ImportFormat?, _ text: String, name: String = "map",
  options: ImportOptions = ImportOptions()
) throws -> ImportedVenue {
  let folder = try TemporaryFolder()
  return try importVenue(format, path: try folder.write(name, text), options: options)
}

/// The errors of an import, without the folder's name; nil if it succeeds.
func complaint(_ format: ImportFormat?, _ bytes: [UInt8], name: String = "map") -> String? {
  do {
    let folder = try TemporaryFolder()
    let path = try write(bytes, to: name, in: folder)
    do {
      _ = try importVenue(format, path: path)
      return nil
    } catch {
      return "\(error)".replacing(folder.path + "/", with: "")
    }
  } catch {
    return "no folder: \(error)"
  }
}

/// A small OpenStreetMap document, for both XML and PBF.
struct OSMDocument {
  struct Node {
    var id: Int64
    var latitude: Double
    var longitude: Double
    var tags: [(String, String)] = []
  }

  struct Way {
    var id: Int64
    var nodes: [Int64]
    var tags: [(String, String)]
  }

  struct Relation {
    var id: Int64
    /// Kind, id and role.
    var members: [(String, Int64, String)]
    var tags: [(String, String)]
  }

  var nodes: [Node] = []
  var ways: [Way] = []
  var relations: [Relation] = []

  /// Metres per degree of latitude, and of longitude, near latitude 47 (WGS-84).
  static let metresNorth = 111_170.7
  static let metresEast = 76_057.6

  /// Adds a node, in metres from latitude 47, longitude 8.
  mutating func node(_ id: Int64, _ x: Double, _ y: Double, _ tags: (String, String)...) {
    nodes.append(
      Node(
        id: id, latitude: 47 + y / Self.metresNorth, longitude: 8 + x / Self.metresEast,
        tags: tags))
  }

  mutating func way(_ id: Int64, _ nodes: [Int64], _ tags: (String, String)...) {
    ways.append(Way(id: id, nodes: nodes, tags: tags))
  }

  mutating func relation(
    _ id: Int64, _ members: [(String, Int64, String)], _ tags: (String, String)...
  ) {
    relations.append(Relation(id: id, members: members, tags: tags))
  }

  /// The document as XML.
  var xml: String {
    func escaped(_ text: String) -> String {
      text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(
        "\"", with: "&quot;")
    }
    func tags(_ tags: [(String, String)]) -> String {
      tags.map { "<tag k=\"\(escaped($0.0))\" v=\"\(escaped($0.1))\"/>" }.joined()
    }
    var lines = ["<?xml version='1.0' encoding='UTF-8'?>", "<osm version=\"0.6\">"]
    for node in nodes {
      lines.append(
        "<node id=\"\(node.id)\" lat=\"\(node.latitude)\" lon=\"\(node.longitude)\">"
          + tags(node.tags) + "</node>")
    }
    for way in ways {
      lines.append(
        "<way id=\"\(way.id)\">" + way.nodes.map { "<nd ref=\"\($0)\"/>" }.joined()
          + tags(way.tags) + "</way>")
    }
    for relation in relations {
      lines.append(
        "<relation id=\"\(relation.id)\">"
          + relation.members.map {
            "<member type=\"\($0.0)\" ref=\"\($0.1)\" role=\"\(escaped($0.2))\"/>"
          }.joined() + tags(relation.tags) + "</relation>")
    }
    return (lines + ["</osm>"]).joined(separator: "\n")
  }
}

/// Changes bytes at random: half of the time only digits, else bits, cuts and copies.
func mutated(_ bytes: [UInt8], _ stream: inout RandomStream) -> [UInt8] {
  var bytes = bytes
  let isGentle = stream.happens(withProbability: 0.5)
  for _ in 0...stream.integer(below: isGentle ? 12 : 3) {
    guard !bytes.isEmpty else { return bytes }
    let place = stream.integer(below: bytes.count)
    let end = min(bytes.count, place + 1 + stream.integer(below: 40))
    if isGentle {
      // A digit stays a digit, so that the text stays well-formed with another meaning.
      if bytes[place] >= 0x30, bytes[place] <= 0x39 {
        bytes[place] = 0x30 + UInt8(stream.integer(below: 10))
      }
      continue
    }
    switch stream.integer(below: 8) {
    case 0: bytes.removeSubrange(place...)
    case 1: bytes.removeSubrange(place..<end)
    case 2: bytes.insert(contentsOf: bytes[place..<end], at: stream.integer(below: bytes.count))
    case 3: bytes[place] = UInt8(truncatingIfNeeded: stream.next())
    default: bytes[place] ^= 1 << UInt8(stream.integer(below: 8))
    }
  }
  return bytes
}
