public import Documents
import Geometry
import Observations

/// A venue file, in local metres.
public struct VenueFile: DocumentObject {
  /// The name of the venue in reports.
  public let name: String
  /// A description in one sentence.
  public let about: String
  /// The source of the data, and the terms of use.
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

  /// Reads a venue file; ``built()`` checks the consistency of its parts.
  public init(from object: inout ObjectReader) {
    name = object.required("name", .string, "Name of the venue in reports.")
    about = object.optional("about", .anyString, default: "", "Description, in a sentence.")
    attribution = object.optional(
      "attribution", .anyString, default: "", "Source of the data, and the terms of use.")
    origin = object.required("origin", .object(OriginEntry.self), "Origin of local coordinates.")
    rotation = object.optional(
      "rotation", .quantity(.angle, .between(-2 * .pi, 2 * .pi)), default: 0,
      "Rotation of the drawing about the origin, anticlockwise, if right is not east.")
    checks = object.optional(
      "checks", .choice(CheckMode.self), default: .strict,
      "Treatment of doubtful features: as errors, or only as remarks.")
    isImported = object.optional(
      "imported", .bool, default: false,
      "True to take everything as drawn: no walls made, no doors cut, no lines joined; and "
        + "doubtful features are only remarks.")
    ssids = object.optional(
      "ssids", .list(.anyString, count: 1...16), default: ["guest"],
      "SSIDs of access points without their own.")
    beaconUUID = object.optional(
      "beacon_uuid", proximityUUIDForm, "Proximity UUID of beacons without their own.")
    buildings = object.list("buildings", of: BuildingEntry.self, "Buildings of the venue.")
    connectors = ConnectorEntries(reading: &object)
    paths = object.list("paths", of: PathEntry.self, "Usual walking routes.")
    junctions = object.list(
      "junctions", of: JunctionEntry.self, "Junctions with stop signs, signals or fixed positions.")
    roads = object.list("roads", of: RoadEntry.self, "Roads for vehicles.")
    restrictions = object.list("restrictions", of: RestrictionEntry.self, "Turn restrictions.")
    carParks = object.list("car_parks", of: CarParkEntry.self, "Car parks of the venue.")
    busLines = object.list("bus_lines", of: BusLineEntry.self, "Bus lines.")
    accessPoints = object.list("access_points", of: AccessPointEntry.self, "Wi-Fi access points.")
    beacons = object.list("beacons", of: BeaconEntry.self, "Bluetooth beacons.")
    cells = object.list("cells", of: CellEntry.self, "Cell sites.")
    places = object.list(
      "places", of: PlaceEntry.self, "Named places; rooms are places in any case.")
    regions = object.list("regions", of: RegionEntry.self, "Areas for region monitoring.")
  }
}

/// The strictness of the venue checks.
enum CheckMode: String, CaseIterable, Sendable {
  case strict, lenient
}

/// The file entry of the origin of local coordinates.
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
