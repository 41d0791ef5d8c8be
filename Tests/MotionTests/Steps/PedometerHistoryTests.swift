import Kernel
import Motion
import Testing

struct PedometerHistoryTests {
  private static let day = 86_400.0

  /// A history of some days with walks at irregular times.
  private func history(days: Double, seed: UInt64) -> PedometerHistory {
    var draw = RandomStream(seed: seed, purpose: "history")
    var history = PedometerHistory()
    var time = 0.0
    while time < days * Self.day {
      time += draw.uniform(in: 60...3000)
      for _ in 0..<(10 + draw.integer(below: 800)) {
        time += draw.uniform(in: 0.35...0.7)
        history.addStep(at: SimTime(seconds: time), metres: draw.uniform(in: 0.4...1.3))
      }
      if draw.integer(below: 3) == 0 {
        history.addFloors(
          up: draw.integer(below: 3), down: draw.integer(below: 2), at: SimTime(seconds: time))
      }
    }
    return history
  }

  @Test(arguments: 0..<6 as Range<UInt64>) func hoursAddUpToTheDay(seed: UInt64) {
    let history = history(days: 3, seed: seed)
    var draw = RandomStream(seed: seed, purpose: "cuts")
    // Whole hours, and arbitrary parts.
    for begin in [0, Self.day, 1.37 * Self.day] {
      for isEven in [true, false] {
        var sum = PedometerHistory.Total()
        var from = begin
        while from < begin + Self.day {
          let length = isEven ? 3600 : draw.uniform(in: 1...7000)
          let to = min(from + length, begin + Self.day)
          let part = history.total(from: SimTime(seconds: from), to: SimTime(seconds: to))
          sum.stepCount += part.stepCount
          sum.distanceMetres += part.distanceMetres
          sum.floorsAscended += part.floorsAscended
          sum.floorsDescended += part.floorsDescended
          from = to
        }
        let whole = history.total(
          from: SimTime(seconds: begin), to: SimTime(seconds: begin + Self.day))
        #expect(sum == whole)
        #expect(whole.stepCount > 0)
      }
    }
  }

  @Test func keepsSevenDays() {
    let history = history(days: 12, seed: 1)
    let end = SimTime(seconds: 12 * Self.day)
    let week = history.total(from: end - .hours(7 * 24 - 1), to: end)
    #expect(week.stepCount > 1000)
    #expect(history.total(from: .distantPast, to: end - .hours(7 * 24 + 8)).stepCount == 0)
    #expect(history.byteCount < 4_000_000)
    // Without any rest.
    var nonGait = PedometerHistory()
    for step in 0..<1_000_000 {
      nonGait.addStep(at: SimTime(seconds: Double(step) * 0.7), metres: 0.7)
    }
    #expect(nonGait.byteCount < 4_000_000)
  }

  @Test func keepsLateSteps() {
    var history = PedometerHistory()
    var draw = RandomStream(seed: 9, purpose: "lost")
    var metres = 0.0
    for step in 0..<50_000 {
      // Some steps are late.
      let time = Double(step) * 0.5 - (step % 7 == 0 ? 6 : 0)
      let length = draw.uniform(in: 0.3...1.5)
      metres += length
      history.addStep(at: SimTime(seconds: max(0, time)), metres: length)
    }
    let total = history.total(from: .start, to: .distantFuture)
    #expect(total.stepCount == 50_000)
    #expect(abs(total.distanceMetres - metres) < 1)
  }

  @Test func survivesARestart() throws {
    let history = history(days: 4, seed: 2)
    let copy = try PedometerHistory(bytes: history.bytes)
    let day = (SimTime(seconds: Self.day), SimTime(seconds: 2 * Self.day))
    #expect(copy.total(from: day.0, to: day.1) == history.total(from: day.0, to: day.1))
    #expect(copy.bytes == history.bytes)
    #expect(throws: PedometerHistory.ReadingError.foreign) {
      try PedometerHistory(bytes: [1, 2, 3])
    }
    for cut in [1, 5, 11] {
      #expect(throws: PedometerHistory.ReadingError.self) {
        try PedometerHistory(bytes: Array(history.bytes.dropLast(cut)))
      }
    }
    var twisted = history.bytes
    twisted.swapAt(4, 14)
    twisted.swapAt(7, 12)
    _ = try? PedometerHistory(bytes: twisted)
  }

  @Test func survivesExtremeTimes() {
    var history = PedometerHistory()
    for time in [SimTime.distantFuture, .distantPast, .start, SimTime(seconds: -5)] {
      history.addStep(at: time, metres: .nan)
      history.addFloors(up: 100, down: -4, at: time)
    }
    #expect(history.total(from: .distantPast, to: .distantFuture).stepCount == 2)
    #expect(history.total(from: .distantFuture, to: .distantPast).stepCount == 0)
  }
}
