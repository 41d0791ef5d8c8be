/// What a simulation is about: state that changes when an event happens.
public protocol SimulationModel {
  /// What can happen. Keep it a small value: it is stored inline in the queue.
  associatedtype Event

  /// Lets `event` happen now, at `schedule.now`, and schedules what follows from it.
  mutating func handle(_ event: Event, schedule: inout Schedule<Event>)
}

/// The present moment and what is to come.
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

  /// The number of pending events.
  @inlinable public var pendingCount: Int { queue.count }

  /// Schedules an event; one meant for the past happens now, after what is already due.
  ///
  /// - Parameters:
  ///   - event: What is to happen.
  ///   - time: When.
  ///   - priority: Which of several events at one time goes first.
  /// - Returns: A handle to cancel or reschedule by.
  @inlinable @discardableResult
  public mutating func schedule(
    _ event: Event, at time: SimTime, priority: EventPriority = .normal
  ) -> EventQueue<Event>.Handle {
    queue.schedule(event, at: max(time, now), priority: priority)
  }

  /// Schedules an event a span from now.
  ///
  /// - Parameters:
  ///   - event: What is to happen.
  ///   - span: How long from now.
  ///   - priority: Which of several events at one time goes first.
  /// - Returns: A handle to cancel or reschedule by.
  @inlinable @discardableResult
  public mutating func schedule(
    _ event: Event, after span: SimDuration, priority: EventPriority = .normal
  ) -> EventQueue<Event>.Handle {
    schedule(event, at: now + span, priority: priority)
  }

  /// Cancels a pending event and returns it, or nil if it is no longer pending.
  @inlinable @discardableResult
  public mutating func cancel(_ handle: EventQueue<Event>.Handle) -> Event? {
    queue.cancel(handle)
  }

  /// Moves a pending event to another time; false if it is no longer pending.
  @inlinable @discardableResult
  public mutating func reschedule(_ handle: EventQueue<Event>.Handle, to time: SimTime) -> Bool {
    queue.reschedule(handle, to: max(time, now))
  }
}

/// A model, its schedule and the loop that drives them.
///
/// A simulation is a value. Assigning it to another variable saves it as it stands, and running the
/// copy later resumes from there, as long as the model is a value too.
@frozen
public struct Simulation<Model: SimulationModel> {
  /// The state that events change.
  public var model: Model
  /// The present moment and what is to come.
  public var schedule: Schedule<Model.Event>
  /// How many events have happened.
  @inlinable public var eventCount: Int { stepCount }

  @usableFromInline var stepCount = 0

  /// Sets a model at its first moment, with nothing scheduled yet.
  public init(_ model: Model, at start: SimTime = .start) {
    self.model = model
    schedule = Schedule(now: start)
  }

  /// The present moment.
  @inlinable public var now: SimTime { schedule.now }

  /// Lets the next event happen; false when nothing is pending.
  @inlinable @discardableResult
  public mutating func step() -> Bool {
    guard let (time, event) = schedule.queue.next() else { return false }
    schedule.present = time
    stepCount &+= 1
    model.handle(event, schedule: &schedule)
    return true
  }

  /// Lets everything up to and including `end` happen, and moves the present there.
  ///
  /// - Parameters:
  ///   - end: The last moment to simulate.
  ///   - cancellation: Looked at every 4,096 events.
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
