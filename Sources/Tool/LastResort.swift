import Glibc
import Synchronization

/// What is said where memory runs out: a part of the program, since nothing can be made then.
private let lastWords: StaticString = "venuesim: out of memory\n"
private let lastWordsOfResumable: StaticString =
  "venuesim: out of memory; runs that are finished are kept, and --resume does the rest of them\n"

/// Whether what is finished is kept, and the rest can be done later.
let isResumable = Atomic<Bool>(false)

/// Lets the program end with a message and a status where there is no memory left, and not by a signal.
///
/// Swift knows no way on from there: it stops at once, with the reason in `errno`. What stops for any other
/// reason is a fault of the program's own and still ends by its signal, for whoever has to find it.
func endInWordsWithoutMemory() {
  // One by one: even a list of them would have to be made.
  signal(SIGILL, endByFault)
  signal(SIGTRAP, endByFault)
  signal(SIGABRT, endByFault)
  signal(SIGSEGV, endByFault)
  signal(SIGBUS, endByFault)
  // Only now, since reading them takes memory.
  let words = CommandLine.arguments.dropFirst()
  let options = words.first.flatMap { Verb.called($0) }?.options ?? []
  let isKept = words.contains { $0 == "--out" || $0.hasPrefix("--out=") }
  isResumable.store(
    isKept && options.contains { $0.name == Option.resume.name }, ordering: .relaxed)
}

/// What a fault of the processor's comes to.
private func endByFault(_ number: CInt) {
  if errno == ENOMEM {
    let words = isResumable.load(ordering: .relaxed) ? lastWordsOfResumable : lastWords
    _ = write(STDERR_FILENO, words.utf8Start, words.utf8CodeUnitCount)
    _exit(ExitStatus.environment.rawValue)
  }
  signal(number, SIG_DFL)
  raise(number)
}
