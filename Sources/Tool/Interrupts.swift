import Glibc
import Kernel

/// The token that Ctrl-C and a polite kill raise.
private let interruption = CancellationToken()

/// Lets the first Ctrl-C stop the work at a safe place, and the second stop it at once.
func interruptible() -> CancellationToken {
  // Touched before any signal can come: a handler must not be the one to make it.
  let token = interruption
  for number in [SIGINT, SIGTERM, SIGHUP] {
    let earlier = signal(number) { number in
      interruption.cancel()
      signal(number, SIG_DFL)
    }
    // `nohup` asks that work outlive its terminal.
    if number == SIGHUP, isIgnored(earlier) { signal(number, SIG_IGN) }
  }
  return token
}

/// Whether a handler stands for "ignore".
///
/// Functions can't be compared, but C's handlers are addresses of one word, nil being zero, and the
/// one for "ignore" is a constant.
private func isIgnored(_ handler: __sighandler_t?) -> Bool {
  unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
}
