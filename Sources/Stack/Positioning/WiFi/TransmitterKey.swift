public import Observations

/// What the addresses of one access point have in common, as a number.
///
/// An access point sends under several addresses, one for each network on each radio, which differ in
/// the first byte or in the last four bits. To a locator they are one transmitter: they hang
/// at one place. Tiles keep 26 bits of a hash of the rest: in a tile of 10 000, one address in 7000
/// that isn't there is taken for one that is, and robust location leaves that out as it does an
/// access point that was moved.
public struct TransmitterKey: Hashable, Comparable, Sendable {
  /// How many bits there are.
  static let bitCount = 26

  /// The number, below 2²⁶.
  public let value: UInt32

  /// Takes the number of what was read from a tile.
  init(value: UInt32) {
    self.value = value
  }

  /// The key of an address.
  public init(_ address: HardwareAddress) {
    let common = address.value & 0x00FF_FFFF_FFF0
    // The finaliser of MurmurHash3 (Appleby).
    var hash = (common ^ common >> 33) &* 0xFF51_AFD7_ED55_8CCD
    hash = (hash ^ hash >> 33) &* 0xC4CE_B9FE_1A85_EC53
    value = UInt32(truncatingIfNeeded: (hash ^ hash >> 33) >> UInt64(64 - Self.bitCount))
  }

  public static func < (left: TransmitterKey, right: TransmitterKey) -> Bool {
    left.value < right.value
  }
}

extension HardwareAddress {
  /// The address without what differs between the networks of one access point.
  public var withoutNetwork: HardwareAddress { HardwareAddress(value & 0x00FF_FFFF_FFF0) }
}
