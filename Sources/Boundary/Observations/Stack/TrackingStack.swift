public import Kernel

/// Software under test: takes observations and timers, gives outputs and requests.
///
/// A stack sees nothing but what it is handed here, in the order in which a device would hand it
/// over, and can't look ahead. Make it a value type, so that a paused simulation can be saved by
/// copying it. Everything it says goes into the sink, whose buffers are used again and again.
///
/// ```swift
/// struct Loudest: TrackingStack {
///   mutating func start(at time: SimTime, into sink: inout StackSink) {
///     sink.request(.start(.beacon, period: .zero))
///   }
///   mutating func receive(
///     _ observation: Observation, at time: SimTime, into sink: inout StackSink
///   ) {
///     guard case .beacon(let heard) = observation else { return }
///     // …
///   }
/// }
/// ```
public protocol TrackingStack: Sendable {
  /// Begins the work: the device has booted, and nothing runs yet.
  mutating func start(at time: SimTime, into sink: inout StackSink)

  /// Takes an observation that arrives at `time`; what is in it may be older.
  mutating func receive(_ observation: Observation, at time: SimTime, into sink: inout StackSink)

  /// Takes a timer that was set through the sink and is due now.
  mutating func timerFired(_ timer: StackTimer, at time: SimTime, into sink: inout StackSink)

  /// Ends the work: the last chance to say something.
  mutating func finish(at time: SimTime, into sink: inout StackSink)

  /// Why it can't go on, if so; the run has then failed.
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
  /// The number; its meaning is the stack's own.
  public let number: Int

  /// Names a timer.
  public init(_ number: Int) {
    self.number = number
  }
}

/// Where a stack's outputs, requests and timers go.
public struct StackSink: Sendable {
  /// A timer set, or cleared when the time is nil.
  public struct TimerSetting: Hashable, Sendable {
    /// The timer.
    public var timer: StackTimer
    /// When it is to fire; nil clears it.
    public var time: SimTime?
  }

  /// What has been told since the last ``clear()``, in order.
  public private(set) var outputs: [Output] = []
  /// Which app each of ``outputs`` is told to; empty where that is left open.
  public private(set) var recipients: [String] = []
  /// What has been asked of radios and sensors since the last ``clear()``, in order.
  public private(set) var requests: [RadioRequest] = []
  /// What has been decided and why since the last ``clear()``, in order.
  public private(set) var decisions: [StackDecision] = []
  /// The timers set or cleared since the last ``clear()``, in order.
  public private(set) var timers: [TimerSetting] = []

  /// Creates an empty sink.
  public init() {}

  /// Tells an app something.
  ///
  /// - Parameters:
  ///   - output: What it is told.
  ///   - app: Which app; a stack that knows of one only may leave it out.
  public mutating func tell(_ output: Output, to app: String = "") {
    outputs.append(output)
    recipients.append(app)
  }

  /// Asks something of the radios and sensors.
  public mutating func request(_ request: RadioRequest) {
    requests.append(request)
  }

  /// Keeps why something was decided, for whoever asks afterwards; no app hears of it.
  public mutating func explain(_ decision: StackDecision) {
    decisions.append(decision)
  }

  /// Sets a timer; one already set is moved.
  public mutating func setTimer(_ timer: StackTimer, at time: SimTime) {
    timers.append(TimerSetting(timer: timer, time: time))
  }

  /// Clears a timer; one that isn't set stays so.
  public mutating func clearTimer(_ timer: StackTimer) {
    timers.append(TimerSetting(timer: timer, time: nil))
  }

  /// Empties the sink and keeps its room; the device does so after each call.
  public mutating func clear() {
    outputs.removeAll(keepingCapacity: true)
    recipients.removeAll(keepingCapacity: true)
    requests.removeAll(keepingCapacity: true)
    timers.removeAll(keepingCapacity: true)
    decisions.removeAll(keepingCapacity: true)
  }
}
