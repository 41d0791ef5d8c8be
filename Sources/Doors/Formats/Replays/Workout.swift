import Kernel
import Observations
import Recordings

/// An app as whoever carried the receiver would have had it: it follows a workout from the pocket, and so
/// may be paused, and wants to know what is done.
enum Workout {
  /// What the app is called where it is told something.
  static let name = "workout"

  /// Adds the app to a recording: it may know the place always, is opened at the start and goes on behind a
  /// locked screen.
  ///
  /// Recordings that hold locations alone tell of no apps; without one there are no updates to pause.
  static func add(to recording: inout Recording) {
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
    recording.observations.insert(
      contentsOf: events.map { Delivered(time: .start, .app($0)) }, at: 0)
  }
}
