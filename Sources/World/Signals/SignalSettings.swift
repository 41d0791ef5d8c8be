public import Documents

/// The signal parameters of a run: the `signals:` block of a scenario.
///
/// Each signal has a key. `natural`, the default, has all effects; `ideal` has no noise, no errors and no
/// obstacles; `off` is silent. A mapping sets the model's own keys, which shows the cost of a single
/// effect.
public struct SignalSettings: DocumentObject, Hashable {
  public var gnss = SignalSetting.on(GNSSParameters())
  /// RINEX navigation files with the satellites' ephemerides; none for the nominal constellations.
  public var ephemeris: [Located<String>] = []
  /// Walls, floors and clutter for Wi-Fi, beacons and cells.
  public var radio = PropagationParameters()
  public var wifi = SignalSetting.on(WiFiParameters())
  public var beacons = SignalSetting.on(BeaconParameters())
  public var cell = SignalSetting.on(CellParameters())
  /// Accelerometer, gyroscope and magnetometer.
  public var motion = SignalSetting.on(InertialParameters())
  /// The barometer, and the air around it.
  public var barometer = SignalSetting.on(BarometerParameters())

  /// Realistic values, with the nominal constellations.
  public init() {}

  public init(from object: inout ObjectReader) {
    gnss = object.optional(
      "gnss", SignalSetting<GNSSParameters>.form, default: .on(GNSSParameters()),
      "Satellite navigation.")
    ephemeris = object.optional(
      "ephemeris", .list(.located(.string), count: 0...20), default: [],
      "RINEX navigation files with the satellites' ephemerides, relative to this file.")
    radio = object.optional(
      "radio", .object(PropagationParameters.self), default: PropagationParameters(),
      "Walls, floors and clutter for Wi-Fi, beacons and cells.")
    wifi = object.optional(
      "wifi", SignalSetting<WiFiParameters>.form, default: .on(WiFiParameters()), "Wi-Fi.")
    beacons = object.optional(
      "beacons", SignalSetting<BeaconParameters>.form, default: .on(BeaconParameters()),
      "Bluetooth beacons.")
    cell = object.optional(
      "cell", SignalSetting<CellParameters>.form, default: .on(CellParameters()),
      "The cellular network.")
    motion = object.optional(
      "motion", SignalSetting<InertialParameters>.form, default: .on(InertialParameters()),
      "Accelerometer, gyroscope and magnetometer.")
    barometer = object.optional(
      "barometer", SignalSetting<BarometerParameters>.form, default: .on(BarometerParameters()),
      "The barometer, and the air around it.")
  }
}
