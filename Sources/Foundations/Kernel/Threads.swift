import Glibc
import Synchronization

/// Stack size of each thread in bytes, because the system's default may be too small.
private let stackSize = 16 << 20

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// Starts a thread with a large stack; nil on failure.
func startThread(_ run: @escaping @Sendable () -> Void) -> pthread_t? {
  var attributes = pthread_attr_t()
  guard pthread_attr_init(&attributes) == 0 else { return nil }
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setstacksize(&attributes, stackSize)
  let body = Unmanaged.passRetained(ThreadBody(run))
  var thread = pthread_t()
  let status = pthread_create(
    &thread, &attributes,
    { argument in
      guard let argument else { return nil }
      Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
      return nil
    }, body.toOpaque())
  guard status == 0 else {
    body.release()
    return nil
  }
  return thread
}

/// Runs `body` on a large stack, independent of the caller's stack limit (`ulimit -s`).
public func onLargeStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
  let box = ResultBox<Result>()
  guard let thread = startThread({ box.keep(body()) }) else { return body() }
  pthread_join(thread, nil)
  guard let result = box.kept else { preconditionFailure("the thread ended without a result") }
  return result
}

private final class ResultBox<Result: Sendable>: Sendable {
  private let result = Mutex<Result?>(nil)

  var kept: Result? { result.withLock { $0 } }

  func keep(_ value: Result) { result.withLock { $0 = value } }
}
