import Documents
import Kernel

// How radios and the phone's own state lie in the files of a recording.

extension RecordingTable<Observation> {
  static let radios: [RecordingTable] = [
    wifi, beacon, cell, power, vehicle, network, download, boot,
  ]

  private static let wifi = rows(
    "wifi.csv", shared: ["start_s", "end_s"],
    members: ["time_s", "bssid", "ssid", "rssi_dbm", "frequency_mhz"], marker: "bssid",
    {
      guard case .wifi(let scan) = $0 else { return nil }
      return scan
    }, { .wifi($0) }, list: { $0.readings },
    writeShared: { scan, csv in
      csv.field(scan.startTime)
      csv.field(scan.endTime)
    },
    writeMember: { reading, csv in
      csv.field(reading.time)
      csv.field(reading.bssid.description)
      csv.field(reading.ssid)
      csv.field(reading.rssiDecibelMilliwatts)
      csv.field(reading.frequencyMegahertz)
    },
    readMember: { (row: inout RowGroup) throws(DocumentError) -> WiFiReading in
      let time = try row.time("time_s")
      let bssid = try row.parsed("bssid", as: "an address like 02:00:00:00:00:01") {
        HardwareAddress($0)
      }
      return try WiFiReading(
        bssid: bssid, ssid: row.text("ssid"), rssiDecibelMilliwatts: row.number("rssi_dbm"),
        frequencyMegahertz: row.number("frequency_mhz"), time: time)
    },
    read: { row, members throws(DocumentError) in
      try WiFiScan(
        startTime: row.time("start_s"), endTime: row.time("end_s"), readings: members(&row))
    })

  private static let beacon = row(
    "beacon.csv",
    [
      "time_s", "format", "uuid", "major", "minor", "address", "measured_power_dbm", "rssi_dbm",
    ],
    {
      guard case .beacon(let advertisement) = $0 else { return nil }
      return advertisement
    }, { .beacon($0) },
    write: { heard, csv in
      csv.field(heard.time)
      csv.write(heard.identity)
      csv.field(heard.address?.description)
      csv.field(heard.measuredPowerDecibelMilliwatts)
      csv.field(heard.rssiDecibelMilliwatts)
    },
    read: { (row: inout RowGroup) throws(DocumentError) -> BeaconAdvertisement in
      let time = try row.time("time_s")
      let identity = try row.beaconIdentity()
      let address =
        try row.isEmpty("address")
        ? nil
        : row.parsed("address", as: "an address like 02:00:00:00:00:01") { HardwareAddress($0) }
      return try BeaconAdvertisement(
        time: time, identity: identity, address: address,
        measuredPowerDecibelMilliwatts: row.number("measured_power_dbm"),
        rssiDecibelMilliwatts: row.number("rssi_dbm"))
    })

  private static let cell = rows(
    "cell.csv", shared: ["time_s"],
    members: [
      "technology", "mcc", "mnc", "area", "cell", "physical", "channel", "power_dbm",
      "timing_advance", "serving",
    ], marker: "technology",
    {
      guard case .cell(let scan) = $0 else { return nil }
      return scan
    }, { .cell($0) }, list: { $0.readings },
    writeShared: { scan, csv in csv.field(scan.time) },
    writeMember: { reading, csv in
      csv.field(reading.technology.rawValue)
      csv.field(reading.countryCode)
      csv.field(reading.networkCode)
      csv.field(reading.areaCode)
      csv.field(reading.cellIdentity)
      csv.field(reading.physicalIdentity)
      csv.field(reading.channelNumber)
      csv.field(reading.powerDecibelMilliwatts)
      csv.field(reading.timingAdvance)
      csv.field(reading.isServing)
    },
    readMember: { (row: inout RowGroup) throws(DocumentError) -> CellReading in
      try CellReading(
        technology: row.word("technology"), countryCode: row.integer("mcc"),
        networkCode: row.integer("mnc"), areaCode: row.optionalInteger("area"),
        cellIdentity: row.optionalInteger("cell"), physicalIdentity: row.integer("physical"),
        channelNumber: row.integer("channel"), powerDecibelMilliwatts: row.number("power_dbm"),
        timingAdvance: row.optionalInteger("timing_advance"), isServing: row.flag("serving"))
    },
    read: { row, members throws(DocumentError) in
      try CellScan(time: row.time("time_s"), readings: members(&row))
    })

