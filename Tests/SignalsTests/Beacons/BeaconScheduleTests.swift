import Glibc
import Kernel
import Numerics
import Observations
import Signals
import Testing

struct BeaconScheduleTests {
  @Test(arguments: [0.02, 0.1, 0.35, 10.24]) func intervalsMatchStandard(interval: Double) throws {
    let slots = (interval / 0.000625).rounded() * 0.000625
    var gaps = RunningStatistics()
    var ends = RunningStatistics()
    for seed in 0..<40 as Range<UInt64> {
      let schedule = BeaconSchedule(seed: seed, beacon: 7, intervalSeconds: interval)
      var cursor = schedule.first
      var last = schedule.time(of: cursor)
      #expect(last >= .start && last.seconds < slots + 1e-6)
      let begin = last
      for _ in 0..<1000 {
        schedule.advance(&cursor)
        let time = schedule.time(of: cursor)
        let gap = (time - last).seconds - slots
        // A crystal has an error of a few parts in 10^5 on top of the delay.
        #expect(gap > -1e-4 * interval - 1e-6 && gap < 0.010 + 1e-4 * interval + 1e-6)
        try gaps.add(gap)
        last = time
      }
      try ends.add((last - begin).seconds - 1000 * slots)
    }
    #expect(abs(gaps.average - 0.005) < 0.0002 + 1e-5 * interval)
    #expect(abs(gaps.spread - 0.010 / 12.squareRoot()) < 0.0001 + 2e-5 * interval)
    // The delays add up: after 1000 events beacons are apart by √1000 of a delay's sigma.
    let clock = 1000 * interval * 15e-6
    let expected = (1000 / 12.0 * 1e-4 + clock * clock).squareRoot()
    #expect(abs(ends.spread / expected - 1) < 0.4, "\(ends.spread), not \(expected)")
  }

  @Test func eventsAreAddressableByNumber() {
    for seed in 0..<5 as Range<UInt64> {
      let schedule = BeaconSchedule(seed: seed, beacon: 3, intervalSeconds: 0.1)
      var cursor = schedule.first
      var times: [SimTime] = []
      for _ in 0..<3000 {
        times.append(schedule.time(of: cursor))
        schedule.advance(&cursor)
      }
      for number in [0, 1, 31, 32, 33, 64, 1000, 2047, 2999] {
        #expect(schedule.time(ofEvent: Int64(number)) == times[number])
      }
      // Forwards, backwards, to an event itself and just after it.
      for number in [5, 2900, 17, 31, 32, 2048, 96, 95] {
        schedule.seek(&cursor, atOrAfter: times[number])
        #expect(cursor.number == Int64(number) && schedule.time(of: cursor) == times[number])
        schedule.seek(&cursor, atOrAfter: times[number] + SimDuration(nanoseconds: 1))
        #expect(cursor.number == Int64(number) + 1)
        schedule.seek(&cursor, atOrAfter: times[number])
        #expect(cursor.number == Int64(number))
        schedule.advance(&cursor)
        #expect(schedule.time(of: cursor) == times[number + 1])
      }
      schedule.seek(&cursor, atOrAfter: .start)
      #expect(cursor.number == 0)
    }
  }

  @Test func isRegularWithoutDelays() {
    let schedule = BeaconSchedule(seed: 1, beacon: 3, intervalSeconds: 0.35, delays: false)
    let first = schedule.time(ofEvent: 0)
    for number in [1, 10, 100_000] as [Int64] {
      #expect(schedule.time(ofEvent: number) - first == .milliseconds(350) * number)
    }
    #expect(abs(schedule.rate - 1 / 0.35) < 1e-9)
  }

  @Test(arguments: BeaconScanProfile.allCases) func scannersReceiveInTheirWindows(
    profile: BeaconScanProfile
  ) {
    let start = SimTime(seconds: 3.21)
    let scanner = BeaconScanner(profile, start: start)
    let airtime = BeaconFrame.airtime(of: .iBeacon)
    var received = [0, 0, 0]
    var draw = RandomStream(seed: 4, purpose: "test.scan")
    let count = 60_000
    for _ in 0..<count {
      let event = SimTime(seconds: draw.uniform(in: 4...5000))
      guard let frame = scanner.frame(ofEvent: event, airtime: airtime) else { continue }
      received[frame.channel] += 1
      let turn = (frame.time - start) / profile.interval
      #expect(Int(turn) % 3 == frame.channel)
      let within = profile.interval.seconds * (turn - turn.rounded(.down))
      #expect(within + airtime.seconds <= profile.window.seconds + 1e-9)
      #expect(frame.time == event + BeaconFrame.spacing * Int64(frame.channel))
    }
    for channel in 0..<3 {
      let share = Double(received[channel]) / Double(count)
      #expect(abs(share - profile.duty / 3) < 0.012, "channel \(channel): \(share)")
    }
    #expect(scanner.frame(ofEvent: SimTime(seconds: 3), airtime: airtime) == nil)
    // A new scanner starts on channel 37.
    let first = scanner.frame(ofEvent: start + .milliseconds(5), airtime: airtime)
    #expect(first?.channel == 0)
  }

  @Test func framesReportWholeDecibels() {
    // 46 bytes at 1 Mb/s.
    #expect(BeaconFrame.airtime(of: .iBeacon) == SimDuration(nanoseconds: 368_000))
    for format in BeaconFormat.allCases {
      #expect(BeaconFrame.reported(-59.3, by: format) == -59)
      #expect(BeaconFrame.reported(-500, by: format) >= -127 - 41)
    }
  }

  @Test func batteriesWeakenAndDie() {
    func loss(_ months: Double, _ interval: Double, seed: UInt64) -> Double? {
      var draw = RandomStream(seed: seed, purpose: "test.battery")
      return BeaconBattery.lossDecibels(
        age: months * 30 * 86_400, interval: interval, draw: &draw)
    }
    for seed in 0..<50 as Range<UInt64> {
      #expect(loss(0, 0.35, seed: seed) == 0)
      var last = 0.0
      for month in 1...60 {
        guard let now = loss(Double(month), 0.35, seed: seed) else {
          // 23 months at 350 ms, plus or minus a fifth.
          #expect(month > 10 && month < 48, "seed \(seed)")
          break
        }
        #expect(now >= last && now < 4)
        last = now
      }
      #expect(loss(60, 0.35, seed: seed) == nil)
      // At 100 ms 5 to 11 months; at 1 s years.
      #expect(loss(2.5, 0.1, seed: seed) != nil && loss(24, 0.1, seed: seed) == nil)
      #expect(loss(24, 1, seed: seed) != nil)
    }
  }
}
