// The heap and the slot table of the queue.

extension EventQueue {
  // MARK: Keys

  /// Packs a key whose order as a 128-bit integer is the order of events.
  @inlinable
  mutating func nextKey(time: SimTime, priority: EventPriority, slot: UInt32) -> UInt128 {
    if sequence == Self.lastSequence { renumber() }
    let low =
      UInt64(priority.value) &<< (Self.slotBits &+ Self.sequenceBits)
      | sequence &<< Self.slotBits | UInt64(slot)
    sequence &+= 1
    // Flipping the sign bit makes signed times compare as unsigned.
    let high = UInt64(bitPattern: time.nanoseconds) ^ (1 &<< 63)
    return UInt128(truncatingIfNeeded: high) &<< 64 | UInt128(truncatingIfNeeded: low)
  }

  @inlinable
  static func time(ofKey key: UInt128) -> SimTime {
    let high = UInt64(truncatingIfNeeded: key &>> 64)
    return SimTime(nanoseconds: Int64(bitPattern: high ^ (1 &<< 63)))
  }

  // MARK: Slots

  @inlinable
  mutating func takeSlot() -> UInt32 {
    if firstFree != Self.noSlot {
      let slot = firstFree
      firstFree = slots[Int(slot)].nextFree
      return slot
    }
    precondition(slots.count <= Int(Self.slotMask), "more than 16,777,216 pending events")
    slots.append(Slot(tag: Slot.free, generation: 0, nextFree: Self.noSlot, event: nil))
    return UInt32(truncatingIfNeeded: slots.count &- 1)
  }

  /// Frees a slot that holds a pending event, and returns the event.
  @inlinable
  mutating func release(slot: Int) -> Event? {
    let event = slots[slot].event.take()
    slots[slot].tag = Slot.free
    slots[slot].generation &+= 1
    slots[slot].nextFree = firstFree
    firstFree = UInt32(truncatingIfNeeded: slot)
    liveCount &-= 1
    return event
  }

  // MARK: Heap

  @inlinable
  mutating func insert(_ key: UInt128) {
    totalCount &+= 1
    guard key < nearLimit else { return insertFar(key) }
    if rootIsOpen {
      rootIsOpen = false
      sinkFromRoot(key)
      return
    }
    if keyCount &+ 4 >= keys.count { makeRoom(for: keyCount &+ 1) }
    let last = keyCount
    keyCount &+= 1
    keys.withUnsafeMutableBufferPointer { heap in
      var index = last
      while index > 0 {
        let parent = (index &- 1) &>> 2
        let parentKey = heap[parent]
        if parentKey < key { break }
        heap[index] = parentKey
        index = parent
      }
      heap[index] = key
    }
    if keyCount > Self.maxNear { spill() }
  }

  /// Grows the heap's array to hold `count` keys and the padding that completes every family of four.
  @usableFromInline
  mutating func makeRoom(for count: Int) {
    guard count &+ 4 > keys.count else { return }
    keys.append(
      contentsOf: repeatElement(.max, count: max(16, keys.count, count &+ 4 &- keys.count)))
  }

  /// Fills the open root with the heap's last key.
  @inlinable
  mutating func closeRoot() {
    rootIsOpen = false
    keyCount &-= 1
    let moved = keys[keyCount]
    keys[keyCount] = .max
    if keyCount > 0 { sinkFromRoot(moved) }
  }

  /// Puts `key` at the root and sifts it down.
  @inlinable
  mutating func sinkFromRoot(_ key: UInt128) {
    sink(key, from: 0)
  }

  /// Puts `key` at `start`, whose own key is void, and sifts it down.
  @inlinable
  mutating func sink(_ key: UInt128, from start: Int) {
    let count = keyCount
    keys.withUnsafeMutableBufferPointer { buffer in
      // The padding completes every family of four, so the four reads stay inside the buffer.
      guard let heap = buffer.baseAddress else { return }
      var index = start
      var child = start &* 4 &+ 1
      while child < count {
        // The smallest child is unpredictable, so it is computed without a branch.
        let left = child &+ (heap[child &+ 1] < heap[child] ? 1 : 0)
        let right = child &+ 2 &+ (heap[child &+ 3] < heap[child &+ 2] ? 1 : 0)
        let rightIsLess = heap[right] < heap[left] ? 1 : 0
        let minimum = left &+ (right &- left) &* rightIsLess
        let minKey = heap[minimum]
        if key < minKey { break }
        heap[index] = minKey
        index = minimum
        child = index &* 4 &+ 1
      }
      heap[index] = key
    }
  }

  /// Restores the heap order of the first `keyCount` keys.
  @inlinable
  mutating func heapify() {
    guard keyCount > 1 else { return }
    for index in stride(from: (keyCount - 2) / 4, through: 0, by: -1) {
      sink(keys[index], from: index)
    }
  }

  /// Brings a live key to the root; drops orphans on the way.
  @inlinable
  mutating func settleRoot() {
    while true {
      if rootIsOpen { closeRoot() }
      if keyCount == 0 { refill() }
      guard keyCount > 0, !isLive(keys[0]) else { return }
      rootIsOpen = true
      totalCount &-= 1
    }
  }

  @inlinable
  func isLive(_ key: UInt128) -> Bool {
    let tag = UInt64(truncatingIfNeeded: key)
    return slots[Int(truncatingIfNeeded: tag & Self.slotMask)].tag == tag
  }
}
