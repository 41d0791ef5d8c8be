public import Kernel
public import Maps
public import Motion
public import Observations
public import Positioning

/// The stack that comes with VenueSim, put together from its parts.
///
/// Observations go to the position and the motion engine; once a second the first of these says where
/// the phone is. What they find out goes to the watch, which finds crossings, visits and pauses in it,
/// and to the session desk, which decides which app is told; where no app says anything, there is one
/// that may have everything, and that asks for its motion history at the end.
public struct ReferenceStack: TrackingStack {
  /// Which parts it is made of, and how they are set.
  public struct Configuration: Hashable, Sendable {
    /// Where the phone is.
    public var position = PositionEngine.Parameters()
    /// Where the indoor data source has its file from; nil if the map has its radio map already.
    public var indoorSource: IndoorSourceSettings?
    /// Activities and steps.
    public var motion = MotionEngine.Parameters()
    /// What kind of device it runs on, and whose rules hold.
    public var rules = ServiceRules()
    /// The numbers by which the services decide.
    public var constants = ServiceConstants()
    /// What apps declare, by name; an app that isn't named declares all and is quick.
    public var declarations: [String: AppDeclaration] = [:]
    /// Whether an app that may have everything stands in until a real one is heard of.
    public var hasStandIn = true
    /// Whether radios run as they are needed; all of them all the time if not.
    public var savesRadios = true
    /// How often it shows where the indoor locator thinks that the phone may be; zero for never.
    public var cloudPeriod = SimDuration.zero

    /// Creates the defaults.
    public init() {}
  }

  private static let tick = StackTimer(1)
  private static let services = StackTimer(2)
  /// How often motion is looked at indoors, where the dot must not lag, and how often for activities.
  private static let motionPeriod = SimDuration.seconds(0.5)
  private static let batchPeriod = SimDuration.seconds(2.5)
  private static let period = SimDuration.seconds(1)
  /// From which age on an epoch has waited for others.
  private static let lateness = SimDuration.seconds(1.5)
  /// How often desk and watch may go on at one moment; three are needed.
  private static let mostRounds = 8

  private let configuration: Configuration
  private var startTime = SimTime.start
  private var position: PositionEngine
  private var motion: MotionEngine
  private var radios = RadioPlan()
  private let planner: RadioPlanner
  private var causes = RadioCauses()
  /// As which beacon the phone is heard.
  private var advertised: BeaconIdentity?
  /// When satellites that pile up were last handed on.
  private var batchTime = SimTime.distantPast
  /// When the next cloud is due.
  private var cloudTime = SimTime.start
  /// How the scanner for beacons listens.
  private var scanning = BeaconRegionMonitor.ScanWish.always
  private var situation = RadioPlanner.Situation()
  private var desk: SessionDesk
  private var watch: ServiceWatch
  private var indoorSource: IndoorSourceKeeper
  /// Whether gyroscope and magnetometer run.
  private var sensesTurns = false
  /// What the accelerometer told since activities and steps were last looked at.
  private var heldForce: [InertialSample] = []
  private var heldSince = SimTime.start
  /// What the desk wants to be told, until it is.
  private var events: [ServiceEvent] = []
  /// What was explained of it.
  private var feed = DecisionFeed()
  /// When desk and watch are to be woken.
  private var serviceTime: SimTime?

  /// Creates a stack that knows a map.
  public init(map: VenueMap, configuration: Configuration = Configuration()) {
    self.configuration = configuration
    position = PositionEngine(map: map, parameters: configuration.position)
    motion = MotionEngine(parameters: configuration.motion)
    desk = SessionDesk(
      rules: configuration.rules, constants: configuration.constants,
      declarations: configuration.declarations, implicitApp: configuration.hasStandIn)
    watch = ServiceWatch(constants: configuration.constants, map: map)
    indoorSource = IndoorSourceKeeper(
      configuration.indoorSource, map: map, configuration.constants.indoor)
    planner = RadioPlanner(parameters: configuration.constants.radios)
  }

