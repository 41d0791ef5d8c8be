public import Documents
public import Kernel
public import Observations
public import Parts

/// Beacon region monitoring by UUID, with or without major and minor: reports entries and exits.
///
/// A region is entered on one strong advertisement or several weak ones; it is exited after a timeout
/// chosen by ``BeaconPresence``. The first finding is a state, not a crossing. Beacons of one
/// identity count as one.
public struct BeaconRegionMonitor: Hashable, Sendable {
  /// Parameters of entry and exit.
  public struct Parameters: ParameterSet {
    /// RSSI from which one advertisement is an entry, in dBm: 15 dB above the sensitivity of phones'
    /// chips, -96 to -98 in their data sheets (assumed).
    public var strongLevel = -82.0
    /// Smoothed RSSI, in dBm, from which the phone isn't at the edge of coverage (assumed).
    public var loudLevel = -87.0
    /// Decaying count of weak advertisements that is an entry (assumed).
    public var entryScore = 2.2
    /// Age at which an advertisement counts a third (assumed).
    public var scoreSpan = SimDuration.seconds(10)
    /// Minimum exit timeout: exits come 20 to 30 s after leaving, in the mean 35 to 42 s (secondary:
    /// Radius Networks 2015 and 2017).
    public var silence = SimDuration.seconds(30)
    /// Maximum exit timeout away from the edge of coverage, where beacons are received seldom (secondary:
    /// some exits take over 2 min).
    public var longestSilence = SimDuration.seconds(180)
    /// Maximum exit timeout at the edge of coverage (assumed).
    public var edgeSilence = SimDuration.minutes(15)
    /// Duration of weak signals that means the edge of coverage; leaving is faster (assumed).
    public var edgeAfter = SimDuration.seconds(45)
    /// Silence after which the first state is outside, with an app in use (assumed).
    public var firstSilence = SimDuration.seconds(10)
    /// Smoothing gain of RSSI (assumed).
    public var smoothing = 0.3
    /// Gap after which the smoothed RSSI restarts, and the discount of its first value, in dB, which may
    /// be an outlier (assumed).
    public var levelMemory = SimDuration.seconds(30)
    public var firstDiscount = 6.0
    /// Exit timeout, in multiples of the mean and of the longest gap (assumed).
    public var meanGaps = 8.0
    public var longestGaps = 2.0
    /// Exit timeout at the edge of coverage, in multiples of the longest gap, and its minimum before ten
    /// gaps are known (assumed).
    public var edgeGaps = 12.0
    public var edgeMin = SimDuration.minutes(5)
    /// Smoothing gain of the mean gap, and memory of the longest gap: about an hour (assumed).
    public var gapShare = 0.1
    public var gapMemory = SimDuration.hours(1)
    /// Minimum number of gaps for gap statistics at the edge of coverage (assumed).
    public var minGaps = 10
    /// Maximum number of regions; apps may have 20 each (documented), which sessions enforce.
    public var capacity = 1000

    public init() {}
  }

  struct Monitor: Hashable, Sendable {
    let subject: RegionSubject
    let constraint: BeaconConstraint
    let reportsOnDisplay: Bool
  }

  let parameters: Parameters
  private var monitors: [Monitor] = []
  private var presences: [BeaconPresence] = []
  /// Prefilter for advertisements.
  private(set) var gate = UUIDGate()
  private var cache = MatchCache()
  private var constraints: [BeaconConstraint] = []
  private var isListening = true
  private var deafSince: SimTime?
  /// True if an app with regions is in use or the display is on.
  public var isInUse = false
  /// Number of advertisements with an invalid RSSI.
  public private(set) var ignoredCount = 0

