public import Kernel

/// Decision of a service, with its reasons.
public struct Decision: Hashable, Sendable {
  /// Deciding service.
  public enum Service: String, CaseIterable, Sendable {
    case region, beaconRegion, visit, pause
  }

  /// Outcome of a decision.
  public enum Verdict: String, CaseIterable, Sendable {
    /// Delivered to the app or its user.
    case reported = "told"
    /// Pending, unless there is contrary evidence.
    case awaited
    /// Not delivered after all.
    case dropped
  }

  public var time: SimTime
  public var service: Service
  public var app: String
  /// Identifier of the region; empty for visits and pauses.
  public var subject: String
  /// Name of the event among outputs, such as `entered` or `paused`.
  public var event: String
  public var verdict: Verdict
  /// Chain of reasons, oldest first.
  public var reasons: [Reason]

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

  /// Decision as text: one line, and one for each reason.
  public var text: String {
    let about = subject.isEmpty ? "" : " of \(subject)"
    return ["\(time) \(service.rawValue): \(event)\(about) \(verdict.rawValue) (\(app))"]
      .appending(reasons.map { "  " + $0.text }).joined(separator: "\n")
  }
}

extension [String] {
  fileprivate func appending(_ more: [String]) -> [String] { self + more }
}
