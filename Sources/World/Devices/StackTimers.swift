import Kernel
import Observations

/// The timers that a stack has set.
struct StackTimers: Sendable {
  /// Timers fire after all observations of their moment, live and in a replay.
  private static let priority = EventPriority(40)

  private var handles: [StackTimer: EventQueue<DeviceEvent>.Handle] = [:]

  /// Sets a timer again, or clears it if the time is nil.
  mutating func set(
    _ timer: StackTimer, at time: SimTime?, _ schedule: inout Schedule<DeviceEvent>
  ) {
    if let handle = handles.removeValue(forKey: timer) { schedule.cancel(handle) }
    guard let time else { return }
    handles[timer] = schedule.schedule(.timer(timer), at: time, priority: Self.priority)
  }

  /// Removes a timer that has fired.
  mutating func take(_ timer: StackTimer) { handles[timer] = nil }

  /// Clears all timers, as at a power-off.
  mutating func clear(_ schedule: inout Schedule<DeviceEvent>) {
    for handle in handles.values { schedule.cancel(handle) }
    handles.removeAll()
  }
}
