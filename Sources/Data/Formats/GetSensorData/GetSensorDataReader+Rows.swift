import Documents
import Kernel
import Observations
import Recordings

// Beacons, fixes and truth.

extension GetSensorDataReader {
  mutating func readAdvertisement(_ app: Int64) -> Bool {
    let identity: BeaconIdentity
    var power = 0.0
    if text.has(2, "iBeacon") {
      guard let reported = text.number(5), (-128...127).contains(reported),
        let major = text.integer(6, in: 0...65_535), let minor = text.integer(7, in: 0...65_535),
        let uuid = text.identifier(8)
      else { return false }
      power = reported
      identity = BeaconIdentity(uuid: uuid, major: UInt16(major), minor: UInt16(minor))
    } else if text.has(2, "Eddystone") {
      // The namespace is included if it precedes the instance.
      guard let instance = text.hexIdentifier(5) else { return false }
      identity = BeaconIdentity(format: .eddystoneUID, uuid: instance, major: 0, minor: 0)
    } else {
      report.note(.otherBluetooth, line: text.line)
      return true
    }
    guard let rssi = text.number(4), (-200...50).contains(rssi) else { return false }
    beacons.append(
      (
        app,
        BeaconAdvertisement(
          time: .start, identity: identity, address: text.hardwareAddress(3),
          measuredPowerDecibelMilliwatts: power, rssiDecibelMilliwatts: rssi)
      ))
    return true
  }

  mutating func readFix(_ app: Int64) -> Bool {
    guard let sensor = text.nanoseconds(2), sensor >= 0, let coordinate = text.coordinate(3),
      let altitude = text.number(5), let course = text.number(6), let accuracy = text.number(7),
      let speed = text.number(8)
    else { return false }
    if let newest = newestFix {
      if sensor == newest.sensor, coordinate == newest.coordinate {
        report.note(.repeatedFix, line: text.line)
        return true
      }
      guard sensor >= newest.sensor else {
        report.note(.staleFix, line: text.line)
        return true
      }
    }
    newestFix = (sensor, coordinate)
    /// The value, or -1 (unknown) if it is out of range.
    func known(_ value: Double, _ range: ClosedRange<Double>) -> Double {
      range.contains(value) ? value : -1
    }
    fixes.append(
      (
        app,
        LocationFix(
          time: .start, coordinate: coordinate,
          horizontalAccuracyMetres: known(accuracy, 0...1e7),
          altitudeMetres: altitude.isFinite ? altitude : 0, courseDegrees: known(course, 0...360),
          speedMetresPerSecond: known(speed, 0...1e4), source: .gnss,
          transmitterCount: text.integer(10, in: 0...1000) ?? 0)
      ))
    return true
  }

  mutating func readTruth(_ app: Int64) -> Bool {
    guard let number = text.integer(2, in: 0...1_000_000), let coordinate = text.coordinate(3),
      let floor = text.number(5), (-100...1000).contains(floor)
    else { return false }
    truth.append(
      (
        app,
        GetSensorData.TruePoint(
          time: .start, number: number, coordinate: coordinate, floor: Int(floor.rounded()),
          building: text.integer(6, in: 0...1_000_000_000) ?? 0)
      ))
    return true
  }
}
