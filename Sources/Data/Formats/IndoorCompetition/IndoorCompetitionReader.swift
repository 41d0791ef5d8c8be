import Documents
import Kernel
import Observations
import Recordings

/// Reads a trace of the Indoor Location Competition line by line.
struct IndoorCompetitionReader {
  typealias Warning = IndoorCompetition.Warning

  private var text: SeparatedText
  private var header = IndoorCompetition.Header()
  private var report = ReadingReport<Warning>()
  private var force = InertialRows()
  private var rotation = InertialRows()
  private var magnetic = InertialRows()
  private var waypoints: [(time: Int64, value: IndoorCompetition.Waypoint)] = []
  private var beacons: [(time: Int64, value: BeaconAdvertisement)] = []
  private var scans = ScanGrouping()

  private static let nanosecondsPerMillisecond: Int64 = 1_000_000

  init(_ text: ByteWindow, file: String) {
    self.text = SeparatedText(
      text, file: file, layout: SeparatedText.Layout(separator: UInt8(ascii: "\t")))
  }

  mutating func read() throws(DocumentError) -> IndoorCompetition {
    while try text.next() {
      if text.starts(0, with: "#") {
        readHeader()
        continue
      }
      partFusedLine()
      readRow()
    }
    return try result()
  }

  /// Ends the current record where another one begins within it.
  ///
  /// Times have 13 digits from 2001 to 2286, and directly precede the type.
  private mutating func partFusedLine() {
    guard text.count > 3 else { return }
    for index in 3..<text.count where text.starts(index, with: "TYPE_") {
      let before = text.fields[index - 1]
      let start = before.end - 13
      guard start >= before.start,
        text.bytes[start..<before.end].allSatisfy({ (48...57).contains($0) })
      else { continue }
      report.note(.fusedLine, line: text.line)
      text.endRecord(at: start, inField: index - 1)
      return
    }
  }

  private mutating func readHeader() {
    for index in 1..<max(1, text.count) {
      let fact = text.text(index)
      guard let colon = fact.firstIndex(of: ":") else { continue }
      let value = String(fact[fact.index(after: colon)...].prefix(200))
      switch fact[..<colon] {
      case "SiteID": header.siteID = value
      case "SiteName": header.siteName = value
      case "FloorId": header.floorID = value
      case "FloorName": header.floorName = value
      case "Brand": header.brand = value
      case "Model": header.model = value
      case "AndroidName": header.system = value
      case "startTime": header.startUnixMilliseconds = Int64(value)
      default: break
      }
    }
  }

  private mutating func readRow() {
    guard let unix = text.integer(0), credibleUnixMilliseconds.contains(unix), text.count >= 2
    else {
      report.note(.badRow, line: text.line)
      return
    }
    let time = unix * Self.nanosecondsPerMillisecond
    var isGood = true
    if text.has(1, "TYPE_WIFI") {
      isGood = readReading(delivered: time)
    } else if text.has(1, "TYPE_ACCELEROMETER") {
      isGood = Self.append(text, time, to: &force, &report)
    } else if text.has(1, "TYPE_GYROSCOPE") {
      isGood = Self.append(text, time, to: &rotation, &report)
    } else if text.has(1, "TYPE_MAGNETIC_FIELD") {
      isGood = Self.append(text, time, to: &magnetic, &report)
    } else if text.has(1, "TYPE_BEACON") {
      isGood = readBeacon(time)
    } else if text.has(1, "TYPE_WAYPOINT") {
      isGood = readWaypoint(time)
    } else if text.has(1, "TYPE_ROTATION_VECTOR") {
      report.note(.rotation, line: text.line)
    } else if text.starts(1, with: "TYPE_BLU") {
      report.note(.otherBluetooth, line: text.line)
    } else if isUncalibrated {
      report.note(.uncalibrated, line: text.line)
    } else if text.starts(1, with: "TYPE_") {
      report.note(.otherRow, line: text.line)
    } else {
      isGood = false
    }
    if !isGood { report.note(.badRow, line: text.line) }
  }

