public import Kernel
import Maps
import Observations
public import Parts
import Positioning

/// Location services as a stack component: monitoring, sessions and delivery, and the need for
/// radios.
///
/// ``ServiceMonitor`` detects crossings, visits and pauses; ``LocationManager`` decides which app receives
/// them. Without app events there is an implicit app with all authorizations, which requests its
/// motion history at the end.
public struct ServicesPart: StackPart {
  /// Timer for the timeouts of both.
  static let timer = StackTimer(2)

  private var manager: LocationManager
  private var monitor: ServiceMonitor
  private var indoorSource: IndoorSourceController
  private var places: PlaceController
  /// State of the phone, and demand for radios.
  private var need = RadioNeed()
  private var causes = RadioCauses()
  /// Beacon that the phone advertises.
  private var advertised: BeaconIdentity?
  /// Interval of beacon scan windows; zero for continuous scanning, nil for none.
  private var beaconScan: SimDuration? = .zero
  private var startTime = SimTime.start
  /// Output to apps, until the end of the pass.
  private var events: [ServiceEvent] = []
  /// Published decisions.
  private var feed = DecisionFeed()
  /// Time of the pending timer.
  private var wakeTime: SimTime?
  /// True if there was input since the last end of a pass.
  private var isStale = false
  /// Activity report that is processed after the restart of the phone.
  private var heldActivity: ActivityReport?

  /// Creates a component without apps.
  init(_ configuration: ServicesConfiguration, map: VenueMap) {
    manager = LocationManager(
      rules: configuration.rules, constants: configuration.constants,
      declarations: configuration.declarations, implicitApp: configuration.hasStandIn)
    monitor = ServiceMonitor(constants: configuration.constants, map: map)
    indoorSource = IndoorSourceController(
      configuration.indoorSource, map: map, configuration.constants.indoor)
    places = PlaceController(map)
  }

  public var subscribes: Topics {
    [
      .activity, .speedActivity, .steps, .walkingPause, .fix, .presence, .beacon, .network, .boot,
      .app, .vehicle,
      .power, .tick, .plan, .wake, .radioPlan,
    ]
  }
  public var publishes: Topics { [.radioMap, .radioNeed] }

  public mutating func start(at time: SimTime, onto board: inout Board) {
    startTime = time
    manager.start(at: time, into: &events)
    reportNeed(at: time, onto: &board)
  }

  public mutating func process(_ event: BoardEvent, at time: SimTime, onto board: inout Board) {
    switch event {
    case .observation(let observation): process(observation, at: time, onto: &board)
    case .result(let result): process(result, at: time, onto: &board)
    case .tick: isStale = true
    case .wake:
      manager.wake(at: time, into: &events)
      monitor.wake(at: time)
      isStale = true
    case .plan: reportNeed(at: time, onto: &board)
    case .locate: break
    }
  }

  private mutating func process(
    _ observation: Observation, at time: SimTime, onto board: inout Board
  ) {
    switch observation {
    case .beacon(let received): guard monitor.receive(received, at: time) else { return }
    case .network(let network):
      places.receive(network)
      return indoorSource.receive(network)
    case .boot: boot(at: time, onto: &board)
    case .app(let event):
      manager.receive(event, at: time, into: &events)
      if case .user(_, let action) = event { monitor.receive(action, at: time) }
    case .vehicle(let link): monitor.receive(link, at: time)
    case .power(let power): monitor.receive(power, at: time)
    default: return
    }
    isStale = true
  }

  private mutating func boot(at time: SimTime, onto board: inout Board) {
    manager.boot(at: time, into: &events)
    monitor.boot(at: time)
    (causes, advertised, beaconScan) = (RadioCauses(), nil, .zero)
    reportNeed(at: time, onto: &board)
    if let heldActivity { process(heldActivity, at: time) }
    heldActivity = nil
  }

  /// Publishes the demand for radios.
  private mutating func reportNeed(at time: SimTime, onto board: inout Board) {
    need.accuracyMetres = manager.demand.accuracy?.metres
    need.isNavigation = manager.demand.isNavigation
    need.isDeferred = manager.demand.isDeferred
    need.monitorsChanges = manager.demand.monitorsChanges
    need.watched = monitor.wish(during: need.activity, at: time)
    let hasListener =
      manager.hasNoApps || manager.demand.allowsIndoor || monitor.ranger.isRanging
    need.beacons = hasListener ? .always : monitor.beacons.scanWish
    board.publish(.radioNeed(need))
  }

  /// Applies a radio plan: beacon scan, advertising, and power attribution.
  private mutating func follow(_ plan: RadioPlan, at time: SimTime, onto board: inout Board) {
    if plan.beacon != beaconScan {
      beaconScan = plan.beacon
      monitor.setScanning(plan.beacon != nil, at: time)
    }
    if manager.demand.advertised != advertised {
      advertised = manager.demand.advertised
      board.sink.request(.advertise(advertised))
    }
    guard !manager.hasNoApps else { return }
    let requests = causes.requests(
      for: manager.demand, version: manager.demandVersion, need.watched)
    for request in requests { board.sink.request(request) }
  }

