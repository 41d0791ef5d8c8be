public import Kernel
public import Maps
public import Observations

/// Where the phone is: beacons, satellites and what a receiver of its own has solved, the best of
/// which is the location; in a vehicle, on the road where that explains it.
public struct PositionEngine: Sendable {
  /// How places are found from satellites.
  public enum SatelliteSolver: String, CaseIterable, Sendable {
    /// By a filter over all epochs.
    case filter
    /// Epoch by epoch.
    case singlePoint
  }

  /// What can be set.
  public struct Parameters: Hashable, Sendable {
    /// The indoor locator by beacons alone, which a place without a survey has.
    public var locator = StrongestBeaconLocator.Parameters()
    /// The indoor locator by a survey; nil if it isn't used.
    public var indoor: IndoorLocator.Parameters?
    /// How places are found from satellites; nil if they aren't used at all.
    public var gnss: SatelliteSolver? = .filter
    /// Whether the map's houses help the filter, and how.
    public var usesCity = false
    public var city = CityAid.Parameters()
    /// Access points and cells.
    public var network = NetworkLocator.Parameters()
    /// How everything is put together.
    public var fusion = FusionFilter.Parameters()
    /// Whether locations of vehicles are put on the map's roads, and how.
    public var usesRoads = true
    public var roads = RoadMatcher.Parameters()

    /// Creates the defaults.
    public init() {}
  }

  /// For how long a beacon's place is remembered, and how fast the phone may leave it, in m/s:
  /// estimates for people on foot.
  private static let memory = SimDuration.seconds(15)
  private static let walkingSpeed = 1.4
  /// For how long the last beacon's floor holds, and how many satellites are heard outdoors only:
  /// estimates; a room hears five or six.
  private static let floorMemory = SimDuration.seconds(120)
  private static let openSky = 8
  /// How unsure a place may be to be put on a road, in m: with more, there are several; an estimate.
  private static let widestOnRoad = 100.0
  /// For how long beacons must tell the place for the phone to be indoors beyond doubt.
  private static let settling = SimDuration.seconds(20)
  /// For how long a location that isn't followed by a filter is told: two of its periods.
  private static let freshness = SimDuration.seconds(2)

  /// How it is set.
  public let parameters: Parameters
  private var map: VenueMap
  private var locator: StrongestBeaconLocator
  private var indoor: IndoorLocator?
  private var solver = SinglePointSolver()
  private var filter = GNSSFilter()
  private var network: NetworkLocator
  private var fusion: FusionFilter
  private var satelliteFix: LocationFix?
  private var receiverFix: LocationFix?
  private var beaconFix: LocationFix?
  /// Since when beacons have told the place without a break.
  private var nearSince: SimTime?
  /// The roads of cars and those of bicycles, if there are any to be used, and who is on them.
  private var roads: RoadAid?
  private var cycleRoads: RoadAid?
  private var isDriving = false
  private var isCycling = false

  /// Creates an engine that knows a map and nothing of where it is.
  public init(map: VenueMap, parameters: Parameters = Parameters()) {
    self.parameters = parameters
    self.map = map
    locator = StrongestBeaconLocator(map: map, parameters: parameters.locator)
    indoor = parameters.indoor.flatMap { IndoorLocator(map: map, parameters: $0) }
    network = NetworkLocator(parameters: parameters.network)
    fusion = FusionFilter(parameters: parameters.fusion)
    if parameters.usesCity, let city = CityAid(map, parameters: parameters.city) {
      filter = GNSSFilter(city: city)
    }
    if parameters.usesRoads, !map.roads.isEmpty {
      roads = RoadAid(map: map, parameters: parameters.roads)
      var bicycles = RoadIndex.Parameters()
      bicycles.users = .bicycles
      cycleRoads = RoadAid(map: map, roads: bicycles, parameters: parameters.roads)
    }
  }

  /// Takes what is being done: roads are for those who drive or cycle.
  public mutating func receive(_ report: ActivityReport) {
    fusion.receive(report)
    indoor?.receive(report)
    isDriving = report.flags.contains(.automotive)
    isCycling = !isDriving && report.flags.contains(.cycling)
    if !isDriving { roads?.reset() }
    if !isCycling { cycleRoads?.reset() }
  }

  /// Whether the phone can be found indoors.
  public var knowsIndoors: Bool { indoor != nil || locator.knowsBeacons }

  /// Takes a radio map of the place in use, or gives it up.
  ///
  /// - Parameter radioMap: The map; nil to be found by other means.
  public mutating func use(_ radioMap: RadioMap?) {
    map.radioMap = radioMap
    indoor = parameters.indoor.flatMap { IndoorLocator(map: map, parameters: $0) }
  }

  /// Takes a beacon's advertisement.
  public mutating func receive(_ heard: BeaconAdvertisement) {
    locator.receive(heard)
    indoor?.receive(heard)
  }

  /// Whether readings of motion sensors are of use, besides to count steps.
  public var wantsMotion: Bool { indoor?.parameters.usesMotion ?? false }

  /// Whether the phone is in or about a place that was surveyed.
  public var isAtVenue: Bool { indoor?.isNear ?? false }

  /// Takes readings of the accelerometer.
  public mutating func receive(accelerometer batch: InertialBatch) {
    indoor?.receive(accelerometer: batch)
  }

  /// Takes readings of the gyroscope.
  public mutating func receive(gyroscope batch: InertialBatch) {
    indoor?.receive(gyroscope: batch)
  }

  /// Takes readings of the magnetometer.
  public mutating func receive(magnetometer batch: InertialBatch) {
    indoor?.receive(magnetometer: batch)
  }

