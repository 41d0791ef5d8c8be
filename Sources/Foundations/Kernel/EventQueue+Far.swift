// The partitions of far keys, and the queue's maintenance.

extension EventQueue {
  /// Heap size above which the later half spills: 128 KiB of keys, well inside a second-level cache.
  @inlinable static var maxNear: Int { 8_192 }
  /// Max number of keys that one refill moves into the heap.
  @inlinable static var maxRefilled: Int { 2_048 }

  @inlinable
  mutating func insertFar(_ key: UInt128) {
    // Most events are scheduled far ahead, and the latest partition is the widest.
    var index = 0
    while key < far[index].lower { index &+= 1 }
    far[index].keys.append(key)
  }

  /// Moves the later half of an overgrown heap to a new far partition.
  @inlinable
  mutating func spill() {
    if rootIsOpen { closeRoot() }
    let pivot = Self.pivot(of: keys, count: keyCount)
    var late = spares.popLast() ?? []
    let kept = Self.split(&keys, count: keyCount, at: pivot, late: &late)
    for index in kept..<keyCount { keys[index] = .max }
    keyCount = kept
    heapify()
    far.append(Partition(lower: pivot, keys: late))
    nearLimit = pivot
  }

  /// Moves the earliest far keys into the empty heap.
  @inlinable
  mutating func refill() {
    while keyCount == 0, var next = far.popLast() {
      while next.keys.count > Self.maxRefilled {
        let pivot = Self.pivot(of: next.keys, count: next.keys.count)
        var late = spares.popLast() ?? []
        let kept = Self.split(&next.keys, count: next.keys.count, at: pivot, late: &late)
        next.keys.removeLast(next.keys.count - kept)
        far.append(Partition(lower: pivot, keys: late))
      }
      nearLimit = far.last?.lower ?? .max
      makeRoom(for: next.keys.count)
      // Checking all slots in one loop prefetches them before their events run.
      for key in next.keys {
        if isLive(key) {
          keys[keyCount] = key
          keyCount += 1
        } else {
          totalCount -= 1
        }
      }
      heapify()
      recycle(&next.keys)
    }
  }

  /// Partitions keys at `pivot`: copies later keys to `late` and returns the number of earlier keys.
  @inlinable
  static func split(
    _ keys: inout ContiguousArray<UInt128>, count: Int, at pivot: UInt128,
    late: inout ContiguousArray<UInt128>
  ) -> Int {
    keys.withUnsafeMutableBufferPointer { keys in
      var kept = 0
      for index in 0..<count {
        // Branch-free: a branch on the comparison would be mispredicted half the time.
        let key = keys[index]
        keys[index] = keys[kept]
        keys[kept] = key
        kept &+= key < pivot ? 1 : 0
      }
      late.append(contentsOf: keys[kept..<count])
      return kept
    }
  }

  /// The median of 31 sampled keys: near the true median, and above at least one key.
  @inlinable
  static func pivot(of keys: ContiguousArray<UInt128>, count: Int) -> UInt128 {
    var sample = (0..<31).map { keys[$0 * (count - 1) / 30] }
    sample.sort()
    return sample[15]
  }

  @inlinable
  mutating func recycle(_ emptied: inout ContiguousArray<UInt128>) {
    guard spares.count < 64 else { return }
    emptied.removeAll(keepingCapacity: true)
    spares.append(emptied)
    emptied = []
  }

  // MARK: Upkeep

  /// The allocated capacity in keys and slots; constant while nothing allocates.
  package var allocatedCapacity: Int {
    keys.capacity + slots.capacity + far.reduce(0) { $0 + $1.keys.capacity }
      + spares.reduce(0) { $0 + $1.capacity }
  }

  /// Removes orphaned keys when they outnumber the live ones, to bound memory.
  @inlinable
  mutating func sweepIfCluttered() {
    if totalCount > 64, totalCount > 2 &* liveCount { rebuild() }
  }

  /// Reassigns sequence numbers in the same order after they have run out.
  @usableFromInline
  mutating func renumber() {
    var live = takeLiveKeys()
    live.sort()
    let sequenceMask = UInt128(Self.lastSequence) &<< UInt128(Self.slotBits)
    for index in live.indices {
      live[index] = live[index] & ~sequenceMask | UInt128(index) &<< UInt128(Self.slotBits)
      let tag = UInt64(truncatingIfNeeded: live[index])
      slots[Int(tag & Self.slotMask)].tag = tag
    }
    sequence = UInt64(live.count)
    start(from: live)
  }

  @usableFromInline
  mutating func rebuild() {
    start(from: takeLiveKeys())
  }

  /// Empties heap and partitions, and returns the live keys.
  private mutating func takeLiveKeys() -> ContiguousArray<UInt128> {
    if rootIsOpen { closeRoot() }
    var live = spares.popLast() ?? []
    for index in 0..<keyCount {
      if isLive(keys[index]) { live.append(keys[index]) }
      keys[index] = .max
    }
    keyCount = 0
    while var partition = far.popLast() {
      for key in partition.keys where isLive(key) { live.append(key) }
      recycle(&partition.keys)
    }
    return live
  }

  /// Fills the emptied queue with `live`.
  private mutating func start(from live: ContiguousArray<UInt128>) {
    totalCount = live.count
    nearLimit = 0
    far.append(Partition(lower: 0, keys: live))
    refill()
  }
}