  private mutating func process(_ result: PartResult, at time: SimTime, onto board: inout Board) {
    switch result {
    case .activity(let report):
      // The restart of the phone is processed before any report on it.
      guard board.opening != .boot else { return heldActivity = report }
      process(report, at: time)
    case .steps(let record):
      manager.receive(record, at: time, into: &events) { Self.steps(since: $0, at: time, board) }
    case .walkingPause(let event): manager.receive(event, at: time, into: &events)
    case .fix(let fix):
      let shown = indoorSource.shown(fix)
      need.fix = shown
      monitor.receive(shown, at: time)
      manager.receive(shown, at: time, into: &events)
    case .presence(let presence):
      need.isIndoors = presence.isIndoors
      need.isAtVenue = presence.isAtVenue
      return
    case .radioPlan(let plan): return follow(plan, at: time, onto: &board)
    default: return
    }
    isStale = true
  }

  private mutating func process(_ report: ActivityReport, at time: SimTime) {
    if report.isOfSpeedsAlone {
      manager.receive(report, at: time, into: &events)
      isStale = true
      return
    }
    if report.flags != need.activity { need.activitySince = time }
    need.activity = report.flags
    manager.receive(report, at: time, into: &events)
    monitor.receive(report, at: time)
    isStale = true
  }

  public mutating func finish(at time: SimTime, onto board: inout Board) {
    manager.askAtLast(from: startTime, at: time)
    isStale = true
  }

  /// Exchanges demand and events between monitoring and sessions, delivers the output, and sets the
  /// timer.
  ///
  /// Each event is admitted once, in order. A resulting change of demand is applied before the next
  /// search, and may bring new events: a new region has a known state at once, a pause ends its own
  /// updates. Each such change occurs once, so the loop ends.
  public mutating func endPass(at time: SimTime, onto board: inout Board) {
    guard isStale else { return }
    isStale = false
    while follow(at: time, onto: &board) {}
    for event in events { board.sink.publish(event.output, to: event.app) }
    events.removeAll(keepingCapacity: true)
    feed.process(from: monitor.log, and: manager.journal, into: &board.sink)
    setTimer(onto: &board)
  }

  /// Applies the demand, and admits the resulting events; returns true if there were any.
  private mutating func follow(at time: SimTime, onto board: inout Board) -> Bool {
    monitor.follow(
      manager.demand, version: manager.demandVersion, isInUse: manager.isInUse, at: time)
    for request in manager.drainRequests() { answer(request, at: time, board) }
    followIndoorSource(at: time, onto: &board)
    let found = monitor.drainFound()
    for event in found { manager.admit(event, at: time, into: &events) }
    return !found.isEmpty
  }

  /// Starts and stops the indoor data source by demand; in a run without apps it is on.
  private mutating func followIndoorSource(at time: SimTime, onto board: inout Board) {
    let status = indoorSource.follow(
      isWanted: manager.demand.wantsIndoorSource || manager.hasNoApps,
      findsIndoors: board.needs.contains(.findsIndoors), at: time
    ) { board.publish(.radioMap($0)) }
    guard let status else { return }
    for app in manager.startingIndoorSource {
      manager.admit(ServiceEvent(app: app, output: .dataSource(status)), at: time, into: &events)
    }
  }

  private mutating func setTimer(onto board: inout Board) {
    let next = SimTime.earliest(manager.nextWake, monitor.nextWake)
    guard next != wakeTime else { return }
    wakeTime = next
    if let next {
      board.sink.setTimer(Self.timer, at: next)
    } else {
      board.sink.clearTimer(Self.timer)
    }
  }

  private mutating func answer(_ request: ManagerRequest, at time: SimTime, _ board: Board) {
    switch request {
    case .regionState(let app, let identifier): monitor.answer(identifier, app: app)
    case .activities(let app, let begin, let end):
      var reports: [ActivityReport] = []
      if case .activities(let known)? = board.ask(.activities(from: begin, to: end)) {
        reports = known
      }
      events.append(ServiceEvent(app: app, output: .activityHistory(reports)))
    case .steps(let app, let begin, let end):
      let record =
        board.ask(.steps(from: begin, to: end)).flatMap(\.record)
        ?? PedometerRecord(startTime: begin, endTime: end, stepCount: 0)
      events.append(ServiceEvent(app: app, output: .pedometerHistory(record)))
    case .placemark, .address, .levels:
      events += places.answers(to: request).map { ServiceEvent(app: request.app, output: $0) }
    case .currentSteps(let app, let begin):
      let record = Self.steps(since: begin, at: time, board)
      events.append(ServiceEvent(app: app, output: .pedometer(record)))
    }
  }

  private static func steps(
    since begin: SimTime, at time: SimTime, _ board: Board
  ) -> PedometerRecord {
    board.ask(.stepsSince(begin)).flatMap(\.record)
      ?? PedometerRecord(startTime: begin, endTime: time, stepCount: 0)
  }
}

extension HistoryAnswer {
  /// Step record of the answer; nil for another kind of answer.
  fileprivate var record: PedometerRecord? {
    if case .steps(let record) = self { record } else { nil }
  }
}
