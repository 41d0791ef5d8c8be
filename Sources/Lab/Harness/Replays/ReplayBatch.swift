public import Documents
public import Kernel
import Observations
public import Recordings

/// A batch of recordings to replay with one stack, sequentially or concurrently.
///
/// Each recording is read at its turn and released after scoring, so that memory doesn't grow with
/// the batch.
public struct ReplayBatch: Sendable {
  /// The outcome of one recording.
  public enum RecordingOutcome: Sendable {
    /// Replayed, but possibly too thin to judge by (``ReplayResult/thinness``).
    case replayed(ReplayResult, warnings: WarningCounts, notes: [String])
    /// Unreadable, for these reasons.
    case unreadable(DocumentError)
  }

  public var sources: [RecordingSource]
  /// The map and the stack's settings.
  public var stage: ReplayStage
  public var stack: StackChoice
  /// The number of concurrent replays, which doesn't affect the results.
  public var jobs: Int

  /// Maximum plausible duration of a recording.
  private static let longest = SimDuration.hours(24 * 31)

  public init(
    _ sources: [RecordingSource], stage: ReplayStage, stack: StackChoice = .reference,
    jobs: Int = 1
  ) {
    self.sources = sources
    self.stage = stage
    self.stack = stack
    self.jobs = jobs
  }

  /// Returns a digest of all inputs to the results.
  ///
  /// - Parameters:
  ///   - version: The tool's version.
  ///   - contents: The recordings' digests, from ``contentDigests()``.
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

  /// Returns the SHA-256 of each recording's content; empty for an unreadable one, which its replay
  /// reports.
  public func contentDigests() -> [String] {
    sources.map { source in
      var hash = SHA256()
      guard (try? source.hash(into: &hash)) != nil else { return "" }
      return hash.digest().hexadecimal
    }
  }

  /// Replays all recordings, and hands over the outcomes in order.
  ///
  /// - Parameters:
  ///   - cancellation: Cancels the work.
  ///   - consume: Receives each outcome.
  /// - Throws: An error of `consume`, ``Cancelled``, or ``StackFailure``.
  public func run(
    cancellation: CancellationToken? = nil,
    consume: (RecordingSource, RecordingOutcome) throws -> Void
  ) throws {
    try parallelMap(
      count: sources.count, jobs: jobs, cancellation: cancellation,
      compute: { try outcome(of: sources[$0], cancellation) },
      consume: { index, outcome in try consume(sources[index], outcome) })
  }

  private func outcome(
    of source: RecordingSource, _ cancellation: CancellationToken?
  ) throws -> RecordingOutcome {
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
      // One corrupt time would cause a simulation of years.
      let days = shortText((duration / .hours(24)).rounded())
      return .unreadable(
        DocumentError(
          "'\(source.path)' lasts \(days) days, more than 31: one of its times must be wrong")
      )
    }
    if let survey = stage.radioMap {
      let reach = SurveyReach(read.recording, in: survey)
      if let error = reach.error(of: source.path) {
        return .unreadable(error)
      }
    }
    let (warnings, notes) = (read.warnings, read.notes)
    let tested = stage.makeStack(
      stack, for: source.name, knowing: read.map, preferring: read.settings)
    // The score has the outputs, as far as any table writes them.
    let (result, _) = try replayAndLog(
      read, stack: tested, radioMap: stage.radioMap, cancellation: cancellation)
    return .replayed(result, warnings: warnings, notes: notes)
  }
}
