import Documents
import Observations

/// The file entry of a Wi-Fi access point, or a row or grid of them.
struct AccessPointEntry: DocumentObject {
  static let schemaName = "AccessPoint"

  let name: String
  let at: SIMD2<Double>
  let height: Double?
  let level: LevelReference?
  let building: String?
  let ssids: [String]?
  let bssid: HardwareAddress?
  let channels: [Int]?
  let power: Double?
  let radios: [RadioEntry]?
  let repetition: GridRepeatEntry?
  let place: SourcePosition

  init(from object: inout ObjectReader) {
    place = object.place
    name = object.required("name", .string, "Name of the access point, unique within the venue.")
    at = object.required("at", .point, "Position of the access point.")
    height = object.optional(
      "height", .quantity(.length, .between(-500, 2000)),
      "Height above the floor, or the ground; by default 2.7 m or the ceiling.")
    level = object.optional("level", LevelReferenceForm(), "Level; by default outdoors.")
    building = object.optional("building", .string, "Name of the building, if several have levels.")
    ssids = object.optional(
      "ssids", .list(.anyString, count: 1...16), "SSIDs of the networks; by default the venue's.")
    bssid = object.optional(
      "bssid", hardwareAddressForm,
      "BSSID of the first network; the others count up. By default derived from the name.")
    channels = object.optional(
      "channels", .list(.int(1...177), count: 1...8),
      "Channels, one per radio: 1 to 14 at 2.4 GHz, others at 5 GHz; by default one of each.")
    power = object.optional(
      "power", .quantity(.decibelMilliwatts, .between(-30, 40)),
      "Radiated power of each radio (EIRP); by default 20 dBm at 2.4 GHz, 23 dBm at 5 GHz.")
    radios = object.optional(
      "radios", .list(.object(RadioEntry.self), count: 0...64), "Radios, one by one.")
    repetition = object.optional("repeat", GridRepeatEntry.self, "Copies in a row or a grid.")
  }
}

/// The file entry of a radio of an access point.
struct RadioEntry: DocumentObject {
  static let schemaName = "Radio"

  let frequency: Double
  let power: Double
  let networks: [NetworkEntry]

  init(from object: inout ObjectReader) {
    frequency = object.required(
      "frequency", .quantity(.frequency, .between(1e8, 1e11)), "Centre frequency of the channel.")
    power = object.optional(
      "power", .quantity(.decibelMilliwatts, .between(-100, 60)), default: 20,
      "Radiated power (EIRP).")
    networks = object.list("networks", of: NetworkEntry.self, "Networks of the radio.")
  }
}

/// The file entry of a network of a radio.
struct NetworkEntry: DocumentObject {
  static let schemaName = "Network"

  let bssid: HardwareAddress
  let ssid: String

  init(from object: inout ObjectReader) {
    bssid = object.required("bssid", hardwareAddressForm, "BSSID of the network.")
    ssid = object.optional("ssid", .anyString, default: "", "SSID; by default hidden.")
  }
}

/// The file entry of a beacon, or a row or grid of beacons.
struct BeaconEntry: DocumentObject {
  static let schemaName = "Beacon"

  let name: String
  let at: SIMD2<Double>
  let height: Double
  let level: LevelReference?
  let building: String?
  let uuid: Identifier128?
  let major: Int
  let minor: Int
  let measuredPower: Double
  let truePower: Double?
  let interval: Double
  let repetition: GridRepeatEntry?
  let place: SourcePosition

  init(from object: inout ObjectReader) {
    place = object.place
    name = object.required("name", .string, "Name of the beacon, unique within the venue.")
    at = object.required("at", .point, "Position of the beacon.")
    height = object.optional(
      "height", .quantity(.length, .between(-500, 2000)), default: 2.5,
      "Height above the floor, or the ground.")
    level = object.optional("level", LevelReferenceForm(), "Level; by default outdoors.")
    building = object.optional("building", .string, "Name of the building, if several have levels.")
    uuid = object.optional(
      "uuid", proximityUUIDForm, "Proximity UUID; by default the venue's.")
    major = object.optional(
      "major", .int(0...65535), default: 0, "Major number; repeated storeys increment it.")
    minor = object.optional(
      "minor", .int(0...65535), default: 0, "Minor number; repeats increment it.")
    measuredPower = object.optional(
      "measured_power", .quantity(.decibelMilliwatts, .between(-127, 20)), default: -59,
      "Advertised measured power at 1 m.")
    truePower = object.optional(
      "true_power", .quantity(.decibelMilliwatts, .between(-127, 20)),
      "True power at 1 m; by default the advertised power.")
    interval = object.optional(
      "interval", .quantity(.time, .between(0.02, 10.24)), default: 0.35,
      "Advertising interval.")
    repetition = object.optional("repeat", GridRepeatEntry.self, "Copies in a row or a grid.")
  }
}

/// The file entry of a cell site.
struct CellEntry: DocumentObject {
  static let schemaName = "CellSite"

  let name: String
  let at: SIMD2<Double>
  let height: Double
  let technology: CellTechnology
  let country, network, area: Int
  let power, frequency: Double
  let sectors: SectorsEntry
  let repetition: GridRepeatEntry?
  let place: SourcePosition

  init(from object: inout ObjectReader) {
    place = object.place
    name = object.required("name", .string, "Name of the cell site, unique within the venue.")
    at = object.required("at", .point, "Position of the cell site.")
    height = object.optional(
      "height", .quantity(.length, .between(-500, 2000)), default: 30,
      "Height of the antennas above the origin.")
    technology = object.optional(
      "technology", .choice(CellTechnology.self), default: .lte, "Radio access technology.")
    country = object.optional(
      "country", .int(0...999), default: 1, "Mobile country code; 1 is for tests.")
    network = object.optional(
      "network", .int(0...999), default: 1, "Mobile network code; 1 is for tests.")
    area = object.optional("area", .int(0...16_777_215), default: 1, "Area code of the cell site.")
    power = object.optional(
      "power", .quantity(.decibelMilliwatts, .between(-30, 90)), default: 60,
      "Radiated power of a sector (EIRP); by default 46 dBm with 14 dB of antenna gain.")
    frequency = object.optional(
      "frequency", .quantity(.frequency, .between(1e8, 1e11)), default: 1.94e9,
      "Centre frequency of the carrier.")
    sectors = object.optional(
      "sectors", sectorsForm, default: .count(3), "Number of sectors, from north on, or a list.")
    repetition = object.optional("repeat", GridRepeatEntry.self, "Copies in a row or a grid.")
  }
}

enum SectorsEntry: Sendable {
  case count(Int)
  case each([SectorEntry])
}

private let sectorsForm = IntegerForm.int(1...12).or(
  .list(.object(SectorEntry.self), count: 0...64), scalar: { SectorsEntry.count($0) },
  collection: { SectorsEntry.each($0) })

/// The file entry of an antenna of a cell site.
struct SectorEntry: DocumentObject {
  static let schemaName = "Sector"

  let bearing: Double?
  let cell: Int?
  let physical: Int?
  let channel: Int?

  init(from object: inout ObjectReader) {
    bearing = object.optional("bearing", bearingForm, "Bearing; if absent, omnidirectional.")
    cell = object.optional(
      "cell", .int(0...68_719_476_735), "Cell identity; by default derived from the name.")
    physical = object.optional(
      "physical", .int(0...1007), "Physical cell identity; by default derived from the name.")
    channel = object.optional(
      "channel", .int(0...3_279_165), "Channel number; by default derived from the frequency.")
  }
}
