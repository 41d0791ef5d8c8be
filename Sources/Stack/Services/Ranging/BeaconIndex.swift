import Observations

/// Hash table from beacon identities to track indices, with open addressing and linear probing.
///
/// Faster than a dictionary, and bounded; entries are only removed all at once.
struct BeaconIndex: Hashable, Sendable {
  private var slots: [Int32] = Array(repeating: -1, count: 64)
  private var count = 0

  @inline(__always)
  private static func hash(_ identity: BeaconIdentity) -> UInt64 {
    let numbers = UInt64(identity.major) << 16 | UInt64(identity.minor)
    var mixed = (identity.uuid.low ^ numbers &* 0x9E37_79B9_7F4A_7C15) &+ identity.uuid.high
    mixed ^= mixed >> 32
    mixed = mixed &* 0xD6E8_FEB8_6659_FD93
    return mixed ^ mixed >> 29
  }

  /// Returns the track index of an identity; nil if there is none.
  @inline(__always)
  func number(of identity: BeaconIdentity, in tracks: [BeaconTrack]) -> Int? {
    let mask = slots.count - 1
    var index = Int(truncatingIfNeeded: Self.hash(identity)) & mask
    while slots[index] >= 0 {
      let number = Int(slots[index])
      if tracks[number].identity == identity { return number }
      index = (index + 1) & mask
    }
    return nil
  }

  /// Adds the last track.
  mutating func add(_ tracks: [BeaconTrack]) {
    if 2 * (count + 1) > slots.count {
      slots = Array(repeating: -1, count: 2 * slots.count)
      count = 0
      for number in tracks.indices.dropLast() { insert(number, tracks[number].identity) }
    }
    if let last = tracks.last { insert(tracks.count - 1, last.identity) }
  }

  private mutating func insert(_ number: Int, _ identity: BeaconIdentity) {
    let mask = slots.count - 1
    var index = Int(truncatingIfNeeded: Self.hash(identity)) & mask
    while slots[index] >= 0 { index = (index + 1) & mask }
    slots[index] = Int32(truncatingIfNeeded: number)
    count += 1
  }
}
