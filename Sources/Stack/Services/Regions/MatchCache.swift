import Observations

/// Direct-mapped cache from beacon identities to the matching regions, up to 64, as bits.
struct MatchCache: Hashable, Sendable {
  private struct Entry: Hashable, Sendable {
    var identity: BeaconIdentity
    var regions: UInt64
  }

  private static let size = 1024
  /// Allocated on the first beacon, since few phones ever receive one.
  private var entries: [Entry?] = []

  mutating func removeAll() {
    entries = []
  }

  /// Returns the regions of an identity as bits, from the cache if possible.
  @inline(__always)
  mutating func regions(of identity: BeaconIdentity, among monitors: [BeaconConstraint]) -> UInt64 {
    if entries.isEmpty { entries = Array(repeating: nil, count: Self.size) }
    let numbers = UInt64(identity.major) << 16 | UInt64(identity.minor)
    let mixed = (identity.uuid.low ^ numbers) &* 0x9E37_79B9_7F4A_7C15
    let index = Int(truncatingIfNeeded: mixed >> 54)
    if let entry = entries[index], entry.identity == identity { return entry.regions }
    var bits: UInt64 = 0
    for (number, constraint) in monitors.enumerated() where constraint.matches(identity) {
      bits |= 1 << UInt64(number & 63)
    }
    entries[index] = Entry(identity: identity, regions: bits)
    return bits
  }
}
