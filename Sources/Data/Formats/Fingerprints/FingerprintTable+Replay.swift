import Documents
import Glibc
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
  /// Limits between the rows of a walk: time, speed in m/s, and error of marked positions in m.
  private static let longestGap = SimDuration.seconds(60)
  private static let (fastest, pointSize) = (3.0, 3.0)
  /// Maximum age of a repeated level.
  private static let longestRepeat = SimDuration.seconds(15)
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
    var read = try FingerprintTable(table, names)
    if let beside = names.inertial {
      let plain = FileProbe.plain(draft.file)
      let name = plain.dropFirst(draft.folder.count).prefix { $0 != "." }
      let path =
        draft.folder
        + beside.file.value.split(
          separator: "*", omittingEmptySubsequences: false
        ).joined(separator: name)
      guard let found = tree.find(path) else {
        throw DocumentError("there is no file '\(path)' beside it", at: beside.file.place)
      }
      read.inertial = try FingerprintInertial(
        FieldTable(tree.bytes(found), file: tree.title(found)), beside,
        knowsNorth: read.knowsNorth)
      let breaks = read.spots.indices.dropFirst().count {
        isBreak(read.spots[$0 - 1], read.spots[$0])
      }
      guard breaks == 0 else {
        throw DocumentError(
          "a table with motion sensors holds one walk, and '\(draft.title)' has \(breaks + 1)",
          at: beside.file.place)
      }
    }
    return read
  }

  func fill(_ draft: inout ReplayDraft) {
    draft.warnings.add(report)
    if spots.first?.seconds == nil { fillPlaces(&draft) } else { fillWalks(&draft) }
    if isNowhere { draft.notes.append(LocalPlan.nowhere.note) }
  }

  /// Separate places: a stay at each, with one scan.
  private func fillPlaces(_ draft: inout ReplayDraft) {
    draft.hasOwnTimes = false
    let senders = Senders(self)
    var time = SimTime.start
    for spot in spots {
      let (received, end) = (time + Self.scanning, time + Self.stay)
      let times = [SimTime](repeating: received, count: spot.readings.count)
      senders.add(spot, from: time, to: received, readAt: times, &draft.assembly)
      for moment in [time, end - SimDuration(nanoseconds: 1)] {
        draft.assembly.add(Self.truth(spot, at: moment))
      }
      draft.assembly.add(TruthSample(unknownAt: end))
      time = time + Self.period
    }
    draft.assembly.extend(to: time)
    draft.notes = [
      "fingerprints have no times: they are placed \(Int(Self.period.seconds)) s apart, in the file's "
        + "order"
    ]
  }

  /// Walks: a scan each row, and the position between rows on a straight line.
  ///
  /// Recorders repeat a transmitter's last level until they receive it again, so a level that is equal to that
  /// of the row before keeps its time.
  private func fillWalks(_ draft: inout ReplayDraft) {
    let senders = Senders(self)
    var lastLevels: [Int32: (level: Double, time: SimTime)] = [:]
    var offset = 0.0
    var (before, walkCount) = (SimTime.start, 1)
    for (index, spot) in spots.enumerated() {
      let seconds = spot.seconds ?? 0
      let isNewWalk = index > 0 && Self.isBreak(spots[index - 1], spot)
      if index == 0 { offset = seconds }
      if isNewWalk {
        draft.assembly.add(TruthSample(unknownAt: before.next))
        offset = seconds - before.seconds - Self.period.seconds
        lastLevels = [:]
        walkCount += 1
      }
      let time = SimTime(seconds: seconds - offset)
      let start = index == 0 || isNewWalk ? time : before
      let times = spot.readings.map { reading in
        if let last = lastLevels[reading.transmitter], last.level == reading.strength,
          time - last.time <= Self.longestRepeat + latency
        {
          return last.time
        }
        lastLevels[reading.transmitter] = (reading.strength, time - latency)
        return time - latency
      }
      senders.add(spot, from: start, to: time, readAt: times, &draft.assembly)
      draft.assembly.add(Self.truth(spot, at: time))
      before = time
    }
    draft.closeTruth()
    draft.assembly.add(accelerometer: inertial.accelerometer)
    draft.assembly.add(gyroscope: inertial.gyroscope)
    draft.assembly.add(magnetometer: inertial.magnetometer)
    if let better = betterLatency(walkCount: walkCount) {
      draft.notes.append(
        "the levels of left-out walks fit best \(better) s before their rows: 'latency: \(better) s' in the "
          + "column file takes that into account")
    }
    if walkCount > 1 {
      draft.notes.append("\(walkCount) walks are placed \(Int(Self.period.seconds)) s apart")
    }
  }

  /// True if a row begins another walk than the row before.
  static func isBreak(_ before: Fingerprint, _ spot: Fingerprint) -> Bool {
    let elapsed = (spot.seconds ?? 0) - (before.seconds ?? 0)
    guard spot.walk == before.walk, elapsed > 0, elapsed <= longestGap.seconds else { return true }
    let east =
      (spot.coordinate.longitudeDegrees - before.coordinate.longitudeDegrees)
      * cos(spot.coordinate.latitudeDegrees * (.pi / 180))
    let north = spot.coordinate.latitudeDegrees - before.coordinate.latitudeDegrees
    return MeanSphere.metresPerDegree * hypot(east, north) > fastest * elapsed + pointSize
  }

  private static func truth(_ spot: Fingerprint, at time: SimTime) -> TruthSample {
    spot.floor.map { .place(spot.coordinate, floor: $0, at: time) }
      ?? .place(spot.coordinate, at: time)
  }

  /// The transmitters of a table.
  private struct Senders {
    private let kind: FingerprintColumns.TransmitterKind
    private let latency: SimDuration
    private let names: [String]
    private let addresses: [HardwareAddress]
    private let beacons: [BeaconAdvertisement]

    init(_ table: FingerprintTable) {
      (kind, names) = (table.kind, table.transmitters)
      latency = table.spots.first?.seconds == nil ? .zero : table.latency
      addresses = names.map {
        // A transmitter without an address gets one derived from its name, identical in all tables.
        HardwareAddress($0) ?? .made(Int(truncatingIfNeeded: stableHash($0)))
      }
      beacons = table.kind == .beacon ? names.map(FingerprintTable.advertisement) : []
    }

    /// Adds the readings of a row.
    func add(
      _ spot: Fingerprint, from start: SimTime, to end: SimTime, readAt times: [SimTime],
      _ assembly: inout RecordingAssembly
    ) {
      switch kind {
      case .wifi:
        let readings = zip(spot.readings, times).map { reading, time in
          let number = Int(reading.transmitter)
          return WiFiReading(
            bssid: addresses[number], ssid: names[number],
            rssiDecibelMilliwatts: reading.strength,
            frequencyMegahertz: WiFiReading.unknownFrequency, time: time)
        }
        assembly.add([WiFiScan(startTime: start, endTime: end, readings: readings)])
      case .beacon:
        for (reading, time) in zip(spot.readings, times) where time == end - latency {
          var advertisement = beacons[Int(reading.transmitter)]
          advertisement.time = end
          advertisement.rssiDecibelMilliwatts = reading.strength
          assembly.add([advertisement])
        }
      }
    }
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
