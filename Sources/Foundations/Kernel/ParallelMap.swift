import Glibc

/// Computes a result for each index on several threads and delivers the results in order.
///
/// The calls of `consume` never depend on `jobs`: results arrive on the calling thread, in index
/// order, each as soon as it and all earlier ones are ready. At most `window` results wait at any
/// time, so memory is bounded for any count.
///
/// With one job, all work runs on the calling thread. The default `window` is twice `jobs`.
/// Cancellation stops the work between two indices; check it in `compute` too if that is long.
/// `compute` is called from several threads at once.
///
/// - Throws: The error of the lowest index that failed, after all earlier results were consumed, or
///   ``Cancelled``. No thread is left running in either case.
public func parallelMap<Output: Sendable>(
  count: Int, jobs: Int, window: Int? = nil, cancellation: CancellationToken? = nil,
  compute: @escaping @Sendable (Int) throws -> Output,
  consume: (Int, Output) throws -> Void
) throws {
  guard jobs > 1, count > 1 else {
    for index in 0..<max(0, count) {
      try cancellation?.check()
      try consume(index, compute(index))
    }
    return
  }
  let threads = min(jobs, count)
  let board = WorkQueue<Output>(
    count: count, window: max(threads, window ?? 2 * threads), cancellation: cancellation)
  let threadGroup = ThreadGroup(size: threads) {
    while let index = board.claim() {
      board.post(index, Result { try compute(index) })
    }
  }
  // No thread could be started: run on the calling thread.
  if threadGroup.size == 0 {
    return try parallelMap(
      count: count, jobs: 1, cancellation: cancellation, compute: compute, consume: consume)
  }
  defer {
    board.stop()
    threadGroup.join()
  }
  for index in 0..<count {
    try consume(index, board.take(index).get())
  }
}

/// Maps a list on several threads; the result doesn't depend on the number of threads.
///
/// `transform` is called from several threads at once. `progress` is called on the calling thread
/// with the number of finished inputs, in order. Cancellation stops the work between two inputs.
///
/// - Returns: The results in the order of the inputs.
/// - Throws: The error of the first input that failed, or ``Cancelled``.
public func parallelMap<Input: Sendable, Output: Sendable>(
  _ inputs: [Input], jobs: Int, cancellation: CancellationToken? = nil,
  progress: (_ done: Int) -> Void = { _ in },
  transform: @escaping @Sendable (Input) throws -> Output
) throws -> [Output] {
  var outputs: [Output] = []
  outputs.reserveCapacity(inputs.count)
  try parallelMap(
    count: inputs.count, jobs: jobs, cancellation: cancellation,
    compute: { try transform(inputs[$0]) },
    consume: { index, output in
      outputs.append(output)
      progress(index + 1)
    })
  return outputs
}

/// Work queue from which threads claim indices and to which they post results; one lock guards all fields.
private final class WorkQueue<Output: Sendable>: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let count: Int
  private let window: Int
  private let cancellation: CancellationToken?
  private var nextIndex = 0
  private var takenCount = 0
  private var isStopped = false
  private var posted: [Int: Result<Output, any Error>] = [:]

  init(count: Int, window: Int, cancellation: CancellationToken?) {
    self.count = count
    self.window = window
    self.cancellation = cancellation
    pthread_mutex_init(lock, nil)
    // The monotonic clock: waits must not stretch when the time of day is corrected.
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(changed, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(lock)
    changed.deallocate()
    lock.deallocate()
  }

  /// Waits until an index is available; nil when all work is claimed.
  func claim() -> Int? {
    locked {
      while !isStopped, nextIndex < count, nextIndex - takenCount >= window { wait() }
      guard !isStopped, nextIndex < count, cancellation?.isCancelled != true else { return nil }
      nextIndex += 1
      return nextIndex - 1
    }
  }

  func post(_ index: Int, _ result: Result<Output, any Error>) {
    locked {
      posted[index] = result
      pthread_cond_broadcast(changed)
    }
  }

  /// Waits for the result of `index`, or for cancellation.
  func take(_ index: Int) -> Result<Output, any Error> {
    locked {
      while true {
        if let result = posted.removeValue(forKey: index) {
          takenCount = index + 1
          pthread_cond_broadcast(changed)
          return result
        }
        // Even after cancellation, claimed work is awaited, so that finished results are kept.
        if cancellation?.isCancelled == true, index >= nextIndex {
          return .failure(Cancelled())
        }
        wait()
      }
    }
  }

  func stop() {
    locked {
      isStopped = true
      pthread_cond_broadcast(changed)
    }
  }

  private func locked<Value>(_ body: () -> Value) -> Value {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return body()
  }

  /// Waits up to 50 ms for a change, because a signal handler can't signal the condition.
  private func wait() {
    var deadline = timespec()
    clock_gettime(CLOCK_MONOTONIC, &deadline)
    deadline.tv_nsec += 50_000_000
    if deadline.tv_nsec >= 1_000_000_000 {
      deadline.tv_nsec -= 1_000_000_000
      deadline.tv_sec += 1
    }
    pthread_cond_timedwait(changed, lock, &deadline)
  }
}

/// A group of threads that all run one body.
private struct ThreadGroup {
  private var threads: [pthread_t] = []

  /// The number of threads that started.
  var size: Int { threads.count }

  init(size: Int, _ run: @escaping @Sendable () -> Void) {
    for _ in 0..<size {
      guard let thread = startThread(run) else { break }
      threads.append(thread)
    }
  }

  func join() {
    for thread in threads { pthread_join(thread, nil) }
  }
}
