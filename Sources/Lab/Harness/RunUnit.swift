public import Devices
import Documents
import Geometry
public import Kernel
public import Maps
public import Mobility
public import Observations
public import Scenarios
public import Scoring
import Services
import Signals
import Venues

/// One scenario under one seed.
public struct RunUnit: Sendable {
  /// The scenario.
  public let scenario: LoadedScenario
  /// The seed.
  public let seed: UInt64

  /// Creates a unit.
  public init(scenario: LoadedScenario, seed: UInt64) {
    self.scenario = scenario
    self.seed = seed
  }
}

/// What a unit came to.
public struct UnitResult: Sendable {
  /// The scenario's name.
  public let scenario: String
  /// The seed.
  public let seed: UInt64
  /// A score for each device, in the scenario's order.
  public let devices: [DeviceScore]
  /// A recording for each device, if they were asked for.
  public let recordings: [Recording]
  /// What went otherwise than the agents had planned.
  public let remarks: [WorldRemark]
}

extension RunUnit {
  /// Runs the world, then every device of it.
  ///
  /// - Parameters:
  ///   - stack: Which stack is under test.
  ///   - makeStack: Makes the stack under test, in place of `stack`.
  ///   - records: Whether to keep what the devices sensed.
  ///   - filters: Parts of the run to be judged by themselves as well.
  ///   - cancellation: Stops the work.
  /// - Returns: What it came to.
  /// - Throws: ``Cancelled``, or ``StackFailure``.
  public func run(
    stack: StackChoice = .reference,
    makeStack: (@Sendable (LoadedScenario) -> any TrackingStack)? = nil, records: Bool = false,
    filters: [ScoreFilter] = [], cancellation: CancellationToken? = nil
  ) throws -> UnitResult {
    let entry = scenario.scenario
    let end = SimTime.start + entry.duration
    let agents = try entry.plan(in: scenario.venue, seed: seed)
    let truth = try scenario.world.move(
      agents.plans, conditions: scenario.conditions, until: end, seed: seed,
      cancellation: cancellation)
    let scene = SignalScene(
      scenario.venue, settings: entry.signals, sky: scenario.sky, seed: seed,
      people: agents.people(along: truth.trajectories), changes: scenario.accessPoints)
    let service = CrowdService(for: scenario, seed: seed)
    let isSurveyed = makeStack == nil && scenario.usesSurvey(stack)
    let radioMap = isSurveyed ? scenario.radioMap(seed: seed) : nil
    let streets = StreetIndex(scenario.map)
    var devices: [DeviceScore] = []
    var recordings: [Recording] = []
    for (number, trajectory) in truth.trajectories.enumerated() where agents.carriesPhone[number] {
      let name = agents.plans[number].name
      let signals = PhoneSignals(
        along: trajectory, in: scene,
        for: SignalReceiver(
          seed: seed, device: stableHash(name), make: agents.devices[number].profile.make),
        bearer: number)
      let user = StackUser(scenario: entry.name, seed: seed, device: name)
      let stack =
        makeStack?(scenario)
        ?? scenario.makeStack(
          stack, for: user, on: agents.devices[number].profile,
          apps: entry.agents[agents.entries[number]].apps, knowing: radioMap)
      let source = TruthSource(
        frame: scenario.venue.frame, levels: scenario.venue.levels, trajectory: trajectory)
      let changes = trajectory.changes(in: scenario.venue, until: end)
      var notes = SensedNotes(changes: changes)
      let pass = try runDevice(
        stack: stack, source: .live(signals),
        setup: agents.devices[number].following(changes), until: end, keepsObservations: records,
        service: service, note: { notes.add($0, truth: source.sample) }, cancellation: cancellation)
      if let failure = (stack as? ProcessStack)?.failure { throw failure }
      var input = ScoringInput(
        device: name, outputs: pass.outputs, truth: { source.sample(at: $0) },
        changes: changes, duration: entry.duration, power: pass.energy.rows)
      input.take(notes)
      input.streets = streets
      let first = trajectory.devicePose(at: .start)
      input.startManner = ScoringInput.Manner(
        doing: first.doing.rawValue, placement: first.placement.rawValue)
      input.states = pass.energy.states
      input.decisions = pass.decisions
      input.network = ScoringInput.NetworkUse(pass.downloads)
      input.battery = pass.battery.map {
        BatteryRow(time: $0.time, share: $0.share, source: $0.source.rawValue)
      }
      input.beacons = scenario.trueBeacons
      input.expectations = entry.agents[agents.entries[number]].expectations
      input.startClass = entry.signals.gnss.parameters.flatMap {
        ScoringInput.StartClass(rawValue: $0.start.rawValue)
      }
      devices.append(scoreDevice(input, filters: scenario.filters(filters)))
      if records {
        recordings.append(recording(of: pass, input, truth: source, end: end))
      }
    }
    return UnitResult(
      scenario: entry.name, seed: seed, devices: devices, recordings: recordings,
      remarks: truth.remarks)
  }

  private func recording(
    of pass: DevicePass, _ input: ScoringInput, truth: TruthSource, end: SimTime
  ) -> Recording {
    let entry = scenario.scenario
    var recording = Recording(
      header: RecordingHeader(
        device: input.device, source: "scenario \(entry.name), seed \(seed)", endTime: end,
        gpsWeek: entry.gpsStart.week, gpsSecondsOfWeek: entry.gpsStart.intoWeek.seconds))
    recording.observations = pass.observations
    recording.outputs = pass.outputs
    recording.truth = truthTimes(of: pass, input.changes, until: end).map { truth.sample(at: $0) }
    return recording
  }

