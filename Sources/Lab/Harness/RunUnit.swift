public import Devices
import Documents
import Geometry
public import Kernel
public import Maps
public import Mobility
public import Observations
import Parts
public import Programs
public import Recordings
public import Scenarios
public import Scoring
import Services
import Signals
import Truth
import Venues

/// One scenario under one seed.
public struct RunUnit: Sendable {
  public let scenario: LoadedScenario
  public let seed: UInt64

  public init(scenario: LoadedScenario, seed: UInt64) {
    self.scenario = scenario
    self.seed = seed
  }
}

/// The result of a unit with complete scores.
public struct UnitResult: Sendable {
  public let scenario: String
  public let seed: UInt64
  /// In the scenario's order.
  public let devices: [DeviceScore]
  /// A recording per device, if requested.
  public let recordings: [Recording]
  /// Deviations from the agents' plans.
  public let warnings: [WorldWarning]

  init(_ yield: UnitYield<ScoreList>) {
    scenario = yield.scenario
    seed = yield.seed
    devices = yield.gathered.scores
    recordings = yield.recordings
    warnings = yield.warnings
  }
}

/// The result of a unit in a custom collector.
public struct UnitYield<Gathered: UnitGathering>: Sendable {
  public let scenario: String
  public let seed: UInt64
  /// The collected results of all devices.
  public internal(set) var gathered: Gathered
  /// A recording per device, if requested.
  public internal(set) var recordings: [Recording] = []
  /// Deviations from the agents' plans.
  public let warnings: [WorldWarning]
}

/// The results of a device.
private struct DeviceYield<Part: Sendable>: Sendable {
  var part: Part
  /// The values for comparisons, if there are any.
  let compared: DeviceScore
  let recording: Recording?
}

extension RunUnit {
  /// Simulates the world, then every device.
  ///
  /// - Parameters:
  ///   - stack: The stack under test.
  ///   - makeStack: Creates the stack under test, in place of `stack`.
  ///   - records: True to keep the devices' observations.
  ///   - filters: Parts of the run to be scored separately too.
  ///   - cancellation: Cancels the work.
  /// - Returns: The result.
  /// - Throws: ``Cancelled``, or ``StackFailure``.
  public func run(
    stack: StackChoice = .reference,
    makeStack: (@Sendable (LoadedScenario) -> any TrackingStack)? = nil, records: Bool = false,
    filters: [ScoreFilter] = [], cancellation: CancellationToken? = nil
  ) throws -> UnitResult {
    let world = try MovedWorld(self, stack: stack, makeStack: makeStack, cancellation: cancellation)
    return try run(
      in: world, stack: stack, makeStack: makeStack, records: records, filters: filters,
      cancellation: cancellation)
  }

  /// Simulates the world, then every device, with a custom collector of the results.
  ///
  /// - Parameters:
  ///   - gathered: The empty collector.
  ///   - stack: The stack under test.
  ///   - records: True to keep the devices' observations.
  ///   - filters: Parts of the run to be scored separately too.
  ///   - jobs: The number of concurrent devices, which doesn't affect the results.
  ///   - cancellation: Cancels the work.
  /// - Returns: The result.
  /// - Throws: ``Cancelled``, or ``StackFailure``.
  public func run<Gathered: UnitGathering>(
    into gathered: Gathered, stack: StackChoice = .reference, records: Bool = false,
    filters: [ScoreFilter] = [], jobs: Int = 1, cancellation: CancellationToken? = nil
  ) throws -> UnitYield<Gathered> {
    let world = try MovedWorld(self, stack: stack, makeStack: nil, cancellation: cancellation)
    let simulated = SimulatedPhones(
      world: world, stack: stack, makeStack: nil, cancellation: cancellation)
    return try run(simulated, into: gathered, records: records, filters: filters, jobs: jobs)
  }

  /// Runs every device of a moved world.
  func run(
    in world: MovedWorld, stack: StackChoice = .reference,
    makeStack: (@Sendable (LoadedScenario) -> any TrackingStack)? = nil, records: Bool = false,
    filters: [ScoreFilter] = [], cancellation: CancellationToken? = nil
  ) throws -> UnitResult {
    let simulated = SimulatedPhones(
      world: world, stack: stack, makeStack: makeStack, cancellation: cancellation)
    return UnitResult(
      try run(simulated, into: ScoreList(), records: records, filters: filters, jobs: 1))
  }

