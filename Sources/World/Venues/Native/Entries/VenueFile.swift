public import Documents
import Geometry
import Observations

/// A venue as its file says it, in local metres.
public struct VenueFile: DocumentObject {
  /// What the reports call the place.
  public let name: String
  /// What it is, in a sentence.
  public let about: String
  /// Whom its data come from, and on what terms.
  public let attribution: String
  let origin: OriginEntry
  let rotation: Double
  let checks: CheckMode
  let isImported: Bool
  let ssids: [String]
  let beaconUUID: Identifier128?
  let buildings: [BuildingEntry]
  let connectors: ConnectorEntries
  let paths: [PathEntry]
  let junctions: [JunctionEntry]
  let roads: [RoadEntry]
  let restrictions: [RestrictionEntry]
  let carParks: [CarParkEntry]
  let busLines: [BusLineEntry]
  let accessPoints: [AccessPointEntry]
  let beacons: [BeaconEntry]
  let cells: [CellEntry]
  let places: [PlaceEntry]
  let regions: [RegionEntry]

  /// Reads a venue; whether its parts fit together is checked by ``built()``.
  public init(from object: inout ObjectReader) {
    name = object.required("name", .string, "What the reports call the place.")
    about = object.optional("about", .anyString, default: "", "What it is, in a sentence.")
    attribution = object.optional(
      "attribution", .anyString, default: "", "Whom its data come from, and on what terms.")
    origin = object.required("origin", .object(OriginEntry.self), "Where local metres begin.")
    rotation = object.optional(
      "rotation", .quantity(.angle, .between(-2 * .pi, 2 * .pi)), default: 0,
      "How far the drawing is turned about the origin, anticlockwise, so that east isn't right.")
    checks = object.optional(
      "checks", .choice(CheckMode.self), default: .strict,
      "Whether what is doubtful is a mistake, or only remarked.")
    isImported = object.optional(
      "imported", .bool, default: false,
      "Whether all is as it stands: no walls are made, no doors cut, no lines joined; and what "
        + "is doubtful is only remarked.")
    ssids = object.optional(
      "ssids", .list(.anyString, count: 1...16), default: ["guest"],
      "The networks of access points that don't name their own.")
    beaconUUID = object.optional(
      "beacon_uuid", proximityUUIDForm, "The UUID of beacons that don't name their own.")
    buildings = object.list("buildings", of: BuildingEntry.self, "The buildings.")
    connectors = ConnectorEntries(reading: &object)
    paths = object.list("paths", of: PathEntry.self, "Where people usually walk.")
    junctions = object.list(
      "junctions", of: JunctionEntry.self, "Junctions with stop signs, lights or a place to be.")
    roads = object.list("roads", of: RoadEntry.self, "What vehicles move on.")
    restrictions = object.list("restrictions", of: RestrictionEntry.self, "Turns not allowed.")
    carParks = object.list("car_parks", of: CarParkEntry.self, "Places to leave cars at.")
    busLines = object.list("bus_lines", of: BusLineEntry.self, "Bus lines.")
    accessPoints = object.list("access_points", of: AccessPointEntry.self, "Wi-Fi.")
    beacons = object.list("beacons", of: BeaconEntry.self, "The beacons.")
    cells = object.list("cells", of: CellEntry.self, "The cell sites.")
    places = object.list(
      "places", of: PlaceEntry.self, "Places with names of their own; rooms are places anyway.")
    regions = object.list("regions", of: RegionEntry.self, "Areas whose crossing counts.")
  }
}

/// How strictly a venue is checked.
enum CheckMode: String, CaseIterable, Sendable {
  case strict, lenient
}

/// Where local metres begin.
struct OriginEntry: DocumentObject {
  static let schemaName = "Origin"

  let latitude: Double
  let longitude: Double
  let altitude: Double

  init(from object: inout ObjectReader) {
    let degrees = Double.pi / 180
    latitude =
      object.required(
        "latitude", .quantity(.angle, .between(-90 * degrees, 90 * degrees)),
        "Geodetic latitude, north positive.") / degrees
    longitude =
      object.required(
        "longitude", .quantity(.angle, .between(-180 * degrees, 180 * degrees)),
        "Longitude, east positive.") / degrees
    altitude = object.optional(
      "altitude", .quantity(.length, .between(-500, 9000)), default: 0,
      "Height above the ellipsoid.")
  }
}
