import Documents
import Kernel

/// The tags of an element, in the file's order.
struct OSMTags {
  private(set) var pairs: [(key: String, value: String)] = []

  var isEmpty: Bool { pairs.isEmpty }

  /// Adds a tag; the first of two with one key is kept.
  mutating func add(_ key: String, _ value: String) {
    if self[key] == nil { pairs.append((key, value)) }
  }

  subscript(key: String) -> String? {
    pairs.first { $0.key == key }?.value
  }

  /// True if a key has one of the values.
  func has(_ key: String, _ values: String...) -> Bool {
    self[key].map { values.contains($0) } ?? false
  }

  /// True if the value of a key means yes in one of the usual spellings.
  func isYes(_ key: String) -> Bool { has(key, "yes", "true", "1") }
}

enum OSMKind: String {
  case node, way, relation
}

/// An ordered list of nodes.
struct OSMWay {
  let id: Int64
  var nodes: [Int64]
  let tags: OSMTags

  /// True if it ends at its first node.
  var isClosed: Bool { nodes.count >= 4 && nodes.first == nodes.last }
}

/// A list of elements with roles.
struct OSMRelation {
  struct Member {
    let kind: OSMKind
    let id: Int64
    let role: String
  }

  let id: Int64
  let members: [Member]
  let tags: OSMTags
}

/// The receiver of the elements of an OpenStreetMap file.
protocol OSMSink {
  mutating func add(node id: Int64, _ place: GeoPoint, _ tags: OSMTags) throws(DocumentError)
  mutating func add(way: OSMWay) throws(DocumentError)
  mutating func add(relation: OSMRelation) throws(DocumentError)
}

/// The elements of a file within the box, sorted by id.
struct OSMData: OSMSink {
  private(set) var nodeIDs: [Int64] = []
  private(set) var places: [GeoPoint] = []
  private(set) var nodeTags: [Int64: OSMTags] = [:]
  private(set) var ways: [OSMWay] = []
  private(set) var relations: [OSMRelation] = []
  /// Faulty elements, and those outside the box.
  private(set) var report = ImportReport()

  private let path: String
  private let box: GeoBox?
  private let limits: ImportLimits
  private var references = 0
  private var isSorted = true

  init(path: String, box: GeoBox?, limits: ImportLimits) {
    self.path = path
    self.box = box
    self.limits = limits
  }

  private func tooMuch(_ what: String, _ limit: Int) -> DocumentError {
    DocumentError(
      "\(brief(path, limit: 200)): more than \(limit) \(what); choose a part of it with --box")
  }

  mutating func add(node id: Int64, _ place: GeoPoint, _ tags: OSMTags) throws(DocumentError) {
    guard place.isOnEarth else {
      return report.leave("nodes", "coordinates that are not degrees on the Earth", "\(id)")
    }
    if let box, !box.contains(place) { return report.leave("nodes", "outside the box") }
    guard nodeIDs.count < limits.nodes else { throw tooMuch("nodes", limits.nodes) }
    if let last = nodeIDs.last, id <= last { isSorted = false }
    nodeIDs.append(id)
    places.append(place)
    if !tags.isEmpty, nodeTags[id] == nil { nodeTags[id] = tags }
  }

  mutating func add(way: OSMWay) throws(DocumentError) {
    references += way.nodes.count
    guard references <= limits.references else { throw tooMuch("references", limits.references) }
    guard ways.count < limits.elements else { throw tooMuch("ways", limits.elements) }
    guard way.nodes.count <= limits.featureVertices else {
      return report.leave("ways", "more than \(limits.featureVertices) nodes", "\(way.id)")
    }
    ways.append(way)
  }

  mutating func add(relation: OSMRelation) throws(DocumentError) {
    references += relation.members.count
    guard references <= limits.references else { throw tooMuch("references", limits.references) }
    guard relations.count < limits.elements else { throw tooMuch("relations", limits.elements) }
    relations.append(relation)
  }

  /// Sorts all elements and drops duplicates.
  mutating func finish() {
    if !isSorted {
      let order = nodeIDs.indices.sorted { (nodeIDs[$0], $0) < (nodeIDs[$1], $1) }
      var ids: [Int64] = []
      var sorted: [GeoPoint] = []
      ids.reserveCapacity(order.count)
      sorted.reserveCapacity(order.count)
      for index in order {
        if ids.last == nodeIDs[index] {
          report.leave("nodes", "an id used before", "\(nodeIDs[index])")
          continue
        }
        ids.append(nodeIDs[index])
        sorted.append(places[index])
      }
      (nodeIDs, places) = (ids, sorted)
      isSorted = true
    }
    ways = Self.unique(ways, id: \.id) { report.leave("ways", "an id used before", "\($0)") }
    relations = Self.unique(relations, id: \.id) {
      report.leave("relations", "an id used before", "\($0)")
    }
  }

  private static func unique<Element>(
    _ elements: [Element], id: (Element) -> Int64, onRepeat: (Int64) -> Void
  ) -> [Element] {
    let order = elements.indices.sorted { (id(elements[$0]), $0) < (id(elements[$1]), $1) }
    var result: [Element] = []
    result.reserveCapacity(elements.count)
    for index in order {
      if let last = result.last, id(last) == id(elements[index]) {
        onRepeat(id(last))
      } else {
        result.append(elements[index])
      }
    }
    return result
  }

  /// Index of a node in ``nodeIDs``; nil if it is absent.
  func index(ofNode id: Int64) -> Int? {
    let index = nodeIDs.partitioningIndex { $0 >= id }
    return index < nodeIDs.count && nodeIDs[index] == id ? index : nil
  }

  func way(_ id: Int64) -> OSMWay? {
    let index = ways.partitioningIndex { $0.id >= id }
    return index < ways.count && ways[index].id == id ? ways[index] : nil
  }
}
