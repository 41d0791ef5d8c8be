import Documents

/// Writes OpenStreetMap PBF files for tests of the reader.
struct PBFEncoder {
  /// Encoding of the file.
  struct Style {
    var isDense = true
    var isPacked = true
    var granularity: Int64 = 100
  }

  static func file(_ document: OSMDocument, style: Style = Style()) throws -> [UInt8] {
    var header: [UInt8] = []
    for feature in ["OsmSchema-V0.6", "DenseNodes"] { field(4, Array(feature.utf8), &header) }
    return try blob("OSMHeader", header, isPacked: style.isPacked)
      + blob("OSMData", block(document, style), isPacked: style.isPacked)
  }

  /// A blob with its header.
  static func blob(_ type: String, _ contents: [UInt8], isPacked: Bool) throws -> [UInt8] {
    var blob: [UInt8] = []
    if isPacked {
      field(2, UInt64(contents.count), &blob)
      field(3, try Zlib.compress(contents), &blob)
    } else {
      field(1, contents, &blob)
    }
    return frame(type, size: UInt64(blob.count)) + blob
  }

  /// The length and the header of a blob with a claimed size.
  static func frame(_ type: String, size: UInt64) -> [UInt8] {
    var header: [UInt8] = []
    field(1, Array(type.utf8), &header)
    field(3, size, &header)
    return (0..<4).reversed().map { UInt8(truncatingIfNeeded: header.count >> (8 * $0)) } + header
  }

  // MARK: Blocks

  private struct Texts {
    var texts: [String] = [""]

    mutating func number(_ text: String) -> UInt64 {
      if let known = texts.firstIndex(of: text) { return UInt64(known) }
      texts.append(text)
      return UInt64(texts.count - 1)
    }
  }

  private static func block(_ document: OSMDocument, _ style: Style) -> [UInt8] {
    var texts = Texts()
    var groups: [[UInt8]] = []
    let unit = Double(style.granularity) * 1e-9
    let places = document.nodes.map {
      (Int64(($0.latitude / unit).rounded()), Int64(($0.longitude / unit).rounded()))
    }
    var nodes: [UInt8] = []
    if style.isDense {
      var (ids, latitudes, longitudes, tags): ([UInt8], [UInt8], [UInt8], [UInt8]) =
        ([], [], [], [])
      var last: (Int64, Int64, Int64) = (0, 0, 0)
      for (node, place) in zip(document.nodes, places) {
        varint(zigzag(node.id - last.0), &ids)
        varint(zigzag(place.0 - last.1), &latitudes)
        varint(zigzag(place.1 - last.2), &longitudes)
        last = (node.id, place.0, place.1)
        for (key, value) in node.tags {
          varint(texts.number(key), &tags)
          varint(texts.number(value), &tags)
        }
        tags.append(0)
      }
      var dense: [UInt8] = []
      field(1, ids, &dense)
      field(8, latitudes, &dense)
      field(9, longitudes, &dense)
      field(10, tags, &dense)
      field(2, dense, &nodes)
    } else {
      for (node, place) in zip(document.nodes, places) {
        var message: [UInt8] = []
        field(1, zigzag(node.id), &message)
        addTags(node.tags, &texts, &message)
        field(8, zigzag(place.0), &message)
        field(9, zigzag(place.1), &message)
        field(1, message, &nodes)
      }
    }
    groups.append(nodes)
    groups.append(ways(document, &texts))
    groups.append(relations(document, &texts))
    var table: [UInt8] = []
    for text in texts.texts { field(1, Array(text.utf8), &table) }
    var block: [UInt8] = []
    field(1, table, &block)
    for group in groups { field(2, group, &block) }
    field(17, UInt64(style.granularity), &block)
    return block
  }

  private static func ways(_ document: OSMDocument, _ texts: inout Texts) -> [UInt8] {
    var group: [UInt8] = []
    for way in document.ways {
      var message: [UInt8] = []
      field(1, UInt64(bitPattern: way.id), &message)
      addTags(way.tags, &texts, &message)
      var refs: [UInt8] = []
      var last: Int64 = 0
      for node in way.nodes {
        varint(zigzag(node - last), &refs)
        last = node
      }
      field(8, refs, &message)
      field(3, message, &group)
    }
    return group
  }

  private static func relations(_ document: OSMDocument, _ texts: inout Texts) -> [UInt8] {
    var group: [UInt8] = []
    for relation in document.relations {
      var message: [UInt8] = []
      field(1, UInt64(bitPattern: relation.id), &message)
      addTags(relation.tags, &texts, &message)
      var (roles, ids, kinds): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
      var last: Int64 = 0
      for (kind, id, role) in relation.members {
        varint(texts.number(role), &roles)
        varint(zigzag(id - last), &ids)
        varint(kind == "node" ? 0 : kind == "way" ? 1 : 2, &kinds)
        last = id
      }
      field(8, roles, &message)
      field(9, ids, &message)
      field(10, kinds, &message)
      field(4, message, &group)
    }
    return group
  }

  private static func addTags(
    _ tags: [(String, String)], _ texts: inout Texts, _ message: inout [UInt8]
  ) {
    var (keys, values): ([UInt8], [UInt8]) = ([], [])
    for (key, value) in tags {
      varint(texts.number(key), &keys)
      varint(texts.number(value), &values)
    }
    field(2, keys, &message)
    field(3, values, &message)
  }

  // MARK: Protocol buffers

  static func zigzag(_ value: Int64) -> UInt64 {
    UInt64(bitPattern: (value << 1) ^ (value >> 63))
  }

  static func varint(_ value: UInt64, _ bytes: inout [UInt8]) {
    var value = value
    while value >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
      value >>= 7
    }
    bytes.append(UInt8(value))
  }

  static func field(_ number: UInt64, _ value: UInt64, _ bytes: inout [UInt8]) {
    varint(number << 3, &bytes)
    varint(value, &bytes)
  }

  static func field(_ number: UInt64, _ contents: [UInt8], _ bytes: inout [UInt8]) {
    varint(number << 3 | 2, &bytes)
    varint(UInt64(contents.count), &bytes)
    bytes += contents
  }
}
