/// By how much devices of one make read higher than the phones that the models were fitted to.
///
/// Each device differs from its make by an offset of its own, which the models draw. An effect that a
/// scenario switches off takes both with it.
public struct ReceiverMake: Hashable, Sendable {
  /// Satellites, in dB.
  public var gnssDecibels: Double
  /// Wi-Fi, in dB.
  public var wifiDecibels: Double
  /// Beacons, in dB.
  public var beaconDecibels: Double
  /// The barometer, in Pa.
  public var pressurePascals: Double
  /// Its class of satellite receiver; nil for what the scenario's signals say.
  public var gnssKind: GNSSReceiverKind?

  /// Creates the offsets of a make; zero is a middling phone.
  public init(
    gnssDecibels: Double = 0, wifiDecibels: Double = 0, beaconDecibels: Double = 0,
    pressurePascals: Double = 0, gnssKind: GNSSReceiverKind? = nil
  ) {
    self.gnssDecibels = gnssDecibels
    self.wifiDecibels = wifiDecibels
    self.beaconDecibels = beaconDecibels
    self.pressurePascals = pressurePascals
    self.gnssKind = gnssKind
  }
}
