public import Observations
public import Signals

/// A device model: parts, power draw and battery.
public struct DeviceProfile: Hashable, Sendable {
  /// A part that a device may lack.
  public enum HardwarePart: String, CaseIterable, Sendable {
    case accelerometer, gyroscope, magnetometer, barometer, gnss, wifi, bluetooth, cellular
  }

  /// The device class; services differ by it.
  public enum Kind: String, CaseIterable, Sendable {
    case phone, tablet, watch, television, mac
  }

  /// The name in scenarios.
  public let name: String
  /// A short description.
  public let about: String
  public var power: PowerProfile
  public var parts: Set<HardwarePart>
  /// Battery capacity, in Wh.
  public var batteryWattHours: Double
  /// Power from the charger, in mW.
  public var chargerMilliwatts: Double
  /// Background time of an app, in s, without and with a background task.
  public var graceSeconds, taskSeconds: Double
  /// Offsets of its sensors and radios from those of a phone of 2014.
  public var make = ReceiverMake()
  public var kind = Kind.phone

  /// True if the device has a sensor.
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
  /// A phone of 2014: 6.9 Wh (1810 mAh, from memory), 5 W charger.
  ///
  /// Background time is 5 s, or 180 s with a background task (iOS 7 and later, from memory).
  public static let phone2014 = DeviceProfile(
    name: "phone-2014", about: "a phone of 2014 with a motion coprocessor", power: .phone2014,
    parts: Set(HardwarePart.allCases), batteryWattHours: 6.9, chargerMilliwatts: 5000,
    graceSeconds: 5,
    taskSeconds: 180)

  /// A phone of 2019: 13.7 Wh (3700 mAh), 18 W charger; background tasks last 30 s (iOS 13, from memory).
  ///
  /// The receiver offsets are estimates, below the 4 dB spread of phone models (Kjærgaard and Haeberlen,
  /// from memory).
  public static let phone2019 = DeviceProfile(
    name: "phone-2019", about: "a phone of 2019", power: .phone2019,
    parts: Set(HardwarePart.allCases), batteryWattHours: 13.7, chargerMilliwatts: 18_000,
    graceSeconds: 5, taskSeconds: 30,
    make: ReceiverMake(
      gnssDecibels: 1, wifiDecibels: 2, beaconDecibels: 2, pressurePascals: -40))

  /// A Wi-Fi music player without GNSS and modem: 3.9 Wh (1043 mAh, from memory).
  ///
  /// The offsets are estimates for a thin metal back.
  public static let player = DeviceProfile(
    name: "wifi-player", about: "a music player with Wi-Fi, without GNSS and cellular",
    power: .player, parts: Set(HardwarePart.allCases).subtracting([.gnss, .cellular, .barometer]),
    batteryWattHours: 3.9, chargerMilliwatts: 5000, graceSeconds: 5, taskSeconds: 180,
    make: ReceiverMake(wifiDecibels: -2, beaconDecibels: -2), kind: .tablet)

  /// A Wi-Fi tablet: 32.4 Wh (8600 mAh, from memory), 12 W charger; the rest are estimates.
  public static let tablet = DeviceProfile(
    name: "tablet", about: "a tablet with Wi-Fi, without GNSS and cellular", power: .phone2014,
    parts: Set(HardwarePart.allCases).subtracting([.gnss, .cellular]), batteryWattHours: 32.4,
    chargerMilliwatts: 12_000, graceSeconds: 5, taskSeconds: 30, kind: .tablet)

  /// A mains-powered TV box with Wi-Fi only; its power draw is a phone's, and has no effect.
  public static let television = DeviceProfile(
    name: "television", about: "a mains-powered TV box with Wi-Fi", power: .phone2014,
    parts: [.wifi, .bluetooth], batteryWattHours: 1000, chargerMilliwatts: 15_000, graceSeconds: 5,
    taskSeconds: 30, kind: .television)

  /// A laptop Mac: 50 Wh and Wi-Fi, no motion sensors; an estimate.
  public static let mac = DeviceProfile(
    name: "mac", about: "a portable Mac with Wi-Fi", power: .phone2019, parts: [.wifi, .bluetooth],
    batteryWattHours: 50, chargerMilliwatts: 45_000, graceSeconds: 5, taskSeconds: 30, kind: .mac)

  /// A watch with GNSS: 1.07 Wh (an estimate in the middle of the models sold in 2016).
  ///
  /// The offsets for small antennas on a wrist are estimates, too.
  public static let watch = DeviceProfile(
    name: "watch", about: "a watch with GNSS, without cellular", power: .watch,
    parts: Set(HardwarePart.allCases).subtracting([.cellular]), batteryWattHours: 1.07,
    chargerMilliwatts: 2500, graceSeconds: 5, taskSeconds: 30,
    make: ReceiverMake(
      gnssDecibels: -4, wifiDecibels: -6, beaconDecibels: -5, pressurePascals: 30), kind: .watch)

  /// A navigation unit built into a car: a GNSS module with a patch antenna on the roof, on car power.
  ///
  /// The rest are estimates.
  public static let carUnit = DeviceProfile(
    name: "car-unit", about: "a navigation unit in a car, with a satellite module",
    power: .phone2014,
    parts: Set(HardwarePart.allCases).subtracting([.barometer]), batteryWattHours: 50,
    chargerMilliwatts: 18_000, graceSeconds: 5, taskSeconds: 180,
    make: ReceiverMake(gnssKind: .module)
  )

  /// All profiles.
  public static let all = [phone2014, phone2019, player, tablet, watch, television, mac, carUnit]
}
