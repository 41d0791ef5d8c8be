import Devices
import Kernel
import Testing

/// What the parts did, moment by moment, comes to what the account says.
struct EnergyHistoryTests {
  @Test(arguments: 1...20 as ClosedRange<UInt64>) func comesToTheSameEnergy(seed: UInt64) {
    var draw = RandomStream(seed: seed, purpose: "energy history")
    var ledger = EnergyLedger()
    let parts: [EnergyLedger.Component] = [.gnss, .wifi, .processor]
    var (second, booked) = (0.0, 0.0)
    for _ in 0..<300 {
      // Half of the changes come at one moment with the one before.
      if draw.uniform() < 0.5 { second += draw.uniform() }
      let part = parts[draw.integer(below: 3)]
      let level = draw.integer(below: 3)
      let time = SimTime(seconds: second)
      if draw.uniform() < 0.2 {
        ledger.charge(part, "event", millijoules: 5, at: time)
        booked += 5
      } else {
        ledger.set(part, to: "level \(level)", milliwatts: Double(level) * 100, at: time)
      }
    }
    let end = SimTime(seconds: second + 1)
    ledger.settle(at: end)
    #expect(zip(ledger.history, ledger.history.dropFirst()).allSatisfy { $0.time <= $1.time })
    var total = booked
    for part in parts {
      let states = ledger.history.filter { $0.component == part && $0.milliwatts != nil }
      #expect(Set(states.map(\.time)).count == states.count, "one state of a part at a moment")
      for (index, state) in states.enumerated() {
        let until = index + 1 < states.count ? states[index + 1].time : end
        total += (state.milliwatts ?? 0) * (until - state.time).seconds
      }
    }
    #expect(abs(total - ledger.totalMillijoules) < 1e-6 * max(1, total))
    #expect(ledger.history.count { $0.milliwatts == nil } == Int(booked / 5))
  }
}
