public import Kernel

/// A part of a stack: it listens to some news on the board, and tells what it finds.
///
/// Parts are called in a declared order. In each pass a part hears first what parts before it have
/// found, and then what began the pass; so nothing goes round in circles. What later parts find that an
/// earlier one needs (the place that is told, say) reaches it when the pass is over, if it asks for
/// that by ``hearsAfterwards``. Make a part a value type, so that a paused simulation can be saved by
/// copying it.
///
/// ```swift
/// struct LastHeard: StackPart {
///   var listens: Topics { [.beacon, .locate] }
///   var tells: Topics { .indoorFix }
///   var latest: LocationFix?
///
///   mutating func take(_ news: News, at time: SimTime, onto board: inout Board) {
///     switch news {
///     case .observation(.beacon(let heard)): latest = place(of: heard)
///     case .locate: if let latest { board.tell(.indoorFix(latest)) }
///     default: break
///     }
///   }
/// }
/// ```
public protocol StackPart: Sendable {
  /// What it wants to hear.
  var listens: Topics { get }
  /// What it wants to hear of later parts, once they have all been called.
  var hearsAfterwards: Topics { get }
  /// What it may put on the board; anything else is refused, and the run fails.
  var tells: Topics { get }
  /// What it needs of the phone while it is as it is.
  var needs: PartNeeds { get }
  /// Why it can't go on, if so; the run then fails.
  var failure: (any Error)? { get }

  /// Begins: the phone is switched on for the first time.
  mutating func start(at time: SimTime, onto board: inout Board)
  /// Takes a piece of news that it listens to.
  mutating func take(_ news: News, at time: SimTime, onto board: inout Board)
  /// Comes to an end with a pass in which it has taken something.
  mutating func settle(at time: SimTime, onto board: inout Board)
  /// Ends: the run is over.
  mutating func finish(at time: SimTime, onto board: inout Board)
  /// Answers a question about the past; nil if another part is to.
  func answer(_ question: HistoryQuestion, at time: SimTime) -> HistoryAnswer?
}

extension StackPart {
  public var hearsAfterwards: Topics { [] }
  public var needs: PartNeeds { [] }
  public var failure: (any Error)? { nil }
  public mutating func start(at time: SimTime, onto board: inout Board) {}
  public mutating func settle(at time: SimTime, onto board: inout Board) {}
  public mutating func finish(at time: SimTime, onto board: inout Board) {}
  public func answer(_ question: HistoryQuestion, at time: SimTime) -> HistoryAnswer? {
    nil
  }
}

/// What a part needs of the phone, and what the phone can do by it.
public struct PartNeeds: OptionSet, Hashable, Sendable {
  /// The needs, one bit each.
  public let rawValue: UInt8

  /// Creates a set of needs.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Gyroscope, magnetometer and barometer, with readings handed over twice a second.
  public static let motion = PartNeeds(rawValue: 1 << 0)
  /// The barometer.
  public static let barometer = PartNeeds(rawValue: 1 << 1)
  /// The satellite receiver, when somebody wants to be found by it.
  public static let satellites = PartNeeds(rawValue: 1 << 2)
  /// Scans of access points, likewise.
  public static let wifi = PartNeeds(rawValue: 1 << 3)
  /// The modem's cells, likewise.
  public static let cells = PartNeeds(rawValue: 1 << 4)
  /// By it, the phone can be found indoors.
  public static let findsIndoors = PartNeeds(rawValue: 1 << 5)
}
