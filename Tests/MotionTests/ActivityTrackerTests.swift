import Kernel
import Motion
import Observations
import Testing

struct ActivityTrackerTests {
  /// The reports by time.
  private func reports(
    _ batches: [InertialBatch], _ monitor: inout ActivityMonitor
  ) -> [(time: SimTime, report: ActivityReport)] {
    var found: [(time: SimTime, report: ActivityReport)] = []
    for batch in batches {
      let time = batch.samples.last?.time ?? .start
      monitor.receive(batch) { found.append((time, $0)) }
    }
    return found
  }

  @Test(arguments: ActivitySignals.Kind.allCases, [20.0, 50, 100, 200])
  func reportsCurrentActivity(kind: ActivitySignals.Kind, hertz: Double) {
    for seed in 1...10 as ClosedRange<UInt64> {
      var monitor = ActivityMonitor()
      let found = reports(
        ActivitySignals.batches(
          [(kind, 60)], hertz: hertz, seed: seed,
          turn: ActivitySignals.Turn(angle: Double(seed), other: 0.5 * Double(seed))), &monitor)
      #expect(monitor.current.flags == ActivitySignals.flags(kind), "seed \(seed)")
      #expect(monitor.current.confidence >= .medium)
      #expect(found.last?.report == monitor.current)
    }
  }

