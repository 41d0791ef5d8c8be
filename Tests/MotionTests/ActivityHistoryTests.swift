import Kernel
import Motion
import Observations
import Testing

struct ActivityHistoryTests {
  /// A schedule of activities, with their numbers of windows.
  private struct Course {
    var parts: [(found: ActivityClass, count: Int)]

    /// Days of rest, walks, rides and runs.
    init(seed: UInt64, count: Int) {
      var draws = RandomStream(seed: seed, purpose: "course")
      let kinds: [ActivityClass] = [
        .body, .walking, .running, .automotive, .cycling, .body, .table,
      ]
      parts = []
      while parts.count < count {
        // People walk between other activities.
        if let last = parts.last, last.found != .walking {
          parts.append((.walking, 8 + draws.integer(below: 20)))
        } else {
          parts.append(
            (kinds[draws.integer(below: kinds.count)], 20 + draws.integer(below: 200)))
        }
      }
    }
  }

  private static func flags(_ found: ActivityClass) -> ActivityFlags {
    switch found {
    case .table, .body: .stationary
    case .walking: .walking
    case .running: .running
    case .automotive, .idle: .automotive
    case .cycling: .cycling
    case .other: []
    }
  }

  /// Evidence with occasional errors.
  private func evidence(_ found: ActivityClass, _ draws: inout RandomStream) -> ActivityEvidence {
    var shown = found
    if draws.happens(withProbability: 0.12) {
      shown = ActivityClass.allCases[draws.integer(below: ActivityClass.count)]
    }
    var shares = SIMD8<Float>(repeating: 0.02)
    shares[shown.rawValue] = 0.86
    return ActivityEvidence(probabilities: shares)
  }

  @Test func pulledRecordsAreBetterThanPushedReports() {
    var right = (push: 0, pull: 0), changes = (push: 0, pull: 0, true: 0)
    for seed in 1...20 as ClosedRange<UInt64> {
      var draws = RandomStream(seed: seed, purpose: "history")
      var history = ActivityHistory()
      var tracker = ActivityTracker()
      var time = SimTime.start
      var truth: [ActivityFlags] = [], push: [ActivityFlags] = []
      for part in Course(seed: seed, count: 40).parts {
        for _ in 0..<part.count {
          time += MotionFeatures.period
          let evidence = evidence(part.found, &draws)
          if tracker.receive(evidence, endingAt: time) != nil { changes.push += 1 }
          history.add(evidence, endingAt: time)
          push.append(tracker.current.flags)
          truth.append(Self.flags(part.found))
        }
        changes.true += 1
      }
      let records = history.records(from: .start, to: time)
      changes.pull += records.count
      var place = 0
      for (number, flag) in truth.enumerated() {
        let middle = SimTime(seconds: 2.5 * Double(number) + 1.25)
        while place + 1 < records.count, records[place + 1].startTime <= middle { place += 1 }
        if push[number].isSuperset(of: flag) { right.push += 1 }
        if records[place].flags.isSuperset(of: flag) { right.pull += 1 }
      }
    }
    #expect(right.pull > right.push)
    #expect(changes.pull < changes.push)
    #expect(Double(changes.pull) < 1.15 * Double(changes.true))
  }

  @Test func firstRecordStartsBeforeInterval() {
    var draws = RandomStream(seed: 3, purpose: "history")
    var history = ActivityHistory()
    var time = SimTime.start
    for (found, count) in [(ActivityClass.walking, 200), (.table, 12_000), (.walking, 100)] {
      for _ in 0..<count {
        time += MotionFeatures.period
        history.add(evidence(found, &draws), endingAt: time)
      }
    }
    for hours in [1.0, 3, 6, 8] {
      let begin = SimTime(seconds: 500 + 3600 * hours)
      let records = history.records(from: begin, to: begin + .seconds(60))
      #expect(records.count == 1)
      #expect(records.first?.flags == .stationary)
      let start = records.first?.startTime.seconds ?? 0
      #expect(abs(start - 500) < 10, "asked from \(hours) h")
    }
    #expect(history.records(from: .distantPast, to: .distantPast).isEmpty)
    #expect(history.records(from: time, to: .start).isEmpty)
    #expect(!history.records(from: .distantPast, to: .distantFuture).isEmpty)
  }

  @Test func keepsSevenDaysInFourMegabytes() {
    var draws = RandomStream(seed: 5, purpose: "history")
    var history = ActivityHistory()
    var time = SimTime.start
    let early = evidence(.running, &draws)
    let windows = 9 * 24 * 1440
    for number in 0..<windows {
      time += MotionFeatures.period
      history.add(number < 400 ? early : evidence(.table, &draws), endingAt: time)
    }
    #expect(history.byteCount < 4_000_000)
    let old = history.records(from: .start, to: time)
    #expect(old.first?.flags == .stationary)
    #expect((old.first?.startTime ?? .start) >= time - ActivityHistory.span - .seconds(30))
    #expect(old.count < 40)
  }

  /// A clock that is set back by more than the history's length leaves no later entries.
  @Test func clockRewindRemovesLaterEntries() {
    var draws = RandomStream(seed: 9, purpose: "history")
    var history = ActivityHistory()
    // Longer than a query's range, but not so long that the oldest entries are dropped from the file.
    let windows = 251_000
    for number in 1...windows {
      history.add(
        evidence(.table, &draws), endingAt: SimTime(seconds: 2.5 * Double(number)))
    }
    #expect(history.count < windows)
    history.add(evidence(.walking, &draws), endingAt: SimTime(seconds: 2.5 * 200))
    #expect(history.rewindCount == 1)
    #expect(history.count == 200)
    for number in 201...500 {
      history.add(
        evidence(.walking, &draws), endingAt: SimTime(seconds: 2.5 * Double(number)))
    }
    #expect(history.count == 500)
    #expect(history.rewindCount == 1)
    let records = history.records(from: .start, to: SimTime(seconds: 2.5 * 500))
    #expect(records.map(\.flags) == [.stationary, .walking])
  }

  @Test func gapsAreUnknown() {
    var draws = RandomStream(seed: 7, purpose: "history")
    var history = ActivityHistory()
    for start in [0.0, 3600] {
      for number in 1...200 {
        history.add(
          evidence(.walking, &draws), endingAt: SimTime(seconds: start + 2.5 * Double(number)))
      }
    }
    let records = history.records(from: .start, to: SimTime(seconds: 4000))
    #expect(records.map(\.flags) == [.walking, .unknown, .walking])
    #expect(records.map { ($0.startTime.seconds / 10).rounded() * 10 } == [0, 500, 3600])
    // The clock is set back: entries in the future are removed.
    history.add(evidence(.walking, &draws), endingAt: SimTime(seconds: 400))
    #expect(history.rewindCount == 1)
    #expect(history.records(from: .start, to: SimTime(seconds: 4000)).count == 1)
    history.add(evidence(.walking, &draws), endingAt: SimTime(seconds: -500))
    #expect(history.rewindCount == 2)
    #expect(history.count == 1)
  }
}
