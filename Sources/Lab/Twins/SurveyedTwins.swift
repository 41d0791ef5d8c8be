import Documents
import Harness
import Kernel
package import Maps
package import Recordings
import Surveys
import Venues

/// Twins of recordings in a venue, together with twins of the survey recordings.
///
/// All twins of a seed share one venue, so a phone of that seed receives the transmitters that its surveyors
/// received, and is positioned with their survey as the real phone is with the real one.
package struct SurveyedTwins: Sendable {
  /// A recording with its source.
  private struct SourcedRecording: Sendable {
    let source: RecordingSource
    let read: ReadRecording
  }

  private let parts: [SourcedRecording]
  private let surveyors: [SourcedRecording]
  private let settings: TwinSettings
  private let map: VenueMap
  private let jobs: Int
  private var inferredLayout: InferredLayout
  /// Recordings without a twin, with the reasons.
  package private(set) var warnings: [String] = []

  /// Infers and calibrates the venue's transmitters.
  ///
  /// - Parameters:
  ///   - sources: The recordings to be positioned.
  ///   - surveyors: The recordings of the survey.
  ///   - settings: Settings of the twins.
  ///   - jobs: Number of concurrent twins; results don't depend on it.
  /// - Throws: ``DocumentError`` if something is missing, with a remedy.
  package init(
    _ sources: [RecordingSource], surveyors: [RecordingSource], settings: TwinSettings, jobs: Int
  ) throws {
    func read(_ sources: [RecordingSource]) throws -> [SourcedRecording] {
      try sources.map { SourcedRecording(source: $0, read: try $0.read()) }
    }
    let (parts, surveyors) = (try read(sources), try read(surveyors))
    guard let map = (parts + surveyors).compactMap(\.read.map).first else {
      throw DocumentError(
        "the recordings have no map, but indoor twins need the floors: put the data set's own map "
          + "beside them")
    }
    let all = (surveyors + parts).map(\.read.recording)
    inferredLayout = try InferredLayout(receiving: all, in: map)
    (self.parts, self.surveyors, self.settings) = (parts, surveyors, settings)
    (self.map, self.jobs) = (map, jobs)
    for _ in 0..<InferredLayout.levellings {
      let drafts = try made(surveyors + parts, seed: InferredLayout.draftSeed)
      inferredLayout = inferredLayout.calibrated(to: drafts.map(\.twin))
    }
    warnings = try untwinned(surveyors + parts)
  }

  /// The twins under a seed, and the survey built from that seed's survey recordings.
  ///
  /// - Parameter seed: The seed.
  /// - Returns: A source for each recording with a twin, and the survey.
  /// - Throws: ``DocumentError`` if the survey twins received nothing.
  package func under(
    seed: UInt64
  ) throws -> (recordings: [RecordingSource], survey: RadioMap) {
    func sources(_ parts: [SourcedRecording]) throws -> [RecordingSource] {
      try made(parts, seed: seed).map { part, twin in
        part.source.replaced(
          name: "\(part.source.name) \(seed)", digest: "twin \(seed)", by: twin, map: map)
      }
    }
    let survey = try SurveyResult.build(sources(surveyors), name: "twin \(seed)")
    return (try sources(parts), survey.map)
  }

  private func made(
    _ parts: [SourcedRecording], seed: UInt64
  ) throws -> [(part: SourcedRecording, twin: Recording)] {
    let venue = inferredLayout.venue
    var found: [(part: SourcedRecording, twin: Recording)] = []
    try parallelMap(count: parts.count, jobs: jobs) { number -> Recording? in
      try? twin(of: parts[number], in: venue, seed: seed).recording(seed: seed)
    } consume: { number, twin in
      if let twin { found.append((parts[number], twin)) }
    }
    return found
  }

  private func twin(
    of part: SourcedRecording, in venue: Venue, seed: UInt64
  ) throws(DocumentError) -> Twin {
    try Twin(
      of: part.read, in: venue, signals: settings.signals,
      parameters: settings.parameters(of: part.read.recording, carriedBy: seed), seed: seed)
  }

  private func untwinned(_ parts: [SourcedRecording]) throws -> [String] {
    let venue = inferredLayout.venue
    return parts.compactMap { part in
      do throws(DocumentError) {
        _ = try twin(of: part, in: venue, seed: InferredLayout.draftSeed)
        return nil
      } catch {
        return "'\(part.source.path)' has no twin: \(error)"
      }
    }
  }
}
