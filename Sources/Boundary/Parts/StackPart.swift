public import Kernel

/// A module of the location stack: it subscribes to topics on the board and publishes results.
///
/// Parts are called in a declared order. In each pass a part first receives the results of earlier
/// parts, and then the event that started the pass; so there are no cycles. Results of later parts that
/// an earlier one needs (the published position, say) reach it after the pass, if it subscribes by
/// ``receivesAfterPass``. Make a part a value type, so that a paused simulation can be saved by
/// copying it.
///
/// ```swift
/// struct NearestBeacon: StackPart {
///   var subscribes: Topics { [.beacon, .locate] }
///   var publishes: Topics { .indoorFix }
///   var latest: LocationFix?
///
///   mutating func process(_ event: BoardEvent, at time: SimTime, onto board: inout Board) {
///     switch event {
///     case .observation(.beacon(let advertisement)): latest = place(of: advertisement)
///     case .locate: if let latest { board.publish(.indoorFix(latest)) }
///     default: break
///     }
///   }
/// }
/// ```
public protocol StackPart: Sendable {
  /// The topics it subscribes to.
  var subscribes: Topics { get }
  /// The topics of later parts that it receives after the pass.
  var receivesAfterPass: Topics { get }
  /// The topics it may publish; any other is rejected, and the run fails.
  var publishes: Topics { get }
  /// Its current needs of the phone.
  var needs: PartNeeds { get }
  /// The error that stops it and fails the run; nil if there is none.
  var failure: (any Error)? { get }

  /// Starts at the first boot of the phone.
  mutating func start(at time: SimTime, onto board: inout Board)
  /// Processes an event of a subscribed topic.
  mutating func process(_ event: BoardEvent, at time: SimTime, onto board: inout Board)
  /// Ends its part of a pass, after all events for it were processed.
  mutating func endPass(at time: SimTime, onto board: inout Board)
  /// Ends the run.
  mutating func finish(at time: SimTime, onto board: inout Board)
  /// Answers a query about the past; nil leaves it to another part.
  func answer(_ question: HistoryQuestion, at time: SimTime) -> HistoryAnswer?
}

extension StackPart {
  public var receivesAfterPass: Topics { [] }
  public var needs: PartNeeds { [] }
  public var failure: (any Error)? { nil }
  public mutating func start(at time: SimTime, onto board: inout Board) {}
  public mutating func endPass(at time: SimTime, onto board: inout Board) {}
  public mutating func finish(at time: SimTime, onto board: inout Board) {}
  public func answer(_ question: HistoryQuestion, at time: SimTime) -> HistoryAnswer? {
    nil
  }
}

/// A part's needs of the phone, and the capabilities it provides.
public struct PartNeeds: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Gyroscope, magnetometer and barometer, with readings delivered twice a second.
  public static let motion = PartNeeds(rawValue: 1 << 0)
  /// The barometer.
  public static let barometer = PartNeeds(rawValue: 1 << 1)
  /// The GNSS receiver, when a location is requested.
  public static let satellites = PartNeeds(rawValue: 1 << 2)
  /// Wi-Fi scans, when a location is requested.
  public static let wifi = PartNeeds(rawValue: 1 << 3)
  /// The modem's cells, when a location is requested.
  public static let cells = PartNeeds(rawValue: 1 << 4)
  /// The part provides indoor positioning.
  public static let findsIndoors = PartNeeds(rawValue: 1 << 5)
}
