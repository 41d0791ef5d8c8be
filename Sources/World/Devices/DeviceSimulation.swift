public import Kernel
import Mobility
public import Observations
import Signals

/// Where a device's observations come from.
public enum SensorSource: Sendable {
  /// The signals of a simulated world.
  case live(LiveSensors)
  /// A recording; what the stack has switched off doesn't reach it.
  case recorded([Delivered<Observation>])
}

/// What one device's pass left behind.
public struct DevicePass: Sendable {
  /// What the stack told and asked, in order.
  public var outputs: [Delivered<Output>] = []
  /// What reached the stack, in order; empty unless it was to be kept.
  public var observations: [Delivered<Observation>] = []
  /// Where the energy went.
  public var energy = EnergyLedger()
  /// How many events the device handled.
  public var eventCount = 0
}

/// Runs one device with its stack from boot to `end`.
///
/// - Parameters:
///   - stack: The software under test.
///   - source: Where observations come from.
///   - profile: What the device's parts draw.
///   - end: The last moment.
///   - keepsObservations: Whether what reached the stack is kept.
///   - cancellation: Stops the work.
/// - Returns: What the pass left behind.
/// - Throws: ``Cancelled``.
public func runDevice(
  stack: any TrackingStack, source: SensorSource, profile: PowerProfile, until end: SimTime,
  keepsObservations: Bool = false, cancellation: CancellationToken? = nil
) throws(Cancelled) -> DevicePass {
  var simulation = Simulation(
    DeviceModel(
      stack: stack, source: source, profile: profile, keepsObservations: keepsObservations))
  simulation.model.boot(&simulation.schedule)
  try simulation.run(until: end, cancellation: cancellation)
  simulation.model.shutDown(at: end, &simulation.schedule)
  simulation.model.pass.eventCount = simulation.eventCount
  return simulation.model.pass
}

/// What can happen to a device.
enum DeviceEvent: Sendable {
  case motionBatch
  case advertisement(beacon: Int, number: Int64)
  case gnssEpoch
  case assistance
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
  var source: SensorSource
  let profile: PowerProfile
  let keepsObservations: Bool
  var pass = DevicePass()
  var sink = StackSink()
  var isOn: Set<RadioRequest.Sensor> = []
  private var gnssPeriod = SimDuration.seconds(1)
  private var timers: [StackTimer: EventQueue<DeviceEvent>.Handle] = [:]
  private var sensorEvents: [RadioRequest.Sensor: [EventQueue<DeviceEvent>.Handle]] = [:]

  init(
    stack: any TrackingStack, source: SensorSource, profile: PowerProfile, keepsObservations: Bool
  ) {
    self.stack = stack
    self.source = source
    self.profile = profile
    self.keepsObservations = keepsObservations
  }

