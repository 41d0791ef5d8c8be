import Glibc
import Synchronization

/// Message for a lack of memory, stored statically because nothing can be allocated then.
private let lastWords: StaticString = "venuesim: out of memory\n"
private let lastWordsOfResumable: StaticString =
  "venuesim: out of memory; runs that are finished are kept, and --resume does the rest of them\n"

/// True if finished work is kept and the command can be resumed.
let isResumable = Atomic<Bool>(false)

/// Installs signal handlers that report a lack of memory and exit with a status.
///
/// Swift traps if an allocation fails, with ENOMEM in `errno`. All other traps are bugs and still end by
/// their signal, for debugging.
func endInWordsWithoutMemory() {
  // Without an array, which would need an allocation.
  signal(SIGILL, endByFault)
  signal(SIGTRAP, endByFault)
  signal(SIGABRT, endByFault)
  signal(SIGSEGV, endByFault)
  signal(SIGBUS, endByFault)
  // Last, because reading the arguments allocates.
  let words = CommandLine.arguments.dropFirst()
  let options = words.first.flatMap { Verb.called($0) }?.options ?? []
  let isKept = words.contains { $0 == "--out" || $0.hasPrefix("--out=") }
  isResumable.store(
    isKept && options.contains { $0.name == Option.resume.name }, ordering: .relaxed)
}

/// Handler for fatal signals.
private func endByFault(_ number: CInt) {
  if errno == ENOMEM {
    let words = isResumable.load(ordering: .relaxed) ? lastWordsOfResumable : lastWords
    _ = write(STDERR_FILENO, words.utf8Start, words.utf8CodeUnitCount)
    _exit(ExitStatus.environment.rawValue)
  }
  signal(number, SIG_DFL)
  raise(number)
}
