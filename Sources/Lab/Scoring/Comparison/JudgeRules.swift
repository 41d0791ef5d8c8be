/// The errors that verdicts may have.
public struct JudgeRules: Hashable, Sendable {
  /// The accepted probability that, without any change, a primary figure of a scenario is called worse;
  /// the same for better.
  public var level = 0.02
  /// The accepted share of false ones among the secondary figures that are called worse or better.
  public var falseDiscoveryRate = 0.05
  /// The accepted probability that a figure which changed by the least change is called the same.
  public var equivalenceLevel = 0.05
  /// The confidence of the intervals.
  public var confidence = 0.95
  /// The probability with which the suggested number of seeds finds the least change.
  public var power = 0.8
  /// The share of the accepted errors that this look at the seeds may use; 1 for a single look.
  public var spent = 1.0
  /// The minimum number of seeds for `identical`.
  public var minIdentical = 1

  public init() {}
}

/// The verdict on a figure.
public enum FigureVerdict: String, CaseIterable, Sendable {
  /// Every seed has the same figure in both runs.
  case identical
  /// The change is less than the least change that matters.
  case same
  /// A significant improvement.
  case better
  /// A significant worsening.
  case worse
  /// Too few seeds for a verdict.
  case undecided
  /// The figure can't change, or too few seeds have it.
  case notApplicable = "not applicable"

  /// True if more seeds can't be expected to change it.
  public var isDecided: Bool { self != .undecided }
}

/// A figure to judge, with the least change that matters.
public struct JudgedFigure: Hashable, Sendable {
  public var figure: GatedFigure
  /// Nil for the metric's own.
  public var margin: EquivalenceMargin?

  public init(_ figure: GatedFigure, margin: EquivalenceMargin? = nil) {
    (self.figure, self.margin) = (figure, margin)
  }
}

/// The figures of a scenario that decide, and those that are only reported.
public struct JudgedFigures: Hashable, Sendable {
  /// Few, since each further one makes the others harder to prove.
  public var primary: [JudgedFigure]
  public var secondary: [JudgedFigure]

  public init(primary: [JudgedFigure], secondary: [JudgedFigure] = []) {
    self.primary = primary
    self.secondary = secondary.filter { other in
      !primary.contains { $0.figure == other.figure }
    }
  }

  /// Selects the figures of a scenario: primary are those that it names and those of its budgets, or
  /// else the catalogue's first ``headlineCount`` headlines that its runs have.
  ///
  /// - Parameters:
  ///   - named: The figures under `judge:`.
  ///   - budgets: The budgets, with those of expectations.
  public init(named: [JudgedFigure], budgets: [Budget]) {
    var primary = named
    for figure in budgets.map({ GatedFigure($0) })
    where !primary.contains(where: { $0.figure == figure }) {
      primary.append(JudgedFigure(figure))
    }
    let rest = GatedFigure.standard + GatedFigure.watched
    self.init(primary: primary, secondary: rest.map { JudgedFigure($0) })
  }

  /// Only figures requested by name: all of them decide.
  public init(requested: [GatedFigure]) { self.init(primary: requested.map { JudgedFigure($0) }) }

  public static let headlineCount = 5

  /// The figures, with headlines as primary ones where none are named.
  func resolved(in tables: [FigureTable], device: String) -> JudgedFigures {
    guard primary.isEmpty else { return self }
    let present = GatedFigure.headlines.filter { figure in
      tables.contains { $0.figures[FigureTable.Key(device: device, figure)] != nil }
    }
    return JudgedFigures(
      primary: present.prefix(Self.headlineCount).map { JudgedFigure($0) }, secondary: secondary)
  }

  public var all: [GatedFigure] { (primary + secondary).map(\.figure) }
}
