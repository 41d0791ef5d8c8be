/// Timers by name: setting one that is already set moves it.
///
/// The table only remembers handles; the events live in the schedule, and a copied simulation
/// copies both.
public struct TimerTable<Name: Hashable, Event> {
  private var handles: [Name: EventQueue<Event>.Handle] = [:]

  /// Creates a table with no timer set.
  public init() {}

  /// Sets a timer to fire at `time`, in place of what it was set to before.
  ///
  /// - Parameters:
  ///   - name: The timer.
  ///   - time: When it fires; `.distantFuture` and later never comes, and clears the timer.
  ///   - event: What happens when it fires.
  ///   - schedule: Where the event goes.
  public mutating func set(
    _ name: Name, at time: SimTime, event: Event, in schedule: inout Schedule<Event>
  ) {
    clear(name, in: &schedule)
    guard time < .distantFuture else { return }
    handles[name] = schedule.schedule(event, at: time)
  }

  /// Clears a timer; one that is not set stays so.
  public mutating func clear(_ name: Name, in schedule: inout Schedule<Event>) {
    guard let handle = handles.removeValue(forKey: name) else { return }
    schedule.cancel(handle)
  }

  /// Whether a timer is set and has not fired.
  public func isSet(_ name: Name, in schedule: Schedule<Event>) -> Bool {
    guard let handle = handles[name] else { return false }
    return schedule.queue.isPending(handle)
  }
}

extension TimerTable: Sendable where Name: Sendable, Event: Sendable {}
