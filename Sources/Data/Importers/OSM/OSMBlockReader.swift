import Documents

/// A reason to stop reading a block: damaged data, or an error of the sink.
enum OSMBlockFailure: Error {
  case fault(ProtoFault)
  case sink(DocumentError)
}

/// Reads a block of elements of a PBF file.
struct OSMBlockReader {
  private let data: [UInt8]
  private var texts: [Range<Int>] = []
  private var groups: [Range<Int>] = []
  /// Size of one unit, in 1e-9 degrees.
  private var granularity: Int64 = 100
  private var latitudeOffset: Int64 = 0
  private var longitudeOffset: Int64 = 0

  /// Locates the parts of a block.
  init(_ data: [UInt8]) throws(OSMBlockFailure) {
    self.data = data
    do throws(ProtoFault) {
      try findParts()
    } catch { throw .fault(error) }
  }

  private mutating func findParts() throws(ProtoFault) {
    var reader = ProtoReader(data)
    while let field = try reader.nextField() {
      switch field.number {
      case 1:
        var table = try reader.message(field)
        while let entry = try table.nextField() {
          if entry.number == 1 {
            texts.append(try table.range(entry))
          } else {
            try table.skip(entry)
          }
        }
      case 2: groups.append(try reader.range(field))
      case 17: granularity = Int64(bitPattern: try reader.number(field))
      case 19: latitudeOffset = Int64(bitPattern: try reader.number(field))
      case 20: longitudeOffset = Int64(bitPattern: try reader.number(field))
      default: try reader.skip(field)
      }
    }
    guard granularity > 0, granularity <= 1_000_000_000 else {
      throw reader.fault("a granularity of \(granularity)")
    }
  }

  /// Passes all elements to a sink.
  mutating func read(into sink: inout some OSMSink) throws(OSMBlockFailure) {
    for group in groups {
      var reader = ProtoReader(data, group)
      while let field = try element({ () throws(ProtoFault) in try reader.nextField() }) {
        switch field.number {
        case 1:
          let part = try element { () throws(ProtoFault) in try reader.message(field) }
          try readNode(part, into: &sink)
        case 2:
          let part = try element { () throws(ProtoFault) in try reader.message(field) }
          try readDense(part, into: &sink)
        case 3:
          let part = try element { () throws(ProtoFault) in try reader.message(field) }
          let way = try element { () throws(ProtoFault) -> OSMWay in try self.way(part) }
          try give { () throws(DocumentError) in try sink.add(way: way) }
        case 4:
          let part = try element { () throws(ProtoFault) in try reader.message(field) }
          let relation = try element { () throws(ProtoFault) -> OSMRelation in
            try self.relation(part)
          }
          try give { () throws(DocumentError) in try sink.add(relation: relation) }
        default: try element { () throws(ProtoFault) in try reader.skip(field) }
        }
      }
    }
  }

  private func element<Result>(
    _ body: () throws(ProtoFault) -> Result
  ) throws(OSMBlockFailure) -> Result {
    do throws(ProtoFault) { return try body() } catch { throw .fault(error) }
  }

  private func give(_ body: () throws(DocumentError) -> Void) throws(OSMBlockFailure) {
    do throws(DocumentError) { try body() } catch { throw .sink(error) }
  }

  private func place(_ latitude: Int64, _ longitude: Int64) -> GeoPoint {
    // Wrapping is harmless: out-of-range coordinates are invalid and are left out.
    GeoPoint(
      longitude: 1e-9 * Double(longitudeOffset &+ granularity &* longitude),
      latitude: 1e-9 * Double(latitudeOffset &+ granularity &* latitude))
  }

  private func text(_ number: UInt64, _ reader: ProtoReader) throws(ProtoFault) -> String {
    guard number < UInt64(texts.count) else {
      throw reader.fault("text index \(number) in a table of \(texts.count)")
    }
    guard let text = String(validating: data[texts[Int(number)]], as: UTF8.self) else {
      throw ProtoFault(reason: "invalid UTF-8", offset: texts[Int(number)].lowerBound)
    }
    return text
  }

  private func tags(
    _ keys: ProtoReader?, _ values: ProtoReader?
  ) throws(ProtoFault) -> OSMTags {
    var tags = OSMTags()
    guard var keys else { return tags }
    guard var values else { throw keys.fault("keys without values") }
    while !keys.isAtEnd {
      let key = try text(try keys.varint(), keys)
      tags.add(key, try text(try values.varint(), values))
    }
    return tags
  }

