import Documents
import Glibc
import Kernel
import Synchronization

// Before anything is allocated.
endInWordsWithoutMemory()
// A reader that goes away (`venuesim list | head -1`) must not kill the command by a signal.
signal(SIGPIPE, SIG_IGN)
// Nor must a limit on file sizes: writing then fails with an error.
signal(SIGXFSZ, SIG_IGN)
openStandardStreams()
// Nor must a lost disk: the work ends with an error.
FileBackedStorage.whenLost { message in
  complain(
    "venuesim: \(message)"
      + (isResumable.load(ordering: .relaxed)
        ? "; runs that are finished are kept, and --resume does the rest of them" : ""))
  _exit(ExitStatus.environment.rawValue)
}
exit(onLargeStack { statusOfPrinting(start(arguments())) }.rawValue)

/// The command's arguments; file names may not be UTF-8, and must not be repaired.
private func arguments() -> [String] {
  (1..<max(1, Int(CommandLine.argc))).compactMap { index in
    CommandLine.unsafeArgv[index].map { start in
      PathName.text(
        UnsafeBufferPointer(start: start, count: strlen(start)).map { UInt8(bitPattern: $0) })
    }
  }
}

/// Finds and runs the verb, and turns errors into messages and a status.
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
    say(versionLine)
    return .success
  }
  do {
    return try run(try verb(called: name), arguments.dropFirst())
  } catch {
    let status = status(of: error)
    let isJSON = arguments.contains("--json")
    complain(of: error, showsSource: !isJSON)
    if isJSON { Answer.fail(name, status, error) }
    return status
  }
}

/// Exit status for an error.
private func status(of error: any Error) -> ExitStatus {
  switch error {
  case let error as DocumentError where error.isOfSystem: .environment
  case is DocumentError, is ArchiveError, is UsageError: .usage
  case is Cancelled: .interrupted
  default: .environment
  }
}

/// Prints an error.
private func complain(of error: any Error, showsSource: Bool) {
  if let error = error as? DocumentError { return complain(of: error, showsSource: showsSource) }
  complain("venuesim: \(error is Cancelled ? "interrupted" : "\(error)")")
  reportLastWords(error)
}

/// The final exit status: an error if the output could not be printed.
private func statusOfPrinting(_ status: ExitStatus) -> ExitStatus {
  guard let reason = unprintedReason else { return status }
  complain("venuesim: cannot write to standard output: \(reason)")
  return .environment
}

/// The verb with a name.
private func verb(called name: String) throws(UsageError) -> Verb {
  if let verb = Verb.called(name) { return verb }
  let isOption = name.hasPrefix("-")
  let known = isOption ? ["--help", "--version"] : Verb.all.map(\.name)
  throw UsageError(
    "unknown \(isOption ? "option" : "verb") '\(name)'" + suggestion(name, among: known)
      + "; 'venuesim help' lists what there is")
}

/// Parses a verb's arguments and runs it, or prints its help.
private func run(_ verb: Verb, _ arguments: ArraySlice<String>) throws -> ExitStatus {
  let asksHelp = arguments.contains("--help") || arguments.contains("-h")
  if asksHelp {
    say(verb.help)
    return .success
  }
  let invocation = try Invocation(arguments, verb: verb.name, options: verb.allOptions)
  if let extra = invocation.operands.dropFirst(verb.maxOperands).first {
    throw UsageError("'\(verb.name)' does not expect '\(extra)'")
  }
  ProgressLine.style = try invocation.choice(.progress) ?? .auto
  if !invocation.has(.quiet), ProgressLine.style != .none { LongWorkLine.watch() }
  defer { LongWorkLine.clear() }
  if verb.options.contains(where: { $0.name == Option.cache.name }) {
    WorkCache.current = cache(for: invocation)
  }
  defer { reportCacheProblem(invocation) }
  return try Answer.gathering(verb.name, if: verb.gathersAnswer && invocation.has(.json)) {
    try verb.run(invocation)
  }
}
