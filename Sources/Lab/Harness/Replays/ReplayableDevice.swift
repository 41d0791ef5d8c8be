public import Devices
import Documents
public import Kernel
public import Maps
import Mobility
public import Observations
public import Recordings
import Scenarios
import Scoring
import Services
public import Truth
import Venues

/// A device's inputs in a run or a recording, to be replayed with changes.
public struct ReplayableDevice: Sendable {
  public let name: String
  /// The inputs, and the truth as far as it is known.
  public let recording: Recording
  /// The map that the stack has.
  public let map: VenueMap
  /// The names of access points by their networks' addresses, as far as known.
  public let accessPoints: [HardwareAddress: String]
  /// True if a paused replay can be copied, which an external program can't.
  public let isCopyable: Bool
  private let setup: DeviceSetup
  private let makeStack: @Sendable ([Setting]) throws -> any TrackingStack

  package init(
    name: String, _ recording: Recording, map: VenueMap,
    accessPoints: [HardwareAddress: String] = [:], isCopyable: Bool, setup: DeviceSetup,
    makeStack: @escaping @Sendable ([Setting]) throws -> any TrackingStack
  ) {
    self.name = name
    self.recording = recording
    self.map = map
    self.accessPoints = accessPoints
    self.isCopyable = isCopyable
    self.setup = setup
    self.makeStack = makeStack
  }

  /// Returns the known truth at a time.
  public func truth() -> (@Sendable (SimTime) -> TruthSample)? {
    guard let truth = RecordedTruth(recording.truth) else { return nil }
    return { truth.sample(at: $0) }
  }

  /// Begins a replay, paused at the start.
  ///
  /// - Parameters:
  ///   - settings: Further settings of the stack.
  ///   - keepsObservations: True to keep the observations delivered to the stack.
  /// - Returns: The replay.
  /// - Throws: A setting that the stack doesn't have, or a program that can't be started.
  public func begin(
    _ settings: [Setting] = [], keepsObservations: Bool = false
  ) throws -> DeviceReplay {
    let replay = DeviceReplay(
      stack: try makeStack(settings), recorded: recording.observations,
      isContinuous: recording.header.isContinuous, setup: setup,
      keepsObservations: keepsObservations)
    if let failure = replay.failure { throw failure }
    return replay
  }
}

extension RunUnit {
  /// Runs one device again, and returns its inputs.
  ///
  /// - Parameters:
  ///   - device: The name of the device.
  ///   - stack: The stack under test.
  ///   - settings: The settings with which the scenario was loaded.
  ///   - end: The time at which the run may end.
  ///   - cancellation: Cancels the work.
  /// - Returns: The device with its recording, whose outputs are those of the run.
  /// - Throws: An unknown device, ``Cancelled``, or ``StackFailure``.
  public func replayable(
    _ device: String, stack: StackChoice, settings: [Setting], until end: SimTime,
    cancellation: CancellationToken? = nil
  ) throws -> ReplayableDevice {
    let world = try MovedWorld(self, stack: stack, makeStack: nil, cancellation: cancellation)
      .ending(at: end)
    let names = world.phones.map { world.agents.plans[$0].name }
    guard let index = names.firstIndex(of: device), case let number = world.phones[index] else {
      throw DocumentError(
        "scenario '\(scenario.scenario.name)' has no device '\(device)'",
        suggestion: nearestName(to: device, among: names))
    }
    let phones = SimulatedPhones(
      world: world, stack: stack, makeStack: nil, cancellation: cancellation)
    let result = try phones.run(
      number, in: phones.sceneWithBeacons(jobs: 1), keepsObservations: true)
    let recording = recording(of: result.pass, result.input, truth: result.truth, end: world.end)
    let device = world.agents.devices[number]
    var map = scenario.map
    map.radioMap = world.radioMap ?? map.radioMap
    return ReplayableDevice(
      name: result.input.device, recording, map: map,
      accessPoints: scenario.accessPointNames,
      isCopyable: stack.isOwn && scenario.scenario.stack.commands.isEmpty,
      setup: DeviceSetup(device.profile, batteryShare: device.batteryShare)
    ) { further in
      guard !further.isEmpty else { return phones.testedStack(of: number) }
      let changed = RunUnit(scenario: try scenario.changed(settings + further), seed: seed)
      let phones = SimulatedPhones(
        world: world.tested(by: changed), stack: stack, makeStack: nil, cancellation: cancellation)
      return phones.testedStack(of: number)
    }
  }
}

extension LoadedScenario {
  /// The names of the venue's access points by their networks' addresses.
  fileprivate var accessPointNames: [HardwareAddress: String] {
    let named = venue.transmitters.accessPoints.flatMap { point in
      point.radios.flatMap(\.networks).map { ($0.bssid, point.name) }
    }
    return Dictionary(named) { first, _ in first }
  }

  /// Reads the scenario again with other settings, in the same world.
  fileprivate func changed(_ settings: [Setting]) throws -> LoadedScenario {
    try LoadedScenario(
      bytes: try readFile(path, limit: YAML.Limits().bytes), path: path, settings: settings,
      sharing: self)
  }
}

extension ReplayStage {
  /// Returns the inputs of a recording.
  ///
  /// - Parameters:
  ///   - read: The recording.
  ///   - name: The name of the device.
  ///   - stack: The stack under test.
  ///   - settings: The settings with which the stage was made.
  /// - Returns: The device.
  public func replayable(
    _ read: ReadRecording, name: String, stack: StackChoice, settings: [Setting]
  ) -> ReplayableDevice {
    let (own, preferred) = (read.map, read.settings)
    var map = scenario == nil ? own ?? self.map : self.map
    map.radioMap = radioMap ?? map.radioMap
    return ReplayableDevice(
      name: name, read.recording, map: map,
      isCopyable: stack.isOwn && !hasPrograms, setup: DeviceSetup(.phone2014)
    ) { further in
      let stage = further.isEmpty ? self : try changed(settings + further)
      return stage.makeStack(stack, for: name, knowing: own, preferring: preferred)
    }
  }

  private func changed(_ settings: [Setting]) throws -> ReplayStage {
    var stage =
      try scenario.map { ReplayStage(try LoadedScenario(path: $0.path, settings: settings)) }
      ?? ReplayStage(settings: settings, hasSurvey: radioMap != nil)
    (stage.radioMap, stage.surveyDigest) = (radioMap, surveyDigest)
    return stage
  }
}
