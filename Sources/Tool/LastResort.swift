import Glibc

/// What is said where memory runs out, ready before it does.
private let lastWords = Array(
  """
  venuesim: out of memory; runs that are finished are kept, and --resume does the rest of them

  """.utf8)

/// Lets the program end with a message and a status where there is no memory left, and not by a signal.
///
/// Swift knows no way on from there: it stops at once, with the reason in `errno`. What stops for any other
/// reason is a fault of the program's own and still ends by its signal, for whoever has to find it.
func endInWordsWithoutMemory() {
  // Touched now: nothing may be made in a handler.
  _ = lastWords.count
  for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS] {
    signal(number) { number in
      if errno == ENOMEM {
        _ = lastWords.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
        _exit(ExitStatus.environment.rawValue)
      }
      signal(number, SIG_DFL)
      raise(number)
    }
  }
}