  public mutating func start(at time: SimTime, into sink: inout StackSink) {
    startTime = time
    motion = MotionEngine(parameters: configuration.motion, at: time)
    desk.start(at: time, into: &events)
    begin(at: time, into: &sink)
    tell(motion.currentActivity, at: time, into: &sink)
  }

  /// Switches on what it listens to, when the phone starts and when it starts again.
  private mutating func begin(at time: SimTime, into sink: inout StackSink) {
    sink.request(.start(.accelerometer, period: .zero))
    if configuration.motion.counter == .gait {
      sink.request(.start(.barometer, period: Self.period))
    }
    sink.request(.start(.beacon, period: .zero))
    scanning = .always
    advertised = nil
    causes = RadioCauses()
    sensesTurns = false
    planMotion(into: &sink)
    if configuration.position.gnss != nil { sink.request(.fetchAssistance) }
    radios = RadioPlan()
    planRadios(at: time, into: &sink)
    sink.setTimer(Self.tick, at: time + Self.period)
  }

  /// Switches on what tells how the phone is turned and carried where it is found by that, and off.
  private mutating func planMotion(into sink: inout StackSink) {
    guard position.wantsMotion != sensesTurns else { return }
    sensesTurns = position.wantsMotion
    guard sensesTurns else {
      sink.request(.stop(.gyroscope))
      sink.request(.stop(.magnetometer))
      return sink.request(.batch(.accelerometer, every: Self.batchPeriod))
    }
    sink.request(.start(.gyroscope, period: .zero))
    sink.request(.start(.magnetometer, period: .zero))
    for sensor in [RadioRequest.Sensor.accelerometer, .gyroscope, .magnetometer] {
      sink.request(.batch(sensor, every: Self.motionPeriod))
    }
    sink.request(.start(.barometer, period: Self.period))
  }

  public mutating func receive(
    _ observation: Observation, at time: SimTime, into sink: inout StackSink
  ) {
    switch observation {
    case .beacon(let heard):
      position.receive(heard)
      watch.receive(heard, at: time)
      pass(at: time, into: &sink)
    case .wifi(let scan):
      position.receive(scan)
      ask(at: time, into: &sink)
    case .cell(let scan):
      position.receive(scan)
      ask(at: time, into: &sink)
    case .network(let network):
      indoorSource.receive(network)
      position.receive(network, at: time)
      ask(at: time, into: &sink)
    case .download(let download):
      position.receive(download, at: time)
      ask(at: time, into: &sink)
    case .boot:
      position.restart(at: time)
      desk.boot(at: time, into: &events)
      watch.boot(at: time)
      begin(at: time, into: &sink)
      tell(motion.restart(at: time), at: time, into: &sink)
    case .app(let event):
      desk.receive(event, at: time, into: &events)
      if case .user(_, let action) = event { watch.receive(action, at: time) }
      pass(at: time, into: &sink)
    case .ephemeris(let message): position.receive(message)
    case .gnss(let epoch): receive(epoch, at: time, into: &sink)
    case .fix(let fix): position.receive(fix)
    case .accelerometer(let batch): receive(batch, at: time, into: &sink)
    case .gyroscope(let batch): position.receive(gyroscope: batch)
    case .magnetometer(let batch): position.receive(magnetometer: batch)
    case .barometer(let sample):
      motion.receive(sample)
      position.receive(sample)
    case .vehicle(let link):
      motion.receive(link)
      watch.receive(link, at: time)
      pass(at: time, into: &sink)
    case .power(let power):
      motion.receive(power)
      watch.receive(power, at: time)
      pass(at: time, into: &sink)
    }
  }