  mutating func boot(_ schedule: inout Schedule<DeviceEvent>) {
    pass.energy.set(
      .processor, to: "suspended", milliwatts: profile.processorSuspended, at: schedule.now)
    if case .recorded(let items) = source, let first = items.first {
      schedule.schedule(.recorded(0), at: first.time)
    }
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
    case .advertisement(let beacon, let number): advertise(beacon, number, &schedule)
    case .gnssEpoch: measureGNSS(&schedule)
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

// MARK: - Sensors

extension DeviceModel {
  private mutating func obey(
    _ request: RadioRequest, _ schedule: inout Schedule<DeviceEvent>
  ) {
    switch request {
    case .start(let sensor, let period):
      if sensor == .gnss, period > .zero { gnssPeriod = period }
      guard isOn.insert(sensor).inserted else { return }
      meter(sensor, isOn: true, at: schedule.now)
      if case .live = source { begin(sensor, &schedule) }
    case .stop(let sensor):
      guard isOn.remove(sensor) != nil else { return }
      meter(sensor, isOn: false, at: schedule.now)
      for handle in sensorEvents.removeValue(forKey: sensor) ?? [] { schedule.cancel(handle) }
    case .fetchAssistance:
      // A round trip over the network; an estimate.
      if case .live = source { schedule.schedule(.assistance, after: .seconds(0.5)) }
    case .scanWiFi:
      // Wi-Fi is not simulated yet: no scan ever comes.
      break
    }
  }

  private mutating func meter(_ sensor: RadioRequest.Sensor, isOn: Bool, at time: SimTime) {
    func set(_ component: EnergyLedger.Component, _ milliwatts: Double) {
      pass.energy.set(
        component, to: isOn ? "on" : "off", milliwatts: isOn ? milliwatts : 0, at: time)
    }
    switch sensor {
    case .accelerometer:
      set(.accelerometer, profile.accelerometer)
      set(.motionCoprocessor, profile.motionCoprocessor)
    case .beacon: set(.bluetooth, profile.bluetoothScanning)
    case .gnss:
      set(.gnss, profile.gnssTracking)
      pass.energy.set(
        .processor, to: isOn ? "delivering" : "suspended",
        milliwatts: profile.processorSuspended + (isOn ? profile.processorDelivering : 0), at: time)
    case .gyroscope, .magnetometer, .barometer, .cell: break
    }
  }

  private mutating func begin(
    _ sensor: RadioRequest.Sensor, _ schedule: inout Schedule<DeviceEvent>
  ) {
    guard case .live(var sensors) = source else { return }
    switch sensor {
    case .accelerometer:
      sensors.startMotion(at: schedule.now)
      source = .live(sensors)
      note(sensor, schedule.schedule(.motionBatch, after: LiveSensors.batchPeriod))
    case .beacon:
      for (index, beacon) in sensors.beacons.enumerated() {
        let number = beacon.firstEvent(atOrAfter: schedule.now)
        note(
          sensor,
          schedule.schedule(
            .advertisement(beacon: index, number: number), at: beacon.time(ofEvent: number)))
      }
    case .gnss: note(sensor, schedule.schedule(.gnssEpoch, after: LiveSensors.assistedStart))
    case .gyroscope, .magnetometer, .barometer, .cell:
      // Not simulated yet: these are silent in a live run, and cost nothing.
      break
    }
  }

  private mutating func note(
    _ sensor: RadioRequest.Sensor, _ handle: EventQueue<DeviceEvent>.Handle
  ) {
    sensorEvents[sensor, default: []].append(handle)
  }

  private mutating func emptyMotionBuffer(_ schedule: inout Schedule<DeviceEvent>) {
    guard case .live(var sensors) = source else { return }
    let batch = sensors.motionBatch(until: schedule.now)
    source = .live(sensors)
    sensorEvents[.accelerometer] = [
      schedule.schedule(.motionBatch, after: LiveSensors.batchPeriod)
    ]
    pass.energy.charge(.processor, "wake", millijoules: profile.wakeMillijoules)
    deliver(.accelerometer(batch), &schedule)
  }

  private mutating func advertise(
    _ index: Int, _ number: Int64, _ schedule: inout Schedule<DeviceEvent>
  ) {
    guard case .live(let sensors) = source, isOn.contains(.beacon) else { return }
    let beacon = sensors.beacons[index]
    let next = schedule.schedule(
      .advertisement(beacon: index, number: number + 1), at: beacon.time(ofEvent: number + 1))
    if sensorEvents[.beacon]?.indices.contains(index) == true {
      sensorEvents[.beacon]?[index] = next
    }
    let pose = sensors.trajectory.devicePose(at: schedule.now)
    if let heard = beacon.hear(event: number, at: pose, time: schedule.now) {
      deliver(.beacon(heard), &schedule)
    }
  }

  private mutating func measureGNSS(_ schedule: inout Schedule<DeviceEvent>) {
    guard case .live(let sensors) = source else { return }
    sensorEvents[.gnss] = [schedule.schedule(.gnssEpoch, after: gnssPeriod)]
    let pose = sensors.trajectory.devicePose(at: schedule.now)
    deliver(.gnss(sensors.gnss.epoch(pose, at: schedule.now)), &schedule)
  }

  private mutating func deliverAssistance(_ schedule: inout Schedule<DeviceEvent>) {
    guard case .live(let sensors) = source else { return }
    for orbit in sensors.orbits { deliver(.ephemeris(.kepler(orbit)), &schedule) }
  }

  private mutating func replay(_ index: Int, _ schedule: inout Schedule<DeviceEvent>) {
    guard case .recorded(let items) = source else { return }
    if index + 1 < items.count {
      schedule.schedule(.recorded(index + 1), at: items[index + 1].time)
    }
    let observation = items[index].item
    if let sensor = observation.sensor, !isOn.contains(sensor) { return }
    if case .accelerometer = observation {
      pass.energy.charge(.processor, "wake", millijoules: profile.wakeMillijoules)
    }
    deliver(observation, &schedule)
  }
}

extension Observation {
  /// The sensor that must be on for this to be observed; nil for what comes unasked.
  var sensor: RadioRequest.Sensor? {
    switch self {
    case .accelerometer: .accelerometer
    case .gyroscope: .gyroscope
    case .magnetometer: .magnetometer
    case .barometer: .barometer
    case .gnss: .gnss
    case .beacon: .beacon
    case .cell: .cell
    case .ephemeris, .wifi, .power, .vehicle, .network, .app, .boot: nil
    }
  }
}
