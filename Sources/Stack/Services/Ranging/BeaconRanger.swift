public import Documents
public import Kernel
public import Observations

/// Beacon ranging: once a second, the proximity class of each beacon of a constraint, nearest first.
///
/// RSSI is smoothed over a few seconds and converted to distance by the log-distance path loss model.
/// Two mechanisms prevent flapping: the proximity class changes on two of three reports with
/// hysteresis at its limits, and the first beacon is replaced after another is clearly stronger in
/// two reports.
public struct BeaconRanger: Hashable, Sendable {
  /// Parameters of smoothing, proximity and retention.
  public struct Parameters: ParameterSet {
    /// Report interval (secondary: once a second).
    public var period = SimDuration.seconds(1)
    /// Half-weight age of an advertisement (assumed).
    ///
    /// Twenty seconds, as in libraries, lag 13 m behind a walking person; of 1 to 8 s, 3 s were most
    /// often right about the nearest beacon in the simulated museum.
    public var span = SimDuration.seconds(3)
    /// Path loss exponent: 2 in the open; -65.0 - 20.3 log d was measured indoors (Strzoda 2022).
    public var exponent = 2.0
    /// Mean loss by fading, hand and body, in dB, which the power stated by a beacon doesn't contain.
    ///
    /// Of a phone held towards simulated beacons at 0.3, 1.5 and 8 m, with the limits below.
    public var carriedLoss = 4.0
    /// Maximum distance of the classes immediate and near, in m (secondary: 0.3 to 0.5, 3; WWDC13 session
    /// 310 has 10 cm and 2 to 3 m).
    ///
    /// With them, classes are right about as often at 0.3, 1.5 and 8 m.
    public var immediateMetres = 0.56
    public var nearMetres = 4.4
    /// Distances, in m, up to which the proximity of a beacon becomes known, and stays known.
    ///
    /// Nine of ten readings at 8 m are stronger than at 30 m. Beyond 16 m the strongest beacon is as often
    /// one on another floor, in the simulated museum.
    public var resolvableMetres = 16.0
    public var lostMetres = 30.0
    /// Hysteresis factor at the limits between classes (assumed).
    public var hysteresis = 1.1
    /// Minimum lead in dB of another beacon over the first one to replace it, in two reports in a row
    /// (assumed).
    public var leadDecibels = 1.5
    /// Sigma of RSSI over positions and between advertisements, in dB: 3.5 to 5.9 together indoors
    /// (Strzoda 2022).
    public var positionScatter = 4.0
    public var momentScatter = 5.0
    /// Timeouts after which a beacon's proximity is unknown, and after which it is not listed (assumed).
    public var receivedFor = SimDuration.seconds(4)
    public var listedFor = SimDuration.seconds(10)
    /// Maximum number of beacons and constraints.
    public var capacity = 4096

    public init() {}
  }

  struct Request: Hashable, Sendable {
    var app: String
    var constraint: BeaconConstraint
    var next: SimTime
    /// Indices of listed tracks, in the order of the last report.
    var members: [Int32] = []
    var challenger: Int32 = -1
  }