  /// Switches radios on and off as they are needed.
  private mutating func planRadios(at time: SimTime, into sink: inout StackSink) {
    let constants = planner.parameters
    var plan = RadioPlan(gnss: constants.gnss, wifi: constants.wifiFirst, cell: constants.cell)
    if configuration.savesRadios {
      situation.isIndoors = position.isIndoors(at: time)
      situation.isAtVenue = position.isAtVenue
      situation.wish = watch.wish(during: situation.flags, at: time)
      plan = planner.plan(for: desk.demand, in: situation, at: time)
    }
    if configuration.position.gnss == nil { plan.gnss = nil }
    if configuration.position.network.manner == nil { plan.wifi = nil }
    if !configuration.position.network.usesCells { plan.cell = nil }
    for request in plan.requests(from: radios) { sink.request(request) }
    if plan.gnssBatch > .zero, radios.gnssBatch == .zero { batchTime = time }
    radios = plan
    planScanner(at: time, into: &sink)
    planMotion(into: &sink)
    if let beacon = desk.demand.advertised, beacon != advertised {
      sink.request(.advertise(beacon))
    } else if advertised != nil, desk.demand.advertised == nil {
      sink.request(.advertise(nil))
    }
    advertised = desk.demand.advertised
    guard !desk.isForNobody else { return }
    let requests = causes.requests(
      for: desk.demand, version: desk.demandVersion, situation.wish)
    for request in requests { sink.request(request) }
  }

  /// Lets the scanner for beacons listen as somebody needs it: all the time, now and then, or not.
  private mutating func planScanner(at time: SimTime, into sink: inout StackSink) {
    let isNeeded =
      !configuration.savesRadios || desk.isForNobody || desk.demand.allowsIndoor
      || watch.ranger.isRanging
    let wish = isNeeded ? .always : watch.beacons.scanWish
    guard wish != scanning else { return }
    // A scan that runs keeps its rhythm: it is begun anew.
    if scanning != .none { sink.request(.stop(.beacon)) }
    if wish != .none {
      sink.request(
        .start(.beacon, period: wish == .always ? .zero : planner.parameters.beaconSeldom))
    }
    scanning = wish
    watch.setListening(wish != .none, at: time)
  }

  /// Asks the network for what is missing of access points and cells.
  private mutating func ask(at time: SimTime, into sink: inout StackSink) {
    if let resource = position.nextResource(at: time) { sink.request(.fetch(resource)) }
  }

  /// Takes an epoch; of those that piled up while the processor slept, each makes a location of its own.
  private mutating func receive(
    _ epoch: GNSSEpoch, at time: SimTime, into sink: inout StackSink
  ) {
    position.receive(epoch)
    // What piled up comes with the next after the end, too.
    guard radios.gnssBatch > .zero || time - epoch.time > Self.lateness else { return }
    batchTime = time
    tell(position.fix(at: epoch.time), at: time, into: &sink)
  }

  /// Hands on a location.
  private mutating func tell(_ fix: LocationFix?, at time: SimTime, into sink: inout StackSink) {
    guard let fix = fix.map(indoorSource.shown) else { return }
    situation.fix = fix
    motion.receive(fix)
    watch.receive(fix, at: time)
    desk.receive(fix, at: time, into: &events)
    pass(at: time, into: &sink)
  }

  private mutating func receive(
    _ batch: InertialBatch, at time: SimTime, into sink: inout StackSink
  ) {
    position.receive(accelerometer: batch)
    guard let batch = held(batch, at: time) else { return }
    let record = motion.receive(batch, at: time) {
      position.receive($0)
      desk.receive($0, at: time, into: &events)
      watch.receive($0, at: time)
    }
    for event in motion.takeEvents() { desk.receive(event, at: time, into: &events) }
    if let record { count(record, at: time) }
    pass(at: time, into: &sink)
  }

  /// What the accelerometer told over the usual period; nil until that has gone by.
  private mutating func held(_ batch: InertialBatch, at time: SimTime) -> InertialBatch? {
    guard position.wantsMotion else { return batch }
    if heldForce.isEmpty { heldSince = batch.samples.first?.time ?? time }
    heldForce += batch.samples
    guard time - heldSince >= Self.batchPeriod - .milliseconds(30) else { return nil }
    defer { heldForce.removeAll(keepingCapacity: true) }
    return InertialBatch(samples: heldForce)
  }

  /// Hands on what is counted.
  private mutating func count(_ record: PedometerRecord, at time: SimTime) {
    position.receive(record)
    desk.receive(record, at: time, into: &events) { motion.steps(since: $0, at: time) }
  }

