import Kernel
import Observations

/// The timers that a stack has set.
struct StackTimers: Sendable {
  /// They come after all observations of their moment, live and replayed alike.
  private static let priority = EventPriority(40)

  private var handles: [StackTimer: EventQueue<DeviceEvent>.Handle] = [:]

  /// Sets a timer anew, or only clears it.
  mutating func set(
    _ timer: StackTimer, at time: SimTime?, _ schedule: inout Schedule<DeviceEvent>
  ) {
    if let handle = handles.removeValue(forKey: timer) { schedule.cancel(handle) }
    guard let time else { return }
    handles[timer] = schedule.schedule(.timer(timer), at: time, priority: Self.priority)
  }

  /// Forgets a timer that has fired.
  mutating func take(_ timer: StackTimer) { handles[timer] = nil }

  /// Clears all, as a phone does that goes off.
  mutating func clear(_ schedule: inout Schedule<DeviceEvent>) {
    for handle in handles.values { schedule.cancel(handle) }
    handles.removeAll()
  }
}
