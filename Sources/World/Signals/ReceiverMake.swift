/// Offsets of a device model from the phones that the signal models are fitted to; positive reads higher.
///
/// Each device also has its own offset, which the models draw. A scenario that switches an effect off
/// removes both offsets.
public struct ReceiverMake: Hashable, Sendable {
  public var gnssDecibels: Double
  public var wifiDecibels: Double
  public var beaconDecibels: Double
  public var pressurePascals: Double
  /// Its class of satellite receiver; nil for the scenario's.
  public var gnssKind: GNSSReceiverKind?

  /// Creates the offsets; zero is an average phone.
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
