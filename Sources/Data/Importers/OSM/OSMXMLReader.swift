import Documents

/// Reads OpenStreetMap XML.
struct OSMXMLReader {
  private var xml: XMLReader
  private let name: String

  /// The open element.
  private struct Element {
    let kind: OSMKind
    let id: Int64
    var place: GeoPoint?
    var isDeleted: Bool
    var tags = OSMTags()
    var nodes: [Int64] = []
    var members: [OSMRelation.Member] = []
  }

  init(_ bytes: [UInt8], name: String) {
    xml = XMLReader(bytes, name: name)
    self.name = name
  }

  /// Passes all elements of the document to a sink.
  ///
  /// - Throws: The first mistake, with its line and column.
  mutating func read(into sink: inout some OSMSink) throws(DocumentError) {
    guard case .start(let root, _, let isEmpty)? = try xml.next(), root == "osm" else {
      throw xml.error("expected the root element 'osm'", at: 0)
    }
    if isEmpty { return }
    var element: Element?
    while let event = try xml.next() {
      switch event {
      case .start(let name, let attributes, let isEmpty):
        if let kind = OSMKind(rawValue: name) {
          guard element == nil else {
            throw xml.error("a '\(name)' inside another element", at: xml.eventStart)
          }
          element = try begin(kind, attributes)
          if isEmpty {
            try finish(&element, into: &sink)
          }
        } else if element != nil {
          try add(name, attributes, to: &element)
        }
      case .end(let name):
        if OSMKind(rawValue: name) != nil { try finish(&element, into: &sink) }
      case .text: break
      }
    }
  }

  private func value(_ key: String, _ attributes: [(name: String, value: String)]) -> String? {
    attributes.first { $0.name == key }?.value
  }

  private func number(
    _ key: String, _ attributes: [(name: String, value: String)], of element: String
  ) throws(DocumentError) -> Int64 {
    guard let text = value(key, attributes), let number = Int64(text) else {
      throw xml.error("'\(element)' needs a whole number as '\(key)'", at: xml.eventStart)
    }
    return number
  }

  private func begin(
    _ kind: OSMKind, _ attributes: [(name: String, value: String)]
  ) throws(DocumentError) -> Element {
    let id = try number("id", attributes, of: kind.rawValue)
    var element = Element(
      kind: kind, id: id,
      isDeleted: value("visible", attributes) == "false"
        || value("action", attributes) == "delete")
    guard kind == .node, !element.isDeleted else { return element }
    guard let latitude = value("lat", attributes).flatMap({ Double($0) }),
      let longitude = value("lon", attributes).flatMap({ Double($0) })
    else {
      throw xml.error("'node' needs numbers as 'lat' and 'lon'", at: xml.eventStart)
    }
    element.place = GeoPoint(longitude: longitude, latitude: latitude)
    return element
  }

  private func add(
    _ name: String, _ attributes: [(name: String, value: String)], to element: inout Element?
  ) throws(DocumentError) {
    switch name {
    case "tag":
      guard let key = value("k", attributes), let text = value("v", attributes) else {
        throw xml.error("'tag' needs 'k' and 'v'", at: xml.eventStart)
      }
      element?.tags.add(key, text)
    case "nd": element?.nodes.append(try number("ref", attributes, of: "nd"))
    case "member":
      let id = try number("ref", attributes, of: "member")
      guard let kind = value("type", attributes).flatMap({ OSMKind(rawValue: $0) }) else {
        throw xml.error("'member' needs 'node', 'way' or 'relation' as 'type'", at: xml.eventStart)
      }
      element?.members.append(
        OSMRelation.Member(kind: kind, id: id, role: value("role", attributes) ?? ""))
    default: break
    }
  }

  private func finish(
    _ element: inout Element?, into sink: inout some OSMSink
  ) throws(DocumentError) {
    guard let done = element else { return }
    element = nil
    guard !done.isDeleted else { return }
    switch done.kind {
    case .node:
      if let place = done.place { try sink.add(node: done.id, place, done.tags) }
    case .way: try sink.add(way: OSMWay(id: done.id, nodes: done.nodes, tags: done.tags))
    case .relation:
      try sink.add(
        relation: OSMRelation(id: done.id, members: done.members, tags: done.tags))
    }
  }
}
