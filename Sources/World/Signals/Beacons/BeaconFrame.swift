public import Kernel
public import Observations

/// Timing and power fields of advertising frames, sent once on each of the three channels per event.
public enum BeaconFrame {
  /// Centre frequencies of channels 37, 38 and 39, in MHz (Bluetooth Core 5.4, vol 6, part B, 1.4.1).
  public static let megahertz = SIMD3(2402.0, 2426, 2480)
  /// The time between the frames of an event; about 0.4 ms on usual chips.
  public static let spacing = SimDuration(nanoseconds: 400_000)
  /// Max random delay of an event (Bluetooth Core 5.4, vol 6, part B, 4.4.2.2.1).
  public static let longestDelay = SimDuration(nanoseconds: 10_000_000)
  /// Eddystone's power at 0 m over the power at 1 m, in dB (Eddystone-UID format).
  private static let eddystoneMetre = 41.0

  /// The duration of a frame at 1 Mb/s.
  ///
  /// Preamble 1, access address 4, header 2, address 6, data, CRC 3 bytes, with 30 bytes of data for
  /// iBeacon, and 31 for the others with their flags.
  public static func airtime(of format: BeaconFormat) -> SimDuration {
    let bytes: Int64 = 16 + (format == .iBeacon ? 30 : 31)
    return SimDuration(nanoseconds: bytes * 8_000)
  }

  /// The power at 1 m as encoded in a frame, in dBm: a whole number in a signed byte.
  ///
  /// Eddystone encodes the power at 0 m; readers subtract 41 dB.
  public static func reported(_ power: Double, by format: BeaconFormat) -> Double {
    let shift = format == .eddystoneUID ? eddystoneMetre : 0
    return min(127, max(-127, (power + shift).rounded())) - shift
  }
}
