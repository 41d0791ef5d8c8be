public import Kernel
public import Observations
public import Truth

/// Something that happens to a device at a moment, besides what its stack asks for.
public struct DeviceAct: Hashable, Sendable {
  /// What happens.
  public enum Kind: Hashable, Sendable {
    /// The user does something with an app, a prompt, the settings or the phone.
    case user(app: String, UserAction)
    /// An app calls the services; only one that runs can.
    case call(app: String, PlannedCall)
    /// The system takes an app's memory away.
    case kill(app: String)
    /// The phone is off for a while, then boots.
    case reboot(off: SimDuration)
    /// The network is reached otherwise, or not at all.
    case network(NetworkReachability)
    /// A video call of some length, by which other costs are measured.
    case videoCall(SimDuration)
  }

  /// When.
  public var time: SimTime
  /// What.
  public var kind: Kind

  /// Creates an act.
  public init(at time: SimTime, _ kind: Kind) {
    self.time = time
    self.kind = kind
  }
}

/// A call that may depend on when it is made, and on what the app was told before.
public struct PlannedCall: Hashable, Sendable {
  /// The call as far as it is known.
  public var call: AppCall
  /// The radius of a circle around the place that the app was last told, in m; none if nil.
  public var radiusHereMetres: Double?
  /// The radius of a circle around the place that the app last found by an address, in m; none if nil.
  public var radiusFoundMetres: Double?
  /// How far back a query reaches, and after which time a deferral ends.
  public var past, timeout: SimDuration?
  /// Whether it is made once for each time on foot of the history that the app was last told.
  public var asksForEachWalk: Bool

  /// Creates a call.
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

  /// The calls that are made: one, as a rule.
  ///
  /// - Parameters:
  ///   - time: Now.
  ///   - memory: What the app was told before.
  /// - Returns: The calls; none if the app would have to know something that it wasn't told.
  func calls(at time: SimTime, knowing memory: AppMemory) -> [AppCall] {
    var call = call
    for (radius, centre) in [
      (radiusHereMetres, memory.placeTold), (radiusFoundMetres, memory.placeFound),
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

/// What an app was told, as far as its script may come back to it.
struct AppMemory: Hashable, Sendable {
  /// Where it was last told that it is.
  var placeTold: Coordinate?
  /// The place that it last found by an address.
  var placeFound: Coordinate?
  /// The activities that it last asked the history for.
  var activities: [ActivityReport] = []

  /// The times spent on foot, one after the other, by the history that it was told.
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

/// What an app, or its user, does whenever the app is told something.
public struct DeviceReaction: Hashable, Sendable {
  /// What must be told.
  public var event: EventName
  /// To which app.
  public var app: String
  /// How long after.
  public var delay: SimDuration
  /// How often at most, and how long after one the next may be at the soonest.
  public var times: Int
  public var spacing: SimDuration
  /// What is done.
  public var kind: DeviceAct.Kind

  /// Creates a reaction.
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

/// What happens whenever its bearer's world truly changes in a certain way: who comes home takes the
/// phone out, say.
public struct DeviceCue: Hashable, Sendable {
  /// What must change, and to what.
  public var change: TrueChange.Kind
  public var value: String
  /// How long after.
  public var delay: SimDuration
  /// How often at most.
  public var times: Int
  /// What happens.
  public var kind: DeviceAct.Kind

  /// Creates a cue.
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

/// A device as it is when it starts, and what happens to it.
public struct DeviceSetup: Hashable, Sendable {
  /// The kind of device.
  public var profile: DeviceProfile
  /// What happens to it; what is told for the same moment happens in the order told.
  public var script: [DeviceAct]
  /// What happens whenever its apps are told something.
  public var reactions: [DeviceReaction]
  /// What happens when its bearer's world changes.
  public var cues: [DeviceCue]
  /// The battery's charge at the start, as a share of full.
  public var batteryShare: Double

  /// Creates a device.
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

  /// The device with its cues turned into acts, now that it is known what truly changes.
  ///
  /// - Parameter changes: What changes, in the order of time.
  /// - Returns: The device.
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
