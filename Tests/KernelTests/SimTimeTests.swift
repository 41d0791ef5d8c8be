import Kernel
import Testing

@Suite struct SimTimeTests {
  @Test func arithmeticIsExactAndSaturates() {
    let tenth = SimDuration.seconds(0.1)
    #expect(tenth.nanoseconds == 100_000_000)
    var time = SimTime.start
    for _ in 0..<1_000_000 { time += tenth }
    #expect(time == SimTime(nanoseconds: 100_000 * 1_000_000_000), "no drift after a million ticks")
    #expect(SimTime.distantFuture + .hours(1) == .distantFuture)
    #expect(SimTime.distantPast - .hours(1) == .distantPast)
    #expect(SimTime.distantFuture - SimTime.distantPast == SimDuration(nanoseconds: .max))
    #expect(SimDuration.seconds(1e300).nanoseconds == .max)
    #expect(SimDuration.seconds(-1e300).nanoseconds == .min)
    #expect(SimDuration.seconds(.nan) == .zero)
    #expect(-SimDuration(nanoseconds: .min) == SimDuration(nanoseconds: .max))
    #expect(SimDuration.hours(1) * .max == SimDuration(nanoseconds: .max))
    #expect(SimDuration.hours(-1) * .max == SimDuration(nanoseconds: .min))
    #expect(SimDuration.minutes(3) / SimDuration.seconds(90) == 2)
  }

  @Test(
    arguments: [
      (0, "0:00:00"), (3_723_500_000_000, "1:02:03.5"), (-1, "-0:00:00.000000001"),
      (59_999_999_999, "0:00:59.999999999"), (360_000_000_000_000, "100:00:00"),
      (Int64.max, "2562047:47:16.854775807"),
    ] as [(Int64, String)])
  func prints(nanoseconds: Int64, text: String) {
    #expect(SimTime(nanoseconds: nanoseconds).description == text)
  }

  @Test func everyPrintedTimeReadsBack() {
    var stream = RandomStream(seed: 11, purpose: "times")
    for _ in 0..<20_000 {
      let bits = Int64(bitPattern: stream.next()) >> Int64(stream.integer(below: 60))
      let time = SimTime(nanoseconds: bits / 2)
      #expect(SimTime(time.description) == time)
    }
    #expect(SimTime("90.25") == SimTime(seconds: 90.25))
    #expect(SimTime("2:30") == SimTime(seconds: 150))
  }

  @Test(arguments: [
    "", "-", "1:60", "1:2:3:4", "1:", ":1", "1.5:00", "abc", "1e3", "+5", " 1", "1:-2",
    "0.1234567891", "99999999999", "2562047:47:17", "1.2.3", "٣",
  ])
  func refusesInvalidText(text: String) {
    #expect(SimTime(text) == nil)
  }

  @Test func ticksNeverDrift() {
    let beat = Ticks(from: SimTime(seconds: 5), hertz: 30)
    #expect(beat.time(of: 0) == SimTime(seconds: 5))
    #expect(beat.time(of: 30 * 86_400 * 365) == SimTime(seconds: 5 + 86_400 * 365))
    #expect(beat.time(of: 1).nanoseconds == 5_033_333_333)
    #expect(beat.time(of: 2).nanoseconds == 5_066_666_667)
    #expect(beat.time(of: .max) == .distantFuture)
    let step = Ticks(from: .start, every: .milliseconds(2500))
    #expect(step.time(of: 3) == SimTime(seconds: 7.5))
    for time in [-3.0, 0, 4.9, 5, 5.001, 6, 1e6] {
      let index = beat.index(atOrAfter: SimTime(seconds: time))
      #expect(beat.time(of: index) >= SimTime(seconds: time))
      #expect(index == 0 || beat.time(of: index - 1) < SimTime(seconds: time))
    }
  }
}
