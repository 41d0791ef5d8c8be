import Documents
import Maps

/// The file entry of a car park.
struct CarParkEntry: DocumentObject {
  static let schemaName = "CarPark"

  let name: String
  let shape: ShapeEntry
  let aisles: [AisleEntry]
  let stalls: [StallsEntry]
  let repetition: GridRepeatEntry?
  let place: SourcePosition

  init(from object: inout ObjectReader) {
    place = object.place
    name = object.required("name", .string, "Name of the car park, unique within the venue.")
    shape = ShapeEntry(reading: &object)
    aisles = object.list("aisles", of: AisleEntry.self, "Roads between the stalls.")
    stalls = object.list("stalls", of: StallsEntry.self, "Rows of stalls.")
    repetition = object.optional("repeat", GridRepeatEntry.self, "Copies in a row or a grid.")
  }
}

/// The file entry of a road between stalls.
struct AisleEntry: DocumentObject {
  static let schemaName = "Aisle"

  let line: [SIMD2<Double>]
  let oneWay: Bool
  let repetition: GridRepeatEntry?
  let place: SourcePosition

  init(from object: inout ObjectReader) {
    place = object.place
    line = object.required("line", .list(.point, count: 2...10_000), "Centre line of the aisle.")
    oneWay = object.optional(
      "one_way", .bool, default: false, "True if traffic may only follow the line.")
    repetition = object.optional("repeat", GridRepeatEntry.self, "Copies in a row or a grid.")
  }
}

/// The file entry of a row of stalls.
struct StallsEntry: DocumentObject {
  static let schemaName = "Stalls"

  let from: SIMD2<Double>
  let to: SIMD2<Double>?
  let count: Int
  let heading: Double
  let aisle: SIMD2<Double>?
  let repetition: GridRepeatEntry?
  let place: SourcePosition

  init(from object: inout ObjectReader) {
    place = object.place
    from = object.required("from", .point, "Centre of the first stall.")
    to = object.optional("to", .point, "Centre of the last stall.")
    count = object.optional("count", .int(1...10_000), default: 1, "Stall count, evenly spaced.")
    heading = object.required(
      "heading", bearingForm, "Bearing of a car in the stall: 0 deg up the drawing, 90 deg right."
    )
    aisle = object.optional(
      "aisle", .point, "A point of the access road; by default of the nearest road.")
    repetition = object.optional("repeat", GridRepeatEntry.self, "Copies in a row or a grid.")
  }
}

/// The file entry of a bus line.
struct BusLineEntry: DocumentObject {
  static let schemaName = "BusLine"

  let name: String
  let stops: [BusStopEntry]
  let headway: Double
  let place: SourcePosition

  init(from object: inout ObjectReader) {
    place = object.place
    name = object.required("name", .string, "Name of the bus line, unique within the venue.")
    stops = object.list(
      "stops", of: BusStopEntry.self, atLeast: 2, atMost: 10_000, "Stops of the line, in order.")
    headway = object.optional(
      "headway", .quantity(.time, .between(10, 86_400)), default: 600, "Time between two buses.")
  }
}

/// The file entry of a bus stop.
struct BusStopEntry: DocumentObject {
  static let schemaName = "BusStop"

  let name: String
  let at: SIMD2<Double>
  let place: SourcePosition

  init(from object: inout ObjectReader) {
    place = object.place
    name = object.required("name", .string, "Name of the bus stop.")
    at = object.required("at", .point, "Waiting position.")
  }
}
