import Glibc
import Kernel

/// The token that Ctrl-C and a polite kill raise.
private let interruption = CancellationToken()

/// Lets the first Ctrl-C stop the work at a safe place, and the second stop it at once.
///
/// - Returns: The token to hand to the work.
func interruptible() -> CancellationToken {
  // Touched before any signal can come: a handler must not be the one to make it.
  let token = interruption
  for number in [SIGINT, SIGTERM] {
    signal(number) { number in
      interruption.cancel()
      signal(number, SIG_DFL)
    }
  }
  return token
}