  /// Creates a monitor without regions; the scanner is assumed to run.
  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
  }

  /// Number of monitored regions.
  public var count: Int { monitors.count }

  /// Starts monitoring; replaces a region of the same app and identifier.
  ///
  /// `reportsOnDisplay` repeats the state inside when the display turns on (documented:
  /// notifyEntryStateOnDisplay, off by default).
  public mutating func start(
    _ identifier: String, constraint: BeaconConstraint, app: String,
    purpose: RegionPurpose = .app, notifiesEntry: Bool = true, notifiesExit: Bool = true,
    reportsOnDisplay: Bool = false, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    stop(identifier, app: app, purpose: purpose)
    guard monitors.count < parameters.capacity else {
      return events.append(.monitoringFailed(identifier, app: app))
    }
    let subject = RegionSubject(
      app: app, identifier: identifier, purpose: purpose, notifiesEntry: notifiesEntry,
      notifiesExit: notifiesExit, service: .beaconRegion)
    monitors.append(
      Monitor(subject: subject, constraint: constraint, reportsOnDisplay: reportsOnDisplay))
    presences.append(BeaconPresence(at: time))
    gatherUUIDs()
    subject.publish(.monitoringStarted, into: &events)
  }

  /// Stops monitoring; `purpose` separates an app's own region from a notification's of the same name.
  public mutating func stop(
    _ identifier: String, app: String, purpose: RegionPurpose = .app
  ) {
    for index in monitors.indices.reversed()
    where monitors[index].subject.isNamed(identifier, of: app, purpose) {
      monitors.remove(at: index)
      presences.remove(at: index)
    }
    gatherUUIDs()
  }

  /// Reports the present state.
  public func requestState(
    _ identifier: String, app: String, into events: inout [ServiceEvent]
  ) {
    let index = monitors.firstIndex { $0.subject.isNamed(identifier, of: app, .app) }
    guard let index, presences[index].isEstablished else {
      return events.append(.stateUnknown(identifier, app: app))
    }
    monitors[index].subject.publish(presences[index].side.state, into: &events)
  }

  /// Processes an advertisement.
  public mutating func receive(
    _ received: BeaconAdvertisement, at time: SimTime, into events: inout [ServiceEvent],
    log: inout DecisionLog
  ) {
    guard gate.mayPass(received.identity.uuid) else { return }
    let rssi = received.rssiDecibelMilliwatts
    guard rssi > -130, rssi < 20, received.identity.format == .iBeacon else {
      ignoredCount += 1
      return
    }
    guard monitors.count <= 64 else {
      for index in constraints.indices where constraints[index].matches(received.identity) {
        process(index, rssi, at: time, into: &events, log: &log)
      }
      return
    }
    var regions = cache.regions(of: received.identity, among: constraints)
    while regions != 0 {
      let index = regions.trailingZeroBitCount
      regions &= regions - 1
      process(index, rssi, at: time, into: &events, log: &log)
    }
  }

  private mutating func process(
    _ index: Int, _ rssi: Double, at time: SimTime, into events: inout [ServiceEvent],
    log: inout DecisionLog
  ) {
    guard presences[index].process(rssi, at: time, parameters) else { return }
    enter(index, rssi: rssi, at: time, into: &events, log: &log)
  }

  /// Next time at which silence may decide; nil if there is none.
  public var nextWake: SimTime? {
    guard isListening else { return nil }
    var earliest: SimTime?
    for presence in presences {
      guard let deadline = presence.deadline(parameters, isInUse: isInUse) else { continue }
      earliest = min(earliest ?? .distantFuture, deadline)
    }
    return earliest
  }

  /// Processes exit timeouts.
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
      ? Reason(.receivedStrong, at: time, value: rssi, limit: parameters.strongLevel)
      : Reason(
        .receivedOften, at: time, value: presences[index].score, limit: parameters.entryScore)
    cross(index, to: .inside, because: [why], at: time, into: &events, log: &log)
  }

  private mutating func leave(
    _ index: Int, at time: SimTime, into events: inout [ServiceEvent], log: inout DecisionLog
  ) {
    let presence = presences[index]
    var reasons = [
      Reason(
        .undetected, at: presence.silentSince, value: (time - presence.silentSince).seconds,
        limit: presence.side == .inside ? presence.timeout(parameters).seconds : nil)
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
      presences[index].confirm(.inside)
    } else {
      presences[index].leave(parameters)
    }
    let found = Reason(before == .unknown ? .firstKnown : .knownAgain, at: time)
    let chain = wasEstablished ? reasons : reasons + [found]
    let subject = monitors[index].subject
    guard before == .unknown || before == side else {
      return subject.cross(to: side, because: chain, at: time, into: &events, log: &log)
    }
    subject.publish(side.state, into: &events)
    if !wasEstablished { subject.note(side.state, .reported, chain, at: time, log: &log) }
  }

  // MARK: - The scanner

  /// Turns the scanner on or off; silence counts only while it is on.
  public mutating func setScanning(_ isOn: Bool, at time: SimTime) {
    guard isOn != isListening else { return }
    isListening = isOn
    if isOn, let deafSince {
      for index in presences.indices { presences[index].skip(max(.zero, time - deafSince)) }
    }
    deafSince = isOn ? nil : time
  }

  /// Reports the state inside when the display turns on, for regions that request it.
  public mutating func displayOn(
    at time: SimTime, into events: inout [ServiceEvent], log: inout DecisionLog
  ) {
    for index in monitors.indices
    where monitors[index].reportsOnDisplay && presences[index].isEstablished
      && presences[index].side == .inside
    {
      monitors[index].subject.publish(.stateInside, into: &events)
      monitors[index].subject.note(
        .stateInside, .reported, [Reason(.displayOn, at: time)], at: time, log: &log)
    }
  }

  /// Scan mode that the radio should use.
  public var scanWish: RadioNeed.BeaconScan {
    guard !monitors.isEmpty else { return .none }
    guard isInUse else { return .seldom }
    // A received beacon, or an unknown side, needs every advertisement.
    return presences.contains { !$0.isEstablished || $0.score > 0 } ? .always : .often
  }

  /// Clears volatile state after a restart of the phone.
  public mutating func boot(at time: SimTime) {
    for index in presences.indices { presences[index].boot(at: time) }
    deafSince = isListening ? nil : time
  }

  private mutating func gatherUUIDs() {
    constraints = monitors.map(\.constraint)
    cache.removeAll()
    var uuids: [Identifier128] = []
    for constraint in constraints where !uuids.contains(constraint.uuid) {
      uuids.append(constraint.uuid)
    }
    gate = UUIDGate(uuids)
  }
}
