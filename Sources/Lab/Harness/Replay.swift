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
    stack: stack, source: .recorded(recording.observations), profile: .phone2014,
    until: recording.header.endTime, cancellation: cancellation)
  if let failure = (stack as? ProcessStack)?.failure { throw failure }
  let truth = RecordedTruth(samples: recording.truth)
  var changes: [(time: SimTime, activity: TrueActivity)] = []
  for sample in recording.truth where changes.last?.activity != sample.activity {
    changes.append((sample.time, sample.activity))
  }
  let score = scoreDevice(
    ScoringInput(
      device: recording.header.device, outputs: pass.outputs, truth: { truth.sample(at: $0) },
      activityChanges: changes, duration: recording.header.endTime - .start,
      power: pass.energy.rows))
  return (score, pass.outputs)
}

/// The truth of a recording between its samples.
private struct RecordedTruth: Sendable {
  let samples: [TruthSample]

  /// The latest sample not later than `time`; the first before that, and nowhere without samples.
  func sample(at time: SimTime) -> TruthSample {
    var low = 0
    var high = samples.count
    while low < high {
      let middle = (low + high) / 2
      if samples[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    if samples.isEmpty { return Self.nowhere(at: time) }
    return samples[max(0, low - 1)]
  }

  private static func nowhere(at time: SimTime) -> TruthSample {
    TruthSample(
      time: time, coordinate: Coordinate(latitudeDegrees: .nan, longitudeDegrees: .nan),
      altitudeMetres: .nan, floor: nil, eastVelocityMetresPerSecond: 0,
      northVelocityMetresPerSecond: 0, activity: .other, stepCount: 0, distanceMetres: 0)
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
