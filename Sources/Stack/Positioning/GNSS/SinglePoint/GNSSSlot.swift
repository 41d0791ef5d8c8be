package import Observations

/// Dense satellite indices for per-satellite arrays.
package enum GNSSSlot {
  /// Number of slots: 32 GPS, 27 GLONASS, 36 Galileo, 63 BeiDou, 10 QZSS.
  static let count = 168
  /// First slot of GLONASS.
  static let glonass = 32
  /// Number of system clocks; QZSS keeps GPS time (IS-QZSS-PNT, 3.2.1).
  static let clockCount = 4

  /// Returns the slot of a satellite; nil if the satellite is not used.
  package static func number(of satellite: SatelliteID) -> Int? {
    let number = satellite.number
    switch satellite.constellation {
    case .gps: return (1...32).contains(number) ? number - 1 : nil
    case .glonass: return (1...27).contains(number) ? glonass + number - 1 : nil
    case .galileo: return (1...36).contains(number) ? 58 + number : nil
    case .beidou: return (1...63).contains(number) ? 94 + number : nil
    case .qzss: return (193...202).contains(number) ? number - 35 : nil
    case .sbas: return nil
    }
  }

  /// Returns the clock index of a constellation: 0 GPS, 1 GLONASS, 2 Galileo, 3 BeiDou.
  static func clock(of constellation: Constellation) -> Int {
    switch constellation {
    case .gps, .qzss, .sbas: 0
    case .glonass: 1
    case .galileo: 2
    case .beidou: 3
    }
  }
}
