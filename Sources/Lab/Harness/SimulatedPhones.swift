import Devices
import Kernel
import Mobility
import Observations
import Parts
import Programs
import Scenarios
import Scoring
import Services
import Signals
import Truth
import Venues

/// Runs the phones of a moved world, each independently.
struct SimulatedPhones: Sendable {
  /// A phone's pass with its scoring input.
  struct Result {
    var pass: DevicePass
    var input: ScoringInput
    var truth: TruthSource
  }

  let world: MovedWorld
  let stack: StackChoice
  let makeStack: (@Sendable (LoadedScenario) -> any TrackingStack)?
  let cancellation: CancellationToken?

  private var scenario: LoadedScenario { world.unit.scenario }

  /// Returns the scene including the phones that apps turn into beacons.
  ///
  /// Their times come from a first run of these phones, in which they don't receive each other: an
  /// app that advertises because it received another phone is therefore missed.
  ///
  /// - Parameter jobs: The number of concurrent runs.
  /// - Returns: The scene; the world's own if no phone is a beacon.
  /// - Throws: ``Cancelled``, or a stack's failure.
  func sceneWithBeacons(jobs: Int) throws -> SignalScene {
    let phones = world.phones.filter { world.agents.devices[$0].mayAdvertise }
    let shifts = try parallelMap(phones, jobs: jobs, cancellation: cancellation) { number in
      try pass(of: number, in: world.scene, keepsObservations: false) { _ in }.advertised
    }
    let beacons = zip(phones, shifts).filter { !$0.1.isEmpty }.map { number, shifts in
      TravellingBeacon(
        name: world.agents.plans[number].name, trajectory: world.truth.trajectories[number],
        carrier: number, shifts: shifts)
    }
    return beacons.isEmpty ? world.scene : world.scene.receiving(beacons)
  }

  /// Runs one phone.
  func run(_ number: Int, in scene: SignalScene, keepsObservations: Bool) throws -> Result {
    var trajectory = world.truth.trajectories[number]
    var guided: DevicePass?
    if let activity = world.agents.plans[number].followed {
      let result = try guidedPass(number, following: activity, in: scene)
      (guided, trajectory) = (result.pass, result.trajectory)
    }
    let source = TruthSource(
      frame: scenario.venue.frame, levels: scenario.venue.levels, trajectory: trajectory)
    let changes = changes(along: trajectory, source)
    var notes = SensedNotes(changes: changes, radioMap: world.radioMap)
    // Bound once: a method reference per observation would copy the source.
    let truth = source.sample
    let pass: DevicePass
    if var done = guided {
      // The carrier's track is known only now.
      for observation in done.observations { notes.add(observation, truth: truth) }
      if !keepsObservations { done.observations = [] }
      pass = done
    } else {
      pass = try self.pass(of: number, in: scene, keepsObservations: keepsObservations) {
        notes.add($0, truth: truth)
      }
    }
    var input = ScoringInput(
      device: world.agents.plans[number].name, log: pass.outputs,
      truth: truth, changes: changes,
      duration: scenario.scenario.duration, power: pass.energy.rows)
    input.take(notes)
    input.streets = world.streets
    let first = trajectory.devicePose(at: .start)
    input.startActivityDetail = ScoringInput.ActivityDetail(
      doing: first.doing.rawValue, placement: first.placement.rawValue)
    input.take(pass, scenario.constants)
    input.guidedRoutes = guidedRoutes(number, reported: pass.outputs, along: trajectory)
    input.beacons = scenario.trueBeacons
    input.expectations = scenario.scenario.agents[world.agents.entries[number]].expectations
    input.startClass = scenario.scenario.signals.gnss.parameters.flatMap {
      ScoringInput.StartClass(rawValue: $0.start.rawValue)
    }
    return Result(pass: pass, input: input, truth: source)
  }

