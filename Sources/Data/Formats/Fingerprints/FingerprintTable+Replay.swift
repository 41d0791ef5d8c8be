import Documents
import Kernel
import Observations
import Recordings
import Truth

/// Locates and recognises the files of a fingerprint table.
enum FingerprintFiles {
  private static let ending = ".columns.yaml", shared = "columns.yaml"

  /// The path of the column file of one table.
  static func name(of file: String) -> String {
    let plain = FileProbe.plain(file)
    let start = plain.lastIndex(of: "/").map { plain.index(after: $0) } ?? plain.startIndex
    guard let dot = plain.lastIndex(of: "."), dot > start else { return plain + ending }
    return plain[..<dot] + ending
  }

  /// The column file that applies to a table; nil if there is none.
  static func columns(of file: String, in tree: RecordingTree) -> String? {
    [name(of: file), ReplayFormat.folder(of: file) + shared].first { tree.has($0) }
  }

  /// True if the table's own header has the default names of a fingerprint table.
  static func isNamed(_ probe: FileProbe) -> Bool {
    let columns = probe.firstLine.split(separator: ",").map {
      $0.filter { $0 != "\"" && !$0.isWhitespace }
    }
    let hasPlace =
      (columns.contains("x_m") && columns.contains("y_m"))
      || (columns.contains("latitude_deg") && columns.contains("longitude_deg"))
    let isLong = columns.contains("transmitter") && columns.contains("rssi_dbm")
    return hasPlace && (isLong || columns.contains { HardwareAddress($0) != nil })
  }

  /// True if the file is a column file, or a table that is joined to another.
  static func isBeside(_ probe: FileProbe) -> Bool {
    if isColumns(probe.name) { return true }
    guard tables.contains(where: probe.name.lowercased().hasSuffix) else { return false }
    return probe.tree.guides.contains { file in
      file.hasPrefix(probe.folder) && isColumns(String(file.dropFirst(probe.folder.utf8.count)))
        && isAdded(probe, by: file)
    }
  }

  private static let tables = [".csv", ".txt", ".tsv", ".dat"]

  private static func isColumns(_ name: String) -> Bool {
    name == shared || name.hasSuffix(ending)
  }

  private static func isAdded(_ probe: FileProbe, by columns: String) -> Bool {
    guard let names = try? names(columns, in: probe.tree) else { return false }
    return names.beside.contains { $0.file.value == probe.name }
  }

  /// True if the file is a table with a column file.
  static func isMapped(_ probe: FileProbe) -> Bool {
    guard tables.contains(where: probe.name.lowercased().hasSuffix),
      let columns = columns(of: probe.file, in: probe.tree)
    else { return false }
    // A joined table doesn't count as a separate table.
    return !isAdded(probe, by: columns)
  }

  static func names(
    _ file: String, in tree: RecordingTree
  ) throws(DocumentError)
    -> FingerprintColumns
  {
    let node = try YAML.load(try tree.bytes(file), name: tree.title(file))
    return try decodeDocument(FingerprintColumns.self, from: node)
  }

  /// The default column names.
  static func usualNames() throws(DocumentError) -> FingerprintColumns {
    try decodeDocument(FingerprintColumns.self, from: try YAML.load("{}", name: "columns"))
  }
}

extension FingerprintTable: ReplayContent {
  /// Stay at each fingerprint, duration of its scan, and time from one start to the next: long enough for
  /// the estimator to drop the previous position.
  private static let stay = SimDuration.seconds(25), scanning = SimDuration.seconds(3)
  private static let period = SimDuration.seconds(40)
  /// UUID of all beacons that are known by name only.
  private static let uuid = Identifier128(high: 0x5665_6E75_6553_696D, low: 0x4265_6163_6F6E_7300)

