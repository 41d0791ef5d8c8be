public import Documents
import Geometry
import Maps

/// Writes a venue as a native file that restores it, to the millimetre.
///
/// The file has `imported: true`, so that reading joins, cuts and adds nothing, and doubtful
/// features are only remarks.
///
/// - Parameters:
///   - venue: The venue.
///   - notes: Comments at the top of the file, such as the source.
///   - attribution: The source of the data, and the terms of use.
/// - Returns: The file's text.
/// - Throws: An error for what no file can express: a path between two levels without an end
///   outdoors, or a level of a missing building.
public func nativeDocument(
  of venue: Venue, notes: [String], attribution: String = ""
) throws(DocumentError) -> String {
  var writer = NativeWriter(venue: venue)
  try writer.write(notes, attribution)
  return writer.text.text
}

/// Writer of the parts of a venue.
struct NativeWriter {
  let venue: Venue
  var text = NativeText()
  /// The building name of each level's building.
  let buildingNames: [String]

  init(venue: Venue) {
    self.venue = venue
    // Unnamed buildings, and those with the same name, need distinct names for references.
    var taken: Set<String> = []
    var names: [String] = []
    let entered = Set(venue.levels.map(\.building))
    for (number, building) in venue.map.buildings.enumerated() {
      var name = building.name
      if entered.contains(number) {
        if name.isEmpty { name = "building \(number + 1)" }
        while !taken.insert(name).inserted { name += " (\(number + 1))" }
      }
      names.append(name)
    }
    buildingNames = names
  }

  mutating func write(_ notes: [String], _ attribution: String) throws(DocumentError) {
    for (number, level) in venue.levels.enumerated()
    where !venue.map.buildings.indices.contains(level.building) {
      throw DocumentError("level \(number) belongs to building \(level.building), which is missing")
    }
    for note in notes {
      for part in note.split(whereSeparator: \.isNewline) { text.line("# " + Self.comment(part)) }
    }
    text.line("name: \(Flow.quoted(venue.name.isEmpty ? "venue" : venue.name))")
    if !attribution.isEmpty { text.line("attribution: \(Flow.quoted(attribution))") }
    let origin = venue.frame.origin
    text.line(
      "origin: {latitude: \(Flow.decimal(origin.latitudeDegrees, digits: 9)) deg, "
        + "longitude: \(Flow.decimal(origin.longitudeDegrees, digits: 9)) deg, "
        + "altitude: \(Flow.metres(origin.altitudeMetres)) m}")
    text.line("imported: true")
    writeBuildings()
    writeConnectors()
    writeRoads()
    try writePaths()
    writeTransmitters()
    writePlaces()
  }

  /// A comment without the characters that YAML forbids in one.
  private static func comment(_ part: Substring) -> String {
    String(
      String.UnicodeScalarView(
        part.unicodeScalars.filter {
          $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
            && $0.value < 0xFFFE
        }))
  }

  /// Adds the level of an object, and its building.
  func add(_ level: Int?, to flow: inout Flow) {
    guard let level, venue.levels.indices.contains(level) else { return }
    flow.add("level", "\(venue.levels[level].ordinal)")
    flow.add("building", quoted: buildingNames[venue.levels[level].building])
  }

  private mutating func writeBuildings() {
    let buildings = venue.map.buildings
    guard !buildings.isEmpty else { return }
    text.line("buildings:")
    for (number, building) in buildings.enumerated() {
      let levels = venue.levels.indices.filter { venue.levels[$0].building == number }
      let roof = number < venue.materials.roofs.count ? venue.materials.roofs[number] : nil
      var head = Flow()
      if !buildingNames[number].isEmpty { head.add("name", quoted: buildingNames[number]) }
      add(building.footprint, to: &head)
      head.add("height", metres: max(0.1, building.heightMetres))
      if building.baseMetres != 0 { head.add("base", metres: building.baseMetres) }
      if venue.materials.facade(of: number) != .concrete {
        head.add("facade", venue.materials.facade(of: number).rawValue)
      }
      if let roof {
        let loss = Flow.decimal(roof.lossDecibels, digits: 3)
        head.add("roof", "{loss: \(loss) dB, outline: \(Flow.points(roof.outline.exterior))}")
      }
      guard !levels.isEmpty else {
        text.line("- {\(head.text)}", indent: 2)
        continue
      }
      writeHead(head)
      text.line("levels:", indent: 4)
      for level in levels { write(level) }
    }
  }

  /// Writes a building's own keys in block style, one per line.
  private mutating func writeHead(_ head: Flow) {
    text.line("- \(head.pairs[0])", indent: 2)
    for pair in head.pairs.dropFirst() { text.line(pair, indent: 4) }
  }

  /// Adds a shape that may have several parts, or none.
  private func add(_ parts: [Polygon], to flow: inout Flow) {
    if parts.count == 1 { return flow.add(parts[0]) }
    let written = parts.map { part in
      var flow = Flow()
      flow.add(part)
      return "{\(flow.text)}"
    }
    flow.add("outlines", "[" + written.joined(separator: ", ") + "]")
  }

  private mutating func write(_ number: Int) {
    let level = venue.levels[number]
    var head = Flow()
    head.add("ordinal", "\(level.ordinal)")
    head.add("name", quoted: level.shortName.isEmpty ? "\(level.ordinal)" : level.shortName)
    head.add("elevation", metres: level.elevationMetres)
    head.add("height", metres: level.heightMetres)
    add(level.outline, to: &head)
    text.line("- \(head.pairs[0])", indent: 6)
    for pair in head.pairs.dropFirst() { text.line(pair, indent: 8) }
    text.list(
      "rooms", indent: 8,
      level.units.map { unit in
        var flow = Flow()
        flow.add("name", quoted: unit.name)
        if unit.kind != .room { flow.add("kind", unit.kind.rawValue) }
        flow.add(unit.shape)
        if !unit.isPublic { flow.add("public", "false") }
        return flow
      })
    text.list(
      "walls", indent: 8,
      level.walls.enumerated().map { index, wall in
        var flow = Flow()
        flow.add("from", wall.start)
        flow.add("to", wall.end)
        let material = venue.materials.material(ofWall: index, level: number)
        if material != .plasterboard { flow.add("material", material.rawValue) }
        return flow
      })
    text.list(
      "doors", indent: 8,
      level.openings.map { opening in
        var flow = Flow()
        flow.add("line", points: [opening.line.start, opening.line.end])
        if opening.kind != .door { flow.add("kind", opening.kind.rawValue) }
        if opening.isEntrance { flow.add("entrance", "true") }
        return flow
      })
    text.list(
      "fixtures", indent: 8,
      level.fixtures.map { shape in
        var flow = Flow()
        flow.add(shape)
        return flow
      })
  }
}
