import Documents

/// Parameters of the radio link between beacons and phones.
///
/// The defaults are realistic. Each effect has its own switch, which shows the cost of that effect alone.
public struct BeaconParameters: SignalParameters {
  /// The beacon's hardware address as the system reports it.
  public enum Address: String, CaseIterable, Sendable {
    /// None, as on iOS.
    case hidden
    /// Constant: most beacons.
    case fixed
    /// A new one every 15 minutes: private devices (Bluetooth Core 5.4, vol 3, part C, appendix A).
    case rotating
  }

  /// Losses of walls and floors.
  public var obstruction = true
  /// Shadowing: variation over metres around the path's median.
  public var shadowing = true
  /// Small-scale fading: variation over centimetres, different on each channel.
  public var fading = true
  /// Antenna patterns, different on each channel.
  public var antenna = true
  /// Body loss of the carrier and of the crowd.
  public var body = true
  /// Packet losses by collisions with other beacons and with Wi-Fi.
  public var collisions = true
  /// Packet losses below the sensitivity.
  public var deafness = true
  /// True power of the beacons in place of the power that they encode.
  public var miscalibration = true
  /// Constant offset of the phone's readings.
  public var phoneOffset = true
  /// Noise of the readings from packet to packet.
  public var noise = true
  /// Rounding to whole dBm.
  public var quantisation = true
  /// Random advertising delays and clock errors.
  public var advertisingDelay = true

  /// The Rician K factor with line of sight, in dB; each beacon has its own, 3 dB more or less.
  ///
  /// K is 3 to 7 dB with line of sight indoors in the literature, for aligned antennas. With 2 dB, plus
  /// the reflections of floor and ceiling, RSSI over 3.4 m on one channel varies by 4 to 6 dB, as it does
  /// between phones in herald-analysis (2021-03-11: 5.0 dB for both).
  public var directRatio = 2.0
  /// Mean excess delay of scattered rays, in s.
  ///
  /// 10 to 50 ns in rooms and offices (ITU-R P.1238 has 20 to 35 ns for small ones); at 15 ns the three
  /// channels fade almost independently.
  public var delaySpread = 15e-9
  /// Standard deviation of the shadowing with line of sight, in dB.
  ///
  /// 3 by 3GPP TR 38.901 (InH), a part of which is in the antenna patterns here. Behind walls it is up to
  /// twice as much.
  public var shadowSpread = 2.5
  /// The fraction of the scattered power that moving people reflect, 0 to 1.
  ///
  /// An estimate for a room with a few people; Herald's empty room has none.
  public var motion = 0.1
  /// True if the run's people obstruct signals; needs `body`.
  public var people = true
  /// Other standing people per m² between beacons and phone.
  public var crowdDensity = 0.0
  /// Airtime fraction of Wi-Fi and others at 2.4 GHz, 0 to 1.
  public var interference = 0.3
  /// The level at which half of the packets are decoded, in dBm: -96 to -98 in data sheets of phone chips.
  public var sensitivity = -98.0
  /// Standard deviation of the offset between phones, in dB: 3 to 4 for Wi-Fi (Haeberlen; from memory).
  public var phoneSpread = 3.0
  /// Standard deviation of one reading, in dB: 0.3 to 0.5 at rest.
  ///
  /// Herald-analysis 2021-03-11: 0.45 with rounding.
  public var readingNoise = 0.4
  /// Scale of the body shadow's depth; 1 for usual, 0 for none.
  public var bodyScale = 1.0
  /// The age of the beacons' batteries, in s.
  public var batteryAge = 0.0
  public var profile = BeaconScanProfile.foreground
  public var address = Address.fixed

  /// Realistic values.
  public init() {}

  /// Every advertisement is received, and its power follows the inverse square of the distance.
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
