public import Kernel

/// What a stack asks of the device's radios and sensors.
public enum RadioRequest: Hashable, Sendable {
  /// A sensor or radio that can be on or off.
  public enum Sensor: String, CaseIterable, Sendable {
    case accelerometer, gyroscope, magnetometer, barometer, gnss, beacon, cell
  }

  /// Turns a sensor on, at a period in which it reports; zero leaves the period to the device.
  case start(Sensor, period: SimDuration)
  /// Turns a sensor off.
  case stop(Sensor)
  /// Asks for one Wi-Fi scan, as soon as the radio can.
  case scanWiFi
  /// Asks for assistance data for the satellites over the network.
  case fetchAssistance
}
