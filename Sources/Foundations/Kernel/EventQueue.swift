/// Priority queue of future events, ordered by time, then priority, then order of scheduling.
///
/// The order is total, so results never depend on the queue's internals. The queue is a value:
/// a copy is an independent snapshot. Scheduling, cancelling and rescheduling allocate nothing once
/// the queue has grown to the run's max number of pending events.
///
/// A slot table holds the events, and 16-byte keys order them. A key packs time, priority, sequence
/// number and slot, so ordering compares one 128-bit integer and moves no event. The nearest few
/// thousand keys form a 4-ary heap; four children fill one cache line. Later keys lie unsorted in
/// partitions that are split only when they come due (a quickheap: Navarro and Paredes, "On sorting,
/// heaps, and minimum spanning trees", Algorithmica 57, 2010), so a million pending events cost
/// sequential passes instead of cache misses. Cancelling only empties the slot: the orphaned key is
/// dropped when it reaches the root, or swept when orphans outnumber live keys. Removing an event
/// leaves the heap's root open, because a simulation almost always schedules another event at once
/// and one sift then does the work of two.
///
/// - Complexity: O(log n) to schedule and to remove, O(1) amortised to cancel.
@frozen
public struct EventQueue<Event> {
  /// A reference to a scheduled event, valid while the event is pending.
  @frozen
  public struct Handle: Hashable, Sendable {
    @usableFromInline let slot: UInt32
    @usableFromInline let generation: UInt32

    @inlinable
    init(slot: UInt32, generation: UInt32) {
      self.slot = slot
      self.generation = generation
    }
  }

  @frozen @usableFromInline
  struct Slot {
    /// The low half of the only key that may fire this slot; `Slot.free` if nothing is pending.
    @usableFromInline var tag: UInt64
    /// The slot's use count, by which handles of earlier uses are rejected.
    @usableFromInline var generation: UInt32
    /// The next free slot, if this one is free.
    @usableFromInline var nextFree: UInt32
    @usableFromInline var event: Event?

    /// Never the low half of a key: its priority bits exceed every priority.
    @inlinable static var free: UInt64 { .max }

    @inlinable
    init(tag: UInt64, generation: UInt32, nextFree: UInt32, event: Event?) {
      self.tag = tag
      self.generation = generation
      self.nextFree = nextFree
      self.event = event
    }
  }

  /// Unsorted keys, none below `lower`.
  @frozen @usableFromInline
  struct Partition: Sendable {
    @usableFromInline var lower: UInt128
    @usableFromInline var keys: ContiguousArray<UInt128>

    @inlinable
    init(lower: UInt128, keys: ContiguousArray<UInt128>) {
      self.lower = lower
      self.keys = keys
    }
  }

  // A key's low half: 6 bits of priority, 34 of sequence, 24 of slot.
  @inlinable static var slotBits: UInt64 { 24 }
  @inlinable static var sequenceBits: UInt64 { 34 }
  @inlinable static var slotMask: UInt64 { (1 &<< slotBits) &- 1 }
  @inlinable static var lastSequence: UInt64 { (1 &<< sequenceBits) &- 1 }
  @inlinable static var noSlot: UInt32 { .max }

  /// The near keys in heap order, padded with `UInt128.max` so that every family of four is readable.
  @usableFromInline var keys: ContiguousArray<UInt128> = []
  /// The number of keys in the heap, including the open root and orphans.
  @usableFromInline var keyCount = 0
  /// True if the root has been removed and not yet replaced.
  @usableFromInline var rootIsOpen = false
  /// The upper limit of near keys: smaller keys belong in the heap.
  @usableFromInline var nearLimit = UInt128.max
  /// The far keys, the latest partition first.
  @usableFromInline var far: ContiguousArray<Partition> = []
  /// Emptied key arrays, kept for their capacity.
  @usableFromInline var spares: ContiguousArray<ContiguousArray<UInt128>> = []
  /// The total number of keys, including orphans.
  @usableFromInline var totalCount = 0
  @usableFromInline var slots: ContiguousArray<Slot> = []
  @usableFromInline var firstFree: UInt32 = noSlot
  @usableFromInline var sequence: UInt64

  @usableFromInline var liveCount = 0

