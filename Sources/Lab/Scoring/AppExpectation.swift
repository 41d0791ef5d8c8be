public import Kernel
public import Observations
public import Truth

/// Something that an app must be told, or must not, and when.
public struct AppExpectation: Hashable, Sendable {
  /// What a window is counted from.
  public enum Anchor: Hashable, Sendable {
    /// The start.
    case start
    /// The first true change of a kind to something.
    case change(kind: TrueChange.Kind, to: String)
    /// The first time that something is told.
    case told(EventName)
  }

  /// What tells it from others; reports show it.
  public var name: String
  /// Which event.
  public var event: EventName
  /// Which app; any if nil.
  public var app: String?
  /// What the window is counted from.
  public var anchor: Anchor
  /// Where the window begins.
  public var from: SimDuration
  /// Where it ends; with the run if nil.
  public var until: SimDuration?
  /// How often the event must be told at the least, and may at the most.
  public var least: Int
  public var most: Int

  /// Creates an expectation.
  public init(
    name: String, event: EventName, app: String? = nil, anchor: Anchor = .start,
    from: SimDuration = .zero, until: SimDuration? = nil, least: Int = 1, most: Int = .max
  ) {
    self.name = name
    self.event = event
    self.app = app
    self.anchor = anchor
    self.from = from
    self.until = until
    self.least = least
    self.most = most
  }
}

/// Follows what apps are told as far as something is expected of it.
struct ExpectationAccount: Sendable {
  private let expectations: [AppExpectation]
  private var told: [(time: SimTime, app: String, name: EventName)] = []
  private let names: Set<String>

  init(_ expectations: [AppExpectation]) {
    self.expectations = expectations
    var names = Set(expectations.map(\.event.name))
    for expectation in expectations {
      if case .told(let event) = expectation.anchor { names.insert(event.name) }
    }
    self.names = names
  }

  mutating func tell(_ output: Delivered<Output>) {
    guard !names.isEmpty, let name = output.item.eventName, names.contains(name.name) else {
      return
    }
    told.append((output.time, output.app, name))
  }

  /// What became of each expectation that can be judged: whether it was met, and when its window
  /// began.
  func verdicts(
    _ changes: [TrueChange], end: SimTime
  ) -> [(expectation: AppExpectation, time: SimTime, isMet: Bool)] {
    expectations.compactMap { expectation in
      guard let anchor = moment(of: expectation.anchor, changes) else { return nil }
      let (begin, close) = (
        anchor + expectation.from, expectation.until.map { anchor + $0 } ?? end
      )
      // What the run is over for can't be judged.
      guard begin <= end else { return nil }
      let count = told.count { event in
        event.time >= begin && event.time <= close
          && (expectation.app ?? event.app) == event.app
          && expectation.event.matches(event.name)
      }
      return (
        expectation, max(.start, begin),
        count >= expectation.least && count <= expectation.most
      )
    }
  }

  private func moment(of anchor: AppExpectation.Anchor, _ changes: [TrueChange]) -> SimTime? {
    switch anchor {
    case .start: .start
    case .change(let kind, let to):
      changes.first { $0.kind == kind && $0.to == to }?.time
    case .told(let event): told.first { event.matches($0.name) }?.time
    }
  }
}
