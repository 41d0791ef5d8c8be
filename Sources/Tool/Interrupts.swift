import Glibc
import Kernel

/// The token that Ctrl-C and SIGTERM cancel.
private let interruption = CancellationToken()

/// Installs signal handlers: the first Ctrl-C stops the work at a safe point, the second at once.
func interruptible() -> CancellationToken {
  // Initialises the token before a signal can arrive; a handler must not do so.
  let token = interruption
  for number in [SIGINT, SIGTERM, SIGHUP] {
    let earlier = signal(number) { number in
      interruption.cancel()
      signal(number, SIG_DFL)
    }
    // `nohup` ignores SIGHUP, so that work outlives its terminal.
    if number == SIGHUP, isIgnored(earlier) { signal(number, SIG_IGN) }
  }
  return token
}

/// True if a handler is SIG_IGN.
///
/// Functions aren't comparable, but a C handler is one word, nil is zero, and SIG_IGN is a constant.
private func isIgnored(_ handler: __sighandler_t?) -> Bool {
  unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
}
