import Documents

/// Reads the placemarks of a KML 2.2 document (OGC 12-007) as features.
struct KMLFeatureReader {
  private var xml: XMLReader
  private let name: String
  private let limits: ImportLimits
  private var features: [GeoFeature] = []
  /// Names of the open elements in a placemark, without prefixes.
  private var open: [String] = []
  private var properties: [(String, JSONValue)] = []
  private var polygons: [[[GeoPoint]]] = []
  private var lines: [[GeoPoint]] = []
  private var point: GeoPoint?
  private var fault: String?
  /// Name of the extended data value being read.
  private var key = ""
  private var room = 0

  init(_ bytes: [UInt8], name: String, limits: ImportLimits) {
    xml = XMLReader(bytes, name: name, keepsText: true)
    self.name = name
    self.limits = limits
  }

  /// The placemarks in order; those without a usable geometry are left out and reported.
  ///
  /// - Throws: The first mistake in the document, with its line and column.
  static func features(
    of bytes: [UInt8], name: String, limits: ImportLimits, _ report: inout ImportReport
  ) throws(DocumentError) -> [GeoFeature] {
    var reader = KMLFeatureReader(bytes, name: name, limits: limits)
    while let event = try reader.xml.next() {
      switch event {
      case .start(let name, let attributes, let isEmpty):
        try reader.begin(localName(name), attributes, isEmpty: isEmpty, &report)
      case .end: reader.end(&report)
      case .text(let text): reader.take(text)
      }
    }
    return reader.features
  }

  private mutating func begin(
    _ element: String, _ attributes: [(name: String, value: String)], isEmpty: Bool,
    _ report: inout ImportReport
  ) throws(DocumentError) {
    if open.isEmpty {
      if element == "NetworkLink" {
        report.leave("links to other files", "nothing outside the file is read")
      }
      guard element == "Placemark" else { return }
      guard features.count < limits.features else {
        throw xml.error("more than \(limits.features) placemarks", at: xml.eventStart)
      }
      (properties, polygons, lines, point, fault, room) =
        ([], [], [], nil, nil, limits.featureVertices)
    }
    if isEmpty { return }
    open.append(element)
    if element == "Data" || element == "SimpleData" {
      key = attributes.first { $0.name == "name" }?.value ?? ""
    } else if element == "Polygon" {
      polygons.append([])
    }
  }

  private mutating func end(_ report: inout ImportReport) {
    guard open.popLast() == "Placemark", open.isEmpty else { return }
    let index = features.count
    let id = properties.first { $0.0 == "name" }?.1.plainText ?? "placemark \(index)"
    polygons.removeAll(where: \.isEmpty)
    let geometry: GeoGeometry? =
      !polygons.isEmpty
      ? .polygons(polygons) : point.map { .point($0) } ?? (lines.isEmpty ? nil : .lines(lines))
    guard fault == nil, let geometry else {
      return report.leave("placemarks", fault ?? "no polygon and no point", id)
    }
    var seen: Set<String> = []
    features.append(
      GeoFeature(
        index: index, id: id,
        properties: .object(JSONObject(properties.filter { seen.insert($0.0).inserted })),
        geometry: geometry, whole: .null))
  }

  private mutating func take(_ text: String) {
    guard let element = open.last else { return }
    switch element {
    case "name" where open.count == 2: properties.append(("name", .string(trimmed(text))))
    case "value" where !key.isEmpty, "SimpleData" where !key.isEmpty:
      properties.append((key, .string(trimmed(text))))
    case "coordinates": take(coordinates: text)
    default: break
    }
  }

  /// Parses tuples of longitude, latitude and optional altitude, separated by spaces.
  private mutating func take(coordinates text: String) {
    var places: [GeoPoint] = []
    for tuple in text.split(whereSeparator: \.isWhitespace) {
      let parts = tuple.split(separator: ",", omittingEmptySubsequences: false)
      guard parts.count >= 2, let longitude = Double(parts[0]), let latitude = Double(parts[1])
      else { return fault = "coordinates that are not longitude and latitude" }
      let place = GeoPoint(longitude: longitude, latitude: latitude)
      guard place.isOnEarth else { return fault = "coordinates that are not degrees on the Earth" }
      places.append(place)
    }
    room -= places.count
    guard room >= 0 else {
      return fault = "more than \(limits.featureVertices) positions in one feature"
    }
    if open.contains("Polygon") {
      guard Set(places.prefix(8)).count >= 3 else {
        return fault = "ring of fewer than 3 positions"
      }
      // The outer ring comes first, for any order in the file.
      let isOuter = open.contains("outerBoundaryIs")
      guard let last = polygons.indices.last else { return }
      polygons[last].insert(places, at: isOuter ? 0 : polygons[last].count)
    } else if open.contains("Point") {
      point = places.first
    } else {
      lines.append(places)
    }
  }
}

/// The name of an XML element without its prefix.
func localName(_ name: String) -> String {
  name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
}
