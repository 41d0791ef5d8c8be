public import Documents
public import Kernel
import Observations
public import Recordings

/// Many recordings that go through the same stack, one after the other or several at once.
///
/// A recording is read when its turn comes and forgotten when it is judged, so that memory doesn't
/// grow with the batch.
public struct ReplayBatch: Sendable {
  /// What became of one recording.
  public enum Outcome: Sendable {
    /// It was replayed; perhaps it is too thin to be judged by (``ReplayResult/thinness``).
    case replayed(ReplayResult, remarks: RemarkCounts, notes: [String])
    /// It can't be read, for these reasons.
    case unreadable(DocumentError)
  }

  /// The recordings.
  public var sources: [RecordingSource]
  /// The map and the settings of the stack.
  public var stage: ReplayStage
  /// The stack under test.
  public var stack: StackChoice
  /// How many are replayed at once; the results don't depend on it.
  public var jobs: Int

  /// The longest recording that is believed.
  private static let longest = SimDuration.hours(24 * 31)

  /// Creates a batch.
  public init(
    _ sources: [RecordingSource], stage: ReplayStage, stack: StackChoice = .reference,
    jobs: Int = 1
  ) {
    self.sources = sources
    self.stage = stage
    self.stack = stack
    self.jobs = jobs
  }

  /// A digest of all that decides the results.
  ///
  /// - Parameters:
  ///   - version: The tool's version.
  ///   - contents: The digests of the recordings, as ``contentDigests()`` has them.
  /// - Returns: The digest's short form.
  public func digest(version: String, contents: [String]? = nil) -> String {
    var hash = SHA256()
    hash.update(
      Array(
        "venuesim \(version) replay stack \(stack.identity)\n\(stage.digest)\(stage.programDigest)\n"
          .utf8))
    for (source, digest) in zip(sources, contents ?? contentDigests()) {
      hash.update(Array("\(source.name) \(source.format.name) \(digest)\n".utf8))
    }
    return hash.digest().shortDigest
  }

  /// The SHA-256 of each recording's content; empty for one that can't be read, which is told when it is
  /// replayed.
  public func contentDigests() -> [String] {
    sources.map { source in
      var hash = SHA256()
      guard (try? source.hash(into: &hash)) != nil else { return "" }
      return hash.digest().hexadecimal
    }
  }

  /// Replays all, and hands over what became of each, in order.
  ///
  /// - Parameters:
  ///   - cancellation: Stops the work.
  ///   - consume: Takes what became of a recording.
  /// - Throws: What `consume` throws, ``Cancelled``, or ``StackFailure``.
  public func run(
    cancellation: CancellationToken? = nil,
    consume: (RecordingSource, Outcome) throws -> Void
  ) throws {
    try parallelMap(
      count: sources.count, jobs: jobs, cancellation: cancellation,
      compute: { try outcome(of: sources[$0], cancellation) },
      consume: { index, outcome in try consume(sources[index], outcome) })
  }

  private func outcome(
    of source: RecordingSource, _ cancellation: CancellationToken?
  ) throws -> Outcome {
    let read: ReadRecording
    do {
      read = try source.read()
    } catch let error as DocumentError {
      return .unreadable(error)
    } catch let error as ArchiveError {
      return .unreadable(DocumentError("\(error)"))
    }
    let duration = read.recording.header.endTime - .start
    guard duration <= Self.longest || !read.hasOwnTimes else {
      // One spoilt time would make a simulation of years of it.
      let days = shortText((duration / .hours(24)).rounded())
      return .unreadable(
        DocumentError("'\(source.path)' lasts \(days) days, more than 31: some time in it is wrong")
      )
    }
    if let survey = stage.radioMap {
      let reach = SurveyReach(read.recording, in: survey)
      if let error = reach.error(of: source.path) {
        return .unreadable(error)
      }
    }
    let (remarks, notes) = (read.remarks, read.notes)
    let tested = stage.makeStack(stack, for: source.name, knowing: read.map)
    // What was told is in the score, as far as it is written anywhere.
    let (result, _) = try replayAndLog(
      read, stack: tested, radioMap: stage.radioMap, cancellation: cancellation)
    return .replayed(result, remarks: remarks, notes: notes)
  }
}
