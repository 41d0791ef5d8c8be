public import Kernel

/// A request of a stack to the device's radios and sensors.
public enum RadioRequest: Hashable, Sendable {
  /// A sensor or radio that can be switched on and off.
  public enum Sensor: String, CaseIterable, Sendable {
    case accelerometer, gyroscope, magnetometer, barometer, gnss, beacon, cell, wifi
  }

  /// Switches a sensor on with a report period; zero leaves the period to the device.
  ///
  /// Wi-Fi that is on scans repeatedly.
  case start(Sensor, period: SimDuration)
  /// Switches a sensor off.
  case stop(Sensor)
  /// Batches a sensor's reports and delivers them at this period while the processor sleeps.
  ///
  /// Zero delivers them at once. Motion sensors and GNSS support batching.
  case batch(Sensor, every: SimDuration)
  /// Attributes a sensor's energy from now on to clients, in equal shares.
  ///
  /// A client is an app's request or a service, such as `guide/location` or `pause`; the default is
  /// `stack`.
  case attribute(Sensor, to: [String])
  /// Requests one Wi-Fi scan as soon as possible; Wi-Fi need not be on.
  case scanWiFi
  /// Requests GNSS assistance data over the network.
  case fetchAssistance
  /// Requests a named resource from a network service, such as `wifi/tile/5312/2144`.
  ///
  /// A ``Download`` answers, even without a network.
  case fetch(String)
  /// Advertises the phone as a beacon, replacing an earlier identity; nil stops it.
  case advertise(BeaconIdentity?)
}
