public import Kernel
public import Observations

/// A line of the journal that an app can write of what it was told: a stay, or a way between two.
public struct JournalRow: Hashable, Sendable {
  /// What a line is about.
  public enum Kind: String, Sendable {
    case stay, leg
  }

  /// Which app could write it.
  public var app: String
  /// What it is about.
  public var kind: Kind
  /// From when until when; nil where that isn't known, as of a stay that goes on.
  public var start, end: SimTime?
  /// How a way was made, such as `walking`; `unknown` if nothing says so; empty for a stay.
  public var mode: String
  /// Where a stay was.
  public var coordinate: Coordinate?
  /// The steps taken on a way and how far one went on foot, in m; nil if the app didn't ask.
  public var steps: Int?
  public var distanceMetres: Double?

  /// Creates a line.
  public init(
    app: String, kind: Kind, start: SimTime?, end: SimTime?, mode: String = "",
    coordinate: Coordinate? = nil
  ) {
    self.app = app
    self.kind = kind
    self.start = start
    self.end = end
    self.mode = mode
    self.coordinate = coordinate
  }
}
