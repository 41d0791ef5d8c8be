import Geometry
import Glibc
import Kernel
import Truth

/// Links to other people's phones that advertise as beacons: both ends may move.
extension BeaconReceiver {
  /// Adds the links to phones that advertise at some time of a block.
  mutating func makeLinksToPhones(_ begin: SimTime) {
    let end = begin + SimDuration(nanoseconds: Self.tick * Int64(Self.ticks))
    let fixed = surroundings.stations.count - surroundings.travellers.count
    for (place, phone) in surroundings.travellers.enumerated()
    where phone.carrier != carrier && phone.isReceived(from: begin, to: end) {
      let number = fixed + place
      var ticks = InlineArray<5, BeaconLink.Tick>(repeating: .zero)
      var level: Int?
      for index in 0...Self.ticks {
        let time = begin + SimDuration(nanoseconds: Int64(index) * Self.tick)
        let pose = phone.trajectory.devicePose(at: time)
        if index == Self.ticks / 2 { level = pose.level }
        ticks[index] = tick(of: number, at: index, (Self.place(of: pose), pose.level))
        ticks[index][0] -= bodyLoss(of: pose, towards: poses[index].position)
      }
      links.append(
        BeaconLink(
          station: Int32(number), isSameLevel: level == poses[Self.ticks / 2].level, ticks: ticks))
    }
  }

  /// The body loss of a transmitting phone's carrier, in dB: the same as for reception.
  private func bodyLoss(of pose: Pose, towards place: Vec3) -> Double {
    guard parameters.body else { return 0 }
    let apart = place - pose.position
    let flat = (apart.x * apart.x + apart.y * apart.y).squareRoot()
    return surroundings.body.decibels(
      bearing: atan2(apart.y, apart.x) - pose.headingRadians,
      elevation: atan2(apart.z, max(flat, 1e-3)), placement: pose.placement
    ).0
  }
}