  static func read(_ draft: ReplayDraft) throws -> FingerprintTable {
    let tree = draft.tree
    let file = FingerprintFiles.columns(of: draft.file, in: tree)
    let names =
      try file.map { try FingerprintFiles.names($0, in: tree) } ?? FingerprintFiles.usualNames()
    let separator = names.separator == "tab" ? UInt8(ascii: "\t") : names.separator.utf8.first
    var table = try FieldTable(
      tree.bytes(draft.file), file: draft.title, hasHeader: names.hasHeader,
      separator: separator ?? UInt8(ascii: ","))
    for beside in names.beside {
      let path = draft.folder + beside.file.value
      guard tree.has(path) else {
        throw DocumentError(
          "there is no file '\(beside.file.value)' beside it", at: beside.file.place)
      }
      let other = try FieldTable(
        tree.bytes(path), file: tree.title(path), hasHeader: beside.hasHeader, prefix: "beside.",
        separator: separator ?? UInt8(ascii: ","))
      if let by = beside.by { try table.join(other, by: by) } else { try table.join(other) }
    }
    return try FingerprintTable(table, names)
  }

  func fill(_ draft: inout ReplayDraft) {
    draft.warnings.add(report)
    draft.hasOwnTimes = false
    let addresses = transmitters.map {
      // A transmitter without an address gets one derived from its name, identical in all tables.
      HardwareAddress($0) ?? .made(Int(truncatingIfNeeded: stableHash($0)))
    }
    let beacons = kind == .beacon ? transmitters.map(Self.advertisement) : []
    var time = SimTime.start
    for spot in spots {
      let (received, end) = (time + Self.scanning, time + Self.stay)
      switch kind {
      case .wifi:
        let readings = spot.readings.map { reading in
          let number = Int(reading.transmitter)
          return WiFiReading(
            bssid: addresses[number], ssid: transmitters[number],
            rssiDecibelMilliwatts: reading.strength,
            frequencyMegahertz: WiFiReading.unknownFrequency, time: received)
        }
        draft.assembly.add([WiFiScan(startTime: time, endTime: received, readings: readings)])
      case .beacon:
        draft.assembly.add(
          spot.readings.map { reading in
            var advertisement = beacons[Int(reading.transmitter)]
            advertisement.time = received
            advertisement.rssiDecibelMilliwatts = reading.strength
            return advertisement
          })
      }
      for moment in [time, end - SimDuration(nanoseconds: 1)] {
        let place = spot.coordinate
        draft.assembly.add(
          spot.floor.map { .place(place, floor: $0, at: moment) } ?? .place(place, at: moment))
      }
      draft.assembly.add(TruthSample(unknownAt: end))
      time = time + Self.period
    }
    draft.assembly.extend(to: time)
    draft.notes = [
      "fingerprints have no times: they are placed \(Int(Self.period.seconds)) s apart, in the file's "
        + "order"
    ]
    if isNowhere { draft.notes.append(LocalPlan.nowhere.note) }
  }

  /// The advertisement of the beacon with a name; time and RSSI are set later.
  private static func advertisement(_ name: String) -> BeaconAdvertisement {
    let hash = stableHash(name)
    return BeaconAdvertisement(
      time: .start,
      identity: BeaconIdentity(
        format: .iBeacon, uuid: uuid, major: UInt16(truncatingIfNeeded: hash >> 16),
        minor: UInt16(truncatingIfNeeded: hash)),
      address: HardwareAddress(name),
      measuredPowerDecibelMilliwatts: PublishedBeacons.usualPower, rssiDecibelMilliwatts: 0)
  }
}

extension ReplayFormat {
  /// Fingerprint tables of any source.
  static let fingerprints = ReplayFormat(
    "fingerprints",
    "a table of positions, floors and RSSI values, its columns described by NAME.columns.yaml",
    of: FingerprintTable.self,
    begins: { FingerprintFiles.isNamed($0) || FingerprintFiles.isMapped($0) }
  ).with(beside: FingerprintFiles.isBeside)
}
