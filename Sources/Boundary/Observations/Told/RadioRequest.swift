public import Kernel

/// What a stack asks of the device's radios and sensors.
public enum RadioRequest: Hashable, Sendable {
  /// A sensor or radio that can be on or off.
  public enum Sensor: String, CaseIterable, Sendable {
    case accelerometer, gyroscope, magnetometer, barometer, gnss, beacon, cell, wifi
  }

  /// Turns a sensor on, at a period in which it reports; zero leaves the period to the device.
  ///
  /// Wi-Fi that is on scans one time after the other.
  case start(Sensor, period: SimDuration)
  /// Turns a sensor off.
  case stop(Sensor)
  /// Lets what a sensor reports pile up, and be handed on together at this period, while the
  /// processor sleeps; zero hands it on at once. Motion sensors and satellites can do so.
  case batch(Sensor, every: SimDuration)
  /// Says on whose behalf a sensor runs from now on: what it costs is shared equally among them.
  ///
  /// An app's request or a service, such as `guide/location` or `pause`; `stack` unless told.
  case attribute(Sensor, to: [String])
  /// Asks for one Wi-Fi scan, as soon as the radio can; nothing need be on for it.
  case scanWiFi
  /// Asks for assistance data for the satellites over the network.
  case fetchAssistance
  /// Asks the services behind the network for something by its name, such as `wifi/tile/5312/2144`;
  /// a ``Download`` answers, also where there is no network.
  case fetch(String)
  /// Lets the phone be a beacon of this identity, in place of the one that it was; nil ends it.
  case advertise(BeaconIdentity?)
}
