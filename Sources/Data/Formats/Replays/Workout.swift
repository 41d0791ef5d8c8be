import Kernel
import Observations
import Recordings

/// A workout app on the device: it follows a workout in the background, so its updates can be paused, and
/// subscribes to activities.
enum Workout {
  /// Name of the app in calls and events.
  static let name = "workout"

  /// Adds the app to a recording, with permission "always", opened at the start and then behind a locked
  /// screen, on a device that pauses as sports computers do.
  ///
  /// Recordings of positions alone have no apps; without one there are no updates to pause.
  ///
  /// - Parameter read: The recording.
  static func add(to read: inout ReadRecording) {
    read.settings.append("stack.services.pauses=sport")
    let calls = [
      AppCall(.setActivityType, option: "fitness"),
      AppCall(.setAllowsBackgroundUpdates, isOn: true),
      AppCall(.startUpdatingLocation), AppCall(.startActivityUpdates),
    ]
    let events: [AppEvent] =
      [
        .user(app: name, .settingsAlways), .user(app: name, .settingsMotionOn),
        .user(app: name, .open),
        .lifecycle(app: name, .launched), .lifecycle(app: name, .foreground),
      ] + calls.map { .call(app: name, $0) }
      + [.user(app: name, .lock), .lifecycle(app: name, .background)]
    read.recording.observations.insert(
      contentsOf: events.map { Delivered(time: .start, .app($0)) }, at: 0)
  }
}
