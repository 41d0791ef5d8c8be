import Kernel
import Observations
import Signals

/// What can happen to a device.
enum DeviceEvent: Sendable {
  case motionBatch, beacon, gnssEpoch, pressure, cells, assistance
  case wifiScan(start: SimTime)
  case recorded(Int)
  case timer(StackTimer)
}

/// A phone: its sensors and radios, what they cost, and the stack that runs on it.
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
  let profile: PowerProfile
  let keepsObservations: Bool
  var pass = DevicePass()
  var sink = StackSink()
  var isOn: Set<RadioRequest.Sensor> = []
  /// How often a sensor is to report, by the stack's wish.
  var periods: [RadioRequest.Sensor: SimDuration] = [:]
  /// What each sensor does next.
  var sensorEvents: [RadioRequest.Sensor: EventQueue<DeviceEvent>.Handle] = [:]
  /// Since when each motion sensor fills the buffer, and the next emptying.
  var buffered: [RadioRequest.Sensor: SimTime] = [:]
  var bufferEvent: EventQueue<DeviceEvent>.Handle?
  var bufferedSince = SimTime.start
  var readings = InertialReadings()
  /// The beacon that will be heard next.
  var nextBeacon: BeaconAdvertisement?
  var isScanningWiFi = false
  private var timers: [StackTimer: EventQueue<DeviceEvent>.Handle] = [:]

  init(
    stack: any TrackingStack, source: SensorSource, profile: PowerProfile, keepsObservations: Bool
  ) {
    self.stack = stack
    switch source {
    case .live(let signals):
      self.signals = signals
      recorded = []
    case .recorded(let items): recorded = items
    }
    self.profile = profile
    self.keepsObservations = keepsObservations
  }

  mutating func boot(_ schedule: inout Schedule<DeviceEvent>) {
    pass.energy.set(
      .processor, to: "suspended", milliwatts: profile.processorSuspended, at: schedule.now)
    if let first = recorded.first { schedule.schedule(.recorded(0), at: first.time) }
    stack.start(at: schedule.now, into: &sink)
    drain(&schedule)
  }

  mutating func shutDown(at time: SimTime, _ schedule: inout Schedule<DeviceEvent>) {
    stack.finish(at: time, into: &sink)
    drain(&schedule)
    pass.energy.settle(at: time)
  }

  mutating func handle(_ event: DeviceEvent, schedule: inout Schedule<DeviceEvent>) {
    switch event {
    case .motionBatch: emptyMotionBuffer(&schedule)
    case .beacon: hearBeacon(&schedule)
    case .gnssEpoch: measureGNSS(&schedule)
    case .pressure: readPressure(&schedule)
    case .cells: readCells(&schedule)
    case .wifiScan(let start): finishScan(from: start, &schedule)
    case .assistance: deliverAssistance(&schedule)
    case .recorded(let index): replay(index, &schedule)
    case .timer(let timer):
      timers[timer] = nil
      stack.timerFired(timer, at: schedule.now, into: &sink)
      drain(&schedule)
    }
  }

  mutating func deliver(_ observation: Observation, _ schedule: inout Schedule<DeviceEvent>) {
    if keepsObservations {
      pass.observations.append(Delivered(time: schedule.now, observation))
    }
    stack.receive(observation, at: schedule.now, into: &sink)
    drain(&schedule)
  }

  /// Does what the stack has asked for since it was last called.
  mutating func drain(_ schedule: inout Schedule<DeviceEvent>) {
    for output in sink.outputs {
      pass.outputs.append(Delivered(time: schedule.now, output))
    }
    let (requests, settings) = (sink.requests, sink.timers)
    sink.clear()
    for request in requests {
      pass.outputs.append(Delivered(time: schedule.now, .radio(request)))
      obey(request, &schedule)
    }
    for setting in settings {
      if let handle = timers.removeValue(forKey: setting.timer) { schedule.cancel(handle) }
      guard let time = setting.time else { continue }
      timers[setting.timer] = schedule.schedule(
        .timer(setting.timer), at: time, priority: Self.timerPriority)
    }
  }
}
