/// Named timers of a simulation; setting a timer again moves it.
///
/// The table holds only handles. The events live in the schedule, and a copied simulation copies
/// both.
public struct TimerTable<Name: Hashable, Event> {
  private var handles: [Name: EventQueue<Event>.Handle] = [:]

  public init() {}

  /// Sets a timer to fire at `time` and replaces its earlier setting; `.distantFuture` clears it.
  public mutating func set(
    _ name: Name, at time: SimTime, event: Event, in schedule: inout Schedule<Event>
  ) {
    clear(name, in: &schedule)
    guard time < .distantFuture else { return }
    handles[name] = schedule.schedule(event, at: time)
  }

  /// Clears a timer; no effect if it isn't set.
  public mutating func clear(_ name: Name, in schedule: inout Schedule<Event>) {
    guard let handle = handles.removeValue(forKey: name) else { return }
    schedule.cancel(handle)
  }

  /// True if a timer is set and has not fired.
  public func isSet(_ name: Name, in schedule: Schedule<Event>) -> Bool {
    guard let handle = handles[name] else { return false }
    return schedule.queue.isPending(handle)
  }
}

extension TimerTable: Sendable where Name: Sendable, Event: Sendable {}
