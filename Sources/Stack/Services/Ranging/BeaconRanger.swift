public import Documents
public import Kernel
public import Observations

/// Tells once a second which beacons of a constraint are how near, the nearest first.
///
/// A beacon's strength is smoothed over a few seconds. Classes of nearness change when two of three
/// reports say so and their limit is passed by some margin; the first of the list keeps its place
/// until another is clearly nearer twice. So neither flaps.
public struct BeaconRanger: Hashable, Sendable {
  /// What can be set.
  public struct Parameters: DialSet {
    /// How often reports come (secondary: once a second).
    public var period = SimDuration.seconds(1)
    /// After which an advertisement counts half (assumed).
    ///
    /// Twenty seconds, as libraries have it, lag 13 m behind a walker; of 1 to 8 s, 3 s were right most
    /// often about the nearest beacon in the simulated museum.
    public var span = SimDuration.seconds(3)
    /// How strength falls with distance: 2 in the open; -65.0 - 20.3 log d was measured indoors
    /// (Strzoda 2022).
    public var exponent = 2.0
    /// Up to which distance a beacon is immediate and near, in m (secondary: 0.3 to 0.5, 3; WWDC13
    /// session 310 has 10 cm and 2 to 3 m).
    public var immediateMetres = 0.5
    public var nearMetres = 3.0
    /// From where on nearness can't be resolved and is unknown, in m (assumed).
    ///
    /// Farther off the strongest beacon is as often one on another floor, in the simulated museum.
    public var resolvableMetres = 12.0
    /// The factor by which a limit must be passed (assumed).
    public var hysteresis = 1.2
    /// By how many dB another beacon must be stronger than the first of the list to replace it, in
    /// two reports running (assumed).
    public var leadDecibels = 1.5
    /// The scatter of strength over places and from one advertisement to the next, in dB: 3.5 to 5.9
    /// together indoors (Strzoda 2022).
    public var placeScatter = 4.0
    public var momentScatter = 5.0
    /// How long a beacon counts as heard, and how long it is listed (assumed).
    public var heardFor = SimDuration.seconds(4)
    public var listedFor = SimDuration.seconds(10)
    /// The most beacons and constraints kept.
    public var capacity = 4096

    /// Creates the defaults.
    public init() {}
  }

  struct Request: Hashable, Sendable {
    var app: String
    var constraint: BeaconConstraint
    var next: SimTime
    /// The tracks listed, in the order of the last report.
    var members: [Int32] = []
    var challenger: Int32 = -1
  }

  let parameters: Parameters
  let limits: ProximityLimits
  var tracks: [BeaconTrack] = []
  private var numbers = BeaconIndex()
  var requests: [Request] = []
  /// Which advertisements are looked at.
  private(set) var gate = UUIDGate()
  /// Room for sorting.
  var keys: [UInt64] = []
  var settledAt: SimTime?
  /// Advertisements with an impossible strength, or of more beacons than are kept.
  public private(set) var ignoredCount = 0

  /// Creates a ranger of nothing.
  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
    limits = ProximityLimits(parameters)
  }

  /// Whether any constraint is ranged now, so that the radio should listen all the time.
  public var isRanging: Bool { !requests.isEmpty }

  /// Begins to range a constraint for an app; one already ranged goes on.
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

  /// Ends ranging of a constraint; what isn't ranged is left alone.
  public mutating func stop(_ constraint: BeaconConstraint, app: String) {
    requests.removeAll { $0.app == app && $0.constraint == constraint }
    gatherUUIDs()
  }

  /// Takes what was heard.
  public mutating func receive(_ heard: BeaconAdvertisement, at time: SimTime) {
    guard gate.mayPass(heard.identity.uuid) else { return }
    let (rssi, claimed) = (
      heard.rssiDecibelMilliwatts, heard.measuredPowerDecibelMilliwatts
    )
    // Some chips write 127 where they don't know.
    guard rssi > -130, rssi < 20, claimed > -130, claimed < 30,
      heard.identity.format == .iBeacon
    else {
      ignoredCount += 1
      return
    }
    let known = numbers.number(of: heard.identity, in: tracks) ?? add(heard.identity)
    guard let number = known else { return }
    tracks[number].hear(
      rssi: rssi, claimed: claimed, at: time, span: parameters.span.seconds)
    if !tracks[number].isListed { list(number) }
  }

  /// When the next report is due; nil while nothing is ranged.
  public var nextWake: SimTime? {
    var earliest: SimTime?
    for request in requests {
      earliest = min(earliest ?? .distantFuture, request.next)
    }
    return earliest
  }

  /// Tells what is due.
  public mutating func wake(at time: SimTime, into events: inout [ServiceEvent]) {
    guard let nextWake, nextWake <= time else { return }
    settle(at: time)
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

  /// Forgets what was heard; whoever ranges goes on ranging.
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

  /// A new track, if anyone ranges its like.
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

  /// Makes room by letting go of beacons that no report lists.
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
