public import Kernel
public import Observations

/// A row of the journal that an app can write from its messages: a stay, or a trip between two
/// stays.
public struct JournalRow: Hashable, Sendable {
  /// Stay or trip.
  public enum Kind: String, Sendable {
    case stay, leg
  }

  /// The app.
  public var app: String
  public var kind: Kind
  /// The begin and end; nil if unknown, as for the end of the present stay.
  public var start, end: SimTime?
  /// The mode of a trip, such as `walking`; `unknown` without evidence; empty for a stay.
  public var mode: String
  /// The position of a stay.
  public var coordinate: Coordinate?
  /// Steps and distance on foot, in m, of a trip; nil if the app didn't query them.
  public var steps: Int?
  public var distanceMetres: Double?

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
