import Documents
import Observations

/// A Wi-Fi access point, or a row or grid of them.
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
  let repetition: RepeatEntry?
  let place: SourcePlace

  init(from object: inout ObjectReader) {
    place = object.place
    name = object.required("name", .string, "The name, unique within the venue.")
    at = object.required("at", .point, "Where it is.")
    height = object.optional(
      "height", .quantity(.length, .between(-500, 2000)),
      "Above the floor, or the ground; by default 2.7 m or the ceiling.")
    level = object.optional("level", LevelReferenceForm(), "Its level; by default outdoors.")
    building = object.optional("building", .string, "Of which building, where there are several.")
    ssids = object.optional(
      "ssids", .list(.anyString, count: 1...16), "Its networks; by default the venue's.")
    bssid = object.optional(
      "bssid", hardwareAddressForm,
      "The address of its first network; the others count up. By default made from the name.")
    channels = object.optional(
      "channels", .list(.int(1...177), count: 1...8),
      "A radio each: 1 to 14 at 2.4 GHz, others at 5 GHz; by default one of each.")
    power = object.optional(
      "power", .quantity(.decibelMilliwatts, .between(-30, 40)),
      "What each radio radiates (EIRP); by default 20 dBm at 2.4 GHz and 23 dBm at 5 GHz.")
    radios = object.optional(
      "radios", .list(.object(RadioEntry.self), count: 0...64), "The radios one by one.")
    repetition = object.optional("repeat", RepeatEntry.self, "More of them.")
  }
}

/// One radio of an access point.
struct RadioEntry: DocumentObject {
  static let schemaName = "Radio"

  let frequency: Double
  let power: Double
  let networks: [NetworkEntry]

  init(from object: inout ObjectReader) {
    frequency = object.required(
      "frequency", .quantity(.frequency, .between(1e8, 1e11)), "The middle of its channel.")
    power = object.optional(
      "power", .quantity(.decibelMilliwatts, .between(-100, 60)), default: 20,
      "What it radiates (EIRP).")
    networks = object.list("networks", of: NetworkEntry.self, "The networks it serves.")
  }
}

/// A network that a radio serves.
struct NetworkEntry: DocumentObject {
  static let schemaName = "Network"

  let bssid: HardwareAddress
  let ssid: String

  init(from object: inout ObjectReader) {
    bssid = object.required("bssid", hardwareAddressForm, "The address.")
    ssid = object.optional("ssid", .anyString, default: "", "The name; by default hidden.")
  }
}

/// A beacon, or a row or grid of them.
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
  let repetition: RepeatEntry?
  let place: SourcePlace

  init(from object: inout ObjectReader) {
    place = object.place
    name = object.required("name", .string, "The beacon's name, unique within the venue.")
    at = object.required("at", .point, "Where it is.")
    height = object.optional(
      "height", .quantity(.length, .between(-500, 2000)), default: 2.5,
      "Height above the floor, or the ground.")
    level = object.optional("level", LevelReferenceForm(), "Its level; by default outdoors.")
    building = object.optional("building", .string, "Of which building, where there are several.")
    uuid = object.optional(
      "uuid", proximityUUIDForm, "The proximity UUID; by default the venue's.")
    major = object.optional(
      "major", .int(0...65535), default: 0, "The major number; storeys that repeat count it up.")
    minor = object.optional(
      "minor", .int(0...65535), default: 0, "The minor number; repeats count it up.")
    measuredPower = object.optional(
      "measured_power", .quantity(.decibelMilliwatts, .between(-127, 20)), default: -59,
      "The power at 1 m that its frames claim.")
    truePower = object.optional(
      "true_power", .quantity(.decibelMilliwatts, .between(-127, 20)),
      "The power at 1 m that it truly has; by default what it claims.")
    interval = object.optional(
      "interval", .quantity(.time, .between(0.02, 10.24)), default: 0.35,
      "The time between advertisements.")
    repetition = object.optional("repeat", RepeatEntry.self, "More of them.")
  }
}

/// A cell site.
struct CellEntry: DocumentObject {
  static let schemaName = "CellSite"

  let name: String
  let at: SIMD2<Double>
  let height: Double
  let technology: CellTechnology
  let country, network, area: Int
  let power, frequency: Double
  let sectors: SectorsEntry
  let repetition: RepeatEntry?
  let place: SourcePlace

  init(from object: inout ObjectReader) {
    place = object.place
    name = object.required("name", .string, "The name, unique within the venue.")
    at = object.required("at", .point, "Where it is.")
    height = object.optional(
      "height", .quantity(.length, .between(-500, 2000)), default: 30,
      "Of its antennas above the origin.")
    technology = object.optional(
      "technology", .choice(CellTechnology.self), default: .lte, "The generation.")
    country = object.optional(
      "country", .int(0...999), default: 1, "The mobile country code; 1 is for tests.")
    network = object.optional(
      "network", .int(0...999), default: 1, "The mobile network code; 1 is for tests.")
    area = object.optional("area", .int(0...16_777_215), default: 1, "The area code.")
    power = object.optional(
      "power", .quantity(.decibelMilliwatts, .between(-30, 90)), default: 60,
      "What a sector radiates (EIRP): by default 46 dBm and a gain of 14 dB.")
    frequency = object.optional(
      "frequency", .quantity(.frequency, .between(1e8, 1e11)), default: 1.94e9,
      "The middle of its carrier.")
    sectors = object.optional(
      "sectors", sectorsForm, default: .count(3), "How many, from north on, or each of them.")
    repetition = object.optional("repeat", RepeatEntry.self, "More of them.")
  }
}

/// The sectors of a site.
enum SectorsEntry: Sendable {
  case count(Int)
  case each([SectorEntry])
}

private let sectorsForm = IntegerForm.int(1...12).or(
  .list(.object(SectorEntry.self), count: 0...64), scalar: { SectorsEntry.count($0) },
  collection: { SectorsEntry.each($0) })

/// One antenna of a cell site.
struct SectorEntry: DocumentObject {
  static let schemaName = "Sector"

  let bearing: Double?
  let cell: Int?
  let physical: Int?
  let channel: Int?

  init(from object: inout ObjectReader) {
    bearing = object.optional("bearing", bearingForm, "Where it radiates to; all round if absent.")
    cell = object.optional(
      "cell", .int(0...68_719_476_735), "The cell's identity; by default made from the name.")
    physical = object.optional(
      "physical", .int(0...1007), "The physical identity; by default made from the name.")
    channel = object.optional(
      "channel", .int(0...3_279_165), "The channel number; by default from the frequency.")
  }
}