  let parameters: Parameters
  let limits: ProximityLimits
  var tracks: [BeaconTrack] = []
  private var numbers = BeaconIndex()
  var requests: [Request] = []
  /// Prefilter for advertisements.
  private(set) var gate = UUIDGate()
  /// Buffer of sort keys.
  var keys: [UInt64] = []
  var settledAt: SimTime?
  /// Number of rejected advertisements: invalid RSSI, or more beacons than the capacity.
  public private(set) var ignoredCount = 0

  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
    limits = ProximityLimits(parameters)
  }

  /// True if a constraint is ranged, so that the radio should scan continuously.
  public var isRanging: Bool { !requests.isEmpty }

  /// Starts ranging a constraint for an app, unless it is already ranged.
  public mutating func start(_ constraint: BeaconConstraint, app: String, at time: SimTime) {
    guard !requests.contains(where: { $0.app == app && $0.constraint == constraint }),
      requests.count < parameters.capacity
    else { return }
    var request = Request(
      app: app, constraint: constraint, next: time + parameters.period)
    for (number, track) in tracks.enumerated()
    where track.isListed && constraint.matches(track.identity) {
      request.members.append(Int32(number))
    }
    requests.append(request)
    gatherUUIDs()
  }

  /// Stops ranging a constraint.
  public mutating func stop(_ constraint: BeaconConstraint, app: String) {
    requests.removeAll { $0.app == app && $0.constraint == constraint }
    gatherUUIDs()
  }

  /// Processes an advertisement.
  public mutating func receive(_ received: BeaconAdvertisement, at time: SimTime) {
    guard gate.mayPass(received.identity.uuid) else { return }
    let (rssi, claimed) = (
      received.rssiDecibelMilliwatts, received.measuredPowerDecibelMilliwatts
    )
    // Some chips report 127 for an unknown RSSI.
    guard rssi > -130, rssi < 20, claimed > -130, claimed < 30,
      received.identity.format == .iBeacon
    else {
      ignoredCount += 1
      return
    }
    let known = numbers.number(of: received.identity, in: tracks) ?? add(received.identity)
    guard let number = known else { return }
    tracks[number].process(
      rssi: rssi, claimed: claimed, at: time, span: parameters.span.seconds)
    if !tracks[number].isListed { list(number) }
  }

  /// Time of the next report; nil while nothing is ranged.
  public var nextWake: SimTime? {
    var earliest: SimTime?
    for request in requests {
      earliest = min(earliest ?? .distantFuture, request.next)
    }
    return earliest
  }

  /// Reports all requests that are due.
  public mutating func wake(at time: SimTime, into events: inout [ServiceEvent]) {
    guard let nextWake, nextWake <= time else { return }
    updateProximity(at: time)
    for index in requests.indices where requests[index].next <= time {
      order(index, at: time)
      let report = report(index, at: time)
      events.append(ServiceEvent(app: requests[index].app, output: .ranging(report)))
      let late = time - requests[index].next
      requests[index].next =
        late < parameters.period
        ? requests[index].next + parameters.period : time + parameters.period
    }
  }

  /// Clears all tracks after a restart; requests continue.
  public mutating func boot() {
    tracks = []
    numbers = BeaconIndex()
    settledAt = nil
    for index in requests.indices {
      requests[index].members = []
      requests[index].challenger = -1
    }
  }

  private mutating func gatherUUIDs() {
    var uuids: [Identifier128] = []
    for request in requests
    where !uuids.contains(request.constraint.uuid) {
      uuids.append(request.constraint.uuid)
    }
    gate = UUIDGate(uuids)
  }

  /// Adds a track, if a request matches the identity.
  private mutating func add(_ identity: BeaconIdentity) -> Int? {
    guard requests.contains(where: { $0.constraint.matches(identity) }) else { return nil }
    if tracks.count >= parameters.capacity { forgetUnlisted() }
    guard tracks.count < parameters.capacity else {
      ignoredCount += 1
      return nil
    }
    tracks.append(BeaconTrack(identity))
    numbers.add(tracks)
    return tracks.count - 1
  }

  private mutating func list(_ number: Int) {
    tracks[number].isListed = true
    for index in requests.indices
    where requests[index].constraint.matches(tracks[number].identity) {
      requests[index].members.append(Int32(number))
    }
  }

  /// Removes the beacons that no report lists.
  private mutating func forgetUnlisted() {
    let kept = tracks.filter(\.isListed)
    tracks = []
    numbers = BeaconIndex()
    for track in kept {
      tracks.append(track)
      numbers.add(tracks)
    }
    for index in requests.indices {
      let constraint = requests[index].constraint
      requests[index].challenger = -1
      requests[index].members = tracks.indices.filter {
        constraint.matches(tracks[$0].identity)
      }.map { Int32($0) }
    }
  }
}
