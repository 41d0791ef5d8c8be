import Kernel

// Recording rows of radios and the phone's state.

extension WiFiScan: FieldRow {
  package static var blank: WiFiScan {
    WiFiScan(startTime: .start, endTime: .start, readings: [])
  }

  package mutating func pass<Fields: RowFields>(_ row: inout Fields) throws(Fields.Failure) {
    try row.field("start_s", &startTime)
    try row.field("end_s", &endTime)
  }
}

extension WiFiReading: FieldRow {
  package static var blank: WiFiReading {
    WiFiReading(
      bssid: HardwareAddress(0), ssid: "", rssiDecibelMilliwatts: 0, frequencyMegahertz: 0,
      time: .start)
  }

  package mutating func pass<Fields: RowFields>(_ row: inout Fields) throws(Fields.Failure) {
    try row.field("time_s", &time)
    try row.field("bssid", &bssid)
    try row.field("ssid", &ssid)
    try row.field("rssi_dbm", &rssiDecibelMilliwatts)
    try row.field("frequency_mhz", &frequencyMegahertz)
  }
}

extension HardwareAddress: RowText {
  static var form: String { "an address like 02:00:00:00:00:01" }
  var rowText: String { description }
  init?(rowText: String) { self.init(rowText) }
}

extension Identifier128: RowText {
  static var form: String { "a UUID" }
  var rowText: String { description }
  init?(rowText: String) { self.init(rowText) }
}

extension BeaconAdvertisement: FieldRow {
  package static var blank: BeaconAdvertisement {
    BeaconAdvertisement(
      time: .start, identity: .blank, measuredPowerDecibelMilliwatts: 0, rssiDecibelMilliwatts: 0)
  }

  package mutating func pass<Fields: RowFields>(_ row: inout Fields) throws(Fields.Failure) {
    try row.field("time_s", &time)
    try identity.pass(&row)
    try row.field("address", &address)
    try row.field("measured_power_dbm", &measuredPowerDecibelMilliwatts)
    try row.field("rssi_dbm", &rssiDecibelMilliwatts)
  }
}

extension BeaconIdentity {
  static var blank: BeaconIdentity {
    BeaconIdentity(uuid: Identifier128(high: 0, low: 0), major: 0, minor: 0)
  }

  /// Passes the format and the numbers, whose names begin with a prefix.
  mutating func pass<Fields: RowFields>(
    _ row: inout Fields, prefix: String = ""
  ) throws(Fields.Failure) {
    try row.field("format", &format)
    try row.field(prefix + "uuid", &uuid)
    try row.field(prefix + "major", &major)
    try row.field(prefix + "minor", &minor)
  }
}

extension CellScan: FieldRow {
  package static var blank: CellScan { CellScan(time: .start, readings: []) }

  package mutating func pass<Fields: RowFields>(_ row: inout Fields) throws(Fields.Failure) {
    try row.field("time_s", &time)
  }
}

extension CellReading: FieldRow {
  package static var blank: CellReading {
    CellReading(
      technology: .lte, countryCode: 0, networkCode: 0, areaCode: nil, cellIdentity: nil,
      physicalIdentity: 0, channelNumber: 0, powerDecibelMilliwatts: 0, isServing: false)
  }

  package mutating func pass<Fields: RowFields>(_ row: inout Fields) throws(Fields.Failure) {
    try row.field("technology", &technology)
    try row.field("mcc", &countryCode)
    try row.field("mnc", &networkCode)
    try row.field("area", &areaCode)
    try row.field("cell", &cellIdentity)
    try row.field("physical", &physicalIdentity)
    try row.field("channel", &channelNumber)
    try row.field("power_dbm", &powerDecibelMilliwatts)
    try row.field("timing_advance", &timingAdvance)
    try row.field("serving", &isServing)
  }
}

extension PowerSource: FieldRow {
  package static var blank: PowerSource { PowerSource(kind: .battery, batteryShare: 0) }

  package mutating func pass<Fields: RowFields>(_ row: inout Fields) throws(Fields.Failure) {
    try row.field("kind", &kind)
    try row.field("battery_share", &batteryShare)
  }
}

extension VehicleLink: FieldRow {
  package static var blank: VehicleLink { VehicleLink(kind: .none) }

  package mutating func pass<Fields: RowFields>(_ row: inout Fields) throws(Fields.Failure) {
    try row.field("kind", &kind)
    try row.field("speed_mps", &speedMetresPerSecond)
  }
}

extension NetworkReachability: FieldRow {
  package static var blank: NetworkReachability {
    NetworkReachability(route: .none, isExpensive: false)
  }

  package mutating func pass<Fields: RowFields>(_ row: inout Fields) throws(Fields.Failure) {
    try row.field("route", &route)
    try row.field("expensive", &isExpensive)
  }
}

extension Download: FieldRow {
  package static var blank: Download { Download(resource: "", bytes: [], isComplete: false) }

  package mutating func pass<Fields: RowFields>(_ row: inout Fields) throws(Fields.Failure) {
    try row.field("resource", &resource)
    try row.field("complete", &isComplete)
    var content = HexadecimalBytes(bytes: bytes)
    try row.field("bytes_hex", &content)
    bytes = content.bytes
  }
}

extension Boot: FieldRow {
  package static var blank: Boot { Boot(count: 0, wasOff: false) }

  package mutating func pass<Fields: RowFields>(_ row: inout Fields) throws(Fields.Failure) {
    try row.field("count", &count)
    try row.field("was_off", &wasOff)
    try row.field(ifThere: "off_since_s", &offSince)
  }
}

/// Bytes as pairs of lower-case hexadecimal digits.
private struct HexadecimalBytes: RowText {
  var bytes: [UInt8]
  static let form = "pairs of hexadecimal digits"

  init(bytes: [UInt8]) { self.bytes = bytes }

  var rowText: String {
    String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
      for (place, byte) in bytes.enumerated() {
        for (half, nibble) in [byte >> 4, byte & 15].enumerated() {
          text[2 * place + half] =
            nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
        }
      }
      return 2 * bytes.count
    }
  }

  init?(rowText text: String) {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    bytes = []
    bytes.reserveCapacity(digits.count / 2)
    for place in stride(from: 0, to: digits.count, by: 2) {
      guard let high = Self.value(digits[place]), let low = Self.value(digits[place + 1]) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension BeaconFormat: RowValue {}
extension CellTechnology: RowValue {}
extension PowerSource.Kind: RowValue {}
extension VehicleLink.Kind: RowValue {}
extension NetworkReachability.ConnectionType: RowValue {}
