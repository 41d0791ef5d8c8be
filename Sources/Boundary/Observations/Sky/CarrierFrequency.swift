/// Carrier frequencies near L1 that phones receive.
public enum CarrierFrequency {
  /// L1 of GPS, QZSS and SBAS and E1 of Galileo, in Hz (IS-GPS-200; Galileo OS SIS ICD).
  public static let l1 = 1_575.42e6
  /// B1I of BeiDou, in Hz (BDS-SIS-ICD-B1I).
  public static let b1 = 1_561.098e6
  /// G1 of GLONASS on channel 0, in Hz (GLONASS ICD, table 3.1).
  public static let g1 = 1_602e6
  /// The spacing of GLONASS channels on G1, in Hz (GLONASS ICD, table 3.1).
  public static let g1Step = 562.5e3
  /// The channels used by GLONASS since 2005 (GLONASS ICD, 3.3.1).
  public static let glonassChannels = -7...6

  /// Returns a constellation's carrier frequency near L1, in Hz; `channel` is used for GLONASS only.
  public static func l1(of constellation: Constellation, channel: Int = 0) -> Double {
    switch constellation {
    case .gps, .galileo, .qzss, .sbas: l1
    case .beidou: b1
    case .glonass: g1 + g1Step * Double(channel)
    }
  }

  /// Returns the frequency channel of a GLONASS slot since about 2010; nil outside 1 to 24.
  ///
  /// Source: GLONASS constellation status of the IAC (glonass-iac.ru), as also in the headers of
  /// observation files of 2020 and 2023. Slots opposite each other in a plane share a channel.
  public static func usualGlonassChannel(ofSlot slot: Int) -> Int? {
    guard (1...24).contains(slot) else { return nil }
    let plan = [
      1, -4, 5, 6, 1, -4, 5, 6, -2, -7, 0, -1, -2, -7, 0, -1, 4, -3, 3, 2, 4, -3, 3, 2,
    ]
    return plan[slot - 1]
  }
}
