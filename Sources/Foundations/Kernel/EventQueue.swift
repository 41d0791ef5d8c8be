/// Priority queue of future events, ordered by time, then priority, then order of scheduling.
///
/// The order is total, so results never depend on the queue's internals. The queue is a value: a copy
/// is an independent snapshot. Scheduling, cancelling and rescheduling allocate nothing once the queue
/// has grown to the run's max number of pending events.
///
/// A 4-ary heap of keys orders the events, and a table of slots holds them, so that sifting moves no
/// event. Cancelling only empties the slot; its key is dropped at the root, or swept when such keys are
/// the majority. Taking an event leaves the root open: a simulation usually schedules another event at
/// once, and one sift then does the work of two.
///
/// - Complexity: O(log n) to schedule and to take, O(1) amortised to cancel.
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

  /// The position of an event in the order, and its slot.
  @frozen @usableFromInline
  struct Key: Sendable {
    /// Time in the upper half; priority (6 bits) and sequence number in the lower.
    @usableFromInline let rank: UInt128
    @usableFromInline let slot: UInt32

    @inlinable var order: UInt64 { UInt64(truncatingIfNeeded: rank) }

    @inlinable var time: SimTime {
      SimTime(nanoseconds: Int64(bitPattern: UInt64(truncatingIfNeeded: rank &>> 64) ^ (1 &<< 63)))
    }

    @inlinable
    init(time: SimTime, order: UInt64, slot: UInt32) {
      // Flipping the sign bit makes signed times compare as unsigned.
      let high = UInt64(bitPattern: time.nanoseconds) ^ (1 &<< 63)
      rank = UInt128(truncatingIfNeeded: high) &<< 64 | UInt128(truncatingIfNeeded: order)
      self.slot = slot
    }
  }

  @frozen @usableFromInline
  struct Slot {
    /// The order of the only key that may fire this slot; `Slot.free` if nothing is pending.
    @usableFromInline var order: UInt64
    /// The slot's use count, by which handles of earlier uses are rejected.
    @usableFromInline var generation: UInt32
    /// The next free slot, if this one is free.
    @usableFromInline var nextFree: UInt32
    @usableFromInline var event: Event?

    /// Beyond the order of every key, as its priority bits exceed every priority.
    @inlinable static var free: UInt64 { .max }

    @inlinable
    init(order: UInt64, generation: UInt32, nextFree: UInt32, event: Event?) {
      self.order = order
      self.generation = generation
      self.nextFree = nextFree
      self.event = event
    }
  }

  @inlinable static var noSlot: UInt32 { .max }

  /// The keys in heap order, including those of cancelled events.
  @usableFromInline var heap: ContiguousArray<Key> = []
  /// True if the root has been taken and not yet replaced.
  @usableFromInline var rootIsOpen = false
  @usableFromInline var slots: ContiguousArray<Slot> = []
  @usableFromInline var firstFree: UInt32 = noSlot
  @usableFromInline var sequence: UInt64 = 0
  @usableFromInline var liveCount = 0

  /// The number of pending events.
  @inlinable public var count: Int { liveCount }

  @inlinable public var isEmpty: Bool { liveCount == 0 }

  @inlinable
  public init() {}

  /// Reserves room for `capacity` pending events.
  public mutating func reserveCapacity(_ capacity: Int) {
    heap.reserveCapacity(capacity)
    slots.reserveCapacity(capacity)
  }

  /// The allocated capacity in keys and slots; constant while nothing allocates.
  package var allocatedCapacity: Int { heap.capacity + slots.capacity }

  // MARK: Scheduling

  /// Schedules an event and returns its handle; among events at one time, lower priorities run first.
  @inlinable @discardableResult
  public mutating func schedule(
    _ event: Event, at time: SimTime, priority: EventPriority = .normal
  ) -> Handle {
    let slot = takeSlot()
    slots[Int(slot)].event = event
    liveCount &+= 1
    insert(slot, at: time, priority)
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
    insert(handle.slot, at: time, priority)
    sweepIfCluttered()
    return true
  }

  /// True if the event has neither run nor been cancelled.
  @inlinable
  public func isPending(_ handle: Handle) -> Bool {
    let index = Int(handle.slot)
    guard index < slots.count else { return false }
    return slots[index].generation == handle.generation && slots[index].order != Slot.free
  }

  // MARK: Taking

  /// The time of the earliest pending event; nil if nothing is pending.
  @inlinable
  public mutating func nextTime() -> SimTime? {
    while true {
      if rootIsOpen { closeRoot() }
      guard let key = heap.first else { return nil }
      if isLive(key) { return key.time }
      rootIsOpen = true
    }
  }

  /// Removes the earliest pending event; nil if nothing is pending.
  @inlinable
  public mutating func next() -> (time: SimTime, event: Event)? {
    while true {
      if rootIsOpen { closeRoot() }
      guard let key = heap.first else { return nil }
      rootIsOpen = true
      guard isLive(key), let event = release(slot: Int(key.slot)) else { continue }
      return (key.time, event)
    }
  }

  // MARK: Slots

  @inlinable
  mutating func takeSlot() -> UInt32 {
    if firstFree != Self.noSlot {
      let slot = firstFree
      firstFree = slots[Int(slot)].nextFree
      return slot
    }
    slots.append(Slot(order: Slot.free, generation: 0, nextFree: Self.noSlot, event: nil))
    return UInt32(truncatingIfNeeded: slots.count &- 1)
  }

  /// Frees a slot that holds a pending event, and returns the event.
  @inlinable
  mutating func release(slot: Int) -> Event? {
    let event = slots[slot].event.take()
    slots[slot].order = Slot.free
    slots[slot].generation &+= 1
    slots[slot].nextFree = firstFree
    firstFree = UInt32(truncatingIfNeeded: slot)
    liveCount &-= 1
    return event
  }

  @inlinable
  func isLive(_ key: Key) -> Bool { slots[Int(key.slot)].order == key.order }

  // MARK: Heap

  @inlinable
  mutating func insert(_ slot: UInt32, at time: SimTime, _ priority: EventPriority) {
    let order = UInt64(priority.value) &<< 58 | sequence
    sequence &+= 1
    slots[Int(slot)].order = order
    let key = Key(time: time, order: order, slot: slot)
    if rootIsOpen {
      rootIsOpen = false
      sink(key, from: 0)
    } else {
      heap.append(key)
      rise(key, from: heap.count &- 1)
    }
  }

  /// Fills the open root with the heap's last key.
  @inlinable
  mutating func closeRoot() {
    rootIsOpen = false
    let moved = heap.removeLast()
    if !heap.isEmpty { sink(moved, from: 0) }
  }

  /// Puts a key at `start`, whose own key is void, and moves it up to its position.
  @inlinable
  mutating func rise(_ key: Key, from start: Int) {
    heap.withUnsafeMutableBufferPointer { heap in
      var index = start
      while index > 0 {
        let parent = (index &- 1) &>> 2
        if heap[parent].rank < key.rank { break }
        heap[index] = heap[parent]
        index = parent
      }
      heap[index] = key
    }
  }

  /// Puts a key at `start`, whose own key is void, and moves it down to its position.
  @inlinable
  mutating func sink(_ key: Key, from start: Int) {
    heap.withUnsafeMutableBufferPointer { heap in
      var index = start
      while true {
        let child = 4 &* index &+ 1
        var first = child
        if child &+ 3 < heap.count {
          // The smallest child is unpredictable, so it is found without a branch.
          let left = child &+ (heap[child &+ 1].rank < heap[child].rank ? 1 : 0)
          let right = child &+ 2 &+ (heap[child &+ 3].rank < heap[child &+ 2].rank ? 1 : 0)
          first = left &+ (right &- left) &* (heap[right].rank < heap[left].rank ? 1 : 0)
        } else if child < heap.count {
          for other in child &+ 1..<max(child &+ 1, heap.count)
          where heap[other].rank < heap[first].rank { first = other }
        } else {
          break
        }
        if key.rank < heap[first].rank { break }
        heap[index] = heap[first]
        index = first
      }
      heap[index] = key
    }
  }

  /// Removes the keys of cancelled events when they are the majority, to bound memory.
  @inlinable
  mutating func sweepIfCluttered() {
    if heap.count > 64, heap.count > 2 &* liveCount { sweep() }
  }

  @usableFromInline
  mutating func sweep() {
    if rootIsOpen { closeRoot() }
    let slots = slots
    heap.removeAll { slots[Int($0.slot)].order != $0.order }
    for index in stride(from: (heap.count - 2) / 4, through: 0, by: -1) where heap.count > 1 {
      sink(heap[index], from: index)
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
