import Kernel
import Observations
import Signals
import Synchronization
import Testing

/// Lazily computed knots equal precomputed ones.
struct SatelliteKnotsTests {
  private static let orbit = NominalConstellation.gps(week: 2300, secondsOfWeek: 108_000)[5]

  /// A track of ten hours, with a gap in the third as between messages.
  private static func track(
    fewKnots: Int, count: (@Sendable () -> Void)? = nil
  ) -> SatelliteTrack {
    SatelliteTrack(orbit.satellite, during: 0...36_000, step: 60, fewKnots: fewKnots) { time in
      count?()
      return (7200..<10_800).contains(time)
        ? nil : orbit.satelliteState(atSecondsOfWeek: 108_000 + time)
    }
  }

  /// Forwards like a receiver, with looks half a minute ahead; backwards; at random; outside.
  private static let orders: [[Double]] = [
    (0..<9000).flatMap { second in
      let now = Double(second) * 4
      return [now - 0.08, now - 0.07, (now / 30).rounded(.down) * 30 + 30]
    },
    (0..<9000).map { 36_000 - Double($0) * 4 },
    (0..<3000).map { Double($0 * 7919 % 37_000) - 500 + 0.5 },
  ]

  @Test(arguments: orders.indices) func knotsDoNotDependOnOrder(number: Int) {
    let (all, few) = (Self.track(fewKnots: .max), Self.track(fewKnots: 0))
    #expect(Self.orders[number].allSatisfy { all.state(at: $0) == few.state(at: $0) })
    #expect(Self.orders[number].contains { few.state(at: $0) != nil })
  }

  /// In forward order each is computed once, and unneeded ones never.
  @Test func knotsAreComputedOnce() {
    final class Counter: Sendable { let count = Mutex(0) }
    let counter = Counter()
    let track = Self.track(fewKnots: 0) { counter.count.withLock { $0 += 1 } }
    #expect(counter.count.withLock { $0 } == 0)
    for time in Self.orders[0] { _ = track.state(at: time) }
    #expect(counter.count.withLock { $0 } == 602, "one a minute, and the ends")
  }

  @Test func isThreadSafe() throws {
    let (all, few) = (Self.track(fewKnots: .max), Self.track(fewKnots: 0))
    let right = try parallelMap(Array(0..<8), jobs: 4) { job in
      (0..<4000).allSatisfy {
        let time = Double(($0 + job * 900) % 9000) * 4
        return all.state(at: time) == few.state(at: time)
      }
    }
    #expect(right.allSatisfy { $0 })
  }
}