  private var isUncalibrated: Bool {
    text.has(1, "TYPE_ACCELEROMETER_UNCALIBRATED") || text.has(1, "TYPE_GYROSCOPE_UNCALIBRATED")
      || text.has(1, "TYPE_MAGNETIC_FIELD_UNCALIBRATED")
  }

  /// Appends a motion sensor row; static, because a method would copy the rows it changes.
  private static func append(
    _ text: SeparatedText, _ time: Int64, to rows: inout InertialRows,
    _ report: inout ReadingReport<Warning>
  ) -> Bool {
    // Time, type, three axes, accuracy: a row without the accuracy may be truncated within an axis.
    if text.hasMore(than: 6) { report.note(.extraFields, line: text.line) }
    guard text.count >= 6, let value = text.vector(2) else { return false }
    return rows.append(time, value.x, value.y, value.z, line: text.line)
  }

  private mutating func readWaypoint(_ time: Int64) -> Bool {
    guard let x = text.number(2), let y = text.number(3), abs(x) < 1e6, abs(y) < 1e6 else {
      return false
    }
    waypoints.append((time, IndoorCompetition.Waypoint(time: .start, x: x, y: y)))
    return true
  }

  /// Reads one access point's row; an SSID may contain tabs, so the other fields count from the end.
  private mutating func readReading(delivered: Int64) -> Bool {
    let last = text.count - 1
    guard last >= 6, let bssid = text.hardwareAddress(last - 3), let rssi = text.number(last - 2),
      (-200...50).contains(rssi), let frequency = text.number(last - 1),
      (1000...100_000).contains(frequency)
    else { return false }
    let seen = text.integer(last).flatMap {
      credibleUnixMilliseconds.contains($0) ? $0 * Self.nanosecondsPerMillisecond : nil
    }
    let isNew = scans.add(
      ScanGrouping.Row(
        bssid: bssid, ssid: text.text(2, through: last - 4), rssiDecibelMilliwatts: rssi,
        frequencyMegahertz: frequency, received: seen, line: Int32(truncatingIfNeeded: text.line)),
      delivered: delivered)
    if !isNew { report.note(.repeatedReading, line: text.line) }
    return true
  }

  private mutating func readBeacon(_ time: Int64) -> Bool {
    guard let uuid = text.identifier(2), let major = text.integer(3, in: 0...65_535),
      let minor = text.integer(4, in: 0...65_535), let power = text.number(5),
      (-128...127).contains(power), let rssi = text.number(6), (-200...50).contains(rssi)
    else { return false }
    beacons.append(
      (
        time,
        BeaconAdvertisement(
          time: .start,
          identity: BeaconIdentity(uuid: uuid, major: UInt16(major), minor: UInt16(minor)),
          address: text.hardwareAddress(8), measuredPowerDecibelMilliwatts: power,
          rssiDecibelMilliwatts: rssi)
      ))
    return true
  }

  /// Sorts all data and counts times from the earliest line.
  private mutating func result() throws(DocumentError) -> IndoorCompetition {
    force.flush(&report)
    rotation.flush(&report)
    magnetic.flush(&report)
    try force.check(.specificForce, file: text.file, isBroken: true)
    try rotation.check(.rotationRate, file: text.file, isBroken: true)
    try magnetic.check(.fluxDensity, file: text.file, isBroken: true)
    let firsts = [
      force.rows.first?.nanoseconds, rotation.rows.first?.nanoseconds,
      magnetic.rows.first?.nanoseconds, waypoints.map(\.time).min(), beacons.map(\.time).min(),
      scans.scans.map(\.delivered).min(),
    ]
    guard let origin = firsts.compactMap({ $0 }).min() else {
      throw DocumentError("\(text.file): no readable row of the competition's types in the file")
    }
    let (scans, invalid) = scans.finished(origin: origin, offset: 0)
    for line in invalid { report.note(.invalidSight, line: line) }
    return IndoorCompetition(
      header: header, startUnixMilliseconds: origin / Self.nanosecondsPerMillisecond,
      waypoints: placed(waypoints, since: origin, \.time),
      accelerometer: force.samples(since: origin), gyroscope: rotation.samples(since: origin),
      magnetometer: magnetic.samples(since: origin), scans: scans,
      beacons: placed(beacons, since: origin, \.time), report: report)
  }
}
