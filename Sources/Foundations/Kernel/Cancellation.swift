import Synchronization

/// Thrown by long work that was asked to stop, and did so at a safe place.
public struct Cancelled: Error, Hashable {
  /// Creates the error.
  @inlinable
  public init() {}
}

/// A flag that asks long work to stop; safe to raise from any thread and from a signal handler.
public final class CancellationToken: Sendable {
  private let flag = Atomic(false)

  /// Creates a token that asks nothing yet.
  public init() {}

  /// Whether work was asked to stop.
  public var isCancelled: Bool { flag.load(ordering: .relaxed) }

  /// Asks the work to stop.
  public func cancel() {
    flag.store(true, ordering: .relaxed)
  }

  /// Throws if the work was asked to stop.
  ///
  /// - Throws: ``Cancelled``.
  public func check() throws(Cancelled) {
    if isCancelled { throw Cancelled() }
  }
}
