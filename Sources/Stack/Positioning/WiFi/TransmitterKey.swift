public import Observations

/// 26-bit hash key of an access point, common to its addresses.
///
/// An access point transmits under several addresses, one per network and radio, which differ in
/// the first byte or in the last four bits. For positioning they are one transmitter, because they
/// share a position. Tiles store 26 bits of a hash of the rest. In a tile of 10 000 entries, one of
/// 7000 unknown addresses collides with a known one; robust positioning rejects it like a moved
/// access point.
public struct TransmitterKey: Hashable, Comparable, Sendable {
  /// Number of bits.
  static let bitCount = 26

  /// Key, below 2²⁶.
  public let value: UInt32

  /// Creates a key from a stored value.
  init(value: UInt32) {
    self.value = value
  }

  /// Creates the key of an address.
  public init(_ address: HardwareAddress) {
    let common = address.value & 0x00FF_FFFF_FFF0
    // Finaliser of MurmurHash3 (Appleby).
    var hash = (common ^ common >> 33) &* 0xFF51_AFD7_ED55_8CCD
    hash = (hash ^ hash >> 33) &* 0xC4CE_B9FE_1A85_EC53
    value = UInt32(truncatingIfNeeded: (hash ^ hash >> 33) >> UInt64(64 - Self.bitCount))
  }

  public static func < (left: TransmitterKey, right: TransmitterKey) -> Bool {
    left.value < right.value
  }
}

extension HardwareAddress {
  /// Address without the bits that differ between the networks of one access point.
  public var withoutNetwork: HardwareAddress { HardwareAddress(value & 0x00FF_FFFF_FFF0) }
}
