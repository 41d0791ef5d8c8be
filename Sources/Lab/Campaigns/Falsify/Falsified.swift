public import Harness
public import Scoring

/// What a search for the worst case came to.
public struct Falsified: Sendable {
  /// What was looked for.
  public let target: FalsifyTarget
  /// How many runs the search took.
  public internal(set) var tries: Int
  /// The worst seed.
  public internal(set) var seed: UInt64?
  /// The worst figure before anything was cut, in the metric's unit; nil if no run had any.
  public internal(set) var worstFigure: Double?
  /// What was changed for it, as `key=value`.
  public internal(set) var settings: [String] = []
  /// The budget that is missed; nil if none is.
  public internal(set) var limit: Budget?
  /// The simplest scenario that still misses it; nil if none does.
  public internal(set) var tree: ScenarioTree?
  /// Its figure, in the metric's unit.
  public internal(set) var figure: Double?
  /// How many runs the shrinking took.
  public internal(set) var shrinkTries = 0
  /// How many values the scenario had before and has after.
  public internal(set) var removed: (before: Int, after: Int) = (0, 0)
  /// Whether the work was stopped before its end.
  public internal(set) var isInterrupted = false

  /// Creates an outcome without any run yet.
  init(target: FalsifyTarget, tries: Int) {
    self.target = target
    self.tries = tries
  }

  /// The file of the simplest scenario.
  ///
  /// - Parameters:
  ///   - comments: Lines to stand on top.
  ///   - rename: Gives the name under which the new file finds what the old one named.
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
