import Kernel
import Observations
import Signals

/// What can happen to a device.
enum DeviceEvent: Sendable {
  case motionBatch, beacon, gnssEpoch, gnssDelivery, gnssWake, pressure, cells, assistance
  case wifiTurn
  case wifiScan(start: SimTime)
  /// The answer to the oldest question of its number is due.
  case answer(Int)
  case recorded(Int)
  case timer(StackTimer)
  /// Something of the script.
  case act(Int)
  /// A reaction to what an app was told.
  case reaction(Int)
  /// A change of what the phone hangs on.
  case link(Int)
  /// An app's time in the background is up.
  case suspend(app: Int, turn: Int)
  case battery, boot, off, endOfCall
}

/// A phone: its sensors and radios, its apps, what all that costs, and the stack that runs on it.
///
/// The stack is called through an existential: once for an observation, never for a sample. That
/// keeps the event loop concrete, and so specialised, in this module.
struct DeviceModel: SimulationModel {
  /// Timers come after all observations of their moment, live and replayed alike.
  private static let timerPriority = EventPriority(40)

  var stack: any TrackingStack
  /// What the phone senses; nil in a replay.
  var signals: PhoneSignals?
  /// What it sensed, in a replay.
  let recorded: [Delivered<Observation>]
  let setup: DeviceSetup
  let keepsObservations: Bool
  let note: ((Delivered<Observation>) -> Void)?
  var pass: DevicePass
  var sink = StackSink()
  private var spareSink = StackSink()

  // Sensors.
  var isOn = SensorTable(false)
  /// How often a sensor is to report, by the stack's wish.
  var periods = SensorTable<SimDuration?>(nil)
  /// How long reports may pile up, by the stack's wish.
  var batching = SensorTable(SimDuration.zero)
  /// On whose behalf each runs.
  var causes = SensorTable(["stack"])
  /// What each sensor does next.
  var sensorEvents = SensorTable<EventQueue<DeviceEvent>.Handle?>(nil)
  /// Since when each motion sensor fills the buffer, and the next emptying.
  var buffered = SensorTable<SimTime?>(nil)
  var bufferEvent: EventQueue<DeviceEvent>.Handle?
  var bufferedSince = SimTime.start
  var readings = InertialReadings()
  /// The beacon that will be heard next.
  var nextBeacon: BeaconAdvertisement?
  var isScanningWiFi = false
  /// As which beacon the phone is heard, and since when.
  var advertised: (identity: BeaconIdentity, since: SimTime)?
  /// What the satellite receiver keeps until it is to hand it on.
  var keptEpochs: [Observation] = []
  var receiverState = ReceiverState()
  /// What answers the stack's questions over the network.
  let service: (any NetworkService)?
  /// The resources that are awaited: in a replay those asked for and not answered yet.
  var awaited: [String] = []
  /// The answers on their way, by number, and over which route they come.
  var underWay: [(number: Int, download: Download, route: NetworkReachability.Route)] = []
  var questionCount = 0
  var isDeliveryPlanned = false
  /// When the receiver is to measure next.
  var nextEpoch = SimTime.start

  // The phone around them.
  var roster = AppRoster()
  var battery: Battery
  var network: NetworkReachability
  /// What the network is without airplane mode; nil unless that is on.
  var networkOnGround: NetworkReachability?
  var isOff = false
  var offSince = SimTime.start
  /// Whether it is off for want of charge.
  var isEmpty = false
  var isInCall = false
  var bootCount = 1
  /// How often each reaction has been made, and when last.
  var reactionCounts: [Int]
  var reactionTimes: [SimTime]
  /// Where each app was last told that it is.
  var placesTold: [String: Coordinate] = [:]
  /// The last moment at which the processor was woken, and the last second in which a radio did so.
  var wokenAt = SimTime.distantPast
  var reportedSecond = Int64.min

  /// Since when the stack waits for a recorded scan; nil if it doesn't.
  var scanAskedTime: SimTime?
  /// Recorded messages of satellites that nobody has asked for yet.
  var heldMessages: [Observation] = []
  /// Whether the stack waits for recorded assistance, and the moment at which it came.
  var isAssistanceAsked = false
  var assistanceMoment: SimTime?

  private var timers: [StackTimer: EventQueue<DeviceEvent>.Handle] = [:]

  var power: PowerProfile { setup.profile.power }