  /// Runs every device; each is released after its results are collected.
  private func run<Gathered: UnitGathering>(
    _ simulated: SimulatedPhones, into gathered: Gathered, records: Bool, filters: [ScoreFilter],
    jobs: Int
  ) throws -> UnitYield<Gathered> {
    let (world, filters) = (simulated.world, scenario.filters(filters))
    let scene = try simulated.sceneWithBeacons(jobs: jobs)
    let phones = Array(world.phones)
    var comparisons = ComparedFigures(scenario.budgets)
    let hasComparisons = !comparisons.isEmpty
    var yield = UnitYield(
      scenario: scenario.scenario.name, seed: seed, gathered: gathered,
      warnings: world.truth.warnings)
    try parallelMap(
      count: phones.count, jobs: jobs, cancellation: simulated.cancellation,
      compute: { index -> DeviceYield<Gathered.Part> in
        let result = try simulated.run(phones[index], in: scene, keepsObservations: records)
        var part = gathered.begin(result.input.device)
        var compared = DeviceScore(device: result.input.device)
        scoreDevice(result.input, filters: filters) {
          gathered.add($0, to: &part)
          guard hasComparisons else { return }
          compared.samples += $0.samples
          compared.filtered += $0.filtered
        }
        let recording =
          records
          ? recording(of: result.pass, result.input, truth: result.truth, end: world.end) : nil
        return DeviceYield(part: part, compared: compared, recording: recording)
      },
      consume: { index, device in
        var device = device
        comparisons.add(device.compared)
        // Differences between devices are known with the last one.
        if hasComparisons, index == phones.count - 1 {
          gathered.add(comparisons.score(of: device.compared.device), to: &device.part)
        }
        yield.gathered.append(device.part)
        if let recording = device.recording { yield.recordings.append(recording) }
      })
    return yield
  }

  /// Returns the recording of a phone's pass.
  func recording(
    of pass: DevicePass, _ input: ScoringInput, truth: TruthSource, end: SimTime
  ) -> Recording {
    let entry = scenario.scenario
    var recording = Recording(
      header: RecordingHeader(
        device: input.device, source: "scenario \(entry.name), seed \(seed)", endTime: end,
        gpsWeek: entry.gpsStart.week, gpsSecondsOfWeek: entry.gpsStart.intoWeek.seconds))
    recording.observations = pass.observations
    recording.outputs = Array(pass.outputs)
    recording.truth = truthTimes(of: pass, input.changes, until: end).map { truth.sample(at: $0) }
    return recording
  }

  /// Returns the times of truth samples: ten times a second, where linear interpolation is right to
  /// centimetres; at each location's report and own time, so that a replay scores it alike; and at
  /// each change visible in samples, so that a replay has its exact time.
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
  /// Creates a stack with the venue's map; the reference stack with the scenario's settings.
  ///
  /// - Parameters:
  ///   - choice: The stack.
  ///   - user: The device, for the energy totals.
  ///   - profile: The model of the device.
  ///   - apps: The apps with special declarations or initial permissions.
  ///   - radioMap: The survey's radio map; nil without one.
  /// - Returns: The stack.
  public func makeStack(
    _ choice: StackChoice = .reference, for user: StackUser? = nil,
    on profile: DeviceProfile = .phone2014, apps: [AppEntry] = [],
    knowing radioMap: RadioMap? = nil
  ) -> any TrackingStack {
    switch choice {
    case .own(let options):
      var map = venue.map
      map.radioMap = radioMap ?? map.radioMap
      var services = ServicesConfiguration(on: profile, constants: constants, apps: apps)
      services.indoorSource = indoorSource
      return ReferenceStack(map: map, settings: scenario.stack, services: services) {
        ProcessPart(command: StackCommand($0, options), slot: $1, map: $2, for: user)
      }
    case .command(let command):
      return ProcessStack(command: command, map: venue.map, for: user)
    }
  }
}

extension LoadedScenario {
  /// Returns the parts of a run to be scored separately: the requested ones, and those of the
  /// budgets.
  fileprivate func filters(_ asked: [ScoreFilter]) -> [ScoreFilter] {
    let own = budgets.filter { $0.comparison == nil }.compactMap(\.filter)
    return (own + ComparedFigures(budgets).filters).reduce(into: asked) { filters, filter in
      if !filters.contains(filter) { filters.append(filter) }
    }
  }
}
