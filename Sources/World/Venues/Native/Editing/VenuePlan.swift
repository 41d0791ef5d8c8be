public import Documents
import Geometry
import Maps

/// The drawing of a venue's file for an editor: its levels, and its entries with their positions.
///
/// Coordinates are those of each level in the file, in metres. A venue with inconsistencies has a drawing,
/// too; only a file that can't be decoded has none.
public struct VenuePlan: Sendable {
  /// The drawing as JSON.
  public let json: JSONValue
}

extension EditableVenue {
  /// The drawing of the venue.
  ///
  /// - Throws: The errors of a file that can't be decoded.
  public func plan() throws(DocumentError) -> VenuePlan {
    let file = try venueFile()
    let storeys = PlanStorey.all(of: file)
    let built = VenueAssembly(file).floors
    var objects = PlanObjects(self, storeys)
    objects.add(file)
    for storey in storeys { objects.add(storey) }
    let levels = storeys.map { storey in
      storey.json(built, lines: yaml.lines(at: storey.path))
    }
    let footprints = built.buildings.flatMap(\.footprint).map { shape in
      JSONValue.array(shape.exterior.map { planPoint($0.rotated(by: -file.rotation)) })
    }
    return VenuePlan(
      json: [
        "name": .string(file.name), "has_beacon_uuid": .bool(file.beaconUUID != nil),
        "choices": planChoices, "levels": .array(levels), "objects": .array(objects.all),
        "footprints": .array(footprints),
      ])
  }
}

/// The names that fields with a fixed set of values take.
private let planChoices: JSONValue = [
  "unit": names(UnitKind.self), "opening": names(OpeningKind.self),
  "material": names(Material.self),
  "room_wall": names(WallChoice.self), "truth": ["true", "false"],
]

private func names<Choice>(_ type: Choice.Type) -> JSONValue
where Choice: CaseIterable & RawRepresentable, Choice.RawValue == String {
  .array(Choice.allCases.map { .string($0.rawValue) })
}

/// A level entry of the file, with its place there.
struct PlanStorey {
  let building: BuildingEntry
  let entry: LevelEntry
  let path: [String]
  /// The ordinals and names of the storeys that the entry stands for.
  let headers: [LevelHeader]

  /// The placement of the level's coordinates in the drawing of the venue.
  var placement: DrawingTransform {
    DrawingTransform(angle: building.rotation, origin: building.origin)
  }

  static func all(of file: VenueFile) -> [PlanStorey] {
    file.buildings.enumerated().flatMap { number, building in
      let headers = building.storeys(NameScope(building: building.name))
      return building.levels.enumerated().map { position, level in
        PlanStorey(
          building: building, entry: level,
          path: ["buildings", "\(number)", "levels", "\(position)"],
          headers: headers.filter { $0.entry.place == level.place })
      }
    }
  }

  /// True if a reference from elsewhere in the file means this level.
  func matches(_ reference: LevelReference, building name: String?) -> Bool {
    guard name == nil || name == building.name else { return false }
    return headers.contains { header in
      switch reference {
      case .ordinal(let ordinal): header.ordinal == ordinal
      case .name(let name): header.name == name
      }
    }
  }

  func json(_ built: FloorAssembly, lines: ClosedRange<Int>?) -> JSONValue {
    var json: JSONObject = [
      "path": .array(path.map { .string($0) }), "building": .string(building.name),
      "ordinal": .int(Int64(entry.ordinal)), "name": .string(headers.first?.name ?? ""),
      "storeys": .int(Int64(headers.count)), "height": .number(entry.height),
      "frame": [
        .number(building.rotation), planNumber(building.origin.x), planNumber(building.origin.y),
      ],
      "is_fixed": .bool(entry.repetition != nil || building.repetition != nil),
      "has_outline": .bool(!entry.shape.isMissing), "lines": planLines(lines),
    ]
    if let picture = entry.picture { json["picture"] = picture.json }
    // The first storey of a repeat stands for all of them.
    if let index = built.levelPlaces.firstIndex(of: entry.place) {
      let inverse = built.placements[built.levels[index].building].inverse
      json["outline"] = .array(built.levels[index].outline.map { planRing($0, inverse) })
      json["walls"] = .array(
        zip(built.levels[index].walls, built.materials[index]).map { wall, material in
          [
            planPoint(inverse(wall.start)), planPoint(inverse(wall.end)),
            .string(material.rawValue),
          ]
        })
      json["openings"] = .array(
        built.levels[index].openings.map { opening in
          [
            planPoint(inverse(opening.line.start)), planPoint(inverse(opening.line.end)),
            .string(opening.kind.rawValue), .bool(opening.isEntrance),
          ]
        })
      json["units"] = .array(
        built.levels[index].units.map { unit in
          [.string(unit.name), .string(unit.kind.rawValue), planRing(unit.shape, inverse)]
        })
      json["fixtures"] = .array(built.levels[index].fixtures.map { planRing($0, inverse) })
    }
    return .object(json)
  }
}

extension PictureEntry {
  fileprivate var json: JSONValue {
    var json: JSONObject = [
      "file": .string(file), "size": .array(size.map { .number($0) }),
      "anchors": .array(
        anchors.map { anchor in
          ["pixel": .array(anchor.pixel.map { .number($0) }), "at": planPoint(anchor.at)]
        }),
    ]
    if let frame = try? frame() {
      json["corner"] = planPoint(frame(.zero))
      json["metres_per_pixel"] = .number(frame.metresPerPixel)
      json["angle"] = .number(frame.angle)
    }
    return .object(json)
  }
}

extension DrawingTransform {
  /// The transform back from the venue to the drawing.
  var inverse: DrawingTransform {
    DrawingTransform(angle: -angle, origin: (-origin).rotated(by: -angle))
  }
}

/// A coordinate to a tenth of a millimetre.
func planNumber(_ value: Double) -> JSONValue { .number((value * 1e4).rounded() / 1e4) }

func planPoint(_ point: Vec2) -> JSONValue { [planNumber(point.x), planNumber(point.y)] }

func planLines(_ lines: ClosedRange<Int>?) -> JSONValue {
  lines.map { [.int(Int64($0.lowerBound)), .int(Int64($0.upperBound))] } ?? .null
}

private func planRing(_ shape: Polygon, _ transform: DrawingTransform) -> JSONValue {
  .array(shape.exterior.map { planPoint(transform($0)) })
}
