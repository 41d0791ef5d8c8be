import Observations

/// Bloom filter of 64 bits with one hash, as a prefilter of advertisements by UUID.
///
/// Foreign beacons can be hundreds, each received several times a second; the filter rejects nearly
/// all of them. Advertisements that pass still need an exact test.
struct UUIDGate: Hashable, Sendable {
  private var bits: UInt64 = 0

  /// Creates a filter that passes the given UUIDs.
  init(_ uuids: [Identifier128] = []) {
    for uuid in uuids { bits |= Self.bit(of: uuid) }
  }

  /// Creates the union of two filters.
  init(_ one: UUIDGate, _ other: UUIDGate) { bits = one.bits | other.bits }

  @inline(__always)
  func mayPass(_ uuid: Identifier128) -> Bool { bits & Self.bit(of: uuid) != 0 }

  /// Returns the bit of a UUID by Fibonacci hashing, which spreads UUIDs that differ in few places.
  @inline(__always)
  private static func bit(of uuid: Identifier128) -> UInt64 {
    1 &<< (((uuid.low ^ uuid.high) &* 0x9E37_79B9_7F4A_7C15) >> 58)
  }
}
