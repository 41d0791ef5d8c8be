import Geometry
import Glibc
import Numerics

/// Small-scale multipath fading of Wi-Fi: Erlang-distributed power, frozen in space.
///
/// Constant in cells of half a wavelength for each radio, so that a phone at rest reads the same. The
/// power is the mean over as many independent waves as the bandwidth resolves, hence an Erlang
/// distribution, skewed to the low side in dB. ``FadingField``, for beacons, sums the waves themselves on
/// one narrow channel: over 20 MHz its detail is lost, and it takes ten times as long.
struct WiFiFading: Sendable {
  /// The number of independent waves with and without line of sight.
  ///
  /// Spreads of 4.34 √ψ₁(n) dB: 2.3 and 2.7 dB, as 20 MHz and two antennas leave of Rician and Rayleigh
  /// fading. The readings of one network in the Indoor Location Competition 2.0 change by 4.0 and 3.6 dB
  /// (SD over √2, at 2.4 and 5 GHz) from a scan to the next, some 2 m on.
  static let waves = (clear: 4, hidden: 3)

  /// The fading at a position, in dB, with unit mean power; it is added to the path's median level.
  ///
  /// - Parameters:
  ///   - position: The phone's position.
  ///   - key: The radio's key in random draws.
  ///   - megahertz: In MHz.
  ///   - isClear: True with line of sight.
  /// - Returns: The gain.
  @inline(__always)
  static func decibels(
    at position: Vec3, key: UInt64, megahertz: Double, isClear: Bool
  ) -> Double {
    // Half a wavelength: c / 2f.
    let cells = position * (megahertz / 149.896_229)
    guard abs(cells.x) < 1e12, abs(cells.y) < 1e12, abs(cells.z) < 1e12 else { return 0 }
    var hash = key
    hash ^= UInt64(bitPattern: fastFloor(cells.x)) &* 0x9E37_79B9_7F4A_7C15
    hash ^= UInt64(bitPattern: fastFloor(cells.y)) &* 0xC2B2_AE3D_27D4_EB4F
    hash ^= UInt64(bitPattern: fastFloor(cells.z)) &* 0x1656_67B1_9E37_79F9
    return decibels(hash: WiFiHash.mixed(hash), isClear: isClear)
  }

  /// The fading of a hash, in dB.
  static func decibels(hash: UInt64, isClear: Bool) -> Double {
    var product = WiFiHash.share(hash) * WiFiHash.share(WiFiHash.mixed(hash &+ 1))
    product *= WiFiHash.share(WiFiHash.mixed(hash &+ 2))
    // The sum of exponential variates is the negative logarithm of the product of uniform ones.
    guard isClear else { return 10 * fastDecades(-naturalDecade / 3 * fastDecades(product)) }
    product *= WiFiHash.share(WiFiHash.mixed(hash &+ 3))
    return 10 * fastDecades(-naturalDecade / 4 * fastDecades(product))
  }
}

/// Addressed random draws by hashing, where a random stream is too slow.
enum WiFiHash {
  /// The finaliser of SplitMix64 (Steele, Lea, Flood 2014).
  @inline(__always)
  static func mixed(_ value: UInt64) -> UInt64 {
    var hash = value &+ 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ (hash &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash &>> 27)) &* 0x94D0_49BB_1331_11EB
    return hash ^ (hash &>> 31)
  }

  /// A number in the open interval from 0 to 1.
  @inline(__always)
  static func share(_ hash: UInt64) -> Double {
    (Double(Int64(hash &>> 12)) + 0.5) * 0x1p-52
  }

  /// Nearly normal, of variance 1: the sum of four uniform draws of 16 bits.
  @inline(__always)
  static func normal(_ hash: UInt64) -> Double {
    let pairs = (hash & 0x0000_FFFF_0000_FFFF) &+ (hash &>> 16 & 0x0000_FFFF_0000_FFFF)
    let sum = Int64(pairs & 0xFFFF_FFFF) &+ Int64(pairs &>> 32)
    return (Double(sum) - 131_070) * (1.732_050_807_568_877_2 / 65536)
  }
}
