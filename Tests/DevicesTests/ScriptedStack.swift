import Devices
import Geometry
import Kernel
import Maps
import Mobility
import Observations
import Signals
import Truth
import Venues

/// A stack that acts by a script, and logs its inputs in order.
struct ScriptedStack: TrackingStack {
  enum Act: Sendable {
    case request(RadioRequest)
    case setTimer(Int, Double)
    case clearTimer(Int)
    case publish(Output)
  }

  /// The acts with their times; those at zero run at the start.
  var script: [(seconds: Double, act: Act)]
  private static let scriptTimer = 1000

  init(_ script: [(Double, Act)]) {
    self.script = script.map { (seconds: $0.0, act: $0.1) }
  }

  mutating func start(at time: SimTime, into sink: inout StackSink) {
    log("start", &sink)
    follow(at: time, &sink)
  }

  mutating func receive(
    _ observation: Observation, at time: SimTime, into sink: inout StackSink
  ) {
    log(name(of: observation), &sink)
  }

  mutating func timerFired(
    _ timer: StackTimer, at time: SimTime, into sink: inout StackSink
  ) {
    if timer.number == Self.scriptTimer { return follow(at: time, &sink) }
    log("timer \(timer.number)", &sink)
  }

  mutating func finish(at time: SimTime, into sink: inout StackSink) {
    log("finish", &sink)
  }

  private func log(_ text: String, _ sink: inout StackSink) {
    sink.publish(.failure(ServiceFailure(service: "log", code: text)))
  }

  private mutating func follow(at time: SimTime, _ sink: inout StackSink) {
    while let next = script.first, SimTime(seconds: next.seconds) <= time {
      script.removeFirst()
      switch next.act {
      case .request(let request): sink.request(request)
      case .setTimer(let number, let due):
        sink.setTimer(StackTimer(number), at: SimTime(seconds: due))
      case .clearTimer(let number): sink.clearTimer(StackTimer(number))
      case .publish(let output): sink.publish(output)
      }
    }
    guard let next = script.first else { return }
    sink.setTimer(StackTimer(Self.scriptTimer), at: SimTime(seconds: next.seconds))
  }
}

func name(of observation: Observation) -> String {
  switch observation {
  case .accelerometer: "accelerometer"
  case .beacon: "beacon"
  case .gnss: "gnss"
  case .ephemeris: "ephemeris"
  case .wifi: "wifi"
  case .power(let source): "power \(source.kind)"
  case .network(let network): "network \(network.route)"
  case .vehicle(let link): "vehicle \(link.kind)"
  case .boot(let boot): "boot \(boot.count)"
  case .app(.lifecycle(let app, let state)): "\(app) \(state)"
  case .app(.user(let app, let action)): "\(app) user \(action)"
  case .app(.call(let app, let call)): "\(app) calls \(call.name)"
  default: "other"
  }
}

extension DevicePass {
  /// The log of a scripted stack: seconds and text.
  var log: [String] {
    outputs.compactMap { delivered in
      guard case .failure(let entry) = delivered.item else { return nil }
      return "\(delivered.time.seconds) \(entry.code)"
    }
  }

  /// The observations of a kind, with delivery times.
  func deliveries(of kind: String) -> [Delivered<Observation>] {
    observations.filter { name(of: $0.item) == kind }
  }

  /// Energy of a part, in one state or in all, in mJ.
  func millijoules(_ component: EnergyTotals.Component, _ state: String? = nil) -> Double {
    energy.entries.filter { $0.component == component && (state == nil || $0.state == state) }
      .reduce(0) { $0 + $1.millijoules }
  }
}

/// A small venue with two beacons, and the sensors of a person who walks past them.
func makeSignals(
  seed: UInt64, beacons: Int = 2, seconds: Double = 600, activities: [AgentActivity] = [],
  isOutdoors: Bool = false, make: ReceiverMake = ReceiverMake()
) throws -> PhoneSignals {
  let origin = try Geodetic(latitudeDegrees: 47, longitudeDegrees: 8, altitudeMetres: 400)
  let ground = Level(ordinal: 0, shortName: "G", elevationMetres: 0, walls: [])
  let venue = Venue(
    map: VenueMap(name: "v", frame: LocalFrame(origin: origin), levels: [ground]),
    transmitters: Transmitters(
      beacons: (0..<beacons).map { index in
        Beacon(
          name: "b\(index)",
          identity: BeaconIdentity(
            uuid: Identifier128(high: 1, low: 2), major: 1, minor: UInt16(index)),
          position: [Double(index) * 10, 2, 2], level: 0, measuredPowerDecibelMilliwatts: -59,
          truePowerDecibelMilliwatts: -59, intervalSeconds: 0.2)
      }))
  var plan = AgentPlan(
    name: "w", start: isOutdoors ? Spot([-5, 0]) : Spot([-5, 0], level: 0),
    activities: [
      .stay(.standing, until: .after(.seconds(3))),
      .go(Goal(isOutdoors ? Spot([15, 0]) : Spot([15, 0], level: 0)), running: false, speed: 1.3),
    ] + activities)
  plan.parameters.walkingSpeed = 1.3
  let truth = try World(venue).move([plan], until: SimTime(seconds: seconds), seed: seed)
  // Without jitter, the samples' times are the sensor's ticks.
  var motion = InertialParameters()
  motion.accelerometer.stampJitter = 0
  var settings = SignalSettings()
  settings.motion = .on(motion)
  let scene = SignalScene(
    venue, settings: settings,
    sky: .nominal(from: GPSTime(week: 2300, secondsOfWeek: 100_000), duration: seconds), seed: seed)
  return PhoneSignals(
    along: truth.trajectories[0], in: scene, for: SignalReceiver(seed: seed, device: 9, make: make))
}

func runScript(
  _ script: [(Double, ScriptedStack.Act)], seed: UInt64 = 1, seconds: Double = 30,
  on setup: DeviceSetup = DeviceSetup(.phone2014), activities: [AgentActivity] = [],
  isOutdoors: Bool = false
) throws -> DevicePass {
  let signals = try makeSignals(
    seed: seed, seconds: max(600, seconds), activities: activities, isOutdoors: isOutdoors,
    make: setup.profile.make)
  return try runDevice(
    stack: ScriptedStack(script), source: .live(signals), setup: setup,
    until: SimTime(seconds: seconds), keepsObservations: true)
}
