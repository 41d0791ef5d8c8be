import Glibc

/// What is said where memory runs out: a part of the program, since nothing can be made then.
private let lastWords: StaticString =
  "venuesim: out of memory; runs that are finished are kept, and --resume does the rest of them\n"

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
}

/// What a fault of the processor's comes to.
private func endByFault(_ number: CInt) {
  if errno == ENOMEM {
    _ = write(STDERR_FILENO, lastWords.utf8Start, lastWords.utf8CodeUnitCount)
    _exit(ExitStatus.environment.rawValue)
  }
  signal(number, SIG_DFL)
  raise(number)
}
