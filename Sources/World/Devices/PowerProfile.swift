/// What a device's parts draw, in mW, and what single events cost, in mJ.
///
/// Only the ratios are firm: a day of motion sensing costs what three minutes of video call cost,
/// and GPS delivered live costs a hundred times the motion sensing (WWDC14 session 612). The
/// absolute figures follow from an assumed video call of 2.0 W, and are estimates.
public struct PowerProfile: Hashable, Sendable {
  /// The profile's name.
  public var name: String
  /// The processor asleep.
  public var processorSuspended: Double
  /// What the processor adds while it takes GNSS fixes live.
  public var processorDelivering: Double
  /// The accelerometer.
  public var accelerometer: Double
  /// The motion coprocessor with its classifier.
  public var motionCoprocessor: Double
  /// The gyroscope: 3.2 mA at 1.8 V (MPU-6500 class).
  public var gyroscope = 5.8
  /// The magnetometer: 0.3 mA at 1.8 V (AK8963, from memory).
  public var magnetometer = 0.54
  /// The barometer: an estimate.
  public var barometer = 0.01
  /// One Wi-Fi scan of all channels: 75.48 mA at 4.0 V over 2.5 s (power profile of the Nexus 5).
  public var wifiScanMillijoules = 755.0
  /// The receiver, tracking once a second.
  public var gnssTracking: Double
  /// The Bluetooth radio, listening all the time.
  public var bluetoothScanning: Double
  /// Waking the processor for a batch of reports.
  public var wakeMillijoules: Double

  /// A phone of 2014: coprocessor 2000 mW / 480, GPS 100 times that, of which the receiver 250 mW.
  public static let phone2014 = PowerProfile(
    name: "phone-2014", processorSuspended: 15, processorDelivering: 166.7, accelerometer: 0.23,
    motionCoprocessor: 3.937, gnssTracking: 250, bluetoothScanning: 45, wakeMillijoules: 5)

  /// The profiles by name.
  public static let all = [phone2014]
}
