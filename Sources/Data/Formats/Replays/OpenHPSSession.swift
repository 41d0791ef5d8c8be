import Documents
import Kernel
import Observations
import Recordings

/// A phone at the points of the OpenHPS fingerprints, with the readings of its radios.
struct OpenHPSSession: ReplayContent {
  private let beacons: OpenHPSBeacons?
  private var parts: [(content: OpenHPSFingerprints, isWiFi: Bool)] = []
  private var motion: OpenHPSInertial?

  /// Invented UUID of the beacons; the data set has none.
  private static let uuid = Identifier128(high: 0x4F48_5053_0000_4000, low: 0x8000_0000_0000_0000)

  /// True if a file begins a recording; a Wi-Fi table belongs to the beacon table, if there is one.
  static func begins(_ probe: FileProbe) -> Bool {
    switch probe.name {
    case "ble_fingerprints.csv", "imu_fingerprints.csv": true
    case "wlan_fingerprints.csv": probe.tree.find(probe.folder + "ble_fingerprints.csv") == nil
    default: false
    }
  }

  static func read(_ draft: ReplayDraft) throws -> OpenHPSSession {
    let name = FileProbe.plain(draft.file)
    var session = OpenHPSSession(draft)
    if name.hasSuffix("imu_fingerprints.csv") {
      session.motion = try draft.read(draft.file)
      return session
    }
    session.parts = [(try draft.read(draft.file), name.hasSuffix("wlan_fingerprints.csv"))]
    if name.hasSuffix("ble_fingerprints.csv"),
      let other = draft.tree.find(draft.folder + "wlan_fingerprints.csv")
    {
      session.parts.append((try draft.read(other), true))
    }
    return session
  }

  /// Finds the list of beacons in the folder or the two above.
  private init(_ draft: ReplayDraft) {
    let places = ["", "../", "../../"].map { draft.folder + $0 + "beacons.csv" }
    let list = places.lazy.compactMap { draft.tree.find($0) }.first
    beacons = list.flatMap { try? draft.read($0) }
  }

  func fill(_ draft: inout ReplayDraft) {
    if let motion { return motion.fill(&draft) }
    let origin = parts.map(\.content.startUnixMilliseconds).min() ?? 0
    var rows: [(time: SimTime, x: Double, y: Double)] = []
    for (content, isWiFi) in parts {
      draft.warnings.add(content.report, prefix: isWiFi ? "Wi-Fi: " : "beacons: ")
      let offset = SimDuration.milliseconds(1) * (content.startUnixMilliseconds - origin)
      for number in content.rows.indices {
        let row = content.rows[number]
        let time = row.time + offset
        rows.append((time, row.x, row.y))
        if isWiFi {
          draft.assembly.add([scan(content, number, time)])
        } else {
          draft.assembly.add(advertisements(content, number, time))
        }
      }
    }
    rows.sort { $0.time < $1.time }
    draft.assembly.truth = .stands(rows)
    draft.notes = [
      LocalPlan.nowhere.note,
      "access points have no addresses and beacons no identities: they are made up from their numbers",
    ]
    let published = published
    draft.map = published.map(name: draft.device)
    if draft.map != nil {
      draft.notes.append("the stack has the positions of \(published.entries.count) beacons")
    }
  }

  /// Published positions of the listed beacons, by column index.
  private var published: PublishedBeacons {
    var result = PublishedBeacons()
    for (content, isWiFi) in parts where !isWiFi {
      for (number, name) in content.transmitters.enumerated() {
        guard let row = beacons?.rows.first(where: { $0.name == name }) else { continue }
        result.entries.append(
          PublishedBeacons.Entry(
            identity: Self.identity(number),
            coordinate: LocalPlan.nowhere.coordinate(x: row.x, y: row.y)))
      }
    }
    return result
  }

  private static func identity(_ number: Int) -> BeaconIdentity {
    BeaconIdentity(
      format: .iBeacon, uuid: uuid, major: 0, minor: UInt16(truncatingIfNeeded: number))
  }

  private func scan(_ content: OpenHPSFingerprints, _ row: Int, _ time: SimTime) -> WiFiScan {
    var readings: [WiFiReading] = []
    for (number, name) in content.transmitters.enumerated() {
      guard let strength = content.strength(row: row, transmitter: number) else { continue }
      readings.append(
        WiFiReading(
          bssid: .made(number), ssid: name, rssiDecibelMilliwatts: strength,
          frequencyMegahertz: WiFiReading.unknownFrequency, time: time))
    }
    return WiFiScan(startTime: time, endTime: time, readings: readings)
  }

  /// The changed values of a row; an unchanged value is a repetition and no advertisement.
  private func advertisements(
    _ content: OpenHPSFingerprints, _ row: Int, _ time: SimTime
  ) -> [BeaconAdvertisement] {
    content.transmitters.indices.compactMap { number in
      guard let strength = content.strength(row: row, transmitter: number) else { return nil }
      if row > 0, content.strength(row: row - 1, transmitter: number) == strength { return nil }
      let name = content.transmitters[number]
      return BeaconAdvertisement(
        time: time,
        identity: Self.identity(number),
        address: beacons?.rows.first { $0.name == name }?.address,
        measuredPowerDecibelMilliwatts: PublishedBeacons.usualPower, rssiDecibelMilliwatts: strength
      )
    }
  }
}
