import Documents
import Kernel
import Observations

/// The talk with a stack or a part in another process: a line for a line, until one side ends it.
///
/// After a failure the child is ended, the reason is kept, and nothing more is tried.
final class StackTalk {
  private static let nothing = Array("{}".utf8)

  private let command: StackCommand
  private let user: StackUser?
  /// What messages call it: `the stack`.
  private let name: String
  private var child: ChildProcess?
  /// Why it has ended before its time, if it has.
  private(set) var failure: StackFailure?

  /// Creates a talk that hasn't begun.
  ///
  /// - Parameters:
  ///   - command: What to start, and how long it may take to answer.
  ///   - user: Whose it is, for the account of what it uses.
  ///   - name: What messages call it.
  init(_ command: StackCommand, for user: StackUser?, called name: String) {
    self.command = command
    self.user = user
    self.name = name
  }

  /// Whether the child can be asked.
  var isOpen: Bool { child != nil }

  /// Starts the process and exchanges greetings.
  ///
  /// - Returns: What is made of its greeting; nil after a failure.
  func begin<Hello>(_ greeting: JSONValue, _ read: (JSONValue) throws -> Hello) -> Hello? {
    attempt(at: nil) {
      let child = try ChildProcess(command: command.text, called: name)
      self.child = child
      let line = Array((greeting.text(pretty: false) + "\n").utf8)
      return try read(parse(child.ask(line, within: command.terms.patienceSeconds)))
    }
  }

  /// Sends a line with its end, and returns what is answered; nil after a failure.
  func ask(_ line: [UInt8], at time: SimTime) -> StackWire.Reply? {
    guard let child else { return nil }
    return attempt(at: time) {
      let answer = try child.ask(line, within: command.terms.patienceSeconds)
      // Most answers say nothing.
      return answer == Self.nothing ? StackWire.Reply() : try StackWire.reply(parse(answer))
    }
  }

  /// Ends the talk in good order.
  func finish(at time: SimTime) {
    attempt(at: time) { try child?.finish() }
    bury()
  }

  /// Ends the talk because of what the child has said.
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

  /// Ends the child, if there is one, and keeps its account.
  private func bury() {
    guard let child else { return }
    child.end()
    command.terms.account?.book(child.processorSeconds, for: user)
    self.child = nil
  }
}

/// A stack in another process has failed: the environment's fault, not the scenario's.
public struct StackFailure: Error, Hashable, CustomStringConvertible {
  /// What it is: `the stack`, or the part that it fills.
  public let name: String
  /// The command that was run.
  public let command: String
  /// What went wrong, and when.
  public let reason: String
  /// The last lines that it wrote to its standard error, at most 20.
  public let lastWords: [String]

  /// One line that names the command and the reason.
  public var description: String { "\(name) '\(command)' failed: \(reason)" }
}
