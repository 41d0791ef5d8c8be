public import Kernel

/// What a service decided, and why.
public struct Decision: Hashable, Sendable {
  /// A service that decides.
  public enum Service: String, CaseIterable, Sendable {
    case region, beaconRegion, visit, pause
  }

  /// What came of it.
  public enum Verdict: String, CaseIterable, Sendable {
    /// The app, or its user, was told.
    case told
    /// It will be told if nothing speaks against it.
    case awaited
    /// It was not told after all.
    case dropped
  }

  /// When.
  public var time: SimTime
  /// By whom.
  public var service: Service
  /// For which app.
  public var app: String
  /// About which region; empty for visits and pauses.
  public var subject: String
  /// The event, by the name it has among outputs: `entered`, `paused`.
  public var event: String
  /// What came of it.
  public var verdict: Verdict
  /// The chain that led to it, oldest first.
  public var reasons: [Reason]

  /// Creates a decision.
  public init(
    time: SimTime, service: Service, app: String, subject: String = "", event: String,
    verdict: Verdict, reasons: [Reason]
  ) {
    self.time = time
    self.service = service
    self.app = app
    self.subject = subject
    self.event = event
    self.verdict = verdict
    self.reasons = reasons
  }

  /// The decision in words, a line and one for each reason.
  public var text: String {
    let about = subject.isEmpty ? "" : " of \(subject)"
    return ["\(time) \(service.rawValue): \(event)\(about) \(verdict.rawValue) (\(app))"]
      .appending(reasons.map { "  " + $0.text }).joined(separator: "\n")
  }
}

extension [String] {
  fileprivate func appending(_ more: [String]) -> [String] { self + more }
}
