public import Kernel
public import Observations
public import Truth

/// A scripted event of a device at a moment, independent of its stack's requests.
public struct DeviceAct: Hashable, Sendable {
  /// The kind of event.
  public enum Kind: Hashable, Sendable {
    /// A user action on an app, a prompt, the settings or the phone.
    case user(app: String, UserAction)
    /// A service call of an app, which must be running.
    case call(app: String, PlannedCall)
    /// The system terminates an app for its memory.
    case kill(app: String)
    /// Power-off for a duration, then boot.
    case reboot(off: SimDuration)
    /// A change of the network, or its loss.
    case network(NetworkReachability)
    /// A video call of some length, as a reference for other energy costs.
    case videoCall(SimDuration)
  }

  public var time: SimTime
  public var kind: Kind

  public init(at time: SimTime, _ kind: Kind) {
    self.time = time
    self.kind = kind
  }
}

/// A call whose arguments may depend on its time and on earlier results.
public struct PlannedCall: Hashable, Sendable {
  /// The call with its fixed arguments.
  public var call: AppCall
  /// The radius of a circle around the last location that the app received, in m; nil for no circle.
  public var radiusHereMetres: Double?
  /// The radius of a circle around the app's last geocoded address, in m; nil for no circle.
  public var radiusFoundMetres: Double?
  /// The period of a query before now, and the timeout of a deferral.
  public var past, timeout: SimDuration?
  /// True if the call is made once per walk in the last received activity history.
  public var asksForEachWalk: Bool

  public init(
    _ call: AppCall, radiusHereMetres: Double? = nil, radiusFoundMetres: Double? = nil,
    past: SimDuration? = nil, timeout: SimDuration? = nil, asksForEachWalk: Bool = false
  ) {
    self.call = call
    self.radiusHereMetres = radiusHereMetres
    self.radiusFoundMetres = radiusFoundMetres
    self.past = past
    self.timeout = timeout
    self.asksForEachWalk = asksForEachWalk
  }

  /// The resulting calls: one, as a rule.
  ///
  /// None if they need a result that the app has not received.
  func calls(at time: SimTime, knowing memory: AppMemory) -> [AppCall] {
    var call = call
    for (radius, centre) in [
      (radiusHereMetres, memory.placeReported), (radiusFoundMetres, memory.placeFound),
    ] {
      guard let radius else { continue }
      guard let centre else { return [] }
      call.circle = CircularRegion(centre: centre, radiusMetres: radius)
    }
    if let past { (call.from, call.to) = (time - past, time) }
    if let timeout { call.to = time + timeout }
    guard asksForEachWalk else { return [call] }
    return memory.walks(until: time).map { from, to in
      (call.from, call.to) = (from, to)
      return call
    }
  }
}

/// The received results of an app that its script may refer to.
struct AppMemory: Hashable, Sendable {
  /// The last received location.
  var placeReported: Coordinate?
  /// The last geocoded address.
  var placeFound: Coordinate?
  /// The last queried activity history.
  var activities: [ActivityReport] = []

  /// The successive intervals on foot of the activity history.
  func walks(until end: SimTime) -> [(from: SimTime, to: SimTime)] {
    var walks: [(from: SimTime, to: SimTime)] = []
    for (number, report) in activities.enumerated()
    where !report.flags.isDisjoint(with: [.walking, .running]) {
      let next = number + 1 < activities.count ? activities[number + 1].startTime : end
      let from = max(report.startTime, walks.last?.to ?? .start)
      guard from < next else { continue }
      if let last = walks.last, last.to == from {
        walks[walks.count - 1].to = next
      } else {
        walks.append((from, next))
      }
    }
    return walks
  }
}

/// A reaction of an app, or of its user, to an event that the app receives.
public struct DeviceReaction: Hashable, Sendable {
  /// The triggering event.
  public var event: EventName
  /// The recipient.
  public var app: String
  /// The delay after the event.
  public var delay: SimDuration
  /// The maximum number of reactions, and the minimum time between two.
  public var times: Int
  public var spacing: SimDuration
  /// The action.
  public var kind: DeviceAct.Kind

  public init(
    to event: EventName, app: String, after delay: SimDuration = .zero, times: Int = .max,
    spacing: SimDuration = .zero, _ kind: DeviceAct.Kind
  ) {
    self.event = event
    self.app = app
    self.delay = delay
    self.times = times
    self.spacing = spacing
    self.kind = kind
  }
}

/// A scripted event that a ground-truth change triggers: on arrival at home the phone is taken out, say.
public struct DeviceCue: Hashable, Sendable {
  /// The kind of change, and its new value.
  public var change: TrueChange.Kind
  public var value: String
  /// The delay after the change.
  public var delay: SimDuration
  /// The maximum number of repetitions.
  public var times: Int
  /// The action.
  public var kind: DeviceAct.Kind

  public init(
    _ change: TrueChange.Kind, to value: String, after delay: SimDuration = .zero,
    times: Int = .max, _ kind: DeviceAct.Kind
  ) {
    self.change = change
    self.value = value
    self.delay = delay
    self.times = times
    self.kind = kind
  }
}

/// The initial state of a device, and its script.
public struct DeviceSetup: Hashable, Sendable {
  public var profile: DeviceProfile
  /// Scripted events; those of one moment happen in the given order.
  public var script: [DeviceAct]
  /// Reactions to events that its apps receive.
  public var reactions: [DeviceReaction]
  /// Reactions to ground-truth changes of its carrier.
  public var cues: [DeviceCue]
  /// The battery's charge at the start, as a fraction of full.
  public var batteryShare: Double

  public init(
    _ profile: DeviceProfile, script: [DeviceAct] = [], reactions: [DeviceReaction] = [],
    cues: [DeviceCue] = [], batteryShare: Double = 1
  ) {
    self.reactions = reactions
    self.cues = cues
    self.profile = profile
    self.script = script.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
    self.batteryShare = batteryShare
  }

  /// Returns the device with its cues resolved into acts by the true changes, given in the order of time.
  public func following(_ changes: [TrueChange]) -> DeviceSetup {
    guard !cues.isEmpty else { return self }
    var acts: [DeviceAct] = []
    for cue in cues {
      let moments = changes.lazy.filter { $0.kind == cue.change && $0.to == cue.value }
      acts += moments.prefix(cue.times).map { DeviceAct(at: $0.time + cue.delay, cue.kind) }
    }
    return DeviceSetup(
      profile, script: script + acts, reactions: reactions, batteryShare: batteryShare)
  }
}
