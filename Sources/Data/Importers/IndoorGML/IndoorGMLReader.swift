import Documents
import Geometry

/// A feature of an IndoorGML document: a cell, a boundary between cells, a state or a transition.
struct IndoorGMLFeature {
  /// Name of the element, such as `CellSpace` or `ConnectionBoundary`.
  let element: String
  /// Identifier, or the element and a number without one.
  let id: String
  /// First line in the document.
  let line: Int
  /// May be empty.
  var name = ""
  /// Description, class, function and usage.
  var description = ""
  /// Ids of its dual features, and of the features it connects.
  var duals: [String] = []
  var connected: [String] = []
  /// The faces of its solid, or its surface: each an outer ring and holes, in document coordinates.
  var faces: [[[Vec3]]] = []
  /// References to faces of other features.
  var faceLinks: [String] = []
  var lines: [[Vec3]] = []

  /// The value of a key in a description such as `storey="F1":type="stairs"`; nil if absent.
  func said(_ keys: String...) -> String? {
    for part in description.split(whereSeparator: { ":;\n".contains($0) }) {
      let pair = part.split(separator: "=", maxSplits: 1).map { trimmed($0) }
      guard pair.count == 2, keys.contains(pair[0].lowercased()) else { continue }
      let value = trimmed(pair[1].filter { $0 != "\"" && $0 != "'" })
      if !value.isEmpty { return value }
    }
    return nil
  }
}

/// Reads the features of an IndoorGML 1.x document (OGC 14-005, 19-011): the core and the navigation
/// module, with any prefixes.
struct IndoorGMLReader {
  /// In document order.
  private(set) var features: [IndoorGMLFeature] = []
  /// Coordinate reference system in the document; nil if absent.
  private(set) var system: String?

  private var xml: XMLReader
  private let limits: ImportLimits
  /// The open elements, and the open features with their depth.
  private var open: [String] = []
  private var building: [(feature: IndoorGMLFeature, depth: Int)] = []
  private var ring: [Vec3] = []
  private var facesByID: [String: [[Vec3]]] = [:]
  private var faceID = ""
  private var dimension = 3
  private var room = 0

  ///
  /// - Throws: The first mistake, with its line and column.
  init(_ bytes: [UInt8], name: String, limits: ImportLimits) throws(DocumentError) {
    xml = XMLReader(bytes, name: name, keepsText: true)
    self.limits = limits
    room = limits.nodes
    while let event = try xml.next() {
      switch event {
      case .start(let name, let attributes, let isEmpty):
        try begin(localName(name), attributes)
        if isEmpty { end() }
      case .end: end()
      case .text(let text): try take(text)
      }
    }
    for index in features.indices {
      features[index].faces += features[index].faceLinks.compactMap { facesByID[$0] }
    }
  }

  private static func isFeature(_ element: String) -> Bool {
    element.first?.isUppercase == true
      && (element.hasSuffix("Space") || element.hasSuffix("Boundary") || element == "State"
        || element == "Transition")
  }

  private mutating func begin(
    _ element: String, _ attributes: [(name: String, value: String)]
  ) throws(DocumentError) {
    if open.isEmpty, element != "IndoorFeatures" {
      throw xml.error("expected the root element 'IndoorFeatures'", at: xml.eventStart)
    }
    open.append(element)
    func value(_ key: String) -> String? { attributes.first { localName($0.name) == key }?.value }
    if let name = value("srsName"), !name.isEmpty, system == nil { system = name }
    if let text = value("srsDimension"), let count = Int(text), (2...3).contains(count) {
      dimension = count
    }
    if Self.isFeature(element) {
      guard features.count + building.count < limits.features else {
        throw xml.error("more than \(limits.features) features", at: xml.eventStart)
      }
      let id = value("id") ?? "\(element) \(features.count + building.count)"
      building.append((IndoorGMLFeature(element: element, id: id, line: xml.line()), open.count))
      return
    }
    guard let last = building.indices.last else { return }
    let link = value("href").map { String($0.drop { $0 == "#" }) }
    switch (element, link) {
    case ("duality", let link?): building[last].feature.duals.append(link)
    case ("connects", let link?): building[last].feature.connected.append(link)
    case ("surfaceMember", let link?), ("baseSurface", let link?):
      building[last].feature.faceLinks.append(link)
    case ("Polygon", _), ("PolygonPatch", _), ("Triangle", _), ("Rectangle", _):
      building[last].feature.faces.append([])
      faceID = value("id") ?? ""
    case ("LinearRing", _), ("LineString", _), ("LineStringSegment", _): ring = []
    default: break
    }
  }

  private mutating func end() {
    guard let element = open.popLast(), let last = building.indices.last else { return }
    switch element {
    case "LinearRing":
      if let face = building[last].feature.faces.indices.last {
        building[last].feature.faces[face].append(ring)
      }
      ring = []
    case "LineString", "LineStringSegment":
      if ring.count >= 2 { building[last].feature.lines.append(ring) }
      ring = []
    case "Polygon", "PolygonPatch", "Triangle", "Rectangle":
      if !faceID.isEmpty { facesByID[faceID] = building[last].feature.faces.last }
    default: break
    }
    if building[last].depth == open.count + 1 { features.append(building.removeLast().feature) }
  }

  private mutating func take(_ text: String) throws(DocumentError) {
    guard let element = open.last, let last = building.indices.last else { return }
    let isOwn = open.count == building[last].depth + 1
    switch element {
    case "name" where isOwn: building[last].feature.name = trimmed(text)
    case "description" where isOwn, "class" where isOwn, "function" where isOwn,
      "usage" where isOwn:
      // A bare word is the value of the element's own key.
      let said = element == "description" || text.contains("=") ? text : "\(element)=\(text)"
      building[last].feature.description += said + "\n"
    case "pos", "posList":
      var numbers: [Double] = []
      for part in text.split(whereSeparator: \.isWhitespace) {
        guard let number = Double(part), number.isFinite, abs(number) < 1e9 else {
          throw xml.error(
            "'\(brief(String(part), limit: 20))' is not a coordinate", at: xml.eventStart)
        }
        numbers.append(number)
      }
      // The dimension of a single position is its count of numbers.
      let step = element == "pos" ? numbers.count : dimension
      guard (2...3).contains(step), numbers.count % step == 0 else {
        throw xml.error("coordinates that are not \(dimension) per position", at: xml.eventStart)
      }
      room -= numbers.count / step
      guard room >= 0 else {
        throw xml.error("more than \(limits.nodes) positions", at: xml.eventStart)
      }
      for start in stride(from: 0, to: numbers.count, by: step) {
        ring.append(Vec3(numbers[start], numbers[start + 1], step == 3 ? numbers[start + 2] : 0))
      }
    default: break
    }
  }
}
