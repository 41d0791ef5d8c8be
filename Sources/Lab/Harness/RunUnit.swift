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

  init(_ yield: UnitYield<ScoreList>) {
    scenario = yield.scenario
    seed = yield.seed
    devices = yield.gathered.scores
    recordings = yield.recordings
    remarks = yield.remarks
  }
}

/// What a unit came to, in the form in which somebody wanted to have it gathered.
public struct UnitYield<Gathered: UnitGathering>: Sendable {
  /// The scenario's name.
  public let scenario: String
  /// The seed.
  public let seed: UInt64
  /// What all devices came to.
  public internal(set) var gathered: Gathered
  /// A recording for each device, if they were asked for.
  public internal(set) var recordings: [Recording] = []
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
    let world = try MovedWorld(self, stack: stack, makeStack: makeStack, cancellation: cancellation)
    return try run(
      in: world, stack: stack, makeStack: makeStack, records: records, filters: filters,
      cancellation: cancellation)
  }

  /// The same, with what the devices come to gathered as somebody wants to have it.
  ///
  /// - Parameters:
  ///   - gathered: What gathers it, with nothing in it yet.
  ///   - stack: Which stack is under test.
  ///   - records: Whether to keep what the devices sensed.
  ///   - filters: Parts of the run to be judged by themselves as well.
  ///   - jobs: How many devices run at once; the results don't depend on it.
  ///   - cancellation: Stops the work.
  /// - Returns: What it came to.
  /// - Throws: ``Cancelled``, or ``StackFailure``.
  public func run<Gathered: UnitGathering>(
    into gathered: Gathered, stack: StackChoice = .reference, records: Bool = false,
    filters: [ScoreFilter] = [], jobs: Int = 1, cancellation: CancellationToken? = nil
  ) throws -> UnitYield<Gathered> {
    let world = try MovedWorld(self, stack: stack, makeStack: nil, cancellation: cancellation)
    let crew = PhoneCrew(world: world, stack: stack, makeStack: nil, cancellation: cancellation)
    return try run(crew, into: gathered, records: records, filters: filters, jobs: jobs)
  }

  /// Runs every device of a world that has moved.
  func run(
    in world: MovedWorld, stack: StackChoice = .reference,
    makeStack: (@Sendable (LoadedScenario) -> any TrackingStack)? = nil, records: Bool = false,
    filters: [ScoreFilter] = [], cancellation: CancellationToken? = nil
  ) throws -> UnitResult {
    let crew = PhoneCrew(
      world: world, stack: stack, makeStack: makeStack, cancellation: cancellation)
    return UnitResult(
      try run(crew, into: ScoreList(), records: records, filters: filters, jobs: 1))
  }

  /// Runs every device of a crew; each is forgotten when it is gathered.
  private func run<Gathered: UnitGathering>(
    _ crew: PhoneCrew, into gathered: Gathered, records: Bool, filters: [ScoreFilter], jobs: Int
  ) throws -> UnitYield<Gathered> {
    let (world, filters) = (crew.world, scenario.filters(filters))
    let scene = try crew.sceneWithBeacons(jobs: jobs)
    let phones = Array(world.phones)
    var yield = UnitYield(
      scenario: scenario.scenario.name, seed: seed, gathered: gathered,
      remarks: world.truth.remarks)
    try parallelMap(
      count: phones.count, jobs: jobs, cancellation: crew.cancellation,
      compute: { index -> (part: Gathered.Part, recording: Recording?) in
        let result = try crew.run(phones[index], in: scene, keepsObservations: records)
        var part = gathered.begin(result.input.device)
        scoreDevice(result.input, filters: filters) { gathered.add($0, to: &part) }
        let recording =
          records
          ? recording(of: result.pass, result.input, truth: result.truth, end: world.end) : nil
        return (part, recording)
      },
      consume: { _, device in
        yield.gathered.append(device.part)
        if let recording = device.recording { yield.recordings.append(recording) }
      })
    return yield
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
    recording.outputs = Array(pass.outputs)
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
    case .own(let terms):
      var map = venue.map
      map.radioMap = radioMap ?? map.radioMap
      var services = ServicesConfiguration(on: profile, constants: constants, apps: apps)
      services.indoorSource = indoorSource
      return ReferenceStack(map: map, settings: scenario.stack, services: services) {
        ProcessPart(command: StackCommand($0, terms), slot: $1, map: $2, for: user)
      }
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
}
