import Kernel
import Observations
import Recordings
import Truth

extension ReplayFormat {
  /// The UUID under which the other phone is handed on, which sends none: made up.
  private static let heraldUUID = Identifier128(
    high: 0x4845_5241_4C44_4000, low: 0x8000_0000_0000_0000)
  /// What the other phone sends at 1 m, which the data set doesn't tell: an estimate, as common.
  private static let heraldPower = -59.0

  /// One phone's view of another at known distances.
  static let herald = ReplayFormat(
    "herald", "Herald: tables of time, rssi, distance between two phones",
    begins: { clue in clue.names("time", "rssi", "distance") },
    read: { tree, file, device in
      let title = tree.title(file)
      let content = try HeraldRecording.read(tree.bytes(file), file: title)
      var assembly = RecordingAssembly()
      let start = content.rows.first?.time ?? .start
      for row in content.rows {
        let time = SimTime.start + (row.time - start)
        assembly.add(
          .beacon(
            BeaconAdvertisement(
              time: time,
              identity: BeaconIdentity(format: .iBeacon, uuid: heraldUUID, major: 0, minor: 0),
              measuredPowerDecibelMilliwatts: heraldPower,
              rssiDecibelMilliwatts: row.rssiDecibelMilliwatts)), at: time)
        let place = LocalPlan.nowhere.coordinate(x: row.distanceMetres, y: 0)
        assembly.truth.append(.place(place, at: time))
      }
      if let last = assembly.truth.last {
        assembly.truth.append(TruthSample(unknownAt: last.time.next))
      }
      return ReadRecording(
        assembly.recording(device: device, source: "herald " + title),
        remarks: RemarkCounts(content.report),
        notes: [
          "the other phone stands at 0, 0 as a beacon, and this one to its east: the distance is "
            + "the truth"
        ])
    })
}
