public import Observations
public import Signals

/// A kind of device: what it has, and what that draws.
public struct DeviceProfile: Hashable, Sendable {
  /// A part that a device may lack.
  public enum Part: String, CaseIterable, Sendable {
    case accelerometer, gyroscope, magnetometer, barometer, gnss, wifi, bluetooth, cellular
  }

  /// What sort of device it is, by which what its services offer differs.
  public enum Kind: String, CaseIterable, Sendable {
    case phone, tablet, watch, television, mac
  }

  /// What scenarios call it.
  public let name: String
  /// What it is, in a phrase.
  public let about: String
  /// What its parts draw.
  public var power: PowerProfile
  /// What it has.
  public var parts: Set<Part>
  /// What its battery holds when full, in Wh.
  public var batteryWattHours: Double
  /// What a charger gives it, in mW.
  public var chargerMilliwatts: Double
  /// How long an app that has left the screen may go on, in s, and with a background task.
  public var graceSeconds, taskSeconds: Double
  /// By how much its sensors and radios read higher than those of a phone of 2014.
  public var make = ReceiverMake()
  /// What sort of device it is.
  public var kind = Kind.phone

  /// Whether it has a sensor.
  public func has(_ sensor: RadioRequest.Sensor) -> Bool {
    switch sensor {
    case .accelerometer: parts.contains(.accelerometer)
    case .gyroscope: parts.contains(.gyroscope)
    case .magnetometer: parts.contains(.magnetometer)
    case .barometer: parts.contains(.barometer)
    case .gnss: parts.contains(.gnss)
    case .beacon: parts.contains(.bluetooth)
    case .cell: parts.contains(.cellular)
    case .wifi: parts.contains(.wifi)
    }
  }
}

extension DeviceProfile {
  /// A phone of 2014: 6.9 Wh (1810 mAh, from memory), a charger of 5 W; apps may go on for 5 s, or
  /// 180 s with a background task (iOS 7 and later, from memory).
  public static let phone2014 = DeviceProfile(
    name: "phone-2014", about: "a phone of 2014 with a motion coprocessor", power: .phone2014,
    parts: Set(Part.allCases), batteryWattHours: 6.9, chargerMilliwatts: 5000, graceSeconds: 5,
    taskSeconds: 180)

  /// A phone of 2019: 13.7 Wh (3700 mAh), a charger of 18 W; background tasks last 30 s (iOS 13,
  /// from memory).
  ///
  /// What it reads otherwise is an estimate, of less than the 4 dB by which models of
  /// phones differ (Kjærgaard and Haeberlen, from memory).
  public static let phone2019 = DeviceProfile(
    name: "phone-2019", about: "a phone of 2019", power: .phone2019,
    parts: Set(Part.allCases), batteryWattHours: 13.7, chargerMilliwatts: 18_000,
    graceSeconds: 5, taskSeconds: 30,
    make: ReceiverMake(
      gnssDecibels: 1, wifiDecibels: 2, beaconDecibels: 2, pressurePascals: -40))

  /// A player with Wi-Fi, without satellites and a modem: 3.9 Wh (1043 mAh, from memory).
  ///
  /// Its offsets are estimates: a thin metal back.
  public static let player = DeviceProfile(
    name: "wifi-player", about: "a music player with Wi-Fi, without GNSS and cellular",
    power: .player, parts: Set(Part.allCases).subtracting([.gnss, .cellular, .barometer]),
    batteryWattHours: 3.9, chargerMilliwatts: 5000, graceSeconds: 5, taskSeconds: 180,
    make: ReceiverMake(wifiDecibels: -2, beaconDecibels: -2), kind: .tablet)

  /// A tablet with Wi-Fi only: 32.4 Wh (8600 mAh, from memory), a charger of 12 W; an estimate otherwise.
  public static let tablet = DeviceProfile(
    name: "tablet", about: "a tablet with Wi-Fi, without GNSS and cellular", power: .phone2014,
    parts: Set(Part.allCases).subtracting([.gnss, .cellular]), batteryWattHours: 32.4,
    chargerMilliwatts: 12_000, graceSeconds: 5, taskSeconds: 30, kind: .tablet)

  /// A television's box: Wi-Fi alone, on the mains; what it draws is a phone's, which nobody counts.
  public static let television = DeviceProfile(
    name: "television", about: "a television's box with Wi-Fi, on the mains", power: .phone2014,
    parts: [.wifi, .bluetooth], batteryWattHours: 1000, chargerMilliwatts: 15_000, graceSeconds: 5,
    taskSeconds: 30, kind: .television)

  /// A portable Mac: 50 Wh and Wi-Fi, no sensor of motion; an estimate.
  public static let mac = DeviceProfile(
    name: "mac", about: "a portable Mac with Wi-Fi", power: .phone2019, parts: [.wifi, .bluetooth],
    batteryWattHours: 50, chargerMilliwatts: 45_000, graceSeconds: 5, taskSeconds: 30, kind: .mac)

  /// A watch with GNSS: 1.07 Wh (an estimate in the middle of those sold in 2016).
  ///
  /// Its antennas are small and lie on a wrist: offsets that are estimates, too.
  public static let watch = DeviceProfile(
    name: "watch", about: "a watch with GNSS, without cellular", power: .watch,
    parts: Set(Part.allCases).subtracting([.cellular]), batteryWattHours: 1.07,
    chargerMilliwatts: 2500, graceSeconds: 5, taskSeconds: 30,
    make: ReceiverMake(
      gnssDecibels: -4, wifiDecibels: -6, beaconDecibels: -5, pressurePascals: 30), kind: .watch)

  /// A navigation unit built into a car: a satellite module whose patch antenna belongs on the roof, on the
  /// car's power; an estimate otherwise.
  public static let carUnit = DeviceProfile(
    name: "car-unit", about: "a navigation unit in a car, with a satellite module",
    power: .phone2014,
    parts: Set(Part.allCases).subtracting([.barometer]), batteryWattHours: 50,
    chargerMilliwatts: 18_000, graceSeconds: 5, taskSeconds: 180,
    make: ReceiverMake(gnssKind: .module)
  )

  /// The profiles by name.
  public static let all = [phone2014, phone2019, player, tablet, watch, television, mac, carUnit]
}
