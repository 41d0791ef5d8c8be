import Documents
import Maps

/// A line along which people walk, or a row or grid of them.
struct PathEntry: DocumentObject {
  static let schemaName = "Path"

  let kind: PathKind?
  let line: [SIMD2<Double>]
  let level: LevelReference?
  let levels: [LevelReference]
  let building: String?
  let outside: LineEnd?
  let signal: SIMD2<Double>?
  let repetition: RepeatEntry?
  let place: SourcePlace

  init(from object: inout ObjectReader) {
    place = object.place
    kind = object.optional(
      "kind", .choice(PathKind.self), "What it is; a pathway indoors, else a footway.")
    line = object.required(
      "line", .list(.point, count: 2...100_000), "It meets what it crosses or touches.")
    level = object.optional("level", LevelReferenceForm(), "Its level; by default outdoors.")
    levels = object.optional(
      "levels", levelsForm, default: [],
      "Several levels, each with such a line; not beside 'level'.")
    building = object.optional("building", .string, "Of which building, where there are several.")
    outside = object.optional(
      "outside", .choice(LineEnd.self),
      "Which end of a line on a level lies outdoors, where it leads through an entrance.")
    signal = object.optional(
      "signal", .point, "The signalled junction whose lights one waits for.")
    repetition = object.optional("repeat", RepeatEntry.self, "More of them.")
  }
}

/// An end of a line.
enum LineEnd: String, CaseIterable, Sendable {
  case first, last
}

/// A place with a name.
struct PlaceEntry: DocumentObject {
  static let schemaName = "Place"

  let name: String
  let at: SIMD2<Double>
  let level: LevelReference?
  let building: String?
  let repetition: RepeatEntry?
  let place: SourcePlace

  init(from object: inout ObjectReader) {
    place = object.place
    name = object.required("name", .string, "The name, unique within the venue.")
    at = object.required("at", .point, "Where one arrives.")
    level = object.optional("level", LevelReferenceForm(), "Its level; by default outdoors.")
    building = object.optional("building", .string, "Of which building, where there are several.")
    repetition = object.optional("repeat", RepeatEntry.self, "More of them.")
  }
}

/// An area whose crossing counts.
struct RegionEntry: DocumentObject {
  static let schemaName = "Region"

  let name: String
  let at: SIMD2<Double>
  let radius: Double
  let level: LevelReference?
  let building: String?
  let repetition: RepeatEntry?
  let place: SourcePlace

  init(from object: inout ObjectReader) {
    place = object.place
    name = object.required("name", .string, "The name, unique within the venue.")
    at = object.required("at", .point, "Its middle.")
    radius = object.required("radius", .quantity(.length, .between(0.1, 200_000)), "Its reach.")
    level = object.optional(
      "level", LevelReferenceForm(), "The level it is confined to; by default none.")
    building = object.optional("building", .string, "Of which building, where there are several.")
    repetition = object.optional("repeat", RepeatEntry.self, "More of them.")
  }
}
