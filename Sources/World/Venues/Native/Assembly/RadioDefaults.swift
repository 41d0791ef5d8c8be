import Geometry
import Maps
import Observations

extension AccessPointEntry {
  /// The given radios, or the default ones: one at 2.4 GHz and one at 5 GHz.
  ///
  /// Defaults derive from the names of venue and access point, so that they do not change when
  /// others are added or removed.
  func makeRadios(name: String, venue: String, ssids usual: [String]) -> [AccessPoint.Radio] {
    if let radios {
      return radios.map { radio in
        AccessPoint.Radio(
          frequencyMegahertz: radio.frequency / 1e6, powerDecibelMilliwatts: radio.power,
          networks: radio.networks.map {
            AccessPoint.Network(bssid: $0.bssid, ssid: $0.ssid)
          })
      }
    }
    let hash = stableHash(venue + "\n" + name)
    // 2.4 GHz has three non-overlapping channels; of the 5 GHz ones, those without DFS (radar
    // detection).
    let upper = [36, 40, 44, 48, 149, 153, 157, 161]
    let channels = channels ?? [[1, 6, 11][Int(hash % 3)], upper[Int(hash / 3 % 8)]]
    // Unicast and universally administered, as a vendor's; the low bits are for radios and
    // networks.
    let base = bssid?.value ?? (hash >> 16) & 0xFCFF_FFFF_FF00
    let ssids = ssids ?? usual
    return channels.enumerated().map { position, channel in
      AccessPoint.Radio(
        frequencyMegahertz: Self.megahertz(ofChannel: channel),
        powerDecibelMilliwatts: power ?? (channel <= 14 ? 20 : 23),
        networks: ssids.enumerated().map { place, ssid in
          AccessPoint.Network(
            bssid: HardwareAddress(base + UInt64(position * ssids.count + place)), ssid: ssid)
        })
    }
  }

  /// The centre of a 20 MHz channel (IEEE 802.11-2020, annex E), in MHz.
  static func megahertz(ofChannel channel: Int) -> Double {
    switch channel {
    case ...13: Double(2407 + 5 * channel)
    case 14: 2484
    default: Double(5000 + 5 * channel)
    }
  }
}

extension CellEntry {
  /// The given sectors, or the given number of them, evenly spaced from north on.
  func makeSectors(name: String, venue: String, turn: Double) -> [CellSite.Sector] {
    let hash = stableHash(venue + "\n" + name)
    func sector(_ number: Int, _ bearing: Double?, _ entry: SectorEntry?) -> CellSite.Sector {
      // 3GPP TS 36.331: the low eight bits of an LTE cell's 28-bit identity are for its sectors.
      let cell = entry?.cell ?? Int((hash >> 20 & 0xF_FFFF) << 8) + number + 1
      let physical = entry?.physical ?? Int((hash >> 40) % 168) * 3 + number % 3
      return CellSite.Sector(
        azimuthRadians: bearing.map { direction(ofBearing: $0) + turn },
        cellIdentity: Int64(cell), physicalIdentity: physical,
        channelNumber: entry?.channel ?? usualChannel)
    }
    switch sectors {
    case .count(let count):
      return (0..<count).map { number in
        let bearing = 2 * Double.pi * Double(number) / Double(count)
        return sector(number, count == 1 ? nil : bearing, nil)
      }
    case .each(let entries):
      return entries.enumerated().map { sector($0, $1.bearing, $1) }
    }
  }

  /// The channel number of the frequency if the band is unambiguous; else 0.
  ///
  /// 3GPP TS 36.101 table 5.7.3-1 for the LTE bands 1, 2, 3, 7, 8 and 20, TS 38.104 table 5.4.2.1-1
  /// for NR, TS 25.101 for UMTS (from memory).
  private var usualChannel: Int {
    let megahertz = frequency / 1e6
    switch technology {
    case .lte:
      let bands: [(low: Double, high: Double, offset: Double)] = [
        (2110, 2170, 0), (1930, 1990, 600), (1805, 1880, 1200), (2620, 2690, 2750),
        (925, 960, 3450), (791, 821, 6150),
      ]
      guard let band = bands.first(where: { megahertz >= $0.low && megahertz < $0.high }) else {
        return 0
      }
      return Int((band.offset + 10 * (megahertz - band.low)).rounded())
    case .nr:
      if megahertz < 3000 { return Int((megahertz / 0.005).rounded()) }
      if megahertz < 24_250 { return Int((600_000 + (megahertz - 3000) / 0.015).rounded()) }
      return Int((2_016_667 + (megahertz - 24_250.08) / 0.06).rounded())
    case .umts: return Int((megahertz * 5).rounded())
    case .gsm: return megahertz >= 935 && megahertz <= 960 ? Int((megahertz - 935) * 5) : 0
    }
  }
}

/// FNV-1a hash of UTF-8, with a finaliser so that names with different ends differ in all bits.
func stableHash(_ text: String) -> UInt64 {
  var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
  // The finaliser of MurmurHash3 (Appleby).
  hash = (hash ^ hash >> 33) &* 0xFF51_AFD7_ED55_8CCD
  hash = (hash ^ hash >> 33) &* 0xC4CE_B9FE_1A85_EC53
  return hash ^ hash >> 33
}
