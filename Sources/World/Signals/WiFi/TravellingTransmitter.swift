import Geometry
public import Kernel
import Observations
public import Truth
public import Venues

/// An access point that goes with somebody: a phone that shares its connection, a bus's own Wi-Fi.
///
/// To a locator that trusts addresses it is a trap: it is where its bearer is.
public struct TravellingTransmitter: Sendable {
  /// What it is called.
  public let name: String
  /// Where it goes.
  public let trajectory: Trajectory
  /// How high above its bearer's floor it is, in m.
  public let heightMetres: Double
  /// What it sends.
  public let radio: AccessPoint.Radio
  /// From when until when it is there; always, unless told.
  public var presence: Range<SimTime>?
  /// The number of the person whose own phone it is, which doesn't hear itself.
  public var bearer: Int?

  /// A phone in a pocket that shares its connection, under a made-up address.
  ///
  /// Random addresses have the bit set that says they are locally administered (IEEE 802-2014, 8.2);
  /// 12 dBm is an estimate of a phone's power through clothes.
  ///
  /// - Parameters:
  ///   - name: What it is called, which is also its network's name.
  ///   - trajectory: Where its bearer goes.
  ///   - seed: The run's seed.
  /// - Returns: The transmitter, on one of the channels 1, 6 and 11.
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
