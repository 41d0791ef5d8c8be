import Documents
import Maps

/// The file entry of a path, or a row or grid of paths.
struct PathEntry: DocumentObject {
  static let schemaName = "Path"

  let kind: PathKind?
  let line: [SIMD2<Double>]
  let level: LevelReference?
  let levels: [LevelReference]
  let building: String?
  let outside: LineEnd?
  let signal: SIMD2<Double>?
  let repetition: GridRepeatEntry?
  let place: SourcePosition

  init(from object: inout ObjectReader) {
    place = object.place
    kind = object.optional(
      "kind", .choice(PathKind.self), "Kind of path; by default a pathway indoors, else a footway.")
    line = object.required(
      "line", .list(.point, count: 2...100_000), "Points; joins paths that it crosses or touches.")
    level = object.optional("level", LevelReferenceForm(), "Level; by default outdoors.")
    levels = object.optional(
      "levels", levelsForm, default: [],
      "Levels with a copy of the line each; not with 'level'.")
    building = object.optional("building", .string, "Name of the building, if several have levels.")
    outside = object.optional(
      "outside", .choice(LineEnd.self),
      "Outdoor end of a line on a level that leads through an entrance.")
    signal = object.optional(
      "signal", .point, "Signalled junction whose signals control the crossing.")
    repetition = object.optional("repeat", GridRepeatEntry.self, "Copies in a row or a grid.")
  }
}

enum LineEnd: String, CaseIterable, Sendable {
  case first, last
}

/// The file entry of a named place.
struct PlaceEntry: DocumentObject {
  static let schemaName = "Place"

  let name: String
  let at: SIMD2<Double>
  let level: LevelReference?
  let building: String?
  let repetition: GridRepeatEntry?
  let place: SourcePosition

  init(from object: inout ObjectReader) {
    place = object.place
    name = object.required("name", .string, "Name of the place, unique within the venue.")
    at = object.required("at", .point, "Arrival position.")
    level = object.optional("level", LevelReferenceForm(), "Level; by default outdoors.")
    building = object.optional("building", .string, "Name of the building, if several have levels.")
    repetition = object.optional("repeat", GridRepeatEntry.self, "Copies in a row or a grid.")
  }
}

/// The file entry of a circular region.
struct RegionEntry: DocumentObject {
  static let schemaName = "Region"

  let name: String
  let at: SIMD2<Double>
  let radius: Double
  let level: LevelReference?
  let building: String?
  let repetition: GridRepeatEntry?
  let place: SourcePosition

  init(from object: inout ObjectReader) {
    place = object.place
    name = object.required("name", .string, "Name of the region, unique within the venue.")
    at = object.required("at", .point, "Centre of the region.")
    radius = object.required("radius", .quantity(.length, .between(0.1, 200_000)), "Radius.")
    level = object.optional(
      "level", LevelReferenceForm(), "Level of the region; by default all levels and the outdoors.")
    building = object.optional("building", .string, "Name of the building, if several have levels.")
    repetition = object.optional("repeat", GridRepeatEntry.self, "Copies in a row or a grid.")
  }
}
