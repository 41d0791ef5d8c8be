import Documents
public import Harness
public import Recordings
public import Scoring

extension StudyPlan {
  /// The most variants that a sweep over recordings may have.
  private static let mostVariants = 1000

  /// Each combination of some settings of the stack on the same recordings, without a file.
  ///
  /// - Parameters:
  ///   - sources: The recordings.
  ///   - name: What they are called.
  ///   - axes: What is varied; every value of each goes with all values of the others.
  ///   - figures: The figures that are wanted.
  ///   - stage: What recordings are replayed with under some settings.
  /// - Throws: What is wrong with the settings, or that there are too many of them.
  public init(
    sweeping sources: [RecordingSource], called name: String, axes: [[Setting]],
    figures: [GatedFigure], stage: ([Setting]) throws -> ReplayStage
  ) throws {
    let count = axes.reduce(1.0) { $0 * Double($1.count) }
    guard count <= Double(Self.mostVariants) else {
      throw DocumentError(
        "the settings make \(Int(min(count, 1e15))) variants, more than \(Self.mostVariants); vary less at once"
      )
    }
    let variants = axes.reduce([[Setting]()]) { made, axis in
      made.flatMap { settings in axis.map { settings + [$0] } }
    }
    let wanted = try figures.map { try StudyFigure($0) }
    let parts = try variants.map { settings in
      let title = settings.map(\.text).joined(separator: ", ")
      return Part(
        scenario: name, variant: title.isEmpty ? "as is" : title, figures: wanted,
        source: .recordings(sources, try stage(settings), surveyors: []))
    }
    self.init(ofRecordings: name, parts: parts)
  }
}
