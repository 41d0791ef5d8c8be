/// Power model of a device: power by part and state, in mW, and energy by event, in mJ.
///
/// Only the ratios are firm: a day of motion sensing costs as much as three minutes of video call, live
/// GPS costs a hundred times as much as motion sensing (WWDC14 session 612), and a processor left
/// asleep saves up to 40 % of it (WWDC12 session 303). The absolute values follow from an assumed
/// video call; those without a source are estimates.
public struct PowerProfile: Hashable, Sendable {
  /// The processor asleep, and awake with little to do.
  public var processorSuspended, processorAwake: Double
  /// Extra power of the processor above sleep while it receives live GNSS fixes.
  public var processorDelivering: Double
  /// The screen at medium brightness.
  public var screen: Double
  /// A video call, in total.
  public var videoCall: Double
  public var accelerometer: Double
  /// The motion coprocessor with its classifier.
  public var motionCoprocessor: Double
  public var gyroscope: Double
  public var magnetometer: Double
  public var barometer: Double
  /// The satellite receiver: acquisition, tracking at 1 Hz, and standby between duty cycles.
  public var gnssAcquiring, gnssTracking, gnssStandby: Double
  /// The Bluetooth radio in continuous scanning.
  public var bluetoothScanning: Double
  /// Extra power of beacon advertising: three frames of 0.4 ms at some 30 mW, ten times per second, and
  /// as much again for waking; an estimate.
  public var bluetoothAdvertising = 2.0
  /// One Wi-Fi scan of all channels.
  public var wifiScanMillijoules: Double
  /// One small exchange over the cellular network.
  public var exchangeMillijoules: Double
  /// A wake-up of the processor for an app, and back; and for a batch of radio reports.
  public var wakeMillijoules, reportMillijoules: Double

  /// A phone of 2014.
  ///
  /// Video call 2.0 W (an estimate). Coprocessor and accelerometer 2000 mW / 480, with 130 µA at 1.8 V for
  /// the accelerometer (data sheet). GPS 100 times that, with 250 mW for the receiver, so that sleep saves
  /// 40 %. Gyroscope 3.2 mA at 1.8 V (MPU-6500); magnetometer 0.3 mA at 1.8 V (AK8963, from memory);
  /// Wi-Fi scan 75.48 mA at 4.0 V over 2.5 s and screen 82.75 to 284 mA (power profile of the Nexus 5).
  /// Wake-up 0.3 s at 200 mW and the others: estimates.
  public static let phone2014 = PowerProfile(
    processorSuspended: 15, processorAwake: 100, processorDelivering: 166.7, screen: 730,
    videoCall: 2000, accelerometer: 0.23, motionCoprocessor: 3.937, gyroscope: 5.8,
    magnetometer: 0.54, barometer: 0.01, gnssAcquiring: 330, gnssTracking: 250, gnssStandby: 1,
    bluetoothScanning: 45, wifiScanMillijoules: 755, exchangeMillijoules: 2000,
    wakeMillijoules: 60, reportMillijoules: 5)

  /// A phone of 2019: the power profile of the Pixel 4 XL at 3.7 V.
  ///
  /// GNSS 24 mA weak and 6 mA strong, processor 5.6 mA suspended and 11 mA awake, screen 98 mA and half of
  /// 470 more, Bluetooth 9 mA at 3.3 V, Wi-Fi scan 0.95 J (82 to 125 mA over 2.5 s), modem 200 mA over
  /// 2 s. Inertial unit 0.685 mA for both sensors (BMI270). Estimates: coprocessor 1.5 mW, video call
  /// 3.2 W, wake-ups, and 138 mW of the processor for live fixes (one small core at half load), with
  /// which GPS costs 100 times the motion sensing here, too.
  public static let phone2019 = PowerProfile(
    processorSuspended: 20.7, processorAwake: 40.7, processorDelivering: 138, screen: 1230,
    videoCall: 3200, accelerometer: 0.1, motionCoprocessor: 1.5, gyroscope: 1.2,
    magnetometer: 0.3, barometer: 0.01, gnssAcquiring: 89, gnssTracking: 22.2, gnssStandby: 0.5,
    bluetoothScanning: 30, wifiScanMillijoules: 950, exchangeMillijoules: 1480,
    wakeMillijoules: 40, reportMillijoules: 3)

  /// A Wi-Fi music player of 2014: the phone's values; the player lacks some of the parts.
  public static let player = phone2014

  /// A watch of about 2016: the phone of 2014 scaled by battery capacity; all estimates.
  public static let watch = PowerProfile(
    processorSuspended: 4, processorAwake: 40, processorDelivering: 40, screen: 120,
    videoCall: 600, accelerometer: 0.1, motionCoprocessor: 1.15, gyroscope: 1.5,
    magnetometer: 0.3, barometer: 0.01, gnssAcquiring: 120, gnssTracking: 80, gnssStandby: 0.5,
    bluetoothScanning: 20, wifiScanMillijoules: 400, exchangeMillijoules: 1000,
    wakeMillijoules: 15, reportMillijoules: 2)
}
