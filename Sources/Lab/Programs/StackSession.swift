import Documents
import Kernel
import Observations

/// Session with a stack or a part in another process: a line per line, until one side ends it.
///
/// After a failure the child is killed, and the error is kept.
final class StackSession {
  private static let nothing = Array("{}".utf8)

  private let command: StackCommand
  private let user: StackUser?
  /// The name in messages: `the stack`.
  private let name: String
  private var child: ChildProcess?
  /// The error that has ended the session; nil without one.
  private(set) var failure: StackFailure?

  /// Creates a session that isn't started.
  ///
  /// - Parameters:
  ///   - command: The command line, with the timeout.
  ///   - user: The device, for the processor time.
  ///   - name: The name in messages.
  init(_ command: StackCommand, for user: StackUser?, called name: String) {
    self.command = command
    self.user = user
    self.name = name
  }

  /// True while the child runs.
  var isOpen: Bool { child != nil }

  /// Starts the process and exchanges greetings.
  ///
  /// - Returns: The parsed greeting of the child; nil after a failure.
  func begin<Hello>(_ greeting: JSONValue, _ read: (JSONValue) throws -> Hello) -> Hello? {
    attempt(at: nil) {
      let child = try ChildProcess(command: command.text, called: name)
      self.child = child
      let line = Array((greeting.text(pretty: false) + "\n").utf8)
      return try read(parse(child.ask(line, within: command.options.timeoutSeconds)))
    }
  }

  /// Sends a line with its end, and returns the answer; nil after a failure.
  func ask(_ line: [UInt8], at time: SimTime) -> StackWire.Reply? {
    guard let child else { return nil }
    return attempt(at: time) {
      let answer = try child.ask(line, within: command.options.timeoutSeconds)
      // Most answers are empty.
      return answer == Self.nothing ? StackWire.Reply() : try StackWire.reply(parse(answer))
    }
  }

  /// Ends the session in order.
  func finish(at time: SimTime) {
    attempt(at: time) { try child?.finish() }
    bury()
  }

  /// Ends the session because of an invalid answer.
  func fail(_ error: any Error, at time: SimTime) {
    attempt(at: time) { throw error }
  }

  private func parse(_ line: [UInt8]) throws -> JSONValue {
    do {
      return try JSONValue(parsing: line, name: "\(name)'s answer")
    } catch {
      throw ChildProcess.Failure(description: "\(error)\(ChildProcess.strayLine(line))")
    }
  }

  @discardableResult
  private func attempt<Value>(at time: SimTime?, _ body: () throws -> Value) -> Value? {
    do {
      return try body()
    } catch {
      let when = time.map { ", at \($0.seconds) s" } ?? ""
      child?.end()
      failure = StackFailure(
        name: name, command: command.text, reason: "\(error)\(when)",
        lastWords: child?.lastWords ?? [])
      bury()
      return nil
    }
  }

  /// Ends the child, if there is one, and records its processor time.
  private func bury() {
    guard let child else { return }
    child.end()
    command.options.processorTime?.book(child.processorSeconds, for: user)
    self.child = nil
  }
}

/// Failure of a stack in another process: the environment's fault, not the scenario's.
public struct StackFailure: Error, Hashable, CustomStringConvertible {
  /// `the stack`, or the part that it fills.
  public let name: String
  public let command: String
  /// The reason, with the simulated time.
  public let reason: String
  /// The last lines of its standard error, at most 20.
  public let lastWords: [String]

  /// One line with the command and the reason.
  public var description: String { "\(name) '\(command)' failed: \(reason)" }
}