  public mutating func timerFired(
    _ timer: StackTimer, at time: SimTime, into sink: inout StackSink
  ) {
    guard timer == Self.tick else {
      desk.wake(at: time, into: &events)
      watch.wake(at: time)
      return pass(at: time, into: &sink)
    }
    sink.setTimer(Self.tick, at: time + Self.period)
    tell(motion.elapse(to: time), at: time, into: &sink)
    // Between two hand-overs there is nothing new to tell, unless the receiver has fallen silent.
    let isSleeping =
      radios.gnssBatch > .zero && time - batchTime <= radios.gnssBatch + .seconds(2)
    if !isSleeping { tell(position.fix(at: time), at: time, into: &sink) }
    if configuration.cloudPeriod > .zero, time >= cloudTime { showCloud(at: time, into: &sink) }
    planRadios(at: time, into: &sink)
  }

  private mutating func showCloud(at time: SimTime, into sink: inout StackSink) {
    guard let cloud = position.cloud(at: time) else { return }
    cloudTime = time + configuration.cloudPeriod
    sink.tell(.cloud(cloud))
  }

  public mutating func finish(at time: SimTime, into sink: inout StackSink) {
    if let record = motion.lastRecord(at: time) { count(record, at: time) }
    desk.askAtLast(from: startTime, at: time)
    pass(at: time, into: &sink)
  }

  private mutating func tell(
    _ report: ActivityReport?, at time: SimTime, into sink: inout StackSink
  ) {
    if let report {
      position.receive(report)
      if report.flags != situation.flags { situation.since = time }
      situation.flags = report.flags
      desk.receive(report, at: time, into: &events)
      watch.receive(report, at: time)
    }
    pass(at: time, into: &sink)
  }

  /// Lets desk and watch hear of each other, tells what the desk lets through, and sets the timer.
  private mutating func pass(at time: SimTime, into sink: inout StackSink) {
    // A region that is begun is known at once, a pause ends what it paused: few rounds.
    var rounds = 0
    repeat {
      watch.follow(
        desk.demand, version: desk.demandVersion, isInUse: desk.isInUse, at: time)
      for request in desk.takeRequests() { answer(request, at: time) }
      followIndoorSource(at: time)
      let found = watch.takeFound()
      for event in found { desk.admit(event, at: time, into: &events) }
      rounds += found.isEmpty ? Self.mostRounds : 1
    } while rounds < Self.mostRounds
    for event in events { sink.tell(event.output, to: event.app) }
    events.removeAll(keepingCapacity: true)
    feed.take(from: watch, and: desk, into: &sink)
    setTimer(into: &sink)
  }

  /// Starts and stops the indoor data source as apps wish; without apps it runs.
  private mutating func followIndoorSource(at time: SimTime) {
    let isWanted = desk.demand.wantsIndoorSource || desk.isForNobody
    let status = indoorSource.follow(isWanted: isWanted, &position, at: time)
    guard let status else { return }
    for app in desk.startingIndoorSource {
      desk.admit(ServiceEvent(app: app, output: .dataSource(status)), at: time, into: &events)
    }
  }

  private mutating func setTimer(into sink: inout StackSink) {
    var next = desk.nextWake
    if let due = watch.nextWake, due < next ?? .distantFuture { next = due }
    guard next != serviceTime else { return }
    serviceTime = next
    if let next {
      sink.setTimer(Self.services, at: next)
    } else {
      sink.clearTimer(Self.services)
    }
  }

  private mutating func answer(_ request: DeskRequest, at time: SimTime) {
    switch request {
    case .regionState(let app, let identifier): watch.answer(identifier, app: app)
    case .activities(let app, let begin, let end):
      let reports = motion.activities(from: begin, to: end)
      events.append(ServiceEvent(app: app, output: .activityHistory(reports)))
    case .steps(let app, let begin, let end):
      let record = motion.steps(from: begin, to: end)
      events.append(ServiceEvent(app: app, output: .pedometerHistory(record)))
    case .currentSteps(let app, let begin):
      let record = motion.steps(since: begin, at: time)
      events.append(ServiceEvent(app: app, output: .pedometer(record)))
    }
  }
}
