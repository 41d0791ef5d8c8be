import Documents
package import Kernel
package import Maps
package import Observations

/// A stack in another process, in lockstep: each message waits for its answer.
///
/// The child can't look ahead, because every message is sent at its simulated time. If the child
/// allows it, messages between its timers are sent in batches, and answered at the time of the last
/// one. After a failure the stack has no more outputs and keeps the error, which the harness
/// reports as the run's failure.
package final class ProcessStack: TrackingStack, @unchecked Sendable {
  /// The harness's timer for the end of a batch.
  private static let batchTimer = StackTimer(.min)
  /// Maximum size of a batch, in bytes.
  private static let longestBatch = 1 << 20
  /// Maximum number of successive timers at one moment.
  private static let maxTimersAtOnce = 10_000

  private let talk: StackSession
  private var batch: StackWire.Batch?
  /// The unsent messages.
  private var pending = StackLine()
  private var latestTimer: (time: SimTime, count: Int) = (.distantPast, 0)

  /// Starts the process and exchanges greetings.
  package init(command: StackCommand, map: VenueMap, for user: StackUser?) {
    talk = StackSession(command, for: user, called: "the stack")
    let capabilities = talk.begin(StackWire.greeting(map)) { try StackWire.capabilities($0) }
    guard let capabilities else { return }
    pending = StackLine(capabilities.scheme, kinds: capabilities.kinds)
    batch = capabilities.batch
  }

  /// The error that has ended the stack; nil without one.
  package var failure: (any Error)? { talk.failure }

  package func start(at time: SimTime, into sink: inout StackSink) {
    guard talk.isOpen else { return }
    pending.append { $0.append("start", at: time, to: &$1) }
    exchange(at: time, &sink)
  }

  package func receive(_ observation: Observation, at time: SimTime, into sink: inout StackSink) {
    guard talk.isOpen else { return }
    guard pending.append(observation, at: time) else { return }
    guard let batch else { return exchange(at: time, &sink) }
    if pending.count >= batch.messages || pending.byteCount >= Self.longestBatch {
      exchange(at: time, &sink)
    } else if pending.count == 1 {
      sink.setTimer(Self.batchTimer, at: time + batch.span)
    }
  }

  package func timerFired(_ timer: StackTimer, at time: SimTime, into sink: inout StackSink) {
    guard talk.isOpen else { return }
    guard timer != Self.batchTimer else {
      if pending.count > 0 { exchange(at: time, &sink) }
      return
    }
    latestTimer = time == latestTimer.time ? (time, latestTimer.count + 1) : (time, 1)
    guard latestTimer.count <= Self.maxTimersAtOnce else {
      let reason = "the stack sets its timers so that the simulated time doesn't advance"
      talk.fail(ChildProcess.Failure(description: reason), at: time)
      return silence(&sink)
    }
    pending.append { $0.append(timer, at: time, to: &$1) }
    exchange(at: time, &sink)
  }

  package func finish(at time: SimTime, into sink: inout StackSink) {
    guard talk.isOpen else { return }
    pending.append { $0.append("finish", at: time, to: &$1) }
    exchange(at: time, &sink)
    talk.finish(at: time)
  }

  // MARK: - The exchange

  /// Sends the pending messages, and executes the answer.
  private func exchange(at time: SimTime, _ sink: inout StackSink) {
    guard let reply = talk.ask(pending.take(at: time), at: time) else { return silence(&sink) }
    for (output, app) in zip(reply.outputs, reply.recipients) { sink.publish(output, to: app) }
    for request in reply.requests { sink.request(request) }
    for setting in reply.timers {
      if let time = setting.time {
        sink.setTimer(setting.timer, at: time)
      } else {
        sink.clearTimer(setting.timer)
      }
    }
    if batch != nil { sink.clearTimer(Self.batchTimer) }
  }

  /// Switches all sensors off, so that the rest of the run isn't simulated in vain.
  private func silence(_ sink: inout StackSink) {
    for sensor in RadioRequest.Sensor.allCases { sink.request(.stop(sensor)) }
  }
}
