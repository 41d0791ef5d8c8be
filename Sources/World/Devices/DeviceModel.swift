import Kernel
import Observations
import Signals

enum DeviceEvent: Sendable {
  case motionBatch, beacon, gnssEpoch, gnssDelivery, gnssWake, pressure, cells, assistance
  case wifiTurn
  case wifiScan(start: SimTime)
  /// The answer to a numbered request is due.
  case answer(Int)
  case recorded(Int)
  case timer(StackTimer)
  /// An act of the script.
  case act(Int)
  /// A reaction to an event that an app received.
  case reaction(Int)
  /// A change of the phone's power source.
  case link(Int)
  /// The end of an app's background time.
  case suspend(app: Int, turn: Int)
  case battery, boot, off, endOfCall
}

/// A phone with sensors, radios, apps, energy use and the stack that runs on it.
///
/// Each part keeps its own state; this type connects them. The stack is called through an existential
/// once per observation, never per sample. That keeps the event loop concrete, and so specialised, in
/// this module.
struct DeviceModel: SimulationModel {
  /// Acts follow the observations of a moment and precede the stack's timers.
  static let actPriority = EventPriority(39)

  /// The simulated signals; nil in a replay.
  var signals: PhoneSignals?
  /// The results so far; the parts add theirs at the end.
  private(set) var pass = DevicePass()

  let setup: DeviceSetup
  private var stack: any TrackingStack
  private var sink = StackSink()
  private var spareSink = StackSink()
  private var keepsObservations: Bool
  private let note: ((Delivered<Observation>) -> Void)?

  var sensors = SensorValues(SensorState())
  var motion = MotionBuffer()
  var receiver = SatelliteReceiver()
  /// The next beacon frame to be received.
  var nextBeacon: BeaconAdvertisement?
  var isScanningWiFi = false
  var beacon = OwnBeacon()
  var uplink: Uplink
  var feed: ReplayFeed
  var power: PowerMeter
  var battery: Battery
  var timers = StackTimers()
  var roster = AppRoster()
  var reactions: AppReactions
  var uptime = Uptime()
  var isInCall = false

  init(
    stack: any TrackingStack, source: SensorSource, setup: DeviceSetup, keepsObservations: Bool,
    service: (any NetworkService)? = nil, note: ((Delivered<Observation>) -> Void)?
  ) {
    self.stack = stack
    switch source {
    case .live(let signals):
      self.signals = signals
      feed = ReplayFeed([], isContinuous: false)
    case .recorded(let items, let isContinuous):
      feed = ReplayFeed(items, isContinuous: isContinuous)
    }
    self.setup = setup
    self.keepsObservations = keepsObservations
    self.note = note
    uplink = Uplink(setup.profile, service)
    power = PowerMeter(setup.profile.power)
    battery = Battery(setup.profile, share: setup.batteryShare, at: .start)
    reactions = AppReactions(setup.reactions)
  }

  /// True if a recording replaces the sensors.
  var isReplay: Bool { signals == nil }

  mutating func boot(_ schedule: inout Schedule<DeviceEvent>) {
    setProcessor(at: schedule.now)
    feed.begin(&schedule)
    stack.start(at: schedule.now, into: &sink)
    drain(&schedule)
    beginLife(&schedule)
  }

  mutating func shutDown(
    at time: SimTime, _ schedule: inout Schedule<DeviceEvent>
  ) -> DevicePass {
    stack.finish(at: time, into: &sink)
    drain(&schedule)
    pass.failure = pass.failure ?? stack.failure
    advertise(nil, at: time)
    updateBattery(at: time)
    feed.finish()
    pass.battery = battery.curve
    pass.energy = power.energy
    pass.replay = feed.counts
    pass.downloads = uplink.record
    pass.advertised = beacon.shifts
    return pass
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
      timers.take(timer)
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

  /// Removes and returns the kept observations; no further ones are kept.
  mutating func takeObservations() -> [Delivered<Observation>] {
    keepsObservations = false
    defer { pass.observations = [] }
    return pass.observations
  }

  /// The error that stopped the stack; nil if there is none.
  var failure: (any Error)? { pass.failure ?? stack.failure }

  /// Executes the outputs and requests of the stack's last call.
  mutating func drain(_ schedule: inout Schedule<DeviceEvent>) {
    if sink.outputs.isEmpty, sink.requests.isEmpty, sink.timers.isEmpty, sink.decisions.isEmpty {
      return
    }
    // The two sinks are swapped, which avoids an allocation per call.
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
      reportApps(output, app, &schedule)
      reactions.react(to: output, app, &schedule)
    }
    for request in asked.requests {
      pass.outputs.append(Delivered(time: schedule.now, .radio(request)))
      obey(request, &schedule)
    }
    for setting in asked.timers {
      timers.set(setting.timer, at: uptime.isOff ? nil : setting.time, &schedule)
    }
    asked.clear()
    spareSink = asked
  }
}
