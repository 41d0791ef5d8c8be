/// What a device's parts draw, in mW, and what single events cost, in mJ.
///
/// Only the ratios are firm: a day of motion sensing costs what three minutes of video call cost,
/// GPS delivered live costs a hundred times the motion sensing (WWDC14 session 612), and leaving the
/// processor asleep saves up to 40 % of it (WWDC12 session 303). The absolute figures follow from an
/// assumed video call, and are estimates where no source is named.
public struct PowerProfile: Hashable, Sendable {
  /// The processor asleep, and awake with little to do.
  public var processorSuspended, processorAwake: Double
  /// What the awake processor adds to a sleeping one while it takes GNSS fixes live.
  public var processorDelivering: Double
  /// The screen at medium brightness.
  public var screen: Double
  /// A video call, all told.
  public var videoCall: Double
  /// The accelerometer.
  public var accelerometer: Double
  /// The motion coprocessor with its classifier.
  public var motionCoprocessor: Double
  /// The gyroscope.
  public var gyroscope: Double
  /// The magnetometer.
  public var magnetometer: Double
  /// The barometer.
  public var barometer: Double
  /// The satellite receiver: searching, tracking once a second, and in standby between duty cycles.
  public var gnssAcquiring, gnssTracking, gnssStandby: Double
  /// The Bluetooth radio, listening all the time.
  public var bluetoothScanning: Double
  /// What it draws besides for being a beacon: three frames of 0.4 ms at some 30 mW, ten times a second, and
  /// as much again for waking; an estimate.
  public var bluetoothAdvertising = 2.0
  /// One Wi-Fi scan of all channels.
  public var wifiScanMillijoules: Double
  /// One small exchange over the cellular network.
  public var exchangeMillijoules: Double
  /// Waking the processor for an app, and back; and for a batch of reports from a radio.
  public var wakeMillijoules, reportMillijoules: Double

  /// A phone of 2014.
  ///
  /// Video call 2.0 W (an estimate), coprocessor and accelerometer 2000 mW / 480, of which 130 µA at
  /// 1.8 V are the accelerometer's (data sheet); GPS 100 times that, 250 mW of it the receiver's, so
  /// that 40 % are saved asleep. Gyroscope 3.2 mA at 1.8 V (MPU-6500); magnetometer 0.3 mA at 1.8 V
  /// (AK8963, from memory); Wi-Fi scan 75.48 mA at 4.0 V over 2.5 s and screen 82.75 to 284 mA
  /// (power profile of the Nexus 5); wake-up 0.3 s at 200 mW, and the others, estimates.
  public static let phone2014 = PowerProfile(
    processorSuspended: 15, processorAwake: 100, processorDelivering: 166.7, screen: 730,
    videoCall: 2000, accelerometer: 0.23, motionCoprocessor: 3.937, gyroscope: 5.8,
    magnetometer: 0.54, barometer: 0.01, gnssAcquiring: 330, gnssTracking: 250, gnssStandby: 1,
    bluetoothScanning: 45, wifiScanMillijoules: 755, exchangeMillijoules: 2000,
    wakeMillijoules: 60, reportMillijoules: 5)

  /// A phone of 2019: the power profile of the Pixel 4 XL at 3.7 V.
  ///
  /// GNSS 24 mA weak and 6 mA strong, processor 5.6 mA suspended and 11 mA awake, screen 98 mA and
  /// half of 470 more, Bluetooth 9 mA at 3.3 V, Wi-Fi scan 0.95 J (82 to 125 mA over 2.5 s), modem
  /// 200 mA over 2 s. Inertial unit 0.685 mA for both (BMI270). Estimates: coprocessor 1.5 mW, video
  /// call 3.2 W, wake-ups, and that the processor adds 138 mW for live fixes (half the time one
  /// small core), which makes GPS cost 100 times motion here, too.
  public static let phone2019 = PowerProfile(
    processorSuspended: 20.7, processorAwake: 40.7, processorDelivering: 138, screen: 1230,
    videoCall: 3200, accelerometer: 0.1, motionCoprocessor: 1.5, gyroscope: 1.2,
    magnetometer: 0.3, barometer: 0.01, gnssAcquiring: 89, gnssTracking: 22.2, gnssStandby: 0.5,
    bluetoothScanning: 30, wifiScanMillijoules: 950, exchangeMillijoules: 1480,
    wakeMillijoules: 40, reportMillijoules: 3)

  /// A music player of 2014 with Wi-Fi: the phone's parts, without those that it lacks.
  public static let player = phone2014

  /// A watch of 2016 or so: parts of a phone of 2014 scaled by its battery; all estimates.
  public static let watch = PowerProfile(
    processorSuspended: 4, processorAwake: 40, processorDelivering: 40, screen: 120,
    videoCall: 600, accelerometer: 0.1, motionCoprocessor: 1.15, gyroscope: 1.5,
    magnetometer: 0.3, barometer: 0.01, gnssAcquiring: 120, gnssTracking: 80, gnssStandby: 0.5,
    bluetoothScanning: 20, wifiScanMillijoules: 400, exchangeMillijoules: 1000,
    wakeMillijoules: 15, reportMillijoules: 2)
}