  @Test func reportsChangesAndRisingConfidenceOnly() {
    for seed in 1...20 as ClosedRange<UInt64> {
      var monitor = ActivityMonitor()
      let found = reports(
        ActivitySignals.batches(
          [(.standing, 31), (.walking, 42), (.running, 33), (.standing, 30)], seed: seed), &monitor)
      var before: ActivityReport?
      for (time, report) in found {
        #expect(report.startTime <= time)
        if let before, before.flags == report.flags {
          #expect(report.confidence > before.confidence)
          #expect(report.startTime == before.startTime)
        } else if let before {
          #expect(report.startTime >= before.startTime)
        }
        before = report
      }
      #expect(
        found.map(\.report.flags).reduce(into: [ActivityFlags]()) {
          // Between two of them there may be a window without a decision.
          if $0.last != $1, !$1.isEmpty { $0.append($1) }
        } == [.stationary, .walking, .running, .stationary], "seed \(seed)")
    }
  }

  /// 3 to 5 s in the median and 7.5 s for 19 of 20.
  @Test(arguments: [ActivitySignals.Kind.walking, .running])
  func detectsActivityAndStartTimeQuickly(kind: ActivitySignals.Kind) {
    var latencies: [Double] = [], offsets: [Double] = []
    for seed in 1...20 as ClosedRange<UInt64> {
      let rest = 30 + 0.125 * Double(seed)
      var monitor = ActivityMonitor()
      let found = reports(
        ActivitySignals.batches([(.standing, rest), (kind, 30)], seed: seed), &monitor)
      guard let first = found.first(where: { $0.report.flags == ActivitySignals.flags(kind) })
      else {
        Issue.record("\(kind) never told, seed \(seed)")
        continue
      }
      latencies.append(first.time.seconds - rest)
      offsets.append(abs(first.report.startTime.seconds - rest))
    }
    #expect(latencies.sorted().dropFirst(9).first ?? 99 <= 5)
    #expect(latencies.sorted().dropFirst(18).first ?? 99 <= 7.5)
    #expect(offsets.sorted().dropFirst(18).first ?? 99 <= 2.6)
  }

  @Test func isUnknownAfterBootsAndGaps() {
    var monitor = ActivityMonitor()
    #expect(monitor.current.flags == .unknown)
    _ = reports(ActivitySignals.batches([(.walking, 20)]), &monitor)
    #expect(monitor.current.flags == .walking)
    let early = monitor.elapse(to: SimTime(seconds: 25))
    #expect(early == nil)
    let late = monitor.elapse(to: SimTime(seconds: 40))
    #expect(late?.flags == .unknown)
    _ = reports(ActivitySignals.batches([(.running, 20)], from: 100), &monitor)
    #expect(monitor.current.flags == .running)
    let booted = monitor.restart(at: SimTime(seconds: 130))
    #expect(booted?.flags == .unknown)
    #expect(booted?.startTime == SimTime(seconds: 130))
    _ = reports(ActivitySignals.batches([(.standing, 20)], from: 131), &monitor)
    #expect(monitor.current.flags == .stationary)
  }

  @Test(arguments: [0, 1, 2]) func stuckAxisIsUnknown(axis: Int) {
    var monitor = ActivityMonitor()
    func stuck(_ batch: InertialBatch) -> InertialBatch {
      InertialBatch(
        samples: batch.samples.map {
          InertialSample(
            time: $0.time, x: axis == 0 ? 156.9 : $0.x, y: axis == 1 ? 0 : $0.y,
            z: axis == 2 ? 3 : $0.z)
        })
    }
    for batch in ActivitySignals.batches([(.walking, 40)]) {
      monitor.receive(stuck(batch)) { _ in }
    }
    #expect(monitor.current.flags == .unknown)
    #expect(monitor.features.faults.stuck >= 10)
    for batch in ActivitySignals.batches([(.walking, 20)], from: 40) {
      monitor.receive(batch) { _ in }
    }
    #expect(monitor.current.flags == .walking)
  }

  @Test func survivesInvalidReadings() {
    for seed in 1...20 as ClosedRange<UInt64> {
      var draws = RandomStream(seed: seed, purpose: "spoil")
      var monitor = ActivityMonitor()
      for batch in ActivitySignals.batches([(.walking, 60), (.standing, 60)], seed: seed) {
        var batch = batch
        for number in batch.samples.indices {
          switch draws.integer(below: 60) {
          case 0: batch.samples[number].x = .nan
          case 1: batch.samples[number].z = -.infinity
          case 2: batch.samples[number].time -= .seconds(0.05)
          case 3: batch.samples[number].y = 1e30
          default: break
          }
        }
        monitor.receive(batch) { _ in }
      }
      #expect(monitor.current.flags == .stationary, "seed \(seed)")
      #expect(monitor.features.faults.unusable > 100)
      // A clock that is set back is used from then on.
      for batch in ActivitySignals.batches([(.running, 30)], seed: seed, from: 10) {
        monitor.receive(batch) { _ in }
      }
      #expect(monitor.current.flags == .running)
      #expect(monitor.features.faults.backwards == 1)
    }
  }

  /// Evidence for one class, with the highest confidence of a window.
  private func vote(_ found: ActivityClass) -> SIMD8<Float> {
    var shares = SIMD8<Float>(repeating: 0.01)
    shares[found.rawValue] = 0.93
    return shares
  }

  private func follow(
    _ classes: [(ActivityClass, Int)], isLinked: Bool = false, speed: Double? = nil,
    isOnWrist: Bool = false
  ) -> [ActivityFlags] {
    var tracker = ActivityTracker()
    var time = SimTime.start
    var reported: [ActivityFlags] = []
    for (found, count) in classes {
      for _ in 0..<count {
        time += MotionFeatures.period
        let evidence = ActivityEvidence(
          probabilities: vote(found), speed: speed, isLinked: isLinked, isOnWrist: isOnWrist)
        _ = tracker.receive(evidence, endingAt: time)
        reported.append(tracker.current.flags)
      }
    }
    return reported
  }

  @Test func drivingLastsUntilWalking() {
    let reported = follow([
      (.body, 8), (.walking, 8), (.automotive, 20), (.idle, 20), (.automotive, 12), (.other, 20),
      (.body, 20), (.walking, 8), (.body, 20),
    ])
    #expect(reported[7] == .stationary)
    #expect(reported[15] == .walking)
    #expect(reported[35] == .automotive)
    #expect(reported[55] == [.automotive, .stationary])
    #expect(reported[67] == .automotive)
    // In the hand: no decision, but the drive isn't over.
    #expect(reported[87] == [])
    #expect(reported[115] == .walking)
    #expect(reported[135] == .stationary)
  }

  /// Brushing teeth and eating with a watch isn't riding.
  @Test func handMotionWithWatchIsNotDriving() {
    let meal: [(ActivityClass, Int)] = [
      (.body, 8), (.other, 6), (.body, 3), (.other, 1), (.body, 12),
    ]
    let worn = follow(meal, isOnWrist: true), held = follow(meal)
    #expect(worn.last == .stationary)
    #expect(held.count { $0 == .stationary } <= worn.count { $0 == .stationary })
  }

  @Test func restIsNotDriving() {
    for found in [ActivityClass.idle, .body, .table] {
      #expect(follow([(found, 200)]).dropFirst(2).allSatisfy { $0 == .stationary }, "\(found)")
    }
  }

  @Test func usesCarLinkAndSpeed() {
    let linked = follow([(.body, 4)], isLinked: true)
    #expect(linked.last == [.automotive, .stationary])
    let driven = follow([(.automotive, 2)], isLinked: true)
    #expect(driven.last == .automotive)
    // At 20 m/s even a phone that seems to be at rest is in a vehicle
    let fast = follow([(.body, 12)], speed: 20)
    // (perhaps handled), and isn't stationary.
    #expect(fast.last?.contains(.automotive) == true || fast.last == [])
    let slow = follow([(.walking, 6)], isLinked: true)
    #expect(slow.last == .walking)
  }
}
