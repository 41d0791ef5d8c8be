import Documents
public import Harness
public import Recordings
public import Scoring

extension StudyPlan {
  /// Max number of variants of a sweep over recordings.
  private static let maxVariants = 1000

  /// Makes a sweep over stack settings on the same recordings, without a file.
  ///
  /// - Parameters:
  ///   - sources: The recordings.
  ///   - name: Their name.
  ///   - axes: The axes of the grid; all combinations of their values are run.
  ///   - figures: The figures to report.
  ///   - stage: Makes the replay stage for some settings.
  /// - Throws: If the settings are invalid, or there are too many variants.
  public init(
    sweeping sources: [RecordingSource], called name: String, axes: [[Setting]],
    figures: [GatedFigure], stage: ([Setting]) throws -> ReplayStage
  ) throws {
    let count = axes.reduce(1.0) { $0 * Double($1.count) }
    guard count <= Double(Self.maxVariants) else {
      throw DocumentError(
        "the settings make \(Int(min(count, 1e15))) variants, more than \(Self.maxVariants); vary less at once"
      )
    }
    let variants = axes.reduce([[Setting]()]) { made, axis in
      made.flatMap { settings in axis.map { settings + [$0] } }
    }
    let wanted = try figures.map { try StudyFigure($0) }
    let parts = try variants.map { settings in
      let title = settings.map(\.text).joined(separator: ", ")
      return PlannedVariant(
        scenario: name, variant: title.isEmpty ? "as is" : title, figures: wanted,
        source: .recordings(sources, try stage(settings), surveyors: []))
    }
    self.init(ofRecordings: name, parts: parts)
  }
}
