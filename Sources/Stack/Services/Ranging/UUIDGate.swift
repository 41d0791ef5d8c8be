import Observations

/// A quick look whether an advertisement may be of a UUID that matters.
///
/// Others' beacons can be hundreds, each heard several times a second; one bit in 64, chosen by the
/// UUID, tells nearly all of them. What passes still has to be looked at.
struct UUIDGate: Hashable, Sendable {
  private var bits: UInt64 = 0

  /// Lets these through.
  init(_ uuids: [Identifier128] = []) {
    for uuid in uuids { bits |= Self.bit(of: uuid) }
  }

  /// Lets through what either does.
  init(_ one: UUIDGate, _ other: UUIDGate) { bits = one.bits | other.bits }

  @inline(__always)
  func mayPass(_ uuid: Identifier128) -> Bool { bits & Self.bit(of: uuid) != 0 }

  /// Multiplied by the golden ratio's fraction, which spreads what differs in few places.
  @inline(__always)
  private static func bit(of uuid: Identifier128) -> UInt64 {
    1 &<< (((uuid.low ^ uuid.high) &* 0x9E37_79B9_7F4A_7C15) >> 58)
  }
}