  private static let power = row(
    "power_source.csv", ["kind", "battery_share"],
    {
      guard case .power(let source) = $0 else { return nil }
      return source
    }, { .power($0) },
    write: { source, csv in
      csv.field(source.kind.rawValue)
      csv.field(source.batteryShare)
    },
    read: { (row: inout RowGroup) throws(DocumentError) -> PowerSource in
      try PowerSource(kind: row.word("kind"), batteryShare: row.number("battery_share"))
    })

  private static let vehicle = row(
    "vehicle.csv", ["kind", "speed_mps"],
    {
      guard case .vehicle(let link) = $0 else { return nil }
      return link
    }, { .vehicle($0) },
    write: { link, csv in
      csv.field(link.kind.rawValue)
      csv.field(link.speedMetresPerSecond)
    },
    read: { (row: inout RowGroup) throws(DocumentError) -> VehicleLink in
      try VehicleLink(
        kind: row.word("kind"), speedMetresPerSecond: row.optionalNumber("speed_mps"))
    })

  private static let network = row(
    "network.csv", ["route", "expensive"],
    {
      guard case .network(let reachability) = $0 else { return nil }
      return reachability
    }, { .network($0) },
    write: { reachability, csv in
      csv.field(reachability.route.rawValue)
      csv.field(reachability.isExpensive)
    },
    read: { (row: inout RowGroup) throws(DocumentError) -> NetworkReachability in
      try NetworkReachability(route: row.word("route"), isExpensive: row.flag("expensive"))
    })

  private static let download = row(
    "download.csv", ["resource", "complete", "bytes_hex"],
    {
      guard case .download(let download) = $0 else { return nil }
      return download
    }, { .download($0) },
    write: { download, csv in
      csv.field(download.resource)
      csv.field(download.isComplete)
      csv.field(hexadecimal(download.bytes))
    },
    read: { (row: inout RowGroup) throws(DocumentError) -> Download in
      try Download(
        resource: row.text("resource"),
        bytes: row.parsed("bytes_hex", as: "pairs of hexadecimal digits") {
          bytes(hexadecimal: $0)
        },
        isComplete: row.flag("complete"))
    })

  private static let boot = row(
    "boot.csv", ["count", "was_off", "off_since_s"],
    {
      guard case .boot(let boot) = $0 else { return nil }
      return boot
    }, { .boot($0) },
    write: { boot, csv in
      csv.field(boot.count)
      csv.field(boot.wasOff)
      if let time = boot.offSince {
        csv.field(secondsOf: time.nanoseconds)
      } else {
        csv.emptyField()
      }
    },
    read: { (row: inout RowGroup) throws(DocumentError) -> Boot in
      try Boot(
        count: row.integer("count"), wasOff: row.flag("was_off"),
        offSince: row.has("off_since_s") ? row.optionalTime("off_since_s") : nil)
    })
}

extension CSVWriter {
  mutating func write(_ identity: BeaconIdentity) {
    field(identity.format.rawValue)
    field(identity.uuid.description)
    field(identity.major)
    field(identity.minor)
  }
}

extension RowGroup {
  mutating func beaconIdentity() throws(DocumentError) -> BeaconIdentity {
    try BeaconIdentity(
      format: word("format"), uuid: parsed("uuid", as: "a UUID") { Identifier128($0) },
      major: integer("major"), minor: integer("minor"))
  }
}

/// Bytes as pairs of lower-case hexadecimal digits.
private func hexadecimal(_ bytes: [UInt8]) -> String {
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

/// Reads pairs of hexadecimal digits; nil for anything else.
private func bytes(hexadecimal text: String) -> [UInt8]? {
  guard text.utf8.count.isMultiple(of: 2) else { return nil }
  var bytes: [UInt8] = []
  bytes.reserveCapacity(text.utf8.count / 2)
  var high: UInt8?
  for digit in text.utf8 {
    let value: UInt8
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): value = digit - UInt8(ascii: "A") + 10
    default: return nil
    }
    if let first = high {
      bytes.append(first << 4 | value)
      high = nil
    } else {
      high = value
    }
  }
  return bytes
}
