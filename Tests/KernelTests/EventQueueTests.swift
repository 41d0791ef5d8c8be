import Kernel
import Testing

/// A reference queue: a list, searched each time.
private struct ReferenceQueue {
  struct Entry {
    var time: SimTime
    var priority: EventPriority
    var sequence: Int
    var event: Int
  }
  var entries: [Entry] = []
  var sequence = 0

  mutating func schedule(_ event: Int, at time: SimTime, priority: EventPriority) {
    entries.append(Entry(time: time, priority: priority, sequence: sequence, event: event))
    sequence += 1
  }

  mutating func cancel(_ event: Int) -> Bool {
    guard let index = entries.firstIndex(where: { $0.event == event }) else { return false }
    entries.remove(at: index)
    return true
  }

  mutating func next() -> Entry? {
    let first = entries.indices.min {
      let (a, b) = (entries[$0], entries[$1])
      return (a.time, a.priority, a.sequence) < (b.time, b.priority, b.sequence)
    }
    return first.map { entries.remove(at: $0) }
  }
}

@Suite struct EventQueueTests {
  /// Any mix of calls gives the reference queue's result.
  @Test(arguments: 0..<60)
  func agreesWithAReferenceQueue(seed: UInt64) {
    var stream = RandomStream(seed: seed, purpose: "queue test")
    var queue = EventQueue<Int>()
    var plain = ReferenceQueue()
    var handles: [EventQueue<Int>.Handle] = []
    var now = SimTime.start
    for step in 0..<3000 {
      let time = now + SimDuration(nanoseconds: Int64(stream.integer(below: 40)))
      let priority = EventPriority(stream.integer(below: 3))
      switch stream.integer(below: 10) {
      case 0...3:
        handles.append(queue.schedule(handles.count, at: time, priority: priority))
        plain.schedule(handles.count - 1, at: time, priority: priority)
      case 4...6:
        let peeked = queue.nextTime()
        let (got, want) = (queue.next(), plain.next())
        #expect(got?.event == want?.event && got?.time == want?.time, "seed \(seed) step \(step)")
        #expect(peeked == want?.time, "seed \(seed) step \(step)")
        now = got?.time ?? now
      case 7 where !handles.isEmpty:
        let event = stream.integer(below: handles.count)
        let cancelled = queue.cancel(handles[event])
        #expect(cancelled == (plain.cancel(event) ? event : nil), "seed \(seed) step \(step)")
      case 8 where !handles.isEmpty:
        let event = stream.integer(below: handles.count)
        let moved = queue.reschedule(handles[event], to: time, priority: priority)
        #expect(moved == plain.cancel(event), "seed \(seed) step \(step)")
        if moved { plain.schedule(event, at: time, priority: priority) }
      default:
        #expect(queue.count == plain.entries.count, "seed \(seed) step \(step)")
      }
    }
    while let want = plain.next() {
      #expect(queue.next()?.event == want.event, "seed \(seed) at the end")
    }
    #expect(queue.next() == nil && queue.isEmpty && queue.nextTime() == nil)
  }

  /// Many thousands pending, half of them moved or cancelled.
  @Test(arguments: [1.0, 1e3, 1e9], [0, 1, 2] as [UInt64])
  func ordersManyEvents(spread: Double, seed: UInt64) {
    var stream = RandomStream(seed: seed, purpose: "many")
    var queue = EventQueue<UInt32>()
    var handles: [EventQueue<UInt32>.Handle] = []
    var due: [(time: SimTime, event: UInt32)] = []
    for event in 0..<UInt32(60_000) {
      let time = SimTime(nanoseconds: Int64(stream.uniform() * spread))
      handles.append(queue.schedule(event, at: time))
      due.append((time, event))
    }
    var moved: Set<UInt32> = []
    var dropped: Set<UInt32> = []
    var later: [(time: SimTime, event: UInt32)] = []
    for _ in 0..<40_000 {
      let event = UInt32(stream.integer(below: 60_000))
      guard !dropped.contains(event), !moved.contains(event) else { continue }
      if stream.happens(withProbability: 0.6) {
        dropped.insert(event)
        #expect(queue.cancel(handles[Int(event)]) == event)
      } else {
        moved.insert(event)
        let time = SimTime(nanoseconds: Int64(stream.uniform() * spread))
        let wasPending = queue.reschedule(handles[Int(event)], to: time)
        #expect(wasPending)
        later.append((time, event))
      }
    }
    due.removeAll { dropped.contains($0.event) || moved.contains($0.event) }
    // A stable order by time: a moved event counts as scheduled last.
    let expected = (due + later).enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
    #expect(queue.count == expected.count)
    for (time, event) in expected {
      guard let got = queue.next() else {
        Issue.record("queue ran dry, seed \(seed)")
        return
      }
      if got.time != time || got.event != event {
        Issue.record("wrong event, seed \(seed)")
        return
      }
    }
    #expect(queue.isEmpty)
  }

  @Test func aCopyIsASnapshot() {
    var queue = EventQueue<Int>()
    for event in 0..<20_000 {
      queue.schedule(event, at: SimTime(nanoseconds: Int64((event &* 7919) % 20_011)))
    }
    for _ in 0..<5000 { _ = queue.next() }
    var copy = queue
    var first: [Int] = []
    while let (_, event) = queue.next() { first.append(event) }
    var second: [Int] = []
    while let (_, event) = copy.next() { second.append(event) }
    #expect(first == second && first.count == 15_000)
  }

  @Test func priorityThenOrderOfScheduling() {
    var queue = EventQueue<String>()
    let noon = SimTime(seconds: 1)
    queue.schedule("d", at: noon, priority: .last)
    queue.schedule("b", at: noon)
    queue.schedule("a", at: noon, priority: .first)
    queue.schedule("c", at: noon)
    queue.schedule("before", at: .distantPast)
    queue.schedule("after", at: .distantFuture)
    var order: [String] = []
    while let (_, event) = queue.next() { order.append(event) }
    #expect(order == ["before", "a", "b", "c", "d", "after"])
  }

  /// Storage stays constant while events are scheduled, moved and taken.
  @Test(arguments: [1_000, 100_000])
  func allocatesNothingInSteadyState(pending: Int) {
    var stream = RandomStream(seed: 5, purpose: "steady")
    var queue = EventQueue<UInt64>()
    for event in 0..<pending {
      queue.schedule(UInt64(event), at: SimTime(nanoseconds: Int64(stream.integer(below: 1 << 30))))
    }
    func hold(_ operations: Int) {
      for _ in 0..<operations {
        guard let (time, event) = queue.next() else { return }
        let span = SimDuration(nanoseconds: Int64(stream.integer(below: 1 << 30)))
        let handle = queue.schedule(event, at: time + span)
        if event & 7 == 0 { queue.reschedule(handle, to: time + span * 2) }
      }
    }
    hold(20 * pending)
    let before = queue.allocatedCapacity
    hold(20 * pending)
    #expect(queue.allocatedCapacity == before)
    #expect(queue.count == pending)
  }
}
