import Documents
import Glibc
import Kernel

// A reader that goes away (`venuesim list | head -1`) must not kill the command by a signal.
signal(SIGPIPE, SIG_IGN)
exit(start(Array(CommandLine.arguments.dropFirst())).rawValue)

/// Finds the verb, reads its arguments, runs it, and turns errors into messages and a status.
func start(_ arguments: [String]) -> ExitStatus {
  guard let name = arguments.first else {
    complain(overview)
    return .usage
  }
  if name == "--help" || name == "-h" {
    say(overview)
    return .success
  }
  if name == "--version" {
    say("venuesim \(version)")
    return .success
  }
  guard let verb = Verb.all.first(where: { $0.name == name }) else {
    complain(
      "venuesim: unknown verb '\(name)'" + suggestion(name, among: Verb.all.map(\.name))
        + "; 'venuesim help' lists them")
    return .usage
  }
  do {
    let invocation = try Invocation(
      arguments.dropFirst(), verb: name, options: verb.options + [.help])
    if invocation.has(.help) {
      say(verb.help)
      return .success
    }
    guard let run = verb.run else { throw UsageError("'\(name)' is not built yet") }
    return try run(invocation)
  } catch let error as DocumentError {
    complain("\(error)")
    return .usage
  } catch let error as ArchiveError {
    complain("venuesim: \(error)")
    return .usage
  } catch let error as UsageError {
    complain("venuesim: \(error)")
    return .usage
  } catch is Cancelled {
    complain("venuesim: interrupted")
    return .interrupted
  } catch {
    complain("venuesim: \(error)")
    return .environment
  }
}