  private func readNode(
    _ message: ProtoReader, into sink: inout some OSMSink
  ) throws(OSMBlockFailure) {
    var reader = message
    var (id, latitude, longitude): (Int64, Int64, Int64) = (0, 0, 0)
    var tags = OSMTags()
    try element { () throws(ProtoFault) in
      var keys: ProtoReader?
      var values: ProtoReader?
      while let field = try reader.nextField() {
        switch field.number {
        case 1: id = try signed(field, &reader)
        case 2: keys = try reader.message(field)
        case 3: values = try reader.message(field)
        case 8: latitude = try signed(field, &reader)
        case 9: longitude = try signed(field, &reader)
        default: try reader.skip(field)
        }
      }
      tags = try self.tags(keys, values)
    }
    try give { () throws(DocumentError) in
      try sink.add(node: id, place(latitude, longitude), tags)
    }
  }

  private func signed(
    _ field: ProtoReader.Field, _ reader: inout ProtoReader
  ) throws(ProtoFault) -> Int64 {
    guard field.wireType == 0 else { throw reader.fault("field \(field.number) of the wrong type") }
    return try reader.signedVarint()
  }

  private func readDense(
    _ message: ProtoReader, into sink: inout some OSMSink
  ) throws(OSMBlockFailure) {
    var reader = message
    let empty = ProtoReader(data, 0..<0)
    var (ids, latitudes, longitudes, tagTexts) = (empty, empty, empty, empty)
    try element { () throws(ProtoFault) in
      while let field = try reader.nextField() {
        switch field.number {
        case 1: ids = try reader.message(field)
        case 8: latitudes = try reader.message(field)
        case 9: longitudes = try reader.message(field)
        case 10: tagTexts = try reader.message(field)
        default: try reader.skip(field)
        }
      }
    }
    var (id, latitude, longitude): (Int64, Int64, Int64) = (0, 0, 0)
    while !ids.isAtEnd {
      var tags = OSMTags()
      try element { () throws(ProtoFault) in
        id &+= try ids.signedVarint()
        latitude &+= try latitudes.signedVarint()
        longitude &+= try longitudes.signedVarint()
        while !tagTexts.isAtEnd {
          let key = try tagTexts.varint()
          if key == 0 { break }
          tags.add(try text(key, tagTexts), try text(try tagTexts.varint(), tagTexts))
        }
      }
      try give { () throws(DocumentError) in
        try sink.add(node: id, place(latitude, longitude), tags)
      }
    }
  }

  private func way(_ message: ProtoReader) throws(ProtoFault) -> OSMWay {
    var reader = message
    var id: Int64 = 0
    var keys: ProtoReader?
    var values: ProtoReader?
    var nodes: [Int64] = []
    while let field = try reader.nextField() {
      switch field.number {
      case 1: id = Int64(bitPattern: try reader.number(field))
      case 2: keys = try reader.message(field)
      case 3: values = try reader.message(field)
      case 8:
        var list = try reader.message(field)
        var node: Int64 = 0
        while !list.isAtEnd {
          node &+= try list.signedVarint()
          nodes.append(node)
        }
      default: try reader.skip(field)
      }
    }
    return OSMWay(id: id, nodes: nodes, tags: try tags(keys, values))
  }

  private func relation(_ message: ProtoReader) throws(ProtoFault) -> OSMRelation {
    var reader = message
    let empty = ProtoReader(data, 0..<0)
    var id: Int64 = 0
    var keys: ProtoReader?
    var values: ProtoReader?
    var (roles, ids, kinds) = (empty, empty, empty)
    while let field = try reader.nextField() {
      switch field.number {
      case 1: id = Int64(bitPattern: try reader.number(field))
      case 2: keys = try reader.message(field)
      case 3: values = try reader.message(field)
      case 8: roles = try reader.message(field)
      case 9: ids = try reader.message(field)
      case 10: kinds = try reader.message(field)
      default: try reader.skip(field)
      }
    }
    var members: [OSMRelation.Member] = []
    var member: Int64 = 0
    while !ids.isAtEnd {
      member &+= try ids.signedVarint()
      let role = try text(try roles.varint(), roles)
      let kind: OSMKind
      switch try kinds.varint() {
      case 0: kind = .node
      case 1: kind = .way
      case 2: kind = .relation
      case let other: throw kinds.fault("a member of the unknown kind \(other)")
      }
      members.append(OSMRelation.Member(kind: kind, id: member, role: role))
    }
    return OSMRelation(id: id, members: members, tags: try tags(keys, values))
  }
}
