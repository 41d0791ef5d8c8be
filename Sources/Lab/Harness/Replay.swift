import Devices
import Documents
public import Kernel
public import Maps
public import Observations
public import Recordings
public import Scoring
import Truth

/// Replays a recording through the device pass and the stack, and scores it by its own truth.
///
/// - Parameters:
///   - recording: The recording.
///   - stack: The software under test.
///   - cancellation: Cancels the work.
/// - Returns: The score, and the stack's outputs.
/// - Throws: ``Cancelled``, or ``StackFailure``.
public func replay(
  _ recording: Recording, stack: any TrackingStack, cancellation: CancellationToken? = nil
) throws -> (score: DeviceScore, outputs: [Delivered<Output>]) {
  let result = try replayed(recording, stack: stack, cancellation: cancellation)
  return (result.score, result.outputs)
}

/// Replays a recording, with information about the recording itself.
///
/// Truth may be partial: unknown parts of a sample aren't scored.
///
/// - Parameters:
///   - recording: The recording.
///   - stack: The software under test.
///   - cancellation: Cancels the work.
/// - Returns: The result.
/// - Throws: ``Cancelled``, or ``StackFailure``.
public func replayed(
  _ recording: Recording, stack: any TrackingStack, cancellation: CancellationToken? = nil
) throws -> ReplayResult {
  try replayed(ReadRecording(recording), stack: stack, cancellation: cancellation)
}

/// Replays a recording read from files, with the additional information of these files.
///
/// - Parameters:
///   - read: The recording.
///   - stack: The software under test.
///   - radioMap: The survey's radio map, for the indoor error bounds.
///   - cancellation: Cancels the work.
/// - Returns: The result.
/// - Throws: ``Cancelled``, or ``StackFailure``.
public func replayed(
  _ read: consuming ReadRecording, stack: any TrackingStack, radioMap: RadioMap? = nil,
  cancellation: CancellationToken? = nil
) throws -> ReplayResult {
  let (result, outputs) = try replayAndLog(
    read, stack: stack, radioMap: radioMap, cancellation: cancellation)
  var whole = result
  whole.outputs = Array(outputs)
  return whole
}

/// Replays a recording; the outputs are returned apart from the result.
func replayAndLog(
  _ read: consuming ReadRecording, stack: any TrackingStack, radioMap: RadioMap?,
  cancellation: CancellationToken?
) throws -> (result: ReplayResult, outputs: OutputLog) {
  var recording = read.recording
  read.recording = Recording(header: recording.header)
  var truth: (@Sendable (SimTime) -> TruthSample)?
  if let recorded = RecordedTruth(recording.truth) { truth = { recorded.sample(at: $0) } }
  let changes = allChanges(of: read, recording.truth)
  var notes = SensedNotes(changes: changes, radioMap: radioMap)
  let duration = Int(recording.header.endTime.nanoseconds)
  var mark = WorkMark("replaying \(recording.header.device)", total: duration)
  let pass = try runDevice(
    stack: stack,
    source: .recorded(
      recording.observations, isContinuous: recording.header.isContinuous),
    setup: DeviceSetup(.phone2014),
    until: recording.header.endTime,
    note: {
      mark.pass(Int($0.time.nanoseconds))
      notes.add($0, truth: truth)
    },
    cancellation: cancellation)
  if let failure = pass.failure { throw failure }
  var input = ScoringInput(
    device: recording.header.device, log: pass.outputs, truth: truth, changes: changes,
    duration: recording.header.endTime - .start,
    power: pass.energy.rows)
  input.states = pass.energy.states
  input.decisions = pass.decisions
  input.journal = pass.journal()
  input.network = ScoringInput.NetworkUse(pass.downloads)
  input.battery = pass.battery.map {
    BatteryRow(time: $0.time, share: $0.share, source: $0.source.rawValue)
  }
  input.route = read.route
  input.take(notes)
  input.pauseRules = PauseRulesOfThumb(recording.observations)
  input.isLocatable = recording.observations.contains { $0.item.isLocatable }
  input.sensesActivity =
    input.sensesMotion || recording.observations.contains { $0.item.isOfSatellites }
  input.countsSilenceAsNoSteps = countsSilenceAsNoSteps(in: recording, input)
  let contents = RecordingContents(recording, rows: read.rows)
  let offered = recording.observations.count
  // A large recording and its score needn't be in memory together.
  recording.observations = []
  let score = scoreDevice(input)
  let result = ReplayResult(
    score: score, outputs: [],
    contents: contents, warnings: read.warnings,
    match: ReplayMatch(pass, score, route: read.route),
    routeMetres: read.route?.lengthMetres,
    pauseCount: read.changes.count { $0.kind == .pause && $0.to == PauseEvent.paused.rawValue },
    offered: offered)
  return (result, pass.outputs)
}

/// True if missing step reports mean that no steps were counted.
///
/// Without any app in the recording, a default app that subscribes to everything is assumed.
/// Recordings of runs with the stack's outputs are scored like the run.
private func countsSilenceAsNoSteps(in recording: Recording, _ input: ScoringInput) -> Bool {
  recording.outputs.isEmpty && input.sensesMotion && input.apps.receivesSteps
}

/// Returns the changes between truth samples and the other known changes, in the order of time.
private func allChanges(of read: ReadRecording, _ truth: [TruthSample]) -> [TrueChange] {
  let shown = changes(in: truth)
  guard !read.changes.isEmpty else { return shown }
  let all = shown + read.changes
  return all.indices.sorted { (all[$0].time, $0) < (all[$1].time, $1) }.map { all[$0] }
}

extension Observation {
  /// True if it can be used for positioning.
  fileprivate var isLocatable: Bool {
    switch self {
    case .gnss, .wifi, .beacon, .cell, .fix: true
    default: false
    }
  }

  /// True if it measures the device's speed.
  fileprivate var isOfSatellites: Bool {
    switch self {
    case .gnss, .fix: true
    default: false
    }
  }
}