  /// The number of pending events.
  @inlinable public var count: Int { liveCount }

  @inlinable
  public init() {
    sequence = 0
  }

  /// Creates an empty queue with a high first sequence number, to test renumbering.
  package init(firstSequence: UInt64) {
    sequence = min(firstSequence, Self.lastSequence)
  }

  @inlinable public var isEmpty: Bool { liveCount == 0 }

  /// Reserves slots for `capacity` pending events.
  public mutating func reserveCapacity(_ capacity: Int) {
    slots.reserveCapacity(capacity)
  }

  // MARK: Scheduling

  /// Schedules an event and returns its handle; among events at one time, lower priorities run first.
  @inlinable @discardableResult
  public mutating func schedule(
    _ event: Event, at time: SimTime, priority: EventPriority = .normal
  ) -> Handle {
    let slot = takeSlot()
    let key = nextKey(time: time, priority: priority, slot: slot)
    slots[Int(slot)].tag = UInt64(truncatingIfNeeded: key)
    slots[Int(slot)].event = event
    liveCount &+= 1
    insert(key)
    return Handle(slot: slot, generation: slots[Int(slot)].generation)
  }

  /// Cancels a pending event and returns it; nil if it has already run or been cancelled.
  @inlinable @discardableResult
  public mutating func cancel(_ handle: Handle) -> Event? {
    guard isPending(handle) else { return nil }
    let event = release(slot: Int(handle.slot))
    sweepIfCluttered()
    return event
  }

  /// Moves a pending event to another time, after the events already scheduled for that time.
  ///
  /// The handle stays valid. Returns false if the event is no longer pending.
  @inlinable @discardableResult
  public mutating func reschedule(
    _ handle: Handle, to time: SimTime, priority: EventPriority = .normal
  ) -> Bool {
    guard isPending(handle) else { return false }
    let key = nextKey(time: time, priority: priority, slot: handle.slot)
    slots[Int(handle.slot)].tag = UInt64(truncatingIfNeeded: key)
    insert(key)
    sweepIfCluttered()
    return true
  }

  /// True if the event has neither run nor been cancelled.
  @inlinable
  public func isPending(_ handle: Handle) -> Bool {
    let index = Int(handle.slot)
    guard index < slots.count else { return false }
    return slots[index].generation == handle.generation && slots[index].tag != Slot.free
  }

  // MARK: Taking

  /// The time of the earliest pending event; nil if nothing is pending.
  @inlinable
  public mutating func nextTime() -> SimTime? {
    settleRoot()
    guard keyCount > 0 else { return nil }
    return Self.time(ofKey: keys[0])
  }

  /// Removes the earliest pending event; nil if nothing is pending.
  @inlinable
  public mutating func next() -> (time: SimTime, event: Event)? {
    while true {
      if rootIsOpen { closeRoot() }
      if keyCount == 0 { refill() }
      guard keyCount > 0 else { return nil }
      let key = keys[0]
      rootIsOpen = true
      totalCount &-= 1
      let slot = Int(truncatingIfNeeded: UInt64(truncatingIfNeeded: key) & Self.slotMask)
      guard slots[slot].tag == UInt64(truncatingIfNeeded: key) else { continue }
      guard let event = release(slot: slot) else { continue }
      return (Self.time(ofKey: key), event)
    }
  }
}

/// The order of events at one time: lower values run first.
@frozen
public struct EventPriority: Hashable, Comparable, Sendable {
  @usableFromInline let value: UInt8

  /// Creates a priority from 0 (first) to 62 (last); other values are clamped.
  @inlinable
  public init(_ value: Int) {
    self.value = UInt8(min(max(value, 0), 62))
  }

  /// Before everything else at its time.
  @inlinable public static var first: EventPriority { EventPriority(0) }
  /// The default priority.
  @inlinable public static var normal: EventPriority { EventPriority(31) }
  /// After everything else at its time.
  @inlinable public static var last: EventPriority { EventPriority(62) }

  @inlinable
  public static func < (left: EventPriority, right: EventPriority) -> Bool {
    left.value < right.value
  }
}

extension EventQueue: Sendable where Event: Sendable {}
extension EventQueue.Slot: Sendable where Event: Sendable {}
