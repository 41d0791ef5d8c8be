import Documents
import Maps

/// A car park.
struct CarParkEntry: DocumentObject {
  static let schemaName = "CarPark"

  let name: String
  let shape: ShapeEntry
  let aisles: [AisleEntry]
  let stalls: [StallsEntry]
  let repetition: RepeatEntry?
  let place: SourcePlace

  init(from object: inout ObjectReader) {
    place = object.place
    name = object.required("name", .string, "The name, unique within the venue.")
    shape = ShapeEntry(reading: &object)
    aisles = object.list("aisles", of: AisleEntry.self, "The roads between its stalls.")
    stalls = object.list("stalls", of: StallsEntry.self, "Rows of stalls.")
    repetition = object.optional("repeat", RepeatEntry.self, "More of them.")
  }
}

/// A road between stalls.
struct AisleEntry: DocumentObject {
  static let schemaName = "Aisle"

  let line: [SIMD2<Double>]
  let oneWay: Bool
  let repetition: RepeatEntry?
  let place: SourcePlace

  init(from object: inout ObjectReader) {
    place = object.place
    line = object.required("line", .list(.point, count: 2...10_000), "Its middle.")
    oneWay = object.optional(
      "one_way", .bool, default: false, "Whether one may only drive along the line.")
    repetition = object.optional("repeat", RepeatEntry.self, "More of them.")
  }
}

/// A row of stalls.
struct StallsEntry: DocumentObject {
  static let schemaName = "Stalls"

  let from: SIMD2<Double>
  let to: SIMD2<Double>?
  let count: Int
  let heading: Double
  let aisle: SIMD2<Double>?
  let repetition: RepeatEntry?
  let place: SourcePlace

  init(from object: inout ObjectReader) {
    place = object.place
    from = object.required("from", .point, "The middle of the first.")
    to = object.optional("to", .point, "The middle of the last.")
    count = object.optional("count", .int(1...10_000), default: 1, "How many, evenly spread.")
    heading = object.required(
      "heading", bearingForm, "Where a car faces, as a bearing: 0 deg up the drawing, 90 deg right."
    )
    aisle = object.optional(
      "aisle", .point, "A point of the road one turns in from; by default the nearest.")
    repetition = object.optional("repeat", RepeatEntry.self, "More of them.")
  }
}

/// A bus line.
struct BusLineEntry: DocumentObject {
  static let schemaName = "BusLine"

  let name: String
  let stops: [BusStopEntry]
  let headway: Double
  let place: SourcePlace

  init(from object: inout ObjectReader) {
    place = object.place
    name = object.required("name", .string, "The name, unique within the venue.")
    stops = object.list(
      "stops", of: BusStopEntry.self, atLeast: 2, atMost: 10_000, "Its stops in order.")
    headway = object.optional(
      "headway", .quantity(.time, .between(10, 86_400)), default: 600, "Between two buses.")
  }
}

/// A place where the bus halts.
struct BusStopEntry: DocumentObject {
  static let schemaName = "BusStop"

  let name: String
  let at: SIMD2<Double>
  let place: SourcePlace

  init(from object: inout ObjectReader) {
    place = object.place
    name = object.required("name", .string, "The name.")
    at = object.required("at", .point, "Where one waits.")
  }
}
