public import Documents
public import Kernel
public import Observations
public import Parts

/// Watches for beacons by UUID, with or without major and minor, and tells when they come and go.
///
/// A region is entered when a beacon of it is heard strongly, or weakly a few times; it is left when
/// none has been heard for a patience that ``BeaconPresence`` chooses. What is found first is a
/// state, not a crossing. Beacons of one identity count as one.
public struct BeaconRegionMonitor: Hashable, Sendable {
  /// What can be set.
  public struct Parameters: DialSet {
    /// A strength that one advertisement alone makes an entry by, in dBm: 15 dB above what phones'
    /// chips just decode, -96 to -98 in their data sheets (assumed).
    public var strongLevel = -82.0
    /// A smoothed strength above which the phone isn't at the edge of reach, in dBm (assumed).
    public var loudLevel = -87.0
    /// How many advertisements of late make an entry when they are weak (assumed).
    public var entryScore = 2.2
    /// After which an advertisement counts a third (assumed).
    public var scoreSpan = SimDuration.seconds(10)
    /// How long silence must be: exits come 20 to 30 s after leaving, in the mean 35 to 42 s
    /// (secondary: Radius Networks 2015 and 2017).
    public var silence = SimDuration.seconds(30)
    /// The longest that silence need be away from the edge, where beacons are heard seldom
    /// (secondary: some exits take over 2 min).
    public var longestSilence = SimDuration.seconds(180)
    /// The longest that silence need be at the edge of reach (assumed).
    public var edgeSilence = SimDuration.minutes(15)
    /// How long signals must be weak to be at the edge; who leaves is through it sooner (assumed).
    public var edgeAfter = SimDuration.seconds(45)
    /// After which silence the first state is outside, in use (assumed).
    public var firstSilence = SimDuration.seconds(10)
    /// How much each advertisement moves the smoothed strength (assumed).
    public var smoothing = 0.3
    /// After which silence the smoothed strength begins anew, and by how much less than what is heard
    /// then, in dB: one may be a lucky one (assumed).
    public var levelMemory = SimDuration.seconds(30)
    public var firstDiscount = 6.0
    /// How many mean, and how many longest silences must have gone by for an exit (assumed).
    public var meanGaps = 8.0
    public var longestGaps = 2.0
    /// How many longest silences must at the edge, and how long at the least before ten have been seen
    /// (assumed).
    public var edgeGaps = 12.0
    public var edgeLeast = SimDuration.minutes(5)
    /// How much each silence moves the mean one, and over which silence the longest one is forgotten:
    /// memory for an hour or so (assumed).
    public var gapShare = 0.1
    public var gapMemory = SimDuration.hours(1)
    /// How many silences must have been heard at the edge to be known (assumed).
    public var leastGaps = 10
    /// The most regions kept; apps may have 20 each (documented), which sessions enforce.
    public var capacity = 1000

    /// Creates the defaults.
    public init() {}
  }

  struct Watch: Hashable, Sendable {
    let subject: RegionSubject
    let constraint: BeaconConstraint
    let tellsOnDisplay: Bool
  }

  let parameters: Parameters
  private var watches: [Watch] = []
  private var presences: [BeaconPresence] = []
  /// Which advertisements are looked at.
  private(set) var gate = UUIDGate()
  private var cache = MatchCache()
  private var constraints: [BeaconConstraint] = []
  private var isListening = true
  private var deafSince: SimTime?
  /// Whether an app with regions is in use or the display is on.
  public var isInUse = false
  /// Advertisements with an impossible strength.
  public private(set) var ignoredCount = 0

