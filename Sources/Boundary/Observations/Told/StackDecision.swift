public import Kernel

/// Something that a stack decided, and why: what `venuesim explain` prints.
///
/// No app hears of it. A stack that explains nothing works as well as one that does.
public struct StackDecision: Hashable, Sendable {
  /// When it was decided.
  public var time: SimTime
  /// Which part of the stack decided: `pause`, `region`, `desk`.
  public var service: String
  /// For which app.
  public var app: String
  /// About which event, by its ``EventName``: `paused`, `entered`; or a call's name.
  public var event: String
  /// Which region, notification or the like; empty where there is none.
  public var subject: String
  /// What came of it: `told`, `awaited`, `dropped`, `held`.
  public var verdict: String
  /// The facts and rules that led to it, oldest first, a line each that begins with its time.
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