  init(
    stack: any TrackingStack, source: SensorSource, setup: DeviceSetup, keepsObservations: Bool,
    service: (any NetworkService)? = nil, note: ((Delivered<Observation>) -> Void)?
  ) {
    self.stack = stack
    self.service = service
    switch source {
    case .live(let signals):
      self.signals = signals
      recorded = []
    case .recorded(let items): recorded = items
    }
    self.setup = setup
    self.keepsObservations = keepsObservations
    self.note = note
    reactionCounts = Array(repeating: 0, count: setup.reactions.count)
    reactionTimes = Array(repeating: .distantPast, count: setup.reactions.count)
    battery = Battery(setup.profile, share: setup.batteryShare, at: .start)
    pass = DevicePass()
    network =
      setup.profile.parts.contains(.cellular)
      ? NetworkReachability(route: .cellular, isExpensive: true)
      : NetworkReachability(route: .none, isExpensive: false)
  }

  mutating func boot(_ schedule: inout Schedule<DeviceEvent>) {
    setProcessor(at: schedule.now)
    if let first = recorded.first { schedule.schedule(.recorded(0), at: first.time) }
    planRecordedOutages(&schedule)
    stack.start(at: schedule.now, into: &sink)
    drain(&schedule)
    beginLife(&schedule)
  }

  mutating func shutDown(at time: SimTime, _ schedule: inout Schedule<DeviceEvent>) {
    stack.finish(at: time, into: &sink)
    drain(&schedule)
    pass.failure = pass.failure ?? stack.failure
    endAdvertising(at: time)
    pass.energy.settle(at: time)
    battery.update(pass.energy.totalMillijoules, at: time)
    pass.battery = battery.curve
    if scanAskedTime != nil { pass.replay.scansMissing = 1 }
  }

  mutating func handle(_ event: DeviceEvent, schedule: inout Schedule<DeviceEvent>) {
    switch event {
    case .motionBatch: emptyMotionBuffer(&schedule)
    case .beacon: hearBeacon(&schedule)
    case .gnssEpoch: measureGNSS(&schedule)
    case .gnssDelivery: deliverEpochs(&schedule)
    case .gnssWake: wakeReceiver(&schedule)
    case .pressure: readPressure(&schedule)
    case .cells: readCells(&schedule)
    case .wifiTurn: scanAgain(&schedule)
    case .wifiScan(let start): finishScan(from: start, &schedule)
    case .assistance: deliverAssistance(&schedule)
    case .answer(let number): deliverAnswer(number, &schedule)
    case .recorded(let index): replay(index, &schedule)
    case .timer(let timer):
      timers[timer] = nil
      stack.timerFired(timer, at: schedule.now, into: &sink)
      drain(&schedule)
    case .act(let number): act(setup.script[number].kind, &schedule)
    case .reaction(let number): act(setup.reactions[number].kind, &schedule)
    case .link(let number): changeLink(number, &schedule)
    case .suspend(let app, let turn): suspend(app, turn, &schedule)
    case .battery: lookAtBattery(&schedule)
    case .boot: bootAgain(nil, &schedule)
    case .off: switchOff(&schedule)
    case .endOfCall:
      isInCall = false
      setProcessor(at: schedule.now)
    }
  }

  mutating func deliver(_ observation: Observation, _ schedule: inout Schedule<DeviceEvent>) {
    note?(Delivered(time: schedule.now, observation))
    if keepsObservations {
      pass.observations.append(Delivered(time: schedule.now, observation))
    }
    stack.receive(observation, at: schedule.now, into: &sink)
    drain(&schedule)
  }

  /// Does what the stack has asked for since it was last called.
  mutating func drain(_ schedule: inout Schedule<DeviceEvent>) {
    if sink.outputs.isEmpty, sink.requests.isEmpty, sink.timers.isEmpty, sink.decisions.isEmpty {
      return
    }
    // The sinks change places, so that neither's storage is made anew for every call.
    var asked = StackSink()
    swap(&asked, &spareSink)
    swap(&asked, &sink)
    if pass.failure == nil { pass.failure = asked.fault(at: schedule.now) }
    guard pass.failure == nil else {
      asked.clear()
      spareSink = asked
      return
    }
    pass.decisions += asked.decisions
    for (output, app) in zip(asked.outputs, asked.recipients) {
      pass.outputs.append(Delivered(time: schedule.now, output, app: app))
      tellApps(output, app, &schedule)
      if !setup.reactions.isEmpty { react(to: output, app, &schedule) }
    }
    for request in asked.requests {
      pass.outputs.append(Delivered(time: schedule.now, .radio(request)))
      obey(request, &schedule)
    }
    for setting in asked.timers {
      if let handle = timers.removeValue(forKey: setting.timer) { schedule.cancel(handle) }
      guard let time = setting.time, !isOff else { continue }
      timers[setting.timer] = schedule.schedule(
        .timer(setting.timer), at: time, priority: Self.timerPriority)
    }
    asked.clear()
    spareSink = asked
  }

  /// Clears all timers, as a phone does that goes off.
  mutating func clearTimers(_ schedule: inout Schedule<DeviceEvent>) {
    for handle in timers.values { schedule.cancel(handle) }
    timers.removeAll()
  }
}