  /// Returns the true changes along a track, with stops if pauses are those of sports computers.
  private func changes(along trajectory: Trajectory, _ source: TruthSource) -> [TrueChange] {
    let changes = trajectory.changes(in: scenario.venue, until: world.end)
    guard scenario.scenario.stack.parameters(.services, ServicesParameters.self)?.pauses == .sport
    else {
      return changes
    }
    let all = changes + TrueStops.changes(in: source.sample, until: world.end)
    // Simultaneous changes keep this order.
    return all.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }.map(\.element)
  }

  private func pass(
    of number: Int, in scene: SignalScene, keepsObservations: Bool,
    note: @escaping (Delivered<Observation>) -> Void
  ) throws -> DevicePass {
    let trajectory = world.truth.trajectories[number]
    let tested = testedStack(of: number)
    let pass = try runDevice(
      stack: tested, source: .live(signals(of: number, along: trajectory, in: scene)),
      setup: setup(of: number, along: trajectory), until: world.end,
      keepsObservations: keepsObservations, service: world.service, note: note,
      cancellation: cancellation)
    if let failure = pass.failure { throw failure }
    return pass
  }

  /// The signals of a phone along a track.
  func signals(
    of number: Int, along trajectory: Trajectory, in scene: SignalScene
  ) -> PhoneSignals {
    PhoneSignals(
      along: trajectory, in: scene,
      for: SignalReceiver(
        seed: world.unit.seed, device: stableHash(world.agents.plans[number].name),
        make: world.agents.devices[number].profile.make),
      carrier: number)
  }

  /// Creates the stack under test of a phone.
  func testedStack(of number: Int) -> any TrackingStack {
    let agents = world.agents
    let user = StackUser(
      scenario: scenario.scenario.name, seed: world.unit.seed, device: agents.plans[number].name)
    return makeStack?(scenario)
      ?? scenario.makeStack(
        stack, for: user, on: agents.devices[number].profile,
        apps: scenario.scenario.agents[agents.entries[number]].apps, knowing: world.radioMap)
  }

  /// A phone's setup, with its events along a track.
  func setup(of number: Int, along trajectory: Trajectory) -> DeviceSetup {
    let changes = trajectory.changes(in: scenario.venue, until: world.end)
    return world.agents.devices[number].following(changes).obeying(scenario.constants)
  }
}

extension DeviceSetup {
  /// Returns a copy with the scenario's times of app suspension, where they differ from the
  /// defaults.
  fileprivate func obeying(_ constants: ServiceConstants) -> DeviceSetup {
    var setup = self
    let (new, usual) = (constants.background, ServiceConstants().background)
    if new.suspension != usual.suspension { setup.profile.graceSeconds = new.suspension }
    for (said, known) in [
      (new.taskTwelve, usual.taskTwelve), (new.taskThirteen, usual.taskThirteen),
    ] where profile.taskSeconds == known { setup.profile.taskSeconds = said }
    return setup
  }

  /// True if an app can turn the phone into a beacon.
  fileprivate var mayAdvertise: Bool {
    (script.map(\.kind) + reactions.map(\.kind)).contains {
      if case .call(_, let planned) = $0 {
        planned.call.name == .startAdvertisingBeacon
      } else {
        false
      }
    }
  }
}

extension ScoringInput {
  /// Copies the results of a device's pass beside its outputs.
  fileprivate mutating func take(_ pass: DevicePass, _ constants: ServiceConstants) {
    states = pass.energy.states
    decisions = pass.decisions
    journal = pass.journal(constants.journal)
    network = NetworkUse(pass.downloads)
    battery = pass.battery.map {
      BatteryRow(time: $0.time, share: $0.share, source: $0.source.rawValue)
    }
  }
}

extension EnergyTotals {
  /// The ledger in the scorer's format.
  var rows: [PowerRow] {
    entries.map {
      PowerRow(
        component: $0.component.name, state: $0.state, cause: $0.cause, seconds: $0.seconds,
        millijoules: $0.millijoules)
    }
  }

  /// The components' states in the scorer's format.
  var states: StateLog {
    var log = StateLog()
    for change in history {
      log.append(
        StateRow(
          time: change.time, component: change.component.name, state: change.state,
          milliwatts: change.milliwatts))
    }
    return log
  }
}

extension ScoringInput.NetworkUse {
  init(_ processorTime: DownloadCounts) {
    self.init(
      requests: processorTime.asked, failures: processorTime.failed,
      cellularBytes: processorTime.cellularBytes,
      otherBytes: processorTime.otherBytes)
  }
}
