import Documents

/// How the radio between beacons and phones behaves.
///
/// The defaults are as in nature. Each effect has a switch of its own, so that one can ask what it
/// alone costs.
public struct BeaconParameters: SignalParameters {
  /// What a system tells of a beacon's hardware address.
  public enum Address: String, CaseIterable, Sendable {
    /// Nothing, as on iOS.
    case hidden
    /// Always the same: most beacons.
    case fixed
    /// A new one each 15 minutes: private devices (Bluetooth Core 5.4, vol 3, part C, appendix A).
    case rotating
  }

  /// Walls and floors take their part.
  public var obstruction = true
  /// Strength wanders over metres around the path's median.
  public var shadowing = true
  /// Strength wanders over centimetres, differently on each channel.
  public var fading = true
  /// Antennas radiate unevenly, differently on each channel.
  public var antenna = true
  /// The bearer's body and the crowd stand in the way.
  public var body = true
  /// Packets are lost to other beacons and to Wi-Fi.
  public var collisions = true
  /// Packets are lost where they are too weak.
  public var deafness = true
  /// Beacons radiate what they do, rather than what they claim.
  public var miscalibration = true
  /// The phone reads high or low, always by the same.
  public var phoneOffset = true
  /// The phone's reading scatters from packet to packet.
  public var noise = true
  /// The phone tells whole dBm.
  public var quantisation = true
  /// Events are delayed at random and clocks err.
  public var advertisingDelay = true

  /// The power of the direct ray over the scattered ones within line of sight, in dB; each beacon
  /// has its own, 3 dB more or less.
  ///
  /// Rice's K is 3 to 7 dB within line of sight indoors in the literature, for aligned antennas;
  /// with 2 dB, and the mirrors of floor and ceiling on top, RSSI over 3.4 m on one channel wobbles
  /// by 4 to 6 dB, as it does between phones in herald-analysis (2021-03-11: 5.0 dB for both).
  public var directRatio = 2.0
  /// The mean delay of scattered rays, in s: 10 to 50 ns in rooms and offices (ITU-R P.1238 has 20
  /// to 35 ns for small ones); at 15 ns the three channels fade almost independently.
  public var delaySpread = 15e-9
  /// The spread of the large-scale field within line of sight, in dB.
  ///
  /// 3 by 3GPP TR 38.901 (InH), of which the antennas' patterns have a part here. Behind walls it is
  /// up to twice as much.
  public var shadowSpread = 2.5
  /// The share of the scattered power that comes by way of people who move, 0 to 1.
  ///
  /// An estimate for a place with a few people; Herald's empty room has none.
  public var motion = 0.1
  /// Whether the run's own people stand in the way, each where they are, if bodies do at all.
  public var people = true
  /// Other standing people per m² between beacons and phone.
  public var crowdDensity = 0.0
  /// The share of time that Wi-Fi and others are on the air at 2.4 GHz, 0 to 1.
  public var interference = 0.3
  /// Where half of the packets are decoded, in dBm: -96 to -98 in the data sheets of phones' chips.
  public var sensitivity = -98.0
  /// The spread of readings between phones, in dB: 3 to 4 for Wi-Fi (Haeberlen; from memory).
  public var phoneSpread = 3.0
  /// The scatter of one reading, in dB: 0.3 to 0.5 at rest (herald-analysis 2021-03-11: 0.45 with
  /// rounding).
  public var readingNoise = 0.4
  /// How deep a body's shadow is, 1 for usual; 0 for none.
  public var bodyScale = 1.0
  /// The time since the beacons' batteries were new, in s.
  public var batteryAge = 0.0
  /// How the scanner divides its time.
  public var profile = BeaconScanProfile.foreground
  /// What the system tells of addresses.
  public var address = Address.fixed

  /// As in nature.
  public init() {}

  /// Every advertisement is heard, and its strength follows the inverse square of the distance.
  public static var ideal: BeaconParameters {
    var ideal = BeaconParameters()
    ideal.obstruction = false
    ideal.shadowing = false
    ideal.fading = false
    ideal.antenna = false
    ideal.body = false
    ideal.collisions = false
    ideal.deafness = false
    ideal.miscalibration = false
    ideal.phoneOffset = false
    ideal.noise = false
    ideal.quantisation = false
    ideal.advertisingDelay = false
    return ideal
  }
}
