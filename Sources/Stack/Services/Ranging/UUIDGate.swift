import Observations

/// A quick look whether an advertisement may be of a UUID that matters.
///
/// Others' beacons can be hundreds, each heard several times a second; half of four UUIDs at once
/// tells nearly all of them.
struct UUIDGate: Hashable, Sendable {
  private var lows = SIMD4<UInt64>(repeating: 0)
  private var isOpen = false
  private var isEmpty = true

  /// Lets these through.
  init(_ uuids: [Identifier128] = []) {
    isEmpty = uuids.isEmpty
    isOpen = uuids.count > 4
    for (place, uuid) in uuids.prefix(4).enumerated() { lows[place] = uuid.low }
    // What isn't used repeats the first.
    for place in uuids.count..<max(4, uuids.count) where place < 4 && !uuids.isEmpty {
      lows[place] = uuids[0].low
    }
  }

  @inline(__always)
  func mayPass(_ uuid: Identifier128) -> Bool {
    if isEmpty { return false }
    return isOpen || any(lows .== SIMD4(repeating: uuid.low))
  }
}
