import Documents
import Kernel
import Observations
import Recordings

/// A phone that stands at the points of the OpenHPS fingerprints, while its radios are read.
struct OpenHPSSession {
  private let tree: RecordingTree
  private let beacons: OpenHPSBeacons?
  private var parts: [(content: OpenHPSFingerprints, isWiFi: Bool)] = []
  private var remarks = RemarkCounts()

  /// The UUID of the beacons, which the data set doesn't tell: made up.
  private static let uuid = Identifier128(high: 0x4F48_5053_0000_4000, low: 0x8000_0000_0000_0000)

  /// Looks for the list of beacons in a folder and the two above.
  init(tree: RecordingTree, folder: String) {
    self.tree = tree
    let places = ["", "../", "../../"].map { folder + $0 + "beacons.csv" }
    let list = places.lazy.compactMap { tree.find($0) }.first
    beacons = list.flatMap { file in
      (try? tree.bytes(file)).flatMap { try? OpenHPSBeacons.read($0, file: tree.title(file)) }
    }
  }

  /// Reads a file of strengths.
  mutating func read(_ file: String, isWiFi: Bool) throws(DocumentError) {
    let content = try OpenHPSFingerprints.read(tree.bytes(file), file: tree.title(file))
    remarks.add(content.report, prefix: isWiFi ? "Wi-Fi: " : "beacons: ")
    parts.append((content, isWiFi))
  }

  /// The recording of all that was read.
  func finished(device: String, title: String) -> ReadRecording {
    let origin = parts.map(\.content.startUnixMilliseconds).min() ?? 0
    var assembly = RecordingAssembly()
    var rows: [(time: SimTime, x: Double, y: Double)] = []
    for (content, isWiFi) in parts {
      let offset = SimDuration.milliseconds(1) * (content.startUnixMilliseconds - origin)
      for number in content.rows.indices {
        let row = content.rows[number]
        let time = row.time + offset
        rows.append((time, row.x, row.y))
        if isWiFi {
          assembly.add(.wifi(scan(content, number, time)), at: time)
        } else {
          for heard in advertisements(content, number, time) {
            assembly.add(.beacon(heard), at: time)
          }
        }
      }
    }
    rows.sort { $0.time < $1.time }
    assembly.truth = ReplayFormat.stands(rows)
    var made = ReadRecording(
      assembly.recording(device: device, source: "openhps " + title), remarks: remarks,
      notes: [
        LocalPlan.nowhere.note,
        "access points have no addresses and beacons no identities: made up by number",
      ])
    let published = published
    made.map = published.map(name: device)
    if made.map != nil {
      made.notes.append("the stack knows the places of \(published.entries.count) beacons")
    }
    return made
  }

  /// The places of the beacons that the list tells, by their columns' numbers.
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
          frequencyMegahertz: ReplayFormat.unknownFrequency, time: time))
    }
    return WiFiScan(startTime: time, endTime: time, readings: readings)
  }

  /// What is new in a row: a value that wasn't renewed stands again and is no advertisement.
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
