import Documents
import Kernel
import Observations
import Recordings
import Truth

/// Wi-Fi fingerprints of three buildings, which aren't time series.
extension UJIIndoorLoc: ReplayContent {
  /// Stay at each fingerprint, duration of its scan, and time from one start to the next: long enough for
  /// the estimator to drop the previous position.
  private static let stay = SimDuration.seconds(25), scanning = SimDuration.seconds(3)
  private static let period = SimDuration.seconds(40)

  func fill(_ draft: inout ReplayDraft) {
    draft.warnings.add(report)
    var time = SimTime.start
    for row in rows {
      let (received, end) = (time + Self.scanning, time + Self.stay)
      let readings = readings(of: row).map { reading in
        WiFiReading(
          bssid: .made(Int(reading.accessPoint)), ssid: accessPoints[Int(reading.accessPoint)],
          rssiDecibelMilliwatts: Double(reading.rssiDecibelMilliwatts),
          frequencyMegahertz: WiFiReading.unknownFrequency, time: received)
      }
      draft.assembly.add([WiFiScan(startTime: time, endTime: received, readings: readings)])
      // The truth is unknown until the next fingerprint.
      draft.assembly.add(.place(row.coordinate, floor: row.floor, at: time))
      draft.assembly.add(
        .place(row.coordinate, floor: row.floor, at: end - SimDuration(nanoseconds: 1)))
      draft.assembly.add(TruthSample(unknownAt: end))
      time = time + Self.period
    }
    draft.notes = [
      "fingerprints have no times: they are placed \(Int(Self.period.seconds)) s apart, in the "
        + "file's order", "access points have no addresses: they are made up from their numbers",
    ]
  }
}

extension WiFiReading {
  /// In MHz: readings without a frequency are assigned to channel 6.
  static let unknownFrequency = 2437.0
}

/// Inertial readings at known points of an office floor.
extension OpenHPSInertial: ReplayContent {
  func fill(_ draft: inout ReplayDraft) {
    func samples(
      _ value: KeyPath<Row, SIMD3<Double>>, _ scale: Double = 1
    ) -> [InertialSample] {
      rows.map { row in
        let vector = row[keyPath: value] * scale
        return InertialSample(
          time: row.time, x: Float(vector.x), y: Float(vector.y), z: Float(vector.z))
      }
    }
    draft.warnings.add(report)
    draft.assembly.add(accelerometer: samples(\.acceleration))
    draft.assembly.add(gyroscope: samples(\.rotationRate))
    draft.assembly.add(magnetometer: samples(\.magneticField, 1e6))
    draft.assembly.truth = .stands(rows.map { ($0.time, $0.x, $0.y) })
    draft.notes = [LocalPlan.nowhere.note]
  }
}

extension [TruthSample] {
  /// Ground truth of a person who stands at points and walks between them; only the points are known.
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
  /// A locally administered address (IEEE 802) for a transmitter that has only a number.
  static func made(_ number: Int) -> HardwareAddress {
    HardwareAddress(0x0200_0000_0000 | UInt64(truncatingIfNeeded: number & 0xFFFF_FFFF))
  }
}

extension ReplayFormat {
  static let ujiIndoorLoc = ReplayFormat(
    "ujiindoorloc", "UJIIndoorLoc: a table of WAP001..., LONGITUDE, LATITUDE, FLOOR",
    of: UJIIndoorLoc.self,
    begins: { $0.head.hasPrefix("WAP0") || $0.head.hasPrefix("\"WAP0") })

  /// RSSI or motion at known points of an office floor.
  static let openHPS = ReplayFormat(
    "openhps", "OpenHPS fingerprints: ble_, wlan_ and imu_fingerprints.csv",
    of: OpenHPSSession.self, begins: OpenHPSSession.begins)
}
