import Synchronization

/// Thrown by long work that was cancelled and has stopped at a safe point.
public struct Cancelled: Error, Hashable {
  @inlinable
  public init() {}
}

/// Cancellation flag for long work; can be raised from any thread and from a signal handler.
public final class CancellationToken: Sendable {
  private let flag = Atomic(false)

  public init() {}

  public var isCancelled: Bool { flag.load(ordering: .relaxed) }

  public func cancel() {
    flag.store(true, ordering: .relaxed)
  }

  /// Throws ``Cancelled`` if the flag is raised.
  public func check() throws(Cancelled) {
    if isCancelled { throw Cancelled() }
  }
}
