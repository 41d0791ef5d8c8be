public import Documents
import Geometry
import Maps
import Observations

/// A venue as its file says it, in local metres.
public struct VenueFile: DocumentObject {
  /// What the reports call the place.
  public let name: String
  private let origin: OriginEntry
  private let levels: [LevelEntry]
  private let beacons: [BeaconEntry]
  private let roof: RoofEntry?

  /// Reads a venue and checks that its parts fit together.
  public init(from object: inout ObjectReader) {
    name = object.required("name", .string, "What the reports call the place.")
    origin = object.required("origin", .object(OriginEntry.self), "Where local metres begin.")
    roof = object.optional("roof", .object(RoofEntry.self), "What keeps satellites out.")
    levels = object.list(
      "levels", of: LevelEntry.self, atLeast: 1, "The storeys, each with its walls.")
    beacons = object.list("beacons", of: BeaconEntry.self, atLeast: 0, "The beacons.")
    let ordinals = levels.map(\.ordinal)
    object.check(
      Set(ordinals).count == ordinals.count, at: "levels", "two levels have the same ordinal")
    for beacon in beacons where !ordinals.contains(beacon.level) {
      object.check(
        false, at: "beacons",
        "the beacon '\(beacon.name)' stands on level \(beacon.level), which the venue lacks")
    }
    object.check(
      Set(beacons.map(\.name)).count == beacons.count, at: "beacons",
      "two beacons have the same name")
  }

  /// The place that the file describes.
  ///
  /// - Returns: The venue.
  /// - Throws: What no single key is to blame for.
  public func venue() throws(DocumentError) -> Venue {
    let frame: LocalFrame
    do {
      frame = LocalFrame(
        origin: try Geodetic(
          latitudeDegrees: origin.latitude, longitudeDegrees: origin.longitude,
          altitudeMetres: origin.altitude))
    } catch {
      throw DocumentError("\(error)")
    }
    let ordered = levels.sorted { $0.ordinal < $1.ordinal }
    let built = ordered.map { level in
      Level(
        ordinal: level.ordinal, shortName: level.shortName, elevationMetres: level.elevation,
        walls: level.walls.map { Segment2($0.from, $0.to) })
    }
    let covered = roof.flatMap { entry in
      entry.outline.map { Roof(outline: $0, lossDecibels: entry.loss) }
    }
    let stood = beacons.map { entry in
      let level = built.firstIndex { $0.ordinal == entry.level }
      return entry.beacon(
        level: level, floorElevation: level.map { built[$0].elevationMetres } ?? 0)
    }
    let building = Building(
      name: name, footprint: (covered?.outline).map { [$0] } ?? [], heightMetres: 4)
    return Venue(
      map: VenueMap(
        name: name, frame: frame, buildings: [building], levels: built,
        beacons: stood.map(\.published)),
      fabric: Fabric(roofs: [covered]), transmitters: Transmitters(beacons: stood))
  }
}

extension ObjectReader {
  /// Complains of a point so far off that the venue's flat frame no longer means anything.
  public mutating func checkReach(of point: SIMD2<Double>, at key: String) {
    let reach = 100_000.0
    check(
      abs(point.x) <= reach && abs(point.y) <= reach, at: key,
      "must lie within 100 km of the venue's origin")
  }
}

private struct OriginEntry: DocumentObject {
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

private struct RoofEntry: DocumentObject {
  /// Nil only where the outline is reported as wrong.
  let outline: Polygon?
  let loss: Double

  init(from object: inout ObjectReader) {
    let corners = object.required(
      "outline", .list(.point, count: 3...10_000), "The corners in order: metres east, north.")
    loss = object.optional(
      "loss", .quantity(.decibels, .between(0, 80)), default: 15,
      "What a satellite's signal loses; 15 dB is 30 cm of concrete at L1 (ITU-R P.2040).")
    do {
      outline = try Polygon(exterior: corners)
    } catch {
      outline = nil
      object.check(false, at: "outline", "\(error)")
    }
  }
}

private struct LevelEntry: DocumentObject {
  let ordinal: Int
  let shortName: String
  let elevation: Double
  let walls: [WallEntry]

  init(from object: inout ObjectReader) {
    ordinal = object.required(
      "ordinal", .int(-50...200), "0 for the ground floor, negative below.")
    shortName = object.required("name", .string, "What signs say, such as 'G' or '13'.")
    elevation = object.optional(
      "elevation", .quantity(.length, .between(-500, 2000)), default: 0,
      "The floor's height above the origin.")
    walls = object.list("walls", of: WallEntry.self, atLeast: 0, "The walls.")
  }
}

private struct WallEntry: DocumentObject {
  let from: SIMD2<Double>
  let to: SIMD2<Double>

  init(from object: inout ObjectReader) {
    from = object.required("from", .point, "One end: metres east, metres north.")
    to = object.required("to", .point, "The other end.")
    object.check(from != to, at: "to", "a wall needs two different ends")
    object.checkReach(of: from, at: "from")
    object.checkReach(of: to, at: "to")
  }
}

private let proximityUUIDForm = TextForm(
  "a UUID", pattern: "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$",
  example: "F7826DA6-4FA2-4E98-8024-BC5B71E0893E", accepts: { Identifier128($0) != nil }
).map(placeholder: Identifier128(high: 0, low: 0)) { text throws(DocumentFormError) in
  guard let identifier = Identifier128(text) else { throw DocumentFormError("not a UUID") }
  return identifier
}

private struct BeaconEntry: DocumentObject {
  let name: String
  let at: SIMD2<Double>
  let height: Double
  let level: Int
  let uuid: Identifier128
  let major: Int
  let minor: Int
  let measuredPower: Double
  let truePower: Double?
  let interval: Double

  init(from object: inout ObjectReader) {
    name = object.required("name", .identifier, "The beacon's name.")
    at = object.required("at", .point, "Where it is: metres east, metres north.")
    object.checkReach(of: at, at: "at")
    height = object.optional(
      "height", .quantity(.length, .between(0, 50)), default: 2.5, "Height above the floor.")
    level = object.optional("level", .int(-50...200), default: 0, "The level's ordinal.")
    uuid = object.required(
      "uuid",
      proximityUUIDForm, "The proximity UUID.")
    major = object.optional("major", .int(0...65535), default: 0, "The major number.")
    minor = object.optional("minor", .int(0...65535), default: 0, "The minor number.")
    measuredPower = object.optional(
      "measured_power", .quantity(.decibelMilliwatts, .between(-127, 20)), default: -59,
      "The power at 1 m that its frames claim.")
    truePower = object.optional(
      "true_power", .quantity(.decibelMilliwatts, .between(-127, 20)),
      "The power at 1 m that it truly has; what it claims, unless said.")
    interval = object.optional(
      "interval", .quantity(.time, .between(0.02, 10.24)), default: 0.35,
      "The time between advertisements.")
  }

  func beacon(level: Int?, floorElevation: Double) -> Beacon {
    Beacon(
      name: name,
      identity: BeaconIdentity(
        uuid: uuid, major: UInt16(clamping: major), minor: UInt16(clamping: minor)),
      position: Vec3(at, floorElevation + height), level: level,
      measuredPowerDecibelMilliwatts: measuredPower,
      truePowerDecibelMilliwatts: truePower ?? measuredPower, intervalSeconds: interval)
  }
}
