public import Kernel
public import Maps
import Observations
public import Parts

/// Module of radio map positioning; nearest-beacon positioning without a radio map.
public struct RadioMapPart: StackPart {
  private let parameters: IndoorLocator.Parameters
  /// Period of the published particle clouds; zero for none.
  private let cloudPeriod: SimDuration
  private var map: VenueMap
  private var indoor: IndoorLocator?
  private var check: NeighbourCheck?
  private var beacons: BeaconLocatorPart
  private var cloudTime = SimTime.start
  /// Time from which a venue has been near; nil elsewhere.
  private var nearSince: SimTime?
  /// Time until which motion sensors are needed although no venue is near.
  private var motionUntil = SimTime.start + motionMemory
  /// True about venues (WWDC14 session 708), and for a minute after a start or a loss of the position.
  private var needsMotion = true

  /// Creates a module for a venue.
  ///
  /// - Parameters:
  ///   - map: The venue, with its radio map if there is one yet.
  ///   - parameters: Parameters of the indoor locator.
  ///   - cloudPeriod: Period of the published particle clouds; zero for none.
  public init(
    map: VenueMap, _ parameters: IndoorLocator.Parameters = IndoorLocator.Parameters(),
    cloudPeriod: SimDuration = .zero
  ) {
    self.map = map
    self.parameters = parameters
    self.cloudPeriod = cloudPeriod
    indoor = IndoorLocator(map: map, parameters: parameters)
    check = NeighbourCheck(map: map, parameters)
    beacons = BeaconLocatorPart(map: map)
  }

  public var subscribes: Topics {
    [
      .beacon, .wifi, .gnss, .accelerometer, .gyroscope, .magnetometer, .barometer, .activity,
      .stepEvents, .skyFix, .locate, .plan,
    ]
  }
  public var receivesAfterPass: Topics { .radioMap }
  public var publishes: Topics { [.indoorFix, .nearFix, .presence] }

  public var needs: PartNeeds {
    guard let indoor else { return beacons.needs }
    return indoor.parameters.usesMotion && needsMotion ? [.findsIndoors, .motion] : .findsIndoors
  }

  public mutating func process(_ event: BoardEvent, at time: SimTime, onto board: inout Board) {
    if case .result(.radioMap(let radioMap)) = event { return use(radioMap) }
    guard indoor != nil else {
      if beacons.subscribes.contains(event.topic) { beacons.process(event, at: time, onto: &board) }
      return
    }
    switch event {
    case .observation(let observation): sense(observation)
    case .result(.activity(let report)): indoor?.receive(report)
    case .result(.stepEvents(let stepEvents)): indoor?.receive(stepEvents)
    case .result(.skyFix(let fix)): indoor?.receive(sky: fix)
    case .locate(let moment):
      if let fix = indoor?.fix(at: moment) {
        board.publish(.indoorFix(check?.checked(fix) ?? fix))
      }
    case .plan: plan(at: time, onto: &board)
    default: break
    }
  }

  private mutating func sense(_ observation: Observation) {
    switch observation {
    case .beacon(let received):
      indoor?.receive(received)
      check?.receive(received)
    case .wifi(let scan):
      indoor?.receive(scan)
      check?.receive(scan)
    case .gnss(let epoch): indoor?.receive(epoch)
    case .accelerometer(let batch): indoor?.receive(accelerometer: batch)
    case .gyroscope(let batch): indoor?.receive(gyroscope: batch)
    case .magnetometer(let batch): indoor?.receive(magnetometer: batch)
    case .barometer(let sample): indoor?.receive(sample)
    default: break
    }
  }

  private mutating func plan(at time: SimTime, onto board: inout Board) {
    guard let indoor else { return }
    nearSince = indoor.isNear ? nearSince ?? time : nil
    if let nearSince, time - nearSince >= Self.settling { motionUntil = time + Self.motionMemory }
    needsMotion = indoor.isNear || time < motionUntil
    board.publish(
      .presence(VenuePresence(isAtVenue: indoor.isNear, isIndoors: indoor.isCertainlyIndoors)))
    guard cloudPeriod > .zero, time >= cloudTime, let cloud = indoor.cloud(at: time) else { return }
    cloudTime = time + cloudPeriod
    board.sink.publish(.cloud(cloud))
  }

  /// Duration without a venue after which the motion sensors are off.
  private static let motionMemory = SimDuration.seconds(60)
  /// Minimum duration near a venue that isn't mistaken for it by a distant access point.
  private static let settling = SimDuration.seconds(10)

  /// Replaces the radio map of the venue; nil removes it.
  private mutating func use(_ radioMap: RadioMap?) {
    map.radioMap = radioMap
    indoor = IndoorLocator(map: map, parameters: parameters)
    check = NeighbourCheck(map: map, parameters)
  }
}
