import Devices
import Documents
public import Kernel
public import Maps
public import Observations
public import Recordings
public import Scoring
import Truth

/// Feeds a recording through the device pass and the stack, and scores it by its own truth.
///
/// - Parameters:
///   - recording: What a device sensed.
///   - stack: The software under test.
///   - cancellation: Stops the work.
/// - Returns: The score, and what the stack told.
/// - Throws: ``Cancelled``, or ``StackFailure``.
public func replay(
  _ recording: Recording, stack: any TrackingStack, cancellation: CancellationToken? = nil
) throws -> (score: DeviceScore, outputs: [Delivered<Output>]) {
  let result = try replayed(recording, stack: stack, cancellation: cancellation)
  return (result.score, result.outputs)
}

/// The same, with what there is to say of the recording.
///
/// Truth may be partial: what a sample doesn't know isn't scored.
///
/// - Parameters:
///   - recording: What a device sensed.
///   - stack: The software under test.
///   - cancellation: Stops the work.
/// - Returns: What it came to.
/// - Throws: ``Cancelled``, or ``StackFailure``.
public func replayed(
  _ recording: Recording, stack: any TrackingStack, cancellation: CancellationToken? = nil
) throws -> ReplayResult {
  try replayed(ReadRecording(recording), stack: stack, cancellation: cancellation)
}

/// The same of somebody's files, with what they tell besides.
///
/// - Parameters:
///   - read: What was read.
///   - stack: The software under test.
///   - radioMap: What a survey of the place found, for what was possible at best.
///   - cancellation: Stops the work.
/// - Returns: What it came to.
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

/// The same, with what the stack told apart from the rest.
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
    stack: stack, source: .recorded(recording.observations), setup: DeviceSetup(.phone2014),
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
  // A large recording and its judgement needn't stand in memory at once.
  recording.observations = []
  let score = scoreDevice(input)
  let result = ReplayResult(
    score: score, outputs: [],
    contents: contents, remarks: read.remarks,
    match: ReplayMatch(pass, score, route: read.route),
    routeMetres: read.route?.lengthMetres,
    pauseCount: read.changes.count { $0.kind == .pause && $0.to == PauseEvent.paused.rawValue },
    offered: offered)
  return (result, pass.outputs)
}

/// Whether who is told of no steps would have been told of them, had any been counted.
///
/// Where no apps are told of, one that wants everything stands in for them. What a run has recorded, with
/// what its stack told, is judged as the run was.
private func countsSilenceAsNoSteps(in recording: Recording, _ input: ScoringInput) -> Bool {
  recording.outputs.isEmpty && input.sensesMotion && input.apps.hearsSteps
}

/// The changes that samples of the truth show, and what else is known, in order of time.
private func allChanges(of read: ReadRecording, _ truth: [TruthSample]) -> [TrueChange] {
  let shown = changes(in: truth)
  guard !read.changes.isEmpty else { return shown }
  let all = shown + read.changes
  return all.indices.sorted { (all[$0].time, $0) < (all[$1].time, $1) }.map { all[$0] }
}

extension Observation {
  /// Whether a stack can tell from it where it is.
  fileprivate var isLocatable: Bool {
    switch self {
    case .gnss, .wifi, .beacon, .cell, .fix: true
    default: false
    }
  }

  /// Whether it tells how fast the device goes.
  fileprivate var isOfSatellites: Bool {
    switch self {
    case .gnss, .fix: true
    default: false
    }
  }
}
