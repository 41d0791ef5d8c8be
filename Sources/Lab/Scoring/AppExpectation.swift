public import Kernel
public import Observations
public import Truth

/// A message that an app must receive, or must not, within a time window.
public struct AppExpectation: Hashable, Sendable {
  /// The origin of a window's time.
  public enum WindowOrigin: Hashable, Sendable {
    /// The start of the run.
    case start
    /// The first true change of a kind to something.
    case change(kind: TrueChange.Kind, to: String)
    /// The first delivery of an event.
    case reported(EventName)
  }

  /// The name in reports.
  public var name: String
  public var event: EventName
  /// The app; nil for any.
  public var app: String?
  /// The origin of the window's time.
  public var anchor: WindowOrigin
  /// The window's begin, after the anchor.
  public var from: SimDuration
  /// The window's end, after the anchor; nil for the end of the run.
  public var until: SimDuration?
  /// The minimum and maximum number of deliveries in the window.
  public var minimum: Int
  public var maximum: Int
  /// False if its share of runs is only reported, and is neither good nor bad.
  public var isJudged: Bool

  public init(
    name: String, event: EventName, app: String? = nil, anchor: WindowOrigin = .start,
    from: SimDuration = .zero, until: SimDuration? = nil, minimum: Int = 1, maximum: Int = .max,
    isJudged: Bool = true
  ) {
    self.name = name
    self.event = event
    self.app = app
    self.anchor = anchor
    self.from = from
    self.until = until
    self.minimum = minimum
    self.maximum = maximum
    self.isJudged = isJudged
  }
}

/// Accumulates the deliveries that expectations refer to.
struct ExpectationScorer: Sendable {
  private let expectations: [AppExpectation]
  private var reported: [(time: SimTime, app: String, name: EventName)] = []
  private let names: Set<String>

  init(_ expectations: [AppExpectation]) {
    self.expectations = expectations
    var names = Set(expectations.map(\.event.name))
    for expectation in expectations {
      if case .reported(let event) = expectation.anchor { names.insert(event.name) }
    }
    self.names = names
  }

  mutating func process(_ output: Delivered<Output>) {
    guard !names.isEmpty, let name = output.item.eventName, names.contains(name.name) else {
      return
    }
    reported.append((output.time, output.app, name))
  }

  /// Returns the result of each expectation whose window begins within the run, with the begin of
  /// its window.
  func verdicts(
    _ changes: [TrueChange], end: SimTime
  ) -> [(expectation: AppExpectation, time: SimTime, isMet: Bool)] {
    expectations.compactMap { expectation in
      guard let anchor = moment(of: expectation.anchor, changes) else { return nil }
      let (begin, close) = (
        anchor + expectation.from, expectation.until.map { anchor + $0 } ?? end
      )
      // Windows that begin after the run can't be judged.
      guard begin <= end else { return nil }
      let count = reported.count { event in
        event.time >= begin && event.time <= close
          && (expectation.app ?? event.app) == event.app
          && expectation.event.matches(event.name)
      }
      return (
        expectation, max(.start, begin),
        count >= expectation.minimum && count <= expectation.maximum
      )
    }
  }

  private func moment(of anchor: AppExpectation.WindowOrigin, _ changes: [TrueChange]) -> SimTime? {
    switch anchor {
    case .start: .start
    case .change(let kind, let to):
      changes.first { $0.kind == kind && $0.to == to }?.time
    case .reported(let event): reported.first { event.matches($0.name) }?.time
    }
  }
}
