/// The state of a simulation and its reaction to events.
public protocol SimulationModel {
  /// The event type. Keep it small: it is stored inline in the queue.
  associatedtype Event

  /// Processes `event` at `schedule.now` and schedules its consequences.
  mutating func handle(_ event: Event, schedule: inout Schedule<Event>)
}

/// The current simulated time and the pending events.
@frozen
public struct Schedule<Event> {
  /// The simulated time at which the current event happens.
  @inlinable public var now: SimTime { present }

  @usableFromInline var present: SimTime
  @usableFromInline var queue: EventQueue<Event>

  @inlinable
  init(now: SimTime) {
    present = now
    queue = EventQueue()
  }

  @inlinable public var pendingCount: Int { queue.count }

  /// Schedules an event and returns its handle; a time in the past becomes now, after events already due.
  @inlinable @discardableResult
  public mutating func schedule(
    _ event: Event, at time: SimTime, priority: EventPriority = .normal
  ) -> EventQueue<Event>.Handle {
    queue.schedule(event, at: max(time, now), priority: priority)
  }

  /// Schedules an event `span` from now and returns its handle.
  @inlinable @discardableResult
  public mutating func schedule(
    _ event: Event, after span: SimDuration, priority: EventPriority = .normal
  ) -> EventQueue<Event>.Handle {
    schedule(event, at: now + span, priority: priority)
  }

  /// Cancels a pending event and returns it; nil if it is no longer pending.
  @inlinable @discardableResult
  public mutating func cancel(_ handle: EventQueue<Event>.Handle) -> Event? {
    queue.cancel(handle)
  }

  /// Moves a pending event to another time; returns false if it is no longer pending.
  @inlinable @discardableResult
  public mutating func reschedule(_ handle: EventQueue<Event>.Handle, to time: SimTime) -> Bool {
    queue.reschedule(handle, to: max(time, now))
  }
}

/// A model, its schedule and the event loop.
///
/// A simulation is a value. A copy is a snapshot from which the run can resume, if the model is a
/// value too.
@frozen
public struct Simulation<Model: SimulationModel> {
  /// The state that events change.
  public var model: Model
  /// The current time and the pending events.
  public var schedule: Schedule<Model.Event>
  /// The number of processed events.
  @inlinable public var eventCount: Int { stepCount }

  @usableFromInline var stepCount = 0

  /// Creates a simulation with nothing scheduled.
  public init(_ model: Model, at start: SimTime = .start) {
    self.model = model
    schedule = Schedule(now: start)
  }

  @inlinable public var now: SimTime { schedule.now }

  /// Processes the next event; returns false if nothing is pending.
  @inlinable @discardableResult
  public mutating func step() -> Bool {
    guard let (time, event) = schedule.queue.next() else { return false }
    schedule.present = time
    stepCount &+= 1
    model.handle(event, schedule: &schedule)
    return true
  }

  /// Processes all events up to and including `end`, and advances the current time to `end`.
  ///
  /// Cancellation is checked every 4,096 events.
  ///
  /// - Throws: ``Cancelled`` between two events, with the simulation intact and resumable.
  @inlinable
  public mutating func run(
    until end: SimTime, cancellation: CancellationToken? = nil
  ) throws(Cancelled) {
    while let time = schedule.queue.nextTime(), time <= end {
      if stepCount & 4095 == 0, let cancellation { try cancellation.check() }
      step()
    }
    if end > now { schedule.present = end }
  }
}

extension Schedule: Sendable where Event: Sendable {}
extension Simulation: Sendable where Model: Sendable, Model.Event: Sendable {}
