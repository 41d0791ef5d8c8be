/// An observation: any input of a stack.
public enum Observation: Hashable, Sendable {
  /// Specific force in the device's axes, in m/s².
  case accelerometer(InertialBatch)
  /// Angular rate in the device's axes, in rad/s.
  case gyroscope(InertialBatch)
  /// Magnetic flux density in the device's axes, in µT.
  case magnetometer(InertialBatch)
  case barometer(PressureSample)
  case gnss(GNSSEpoch)
  case fix(ReceiverFix)
  case ephemeris(BroadcastEphemeris)
  case wifi(WiFiScan)
  case beacon(BeaconAdvertisement)
  case cell(CellScan)
  case power(PowerSource)
  case vehicle(VehicleLink)
  case network(NetworkReachability)
  case download(Download)
  case app(AppEvent)
  case boot(Boot)
}
