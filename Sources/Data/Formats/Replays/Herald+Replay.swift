import Kernel
import Observations
import Recordings
import Truth

extension HeraldRecording: ReplayContent {
  /// Invented UUID of the other phone, which transmits none.
  private static let uuid = Identifier128(high: 0x4845_5241_4C44_4000, low: 0x8000_0000_0000_0000)
  /// Transmit power of the other phone at 1 m, in dBm; not in the data set, a common estimate.
  private static let power = -59.0

  func fill(_ draft: inout ReplayDraft) {
    draft.warnings.add(report)
    let start = rows.first?.time ?? .start
    let identity = BeaconIdentity(format: .iBeacon, uuid: Self.uuid, major: 0, minor: 0)
    for row in rows {
      let time = SimTime.start + (row.time - start)
      draft.assembly.add([
        BeaconAdvertisement(
          time: time, identity: identity, measuredPowerDecibelMilliwatts: Self.power,
          rssiDecibelMilliwatts: row.rssiDecibelMilliwatts)
      ])
      let place = LocalPlan.nowhere.coordinate(x: row.distanceMetres, y: 0)
      draft.assembly.add(.place(place, at: time))
    }
    draft.closeTruth()
    draft.notes = [
      "the other phone stands at 0, 0 as a beacon, and this one to its east: the distance is "
        + "the truth"
    ]
  }
}

extension ReplayFormat {
  /// One phone's view of another at known distances.
  static let herald = ReplayFormat(
    "herald", "Herald: tables of time, rssi, distance between two phones",
    of: HeraldRecording.self, begins: { probe in probe.names("time", "rssi", "distance") })
}
