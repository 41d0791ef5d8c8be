import Kernel
import Synchronization
import Testing

@Suite struct ParallelMapTests {
  private struct Unlucky: Error, Equatable { let index: Int }

  private static func work(_ index: Int) -> UInt64 {
    var stream = RandomStream(seed: 9, purpose: "work", index: UInt64(index))
    // Uneven, so that results come out of order.
    for _ in 0..<(index % 7) * 3000 { _ = stream.next() }
    return stream.next()
  }

  @Test(arguments: [0, 1, 2, 3, 100], [1, 2, 3, 8])
  func sameResultForAnyNumberOfJobs(count: Int, jobs: Int) throws {
    var progress: [Int] = []
    let mapped = try parallelMap(
      Array(0..<count), jobs: jobs, progress: { progress.append($0) }, transform: Self.work)
    #expect(mapped == (0..<count).map(Self.work))
    #expect(progress == Array(1..<(count + 1)))
  }

  @Test(arguments: [1, 2, 8])
  func theFirstFailureIsThrownAfterAllBeforeIt(jobs: Int) {
    var consumed: [Int] = []
    #expect(throws: Unlucky(index: 41)) {
      try parallelMap(
        count: 100, jobs: jobs,
        compute: { index in
          if index == 41 || index == 43 { throw Unlucky(index: index) }
          return Self.work(index)
        },
        consume: { index, _ in consumed.append(index) })
    }
    #expect(consumed == Array(0..<41))
  }

  @Test(arguments: [1, 2, 8])
  func anErrorInConsumingStopsTheWork(jobs: Int) {
    #expect(throws: Unlucky(index: 5)) {
      try parallelMap(
        count: 1000, jobs: jobs, compute: Self.work,
        consume: { index, _ in if index == 5 { throw Unlucky(index: 5) } })
    }
  }

  @Test(arguments: [1, 2, 8])
  func cancellationKeepsFinishedResults(jobs: Int) {
    let token = CancellationToken()
    var consumed: [Int] = []
    #expect(throws: Cancelled.self) {
      try parallelMap(
        count: 1000, jobs: jobs, cancellation: token, compute: Self.work,
        consume: { index, _ in
          consumed.append(index)
          if index == 10 { token.cancel() }
        })
    }
    #expect(consumed == Array(0..<consumed.count))
    #expect(consumed.count >= 11 && consumed.count < 100)
  }

  /// Computation never runs further ahead of consumption than the window.
  @Test func memoryIsBoundedByTheWindow() throws {
    let started = Atomic(0)
    var worst = 0
    try parallelMap(
      count: 300, jobs: 4, window: 6,
      compute: { index in
        started.add(1, ordering: .relaxed)
        return Self.work(index)
      },
      consume: { index, _ in worst = max(worst, started.load(ordering: .relaxed) - index) })
    #expect(worst <= 7)
  }
}