  /// Creates a monitor of nothing; it takes for granted that the scanner runs.
  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
  }

  /// How many regions are monitored.
  public var count: Int { watches.count }

  /// Begins to monitor; a region of the same app and identifier is replaced.
  ///
  /// - Parameters:
  ///   - identifier: The region's name.
  ///   - constraint: Which beacons are meant.
  ///   - app: Whose it is.
  ///   - purpose: Who learns of crossings.
  ///   - notifiesEntry: Whether entries are told.
  ///   - notifiesExit: Whether exits are told.
  ///   - tellsOnDisplay: Whether being inside is told again when the display goes on
  ///     (documented: notifyEntryStateOnDisplay, off unless asked for).
  ///   - time: Now.
  ///   - events: Where events go.
  public mutating func start(
    _ identifier: String, constraint: BeaconConstraint, app: String,
    purpose: RegionPurpose = .app, notifiesEntry: Bool = true, notifiesExit: Bool = true,
    tellsOnDisplay: Bool = false, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    stop(identifier, app: app, purpose: purpose)
    guard watches.count < parameters.capacity else {
      return events.append(.monitoringFailed(identifier, app: app))
    }
    let subject = RegionSubject(
      app: app, identifier: identifier, purpose: purpose, notifiesEntry: notifiesEntry,
      notifiesExit: notifiesExit, service: .beaconRegion)
    watches.append(
      Watch(subject: subject, constraint: constraint, tellsOnDisplay: tellsOnDisplay))
    presences.append(BeaconPresence(at: time))
    gatherUUIDs()
    subject.tell(.monitoringStarted, into: &events)
  }

  /// Ends monitoring; what isn't monitored is left alone.
  ///
  /// - Parameters:
  ///   - identifier: The region's name.
  ///   - app: Whose it is.
  ///   - purpose: Whether the app's own or a notification's is meant; both may bear one name.
  public mutating func stop(
    _ identifier: String, app: String, purpose: RegionPurpose = .app
  ) {
    for index in watches.indices.reversed()
    where watches[index].subject.isNamed(identifier, of: app, purpose) {
      watches.remove(at: index)
      presences.remove(at: index)
    }
    gatherUUIDs()
  }

  /// Tells the state that is known now.
  public func requestState(
    _ identifier: String, app: String, into events: inout [ServiceEvent]
  ) {
    let index = watches.firstIndex { $0.subject.isNamed(identifier, of: app, .app) }
    guard let index, presences[index].isEstablished else {
      return events.append(.stateUnknown(identifier, app: app))
    }
    watches[index].subject.tell(presences[index].side.state, into: &events)
  }

  /// Takes what was heard.
  public mutating func receive(
    _ heard: BeaconAdvertisement, at time: SimTime, into events: inout [ServiceEvent],
    log: inout DecisionLog
  ) {
    guard gate.mayPass(heard.identity.uuid) else { return }
    let rssi = heard.rssiDecibelMilliwatts
    guard rssi > -130, rssi < 20, heard.identity.format == .iBeacon else {
      ignoredCount += 1
      return
    }
    guard watches.count <= 64 else {
      for index in constraints.indices where constraints[index].matches(heard.identity) {
        hear(index, rssi, at: time, into: &events, log: &log)
      }
      return
    }
    var regions = cache.regions(of: heard.identity, among: constraints)
    while regions != 0 {
      let index = regions.trailingZeroBitCount
      regions &= regions - 1
      hear(index, rssi, at: time, into: &events, log: &log)
    }
  }

  private mutating func hear(
    _ index: Int, _ rssi: Double, at time: SimTime, into events: inout [ServiceEvent],
    log: inout DecisionLog
  ) {
    guard presences[index].hear(rssi, at: time, parameters) else { return }
    enter(index, rssi: rssi, at: time, into: &events, log: &log)
  }

  /// When silence decides something next, if it lasts.
  public var nextWake: SimTime? {
    guard isListening else { return nil }
    var earliest: SimTime?
    for presence in presences {
      guard let deadline = presence.deadline(parameters, isInUse: isInUse) else { continue }
      earliest = min(earliest ?? .distantFuture, deadline)
    }
    return earliest
  }

  /// Decides what silence has decided.
  public mutating func wake(
    at time: SimTime, into events: inout [ServiceEvent], log: inout DecisionLog
  ) {
    guard isListening else { return }
    for index in presences.indices {
      guard let deadline = presences[index].deadline(parameters, isInUse: isInUse),
        deadline <= time
      else { continue }
      leave(index, at: time, into: &events, log: &log)
    }
  }

  // MARK: - Crossings

  private mutating func enter(
    _ index: Int, rssi: Double, at time: SimTime, into events: inout [ServiceEvent],
    log: inout DecisionLog
  ) {
    let why =
      rssi >= parameters.strongLevel
      ? Reason(.heardStrong, at: time, value: rssi, limit: parameters.strongLevel)
      : Reason(
        .heardOften, at: time, value: presences[index].score, limit: parameters.entryScore)
    cross(index, to: .inside, because: [why], at: time, into: &events, log: &log)
  }

  private mutating func leave(
    _ index: Int, at time: SimTime, into events: inout [ServiceEvent], log: inout DecisionLog
  ) {
    let presence = presences[index]
    var reasons = [
      Reason(
        .unheard, at: presence.silentSince, value: (time - presence.silentSince).seconds,
        limit: presence.side == .inside ? presence.patience(parameters).seconds : nil)
    ]
    if presence.side == .inside, presence.isAtEdge(parameters) {
      reasons.append(Reason(.edgeStay, at: time))
    }
    cross(index, to: .outside, because: reasons, at: time, into: &events, log: &log)
  }

  private mutating func cross(
    _ index: Int, to side: RegionSide, because reasons: [Reason], at time: SimTime,
    into events: inout [ServiceEvent], log: inout DecisionLog
  ) {
    let (before, wasEstablished) = (presences[index].side, presences[index].isEstablished)
    if side == .inside {
      presences[index].settle(.inside)
    } else {
      presences[index].leave(parameters)
    }
    let found = Reason(before == .unknown ? .firstKnown : .knownAgain, at: time)
    let chain = wasEstablished ? reasons : reasons + [found]
    let subject = watches[index].subject
    guard before == .unknown || before == side else {
      return subject.cross(to: side, because: chain, at: time, into: &events, log: &log)
    }
    subject.tell(side.state, into: &events)
    if !wasEstablished { subject.note(side.state, .told, chain, at: time, log: &log) }
  }

  // MARK: - The scanner

  /// Says whether the scanner runs: silence counts only while it does.
  public mutating func setListening(_ isOn: Bool, at time: SimTime) {
    guard isOn != isListening else { return }
    isListening = isOn
    if isOn, let deafSince {
      for index in presences.indices { presences[index].skip(max(.zero, time - deafSince)) }
    }
    deafSince = isOn ? nil : time
  }

  /// Says that the display went on: who asked for it is told of being inside.
  public mutating func displayOn(
    at time: SimTime, into events: inout [ServiceEvent], log: inout DecisionLog
  ) {
    for index in watches.indices
    where watches[index].tellsOnDisplay && presences[index].isEstablished
      && presences[index].side == .inside
    {
      watches[index].subject.tell(.stateInside, into: &events)
      watches[index].subject.note(
        .stateInside, .told, [Reason(.displayOn, at: time)], at: time, log: &log)
    }
  }

  /// How the radio should listen now.
  public var scanWish: RadioNeed.BeaconScan {
    watches.isEmpty ? .none : isInUse ? .always : .seldom
  }

  /// Forgets what a phone forgets that was off.
  public mutating func boot(at time: SimTime) {
    for index in presences.indices { presences[index].boot(at: time) }
    deafSince = isListening ? nil : time
  }

  private mutating func gatherUUIDs() {
    constraints = watches.map(\.constraint)
    cache.removeAll()
    var uuids: [Identifier128] = []
    for constraint in constraints where !uuids.contains(constraint.uuid) {
      uuids.append(constraint.uuid)
    }
    gate = UUIDGate(uuids)
  }
}
