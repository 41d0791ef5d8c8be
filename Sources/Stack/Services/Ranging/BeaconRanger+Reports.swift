import Kernel
import Observations

// Ranging reports from beacon tracks.

extension BeaconRanger {
  /// Updates each beacon's proximity, once per report time.
  mutating func updateProximity(at time: SimTime) {
    guard settledAt != time else { return }
    settledAt = time
    var isAnyGone = false
    for number in tracks.indices where tracks[number].isListed {
      let age = time - tracks[number].lastReceived
      tracks[number].updateProximity(isReceived: age <= parameters.receivedFor, limits)
      if age > parameters.listedFor {
        tracks[number].isListed = false
        isAnyGone = true
      }
    }
    guard isAnyGone else { return }
    for index in requests.indices {
      requests[index].members.removeAll { !tracks[Int($0)].isListed }
    }
  }

  /// Sorts a request's beacons by proximity, unknown ones last, with hysteresis for the first.
  mutating func order(_ index: Int, at time: SimTime) {
    let incumbent = requests[index].members.first ?? -1
    // The previous order is nearly right, so the sort moves little.
    keys.removeAll(keepingCapacity: true)
    for member in requests[index].members { keys.append(key(member)) }
    keys.sort()
    for rank in keys.indices {
      requests[index].members[rank] = Int32(truncatingIfNeeded: keys[rank] & 0xFF_FFFF)
    }
    guard let first = requests[index].members.first, first != incumbent else {
      requests[index].challenger = -1
      return
    }
    let isSecondTime = requests[index].challenger == first
    requests[index].challenger = first
    guard incumbent >= 0, tracks[Int(incumbent)].isListed,
      tracks[Int(incumbent)].proximity != .unknown
    else { return }
    let lead = tracks[Int(first)].level - tracks[Int(incumbent)].level
    if lead >= parameters.leadDecibels, isSecondTime { return }
    guard let old = requests[index].members.firstIndex(of: incumbent) else { return }
    requests[index].members.remove(at: old)
    requests[index].members.insert(incumbent, at: 0)
  }

  /// Returns a sort key: unknown last, then stronger first, then by first reception.
  private func key(_ member: Int32) -> UInt64 {
    let track = tracks[Int(member)]
    let bits = Float(-track.level).bitPattern
    let rising = bits & 0x8000_0000 == 0 ? bits | 0x8000_0000 : ~bits
    let flag: UInt64 = track.proximity == .unknown ? 1 : 0
    return flag << 62 | UInt64(rising) << 24 | UInt64(UInt32(bitPattern: member))
  }

  func report(_ index: Int, at time: SimTime) -> RangingReport {
    let request = requests[index]
    let beacons = request.members.map { entry(tracks[Int($0)], at: time) }
    return RangingReport(constraint: request.constraint, beacons: beacons)
  }

  private func entry(_ track: BeaconTrack, at time: SimTime) -> RangedBeacon {
    guard time - track.lastReceived <= parameters.receivedFor else {
      return RangedBeacon(
        identity: track.identity, proximity: .unknown, accuracyMetres: -1,
        rssiDecibelMilliwatts: 0)
    }
    guard track.proximity != .unknown else {
      return RangedBeacon(
        identity: track.identity, proximity: .unknown, accuracyMetres: -1,
        rssiDecibelMilliwatts: track.rssi)
    }
    // The distance error from RSSI is proportional to the distance.
    let (place, moment) = (parameters.positionScatter, parameters.momentScatter)
    let scatter = (place * place + moment * moment / track.weight).squareRoot()
    let share = scatter * Ranging.ln10 / (10 * parameters.exponent)
    return RangedBeacon(
      identity: track.identity, proximity: track.proximity,
      accuracyMetres: track.distance(parameters) * share,
      rssiDecibelMilliwatts: track.rssi)
  }
}
