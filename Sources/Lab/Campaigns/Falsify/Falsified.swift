public import Harness
public import Scoring

/// The result of a search for the worst case.
public struct Falsified: Sendable {
  public let target: FalsifyTarget
  /// Number of runs of the search.
  public internal(set) var tries: Int
  /// The worst seed; nil if no run has a figure.
  public internal(set) var seed: UInt64?
  /// The worst figure before shrinking, in the metric's unit; nil if no run has one.
  public internal(set) var worstFigure: Double?
  /// The changed settings of the worst case, as `key=value`.
  public internal(set) var settings: [String] = []
  /// The missed budget; nil if none is missed.
  public internal(set) var limit: Budget?
  /// The simplest scenario that still misses the budget; nil if none does.
  public internal(set) var tree: ScenarioTree?
  /// The figure of the simplest scenario, in the metric's unit.
  public internal(set) var figure: Double?
  /// Number of runs of the shrinking.
  public internal(set) var shrinkTries = 0
  /// Number of values in the scenario before and after shrinking.
  public internal(set) var removed: (before: Int, after: Int) = (0, 0)
  /// True if the work was cancelled.
  public internal(set) var isInterrupted = false

  init(target: FalsifyTarget, tries: Int) {
    self.target = target
    self.tries = tries
  }

  /// The simplest scenario as a YAML file.
  ///
  /// - Parameters:
  ///   - comments: Comment lines at the top.
  ///   - rename: Maps a path in the old file to the path from the new file.
  /// - Returns: YAML; nil if no budget is missed.
  public func file(comments: [String], rename: (String) -> String) -> String? {
    guard var tree else { return nil }
    if let venue = tree["venue"]?.text { tree["venue"] = .scalar(rename(venue), isPlain: true) }
    if case .mapping? = tree["signals"], case .list(let files)? = tree["signals"]?["ephemeris"] {
      tree["signals"]?["ephemeris"] = .list(
        files.map { .scalar(rename($0.text ?? ""), isPlain: true) })
    }
    return comments.map { "# " + $0.split(whereSeparator: \.isNewline).joined(separator: " ") }
      .joined(separator: "\n") + "\n" + tree.yaml
  }
}
