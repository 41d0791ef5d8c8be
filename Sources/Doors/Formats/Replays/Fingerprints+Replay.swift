import Documents
import Kernel
import Observations
import Recordings
import Truth

extension ReplayFormat {
  /// How long somebody stands at each of UJIIndoorLoc's fingerprints, how long the scan takes of that,
  /// and how long after the start the next one is: so long that what was known of the place before is
  /// no longer used.
  private static let stay = SimDuration.seconds(25), scanning = SimDuration.seconds(3)
  private static let period = SimDuration.seconds(40)

  /// Fingerprints of three buildings, which are no series in time.
  static let ujiIndoorLoc = ReplayFormat(
    "ujiindoorloc", "UJIIndoorLoc: a table of WAP001..., LONGITUDE, LATITUDE, FLOOR",
    begins: { $0.head.hasPrefix("WAP0") || $0.head.hasPrefix("\"WAP0") },
    read: { tree, file, device in
      let title = tree.title(file)
      let content = try UJIIndoorLoc.read(tree.bytes(file), file: title)
      var assembly = RecordingAssembly()
      var time = SimTime.start
      for row in content.rows {
        let end = time + stay
        let heard = time + scanning
        let readings = content.readings(of: row).map { reading in
          WiFiReading(
            bssid: .made(Int(reading.accessPoint)),
            ssid: content.accessPoints[Int(reading.accessPoint)],
            rssiDecibelMilliwatts: Double(reading.rssiDecibelMilliwatts),
            frequencyMegahertz: unknownFrequency, time: heard)
        }
        assembly.add(
          .wifi(WiFiScan(startTime: time, endTime: heard, readings: readings)), at: heard)
        // Nothing is known from there to the next.
        assembly.truth.append(.place(row.coordinate, floor: row.floor, at: time))
        assembly.truth.append(
          .place(row.coordinate, floor: row.floor, at: end - SimDuration(nanoseconds: 1)))
        assembly.truth.append(TruthSample(unknownAt: end))
        time = time + period
      }
      return ReadRecording(
        assembly.recording(device: device, source: "ujiindoorloc " + title),
        remarks: RemarkCounts(content.report),
        notes: [
          "fingerprints are no series in time: one is put each \(Int(period.seconds)) s, in the "
            + "file's order", "access points have no addresses: made up by number",
        ])
    })

  /// Wi-Fi readings without a frequency count as of channel 6.
  static let unknownFrequency = 2437.0

  /// Signal strengths, or motion, at known points of an office floor.
  static let openHPS = ReplayFormat(
    "openhps", "OpenHPS fingerprints: ble_, wlan_ and imu_fingerprints.csv",
    begins: { clue in
      switch clue.name {
      case "ble_fingerprints.csv", "imu_fingerprints.csv": true
      case "wlan_fingerprints.csv":
        clue.tree.find(clue.folder + "ble_fingerprints.csv") == nil
      default: false
      }
    },
    read: { tree, file, device in
      let name = RecordingClue.plain(file)
      let folder = String(file.dropLast(file.split(separator: "/").last?.utf8.count ?? 0))
      if name.hasSuffix("imu_fingerprints.csv") { return try inertial(tree, file, device) }
      var session = OpenHPSSession(tree: tree, folder: folder)
      try session.read(file, isWiFi: name.hasSuffix("wlan_fingerprints.csv"))
      if name.hasSuffix("ble_fingerprints.csv"),
        let other = tree.find(folder + "wlan_fingerprints.csv")
      {
        try session.read(other, isWiFi: true)
      }
      return session.finished(device: device, title: tree.title(file))
    })

  private static func inertial(
    _ tree: RecordingTree, _ file: String, _ device: String
  ) throws -> ReadRecording {
    let title = tree.title(file)
    let content = try OpenHPSInertial.read(tree.bytes(file), file: title)
    func samples(
      _ value: KeyPath<OpenHPSInertial.Row, SIMD3<Double>>, _ scale: Double = 1
    ) -> [InertialSample] {
      content.rows.map { row in
        let vector = row[keyPath: value] * scale
        return InertialSample(
          time: row.time, x: Float(vector.x), y: Float(vector.y), z: Float(vector.z))
      }
    }
    var assembly = RecordingAssembly()
    assembly.add(accelerometer: samples(\.acceleration))
    assembly.add(gyroscope: samples(\.rotationRate))
    assembly.add(magnetometer: samples(\.magneticField, 1e6))
    assembly.truth = stands(content.rows.map { ($0.time, $0.x, $0.y) })
    return ReadRecording(
      assembly.recording(device: device, source: "openhps " + title),
      remarks: RemarkCounts(content.report), notes: [LocalPlan.nowhere.note])
  }

  /// The truth of somebody who stands at points and walks between them: the points alone are known.
  static func stands(_ rows: [(time: SimTime, x: Double, y: Double)]) -> [TruthSample] {
    var truth: [TruthSample] = []
    for (number, row) in rows.enumerated() {
      let isNew = number == 0 || rows[number - 1].x != row.x || rows[number - 1].y != row.y
      let isLast =
        number + 1 == rows.count || rows[number + 1].x != row.x
        || rows[number + 1].y != row.y
      guard isNew || isLast else { continue }
      truth.append(.place(LocalPlan.nowhere.coordinate(x: row.x, y: row.y), at: row.time))
      if isLast { truth.append(TruthSample(unknownAt: row.time.next)) }
    }
    return truth
  }
}

extension HardwareAddress {
  /// An address for a transmitter that has only a number; locally administered (IEEE 802).
  static func made(_ number: Int) -> HardwareAddress {
    HardwareAddress(0x0200_0000_0000 | UInt64(truncatingIfNeeded: number & 0xFFFF_FFFF))
  }
}
