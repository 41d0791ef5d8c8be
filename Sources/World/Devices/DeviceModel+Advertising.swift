import Kernel
import Observations
import Signals

/// The phone as a beacon, and what Bluetooth draws.
extension DeviceModel {
  /// Begins, changes or ends being a beacon.
  mutating func advertise(_ identity: BeaconIdentity?, at time: SimTime) {
    let wanted = setup.profile.parts.contains(.bluetooth) && !isOff ? identity : nil
    guard wanted != advertised?.identity else { return }
    endAdvertising(at: time)
    advertised = wanted.map { (identity: $0, since: time) }
    meterBluetooth(at: time)
  }

  /// Ends it, as when the phone goes off.
  mutating func endAdvertising(at time: SimTime) {
    guard let old = advertised else { return }
    advertised = nil
    if old.since < time {
      pass.advertised.append(BeaconShift(identity: old.identity, during: old.since..<time))
    }
    meterBluetooth(at: time)
  }

  /// Books what listening and being a beacon draw together.
  mutating func meterBluetooth(at time: SimTime) {
    let listening = isOn[.beacon] ? power.bluetoothScanning * beaconProfile.duty : 0
    let sending = advertised == nil ? 0 : power.bluetoothAdvertising
    let state = sending > 0 ? "advertising" : isOn[.beacon] ? "on" : "off"
    pass.energy.attribute(.bluetooth, to: listening + sending > 0 ? causes[.beacon] : [], at: time)
    pass.energy.set(.bluetooth, to: state, milliwatts: listening + sending, at: time)
  }
}