  /// Takes a reading of the barometer.
  public mutating func receive(_ sample: PressureSample) { indoor?.receive(sample) }

  /// Takes what is counted of steps.
  public mutating func receive(_ record: PedometerRecord) { fusion.receive(record) }

  /// Takes a scan of access points.
  public mutating func receive(_ scan: WiFiScan) {
    indoor?.receive(scan)
    take(network.locate(scan))
  }

  /// Takes the cells that the modem hears.
  public mutating func receive(_ scan: CellScan) { take(network.locate(scan)) }

  /// Takes how the network is reached.
  public mutating func receive(_ reachability: NetworkReachability, at time: SimTime) {
    network.receive(reachability, at: time)
  }

  /// Takes an answer of the network.
  public mutating func receive(_ download: Download, at time: SimTime) {
    take(network.receive(download, at: time))
  }

  /// What to ask of the network now.
  public mutating func nextResource(at time: SimTime) -> String? {
    network.nextResource(at: time)
  }

  /// The phone has started: what was asked of the network is forgotten.
  public mutating func restart(at time: SimTime) { network.restart(at: time) }

  private mutating func take(_ fix: LocationFix?) {
    guard let fix else { return }
    fusion.receive(fix)
    if fix.source == .wifi { filter.aid(fix) }
  }

  /// Takes a satellite's message.
  public mutating func receive(_ message: BroadcastEphemeris) {
    if parameters.gnss == .filter {
      filter.receive(message)
    } else {
      solver.receive(message)
    }
  }

  /// Takes the satellites' signals.
  public mutating func receive(_ epoch: GNSSEpoch) {
    indoor?.receive(epoch)
    let fix = parameters.gnss == .filter ? filter.receive(epoch) : solver.solve(epoch)
    satelliteFix = fix ?? satelliteFix
  }

  /// Takes what a receiver of its own has solved.
  public mutating func receive(_ fix: ReceiverFix) {
    if parameters.gnss != nil { receiverFix = fix.location }
  }

  /// Where the phone is, as far as is known.
  ///
  /// - Parameter time: The time now.
  /// - Returns: The best location; nil if there is none that isn't too old.
  public mutating func fix(at time: SimTime) -> LocationFix? {
    let sky = skyFix(at: time)
    if indoor != nil {
      if let sky { indoor?.receive(sky: sky) }
      if let inside = indoor?.fix(at: time) {
        network.receive(inside)
        return inside
      }
    } else if let near = locator.locate(at: time) {
      if beaconFix.map({ time - $0.time > .seconds(3) }) ?? true { nearSince = time }
      beaconFix = near
      fusion.adopt(near)
      return near
    }
    if let sky { fusion.adopt(sky) }
    let open = fusion.fix(at: time)
    if let open { network.receive(open) }
    return onRoad(better(held(at: time), open.map { onFloor($0, at: time) }))
  }

  /// Where satellites alone see the phone.
  private mutating func skyFix(at time: SimTime) -> LocationFix? {
    (parameters.gnss == .filter ? filter.fix(at: time) : fresh(satelliteFix, at: time))
      ?? fresh(receiverFix, at: time)
  }

  /// Where the indoor locator thinks that the phone may be; nil if it isn't at a place it knows.
  public func cloud(at time: SimTime) -> ParticleCloud? { indoor?.cloud(at: time) }

  /// Whether the phone is beyond doubt where beacons say, and has been for a while.
  ///
  /// - Parameter time: Now.
  /// - Returns: Whether it is.
  public func isIndoors(at time: SimTime) -> Bool {
    if let indoor { return indoor.isSettled }
    guard let beaconFix, let nearSince, beaconFix.floor != nil else { return false }
    return time - beaconFix.time <= .seconds(3) && time - nearSince >= Self.settling
  }

  /// The location as the map's roads explain it, of somebody who drives or cycles.
  private mutating func onRoad(_ fix: LocationFix?) -> LocationFix? {
    guard let fix, isDriving || isCycling, fix.floor == nil,
      fix.horizontalAccuracyMetres <= Self.widestOnRoad
    else { return fix }
    return (isDriving ? roads?.receive(fix) : cycleRoads?.receive(fix))?.fix ?? fix
  }

  /// Where beacons said the phone was when they were last heard, less and less surely.
  private func held(at time: SimTime) -> LocationFix? {
    guard var fix = beaconFix, time - fix.time <= Self.memory else { return nil }
    fix.horizontalAccuracyMetres += Self.walkingSpeed * (time - fix.time).seconds
    fix.time = time
    return fix
  }

  /// A satellites' fix with the floor of the last beacon, as long as so few satellites are heard that
  /// the phone can't have left the house.
  private func onFloor(_ fix: LocationFix, at time: SimTime) -> LocationFix {
    guard let beaconFix, time - beaconFix.time <= Self.floorMemory,
      fix.transmitterCount < Self.openSky
    else { return fix }
    var fix = fix
    fix.floor = beaconFix.floor
    return fix
  }

  /// The one of two that says it is nearer.
  private func better(_ first: LocationFix?, _ second: LocationFix?) -> LocationFix? {
    guard let first, let second else { return first ?? second }
    return second.horizontalAccuracyMetres < first.horizontalAccuracyMetres ? second : first
  }

  /// A fix that isn't too old to be told.
  private func fresh(_ fix: LocationFix?, at time: SimTime) -> LocationFix? {
    fix.flatMap { time - $0.time <= Self.freshness ? $0 : nil }
  }
}
