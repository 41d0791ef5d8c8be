import Documents
package import Kernel
package import Maps
package import Observations

/// A stack in another process, spoken with in lockstep: each message waits for its answer.
///
/// The child can't look ahead, because it is sent nothing before its time. Where it allows, what it
/// is told while it has no timer due is put together into batches, answered at the time of their
/// last message. When it fails, the stack falls silent and keeps the reason, which the harness
/// turns into the run's failure.
package final class ProcessStack: TrackingStack, @unchecked Sendable {
  /// The harness's own timer, at whose time a batch is full.
  private static let batchTimer = StackTimer(.min)
  /// How large a batch may grow, in bytes.
  private static let longestBatch = 1 << 20
  /// How many timers may be due at one moment, one after the other.
  private static let mostTimersAtOnce = 10_000
  private static let batchOpening = Array("{\"batch\":[".utf8)

  private let talk: StackTalk
  private var encoder = StackEncoder()
  private var batch: StackWire.Batch?
  /// What waits to be sent, after room for a batch's opening.
  private var pending = batchOpening
  private var pendingCount = 0
  private var latestTimer: (time: SimTime, count: Int) = (.distantPast, 0)

  /// Starts the process and exchanges greetings.
  package init(command: StackCommand, map: VenueMap, for user: StackUser?) {
    talk = StackTalk(command, for: user, called: "the stack")
    let capabilities = talk.begin(StackWire.greeting(map)) { try StackWire.capabilities($0) }
    guard let capabilities else { return }
    encoder = StackEncoder(kinds: capabilities.kinds)
    batch = capabilities.batch
  }

  /// Why the stack has fallen silent, if it has.
  package var failure: (any Error)? { talk.failure }

  package func start(at time: SimTime, into sink: inout StackSink) {
    guard talk.isOpen else { return }
    begin()
    encoder.append("start", at: time, to: &pending)
    exchange(at: time, &sink)
  }

  package func receive(_ observation: Observation, at time: SimTime, into sink: inout StackSink) {
    guard talk.isOpen else { return }
    let length = pending.count
    begin()
    guard encoder.append(observation, at: time, to: &pending) else {
      // Nobody wants it.
      pendingCount -= 1
      pending.removeLast(pending.count - length)
      return
    }
    guard let batch else { return exchange(at: time, &sink) }
    if pendingCount >= batch.messages || pending.count >= Self.longestBatch {
      exchange(at: time, &sink)
    } else if pendingCount == 1 {
      sink.setTimer(Self.batchTimer, at: time + batch.span)
    }
  }

  package func timerFired(_ timer: StackTimer, at time: SimTime, into sink: inout StackSink) {
    guard talk.isOpen else { return }
    guard timer != Self.batchTimer else {
      if pendingCount > 0 { exchange(at: time, &sink) }
      return
    }
    latestTimer = time == latestTimer.time ? (time, latestTimer.count + 1) : (time, 1)
    guard latestTimer.count <= Self.mostTimersAtOnce else {
      let reason = "the stack sets its timers so that simulated time stands still"
      talk.fail(ChildProcess.Failure(description: reason), at: time)
      return silence(&sink)
    }
    begin()
    encoder.append(timer, at: time, to: &pending)
    exchange(at: time, &sink)
  }

  package func finish(at time: SimTime, into sink: inout StackSink) {
    guard talk.isOpen else { return }
    begin()
    encoder.append("finish", at: time, to: &pending)
    exchange(at: time, &sink)
    talk.finish(at: time)
  }

  // MARK: - The exchange

  /// Begins another message.
  private func begin() {
    if pendingCount > 0 { pending.append(UInt8(ascii: ",")) }
    pendingCount += 1
  }

  /// Sends what waits, and does what is answered.
  private func exchange(at time: SimTime, _ sink: inout StackSink) {
    guard let reply = talk.ask(takeLine(at: time), at: time) else { return silence(&sink) }
    for (output, app) in zip(reply.outputs, reply.recipients) { sink.tell(output, to: app) }
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

  /// What waits, as one line; a batch if it is more than one message.
  private func takeLine(at time: SimTime) -> [UInt8] {
    defer {
      pending.removeLast(pending.count - Self.batchOpening.count)
      pendingCount = 0
    }
    guard pendingCount > 1 else {
      return Array(pending[Self.batchOpening.count...]) + [UInt8(ascii: "\n")]
    }
    StackWire.closeBatch(at: time, in: &pending)
    return pending
  }

  /// Switches everything off, lest the rest of the device's time be simulated for nobody.
  private func silence(_ sink: inout StackSink) {
    for sensor in RadioRequest.Sensor.allCases { sink.request(.stop(sensor)) }
  }
}
