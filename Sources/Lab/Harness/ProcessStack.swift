import Documents
import Geometry
import Kernel
import Maps
import Observations

/// A stack in another process, spoken with in lockstep: each message waits for its answer.
///
/// The child can't look ahead, because it is sent nothing before its time. When it fails, the stack
/// falls silent and keeps the reason, which the harness turns into the run's failure.
final class ProcessStack: TrackingStack, @unchecked Sendable {
  /// How long one answer may take, in s of real time.
  private static let patience = 10.0

  private let command: String
  private var child: ChildProcess?
  /// Why the stack has fallen silent, if it has.
  private(set) var failure: StackFailure?

  /// Starts the process and exchanges greetings.
  ///
  /// - Parameters:
  ///   - command: The command, as one would type it.
  ///   - map: What the stack may know of the venue.
  init(command: String, map: VenueMap) {
    self.command = command
    attempt {
      let child = try ChildProcess(command: command)
      self.child = child
      try child.send(greeting(map).text(pretty: false))
      let answer = try parse(child.receiveLine(within: Self.patience))
      guard case .int(Int64(StackWire.version))? = answer["hello"]?["version"] else {
        throw ChildProcess.Failure(
          description: "expected {\"hello\": {\"version\": \(StackWire.version), …}} as the first "
            + "line, found \(answer.text(pretty: false))")
      }
    }
  }

  func start(at time: SimTime, into sink: inout StackSink) {
    exchange(StackWire.message("start", at: time), &sink)
  }

  func receive(_ observation: Observation, at time: SimTime, into sink: inout StackSink) {
    exchange(StackWire.message(observation, at: time), &sink)
  }

  func timerFired(_ timer: StackTimer, at time: SimTime, into sink: inout StackSink) {
    exchange(StackWire.message(timer, at: time), &sink)
  }

  func finish(at time: SimTime, into sink: inout StackSink) {
    exchange(StackWire.message("finish", at: time), &sink)
    child?.end()
    child = nil
  }

  private func exchange(_ message: JSONValue, _ sink: inout StackSink) {
    guard let child else { return }
    var reply = StackWire.Reply()
    attempt {
      try child.send(message.text(pretty: false))
      reply = try StackWire.reply(parse(child.receiveLine(within: Self.patience)))
    }
    for output in reply.outputs { sink.tell(output) }
    for request in reply.requests { sink.request(request) }
    for setting in reply.timers {
      if let time = setting.time {
        sink.setTimer(setting.timer, at: time)
      } else {
        sink.clearTimer(setting.timer)
      }
    }
  }

  private func parse(_ line: [UInt8]) throws -> JSONValue {
    try JSONValue(parsing: line, name: "the stack's answer")
  }

  /// Does something that may fail; after a failure the child is ended and nothing more is tried.
  private func attempt(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      failure = StackFailure(command: command, reason: "\(error)")
      child?.end()
      child = nil
    }
  }

  /// The first line: versions, and what of the venue is published.
  private func greeting(_ map: VenueMap) -> JSONValue {
    let beacons = map.beacons.map { beacon -> JSONValue in
      let place = try? map.frame.geodetic(of: beacon.position)
      return [
        "format": .string(beacon.identity.format.rawValue),
        "uuid": .string(beacon.identity.uuid.description),
        "major": .int(Int64(beacon.identity.major)), "minor": .int(Int64(beacon.identity.minor)),
        "latitude_deg": place.map { .number($0.latitudeDegrees) } ?? .null,
        "longitude_deg": place.map { .number($0.longitudeDegrees) } ?? .null,
        "floor": map.ordinal(ofLevel: beacon.level).map { .int(Int64($0)) } ?? .null,
      ]
    }
    return [
      "hello": [
        "version": .int(Int64(StackWire.version)), "venue": .string(map.name),
        "beacons": .array(beacons),
      ]
    ]
  }
}

/// A stack in another process has failed: the environment's fault, not the scenario's.
public struct StackFailure: Error, Hashable, CustomStringConvertible {
  /// The command that was run.
  public let command: String
  /// What went wrong.
  public let reason: String

  /// One line that names the command and the reason.
  public var description: String { "the stack '\(command)' failed: \(reason)" }
}
