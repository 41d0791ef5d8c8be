import Devices
import Documents
import Geometry
public import Kernel
import Maps
public import Observations
public import Scoring

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
  let pass = try runDevice(
    stack: stack, source: .recorded(recording.observations), setup: DeviceSetup(.phone2014),
    until: recording.header.endTime, cancellation: cancellation)
  if let failure = (stack as? ProcessStack)?.failure { throw failure }
  var truth: (@Sendable (SimTime) -> TruthSample)?
  if let recorded = RecordedTruth(recording.truth) { truth = { recorded.sample(at: $0) } }
  let score = scoreDevice(
    ScoringInput(
      device: recording.header.device, outputs: pass.outputs,
      truth: truth, changes: changes(in: recording.truth),
      duration: recording.header.endTime - .start,
      power: pass.energy.rows))
  return (score, pass.outputs)
}

/// The truth of a recording, which has moments, at any moment.
private struct RecordedTruth: Sendable {
  private let first: TruthSample
  private let samples: [TruthSample]

  /// Takes the samples in order of time; nil if there is none.
  init?(_ samples: [TruthSample]) {
    guard let first = samples.first else { return nil }
    self.first = first
    self.samples = samples
  }

  /// What holds from the latest sample on, at the place on the way to the next.
  func sample(at time: SimTime) -> TruthSample {
    var low = 0
    var high = samples.count
    while low < high {
      let middle = (low + high) / 2
      if samples[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return first }
    var sample = samples[low - 1]
    guard low < samples.count else { return sample }
    let next = samples[low]
    // At the antimeridian a straight line between two longitudes goes round the world.
    guard abs(next.coordinate.longitudeDegrees - sample.coordinate.longitudeDegrees) < 180 else {
      return sample
    }
    let share = (time - sample.time) / (next.time - sample.time)
    func blend(_ path: WritableKeyPath<TruthSample, Double>) {
      sample[keyPath: path] += share * (next[keyPath: path] - sample[keyPath: path])
    }
    blend(\.coordinate.latitudeDegrees)
    blend(\.coordinate.longitudeDegrees)
    blend(\.altitudeMetres)
    blend(\.distanceMetres)
    sample.time = time
    return sample
  }
}

extension Recording {
  /// Reads a recording from a folder or a .zip archive.
  ///
  /// - Parameter path: The folder or archive.
  /// - Throws: ``DocumentError`` or ``ArchiveError``: what is wrong, and where.
  public init(path: String) throws {
    var path = path
    while path.hasSuffix("/"), path.utf8.count > 1 { path.removeLast() }
    if let names = folderContents(path) {
      try self.init(name: path) { [path] name throws(DocumentError) in
        names.contains(name) ? try readFile(path + "/" + name, limit: 1 << 31) : nil
      }
      return
    }
    let archive = try ZipArchive(path: path)
    let folder = archive.recordingFolder
    try self.init(name: path) { name throws(DocumentError) in
      guard archive[folder + name] != nil else { return nil }
      do {
        return try archive.contents(of: folder + name)
      } catch {
        throw DocumentError("\(error)")
      }
    }
  }
}

extension ZipArchive {
  /// Where the recording lies: at the top, unless one folder was packed with its name.
  fileprivate var recordingFolder: String {
    let header = "recording.yaml"
    guard self[header] == nil else { return "" }
    let places = entries.map(\.name).filter { $0.hasSuffix("/" + header) }
    return places.count == 1 ? String(places[0].dropLast(header.utf8.count)) : ""
  }
}
