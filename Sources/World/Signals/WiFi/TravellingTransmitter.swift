import Geometry
public import Kernel
import Observations
public import Truth
public import Venues

/// A mobile access point: a phone's hotspot, or the Wi-Fi of a bus.
///
/// It misleads a locator that trusts its address, as it moves with its carrier.
public struct TravellingTransmitter: Sendable {
  public let name: String
  public let trajectory: Trajectory
  /// Height above the carrier's floor, in m.
  public let heightMetres: Double
  public let radio: AccessPoint.Radio
  /// The interval of its presence; nil for always.
  public var presence: Range<SimTime>?
  /// The index of the person with this phone, which doesn't receive itself.
  public var carrier: Int?

  /// Returns the hotspot of a phone in a pocket, with a random address, on channel 1, 6 or 11.
  ///
  /// Random addresses are marked as locally administered (IEEE 802-2014, 8.2); 12 dBm is an estimate of
  /// a phone's power through clothes. The name is also the network's name.
  public static func hotspot(
    name: String, trajectory: Trajectory, seed: UInt64
  ) -> TravellingTransmitter {
    var draw = RandomStream(seed: seed, entity: stableHash(name), purpose: "wifi.hotspot")
    let address = draw.next() & 0xFCFF_FFFF_FFFF | 0x0200_0000_0000
    let channel = [2412.0, 2437, 2462][draw.integer(below: 3)]
    return TravellingTransmitter(
      name: name, trajectory: trajectory, heightMetres: 0.9,
      radio: AccessPoint.Radio(
        frequencyMegahertz: channel, powerDecibelMilliwatts: 12,
        networks: [AccessPoint.Network(bssid: HardwareAddress(address), ssid: name)]))
  }
}
