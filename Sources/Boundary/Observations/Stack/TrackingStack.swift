public import Kernel

/// A location stack under test: it receives observations and timers, and returns outputs and requests.
///
/// A stack has no other inputs, receives them in the order of a real device, and can't look ahead. Make
/// it a value type, so that a paused simulation can be saved by copying it. All its outputs go into the
/// sink, whose buffers are reused.
///
/// ```swift
/// struct Loudest: TrackingStack {
///   mutating func start(at time: SimTime, into sink: inout StackSink) {
///     sink.request(.start(.beacon, period: .zero))
///   }
///   mutating func receive(
///     _ observation: Observation, at time: SimTime, into sink: inout StackSink
///   ) {
///     guard case .beacon(let advertisement) = observation else { return }
///     // …
///   }
/// }
/// ```
public protocol TrackingStack: Sendable {
  /// Starts the stack: the device has booted, and no sensor is running.
  mutating func start(at time: SimTime, into sink: inout StackSink)

  /// Processes an observation that arrives at `time`; its own times may be earlier.
  mutating func receive(_ observation: Observation, at time: SimTime, into sink: inout StackSink)

  /// Processes a due timer that was set through the sink.
  mutating func timerFired(_ timer: StackTimer, at time: SimTime, into sink: inout StackSink)

  /// Finishes the run; the last chance to publish outputs.
  mutating func finish(at time: SimTime, into sink: inout StackSink)

  /// The error that stops the stack and fails the run; nil if there is none.
  var failure: (any Error)? { get }
}

extension TrackingStack {
  public mutating func start(at time: SimTime, into sink: inout StackSink) {}
  public mutating func timerFired(
    _ timer: StackTimer, at time: SimTime, into sink: inout StackSink
  ) {}
  public mutating func finish(at time: SimTime, into sink: inout StackSink) {}
  public var failure: (any Error)? { nil }
}

/// A timer of a stack, by number.
public struct StackTimer: Hashable, Sendable {
  /// The number; the stack defines its meaning.
  public let number: Int

  /// Creates a timer.
  public init(_ number: Int) {
    self.number = number
  }
}

/// Receiver of a stack's outputs, requests and timers.
public struct StackSink: Sendable {
  /// A timer that is set, or cleared if the time is nil.
  public struct TimerSetting: Hashable, Sendable {
    /// The timer.
    public var timer: StackTimer
    /// The time to fire; nil clears the timer.
    public var time: SimTime?
  }

  /// The outputs since the last ``clear()``, in order.
  public private(set) var outputs: [Output] = []
  /// The receiving app of each of ``outputs``; empty if unspecified.
  public private(set) var recipients: [String] = []
  /// The requests to radios and sensors since the last ``clear()``, in order.
  public private(set) var requests: [RadioRequest] = []
  /// The explained decisions since the last ``clear()``, in order.
  public private(set) var decisions: [StackDecision] = []
  /// The timers set or cleared since the last ``clear()``, in order.
  public private(set) var timers: [TimerSetting] = []

  /// Creates an empty sink.
  public init() {}

  /// Publishes an output to an app; a stack that serves only one may omit its name.
  public mutating func publish(_ output: Output, to app: String = "") {
    outputs.append(output)
    recipients.append(app)
  }

  /// Sends a request to the radios and sensors.
  public mutating func request(_ request: RadioRequest) {
    requests.append(request)
  }

  /// Records the reasons of a decision for later inspection; apps don't receive them.
  public mutating func explain(_ decision: StackDecision) {
    decisions.append(decision)
  }

  /// Sets a timer; replaces an earlier setting.
  public mutating func setTimer(_ timer: StackTimer, at time: SimTime) {
    timers.append(TimerSetting(timer: timer, time: time))
  }

  /// Clears a timer; no effect if it isn't set.
  public mutating func clearTimer(_ timer: StackTimer) {
    timers.append(TimerSetting(timer: timer, time: nil))
  }

  /// Empties the sink and keeps its capacity; the device does so after each call.
  public mutating func clear() {
    outputs.removeAll(keepingCapacity: true)
    recipients.removeAll(keepingCapacity: true)
    requests.removeAll(keepingCapacity: true)
    timers.removeAll(keepingCapacity: true)
    decisions.removeAll(keepingCapacity: true)
  }
}
