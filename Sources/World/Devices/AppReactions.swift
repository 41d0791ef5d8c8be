import Kernel
import Observations

/// Scripted reactions of apps, or of their users, to the events that the apps receive.
struct AppReactions: Sendable {
  private let reactions: [DeviceReaction]
  /// The number and the last time of each reaction.
  private var counts: [Int]
  private var times: [SimTime]
  /// The received values of each app that its script may refer to.
  private var memories: [String: AppMemory] = [:]

  init(_ reactions: [DeviceReaction]) {
    self.reactions = reactions
    counts = Array(repeating: 0, count: reactions.count)
    times = Array(repeating: .distantPast, count: reactions.count)
  }

  func memory(of app: String) -> AppMemory { memories[app] ?? AppMemory() }

  /// Schedules the reactions to an output that an app receives.
  mutating func react(
    to output: Output, _ app: String, _ schedule: inout Schedule<DeviceEvent>
  ) {
    guard !reactions.isEmpty else { return }
    switch output {
    case .location(let fix): memories[app, default: AppMemory()].placeReported = fix.coordinate
    case .locations(let fixes):
      if let last = fixes.last {
        memories[app, default: AppMemory()].placeReported = last.coordinate
      }
    case .placemark(let placemark):
      memories[app, default: AppMemory()].placeFound = placemark.coordinate
    case .activityHistory(let reports):
      memories[app, default: AppMemory()].activities = reports
    default: break
    }
    guard let event = output.eventName else { return }
    for (number, reaction) in reactions.enumerated() {
      guard app.isEmpty || reaction.app == app, reaction.event.matches(event),
        counts[number] < reaction.times,
        times[number] == .distantPast || schedule.now - times[number] >= reaction.spacing
      else { continue }
      counts[number] += 1
      times[number] = schedule.now
      schedule.schedule(
        .reaction(number), after: reaction.delay, priority: DeviceModel.actPriority)
    }
  }
}
