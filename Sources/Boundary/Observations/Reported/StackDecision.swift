public import Kernel

/// A decision of a stack with its reasons, as printed by `venuesim explain`.
///
/// Apps don't receive it, and explaining is optional for a stack.
public struct StackDecision: Hashable, Sendable {
  /// Decision time.
  public var time: SimTime
  /// The deciding part of the stack: `pause`, `region`, `desk` (location manager).
  public var service: String
  /// The app concerned.
  public var app: String
  /// The event concerned, by its ``EventName``: `paused`, `entered`; or a call's name.
  public var event: String
  /// The region, notification or the like concerned; empty if there is none.
  public var subject: String
  /// The result: `told`, `awaited`, `dropped`, `held`.
  public var verdict: String
  /// The facts and rules behind the decision, oldest first, one line each that begins with its time.
  public var reasons: [String]

  /// Creates a decision.
  public init(
    time: SimTime, service: String, app: String, event: String, subject: String = "",
    verdict: String, reasons: [String]
  ) {
    self.time = time
    self.service = service
    self.app = app
    self.event = event
    self.subject = subject
    self.verdict = verdict
    self.reasons = reasons
  }
}