  /// When the truth is recorded: ten times a second, fine enough that a straight line between two is
  /// right to centimetres, whenever a location was told or is of, so that it is scored just as it
  /// was, and whenever something changed that samples show, so that a replay knows the very moment.
  private func truthTimes(
    of pass: DevicePass, _ changes: [TrueChange], until end: SimTime
  ) -> [SimTime] {
    let beat = Ticks(from: .start, hertz: 10)
    var times = (0...beat.index(atOrAfter: end)).map { beat.time(of: $0) } + [end]
    for output in pass.outputs {
      switch output.item {
      case .location(let fix): times += [output.time, fix.time]
      case .locations(let fixes): times += [output.time] + fixes.map(\.time)
      default: break
      }
    }
    times += changes.filter { $0.kind == .activity || $0.kind == .floor }.map(\.time)
    times = times.filter { $0 >= .start && $0 <= end }.sorted()
    return times.indices.filter { $0 == 0 || times[$0] != times[$0 - 1] }.map { times[$0] }
  }
}

extension LoadedScenario {
  /// Makes a stack that knows the venue's map; the reference stack as the scenario has it.
  ///
  /// - Parameters:
  ///   - choice: Which stack.
  ///   - user: The device it runs on, for the account of what it uses.
  ///   - profile: What kind of device that is.
  ///   - apps: The apps on it that declare, or may from the start, something special.
  ///   - radioMap: What a survey found; nil without one.
  /// - Returns: The stack.
  public func makeStack(
    _ choice: StackChoice = .reference, for user: StackUser? = nil,
    on profile: DeviceProfile = .phone2014, apps: [AppEntry] = [],
    knowing radioMap: RadioMap? = nil
  ) -> any TrackingStack {
    switch choice {
    case .reference:
      var map = venue.map
      map.radioMap = radioMap ?? map.radioMap
      return ReferenceStack(
        map: map,
        configuration: .init(scenario.stack, on: profile, constants: constants, apps: apps))
    case .command(let command):
      return ProcessStack(command: command, map: venue.map, for: user)
    }
  }
}

extension LoadedScenario {
  /// The parts of a run to be judged by themselves: those asked for, and those that budgets are about.
  fileprivate func filters(_ asked: [ScoreFilter]) -> [ScoreFilter] {
    budgets.compactMap(\.filter).reduce(into: asked) { filters, filter in
      if !filters.contains(filter) { filters.append(filter) }
    }
  }

  /// The venue's beacons where they truly are.
  fileprivate var trueBeacons: [ScoringInput.TrueBeacon] {
    venue.beacons.compactMap { beacon in
      guard let place = try? venue.frame.geodetic(of: beacon.position) else { return nil }
      return ScoringInput.TrueBeacon(
        identity: beacon.identity,
        coordinate: Coordinate(
          latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees),
        floor: beacon.level.map { venue.levels[$0].ordinal })
    }
  }
}

/// A trajectory as the truth that scorers know.
struct TruthSource: Sendable {
  let frame: LocalFrame
  let levels: [Level]
  let trajectory: Trajectory

  func sample(at time: SimTime) -> TruthSample {
    let pose = trajectory.devicePose(at: time)
    // A venue's frame lies on the Earth, and so does what is within a day's walk of it.
    let place = try? frame.geodetic(of: pose.position)
    return TruthSample(
      time: time,
      coordinate: Coordinate(
        latitudeDegrees: place?.latitudeDegrees ?? .nan,
        longitudeDegrees: place?.longitudeDegrees ?? .nan),
      altitudeMetres: place?.altitudeMetres ?? .nan, floor: pose.level.map { levels[$0].ordinal },
      eastVelocityMetresPerSecond: pose.velocity.x,
      northVelocityMetresPerSecond: pose.velocity.y, activity: pose.activity,
      stepCount: Int(pose.steps + 1e-9), distanceMetres: pose.distanceMetres)
  }
}

extension PlannedAgents {
  /// The agents as other people's signals meet them.
  fileprivate func people(along trajectories: [Trajectory]) -> [SignalPerson] {
    plans.indices.map { number in
      let plan = plans[number]
      let trajectory = trajectories[number]
      let end = plan.leavesAtEnd ? trajectory.endTime : .distantFuture
      return SignalPerson(
        name: plan.name, trajectory: trajectory,
        presence: plan.startTime..<max(plan.startTime, end),
        sharesConnection: sharesConnection[number])
    }
  }
}

extension EnergyLedger {
  /// The ledger as the scorer takes it.
  var rows: [PowerRow] {
    entries.map {
      PowerRow(
        component: $0.component.name, state: $0.state, cause: $0.cause, seconds: $0.seconds,
        millijoules: $0.millijoules)
    }
  }

  /// What the parts did, as the scorer takes it.
  var states: [StateRow] {
    history.map {
      StateRow(
        time: $0.time, component: $0.component.name, state: $0.state, milliwatts: $0.milliwatts)
    }
  }
}

extension ScoringInput.NetworkUse {
  /// What a device's pass has left behind.
  init(_ account: DownloadAccount) {
    self.init(
      requests: account.asked, failures: account.failed, cellularBytes: account.cellularBytes,
      otherBytes: account.otherBytes)
  }
}
