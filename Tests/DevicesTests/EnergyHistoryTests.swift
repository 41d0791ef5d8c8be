import Devices
import Kernel
import Testing

/// The power states over time sum up to the energy totals.
struct EnergyHistoryTests {
  @Test(arguments: 1...20 as ClosedRange<UInt64>) func historySumsToTheTotalEnergy(seed: UInt64) {
    var draw = RandomStream(seed: seed, purpose: "energy history")
    var totals = EnergyTotals()
    let parts: [EnergyTotals.Component] = [.gnss, .wifi, .processor]
    var (second, booked) = (0.0, 0.0)
    for _ in 0..<300 {
      // Half of the changes are at the same time as the one before.
      if draw.uniform() < 0.5 { second += draw.uniform() }
      let part = parts[draw.integer(below: 3)]
      let level = draw.integer(below: 3)
      let time = SimTime(seconds: second)
      if draw.uniform() < 0.2 {
        totals.charge(part, "event", millijoules: 5, at: time)
        booked += 5
      } else {
        totals.set(part, to: "level \(level)", milliwatts: Double(level) * 100, at: time)
      }
    }
    let end = SimTime(seconds: second + 1)
    totals.integrate(at: end)
    #expect(zip(totals.history, totals.history.dropFirst()).allSatisfy { $0.time <= $1.time })
    var total = booked
    for part in parts {
      let states = totals.history.filter { $0.component == part && $0.milliwatts != nil }
      #expect(Set(states.map(\.time)).count == states.count, "one state per part and time")
      for (index, state) in states.enumerated() {
        let until = index + 1 < states.count ? states[index + 1].time : end
        total += (state.milliwatts ?? 0) * (until - state.time).seconds
      }
    }
    #expect(abs(total - totals.totalMillijoules) < 1e-6 * max(1, total))
    #expect(totals.history.count { $0.milliwatts == nil } == Int(booked / 5))
  }

  /// A change of state, as the tests define it.
  private struct Change: Hashable {
    var time: SimTime
    var component: EnergyTotals.Component
    var state: String
    var milliwatts: Double?
  }

  /// Of several states of a part at one time the last one counts, wherever the others are in the list.
  @Test(arguments: 1...10 as ClosedRange<UInt64>) func equalsAReferenceList(seed: UInt64) {
    var draw = RandomStream(seed: seed, purpose: "energy history")
    var totals = EnergyTotals()
    var list: [Change] = []
    func addChange(_ change: Change) {
      let before = list.indices.reversed().prefix { list[$0].time == change.time }
        .first { list[$0].component == change.component && list[$0].milliwatts != nil }
      if change.milliwatts != nil, let before { list.remove(at: before) }
      list.append(change)
    }
    var (second, levels) = (0, [Int](repeating: -1, count: 11))
    // More than are kept in memory.
    for _ in 0..<15_000 {
      if draw.uniform() < 0.6 { second += 1 }
      let part = EnergyTotals.Component.allCases[draw.integer(below: 11)]
      let time = SimTime(seconds: Double(second))
      if draw.uniform() < 0.2 {
        totals.charge(part, "event", millijoules: 5, at: time)
        addChange(Change(time: time, component: part, state: "event", milliwatts: nil))
      } else {
        let level = draw.integer(below: 4)
        totals.set(part, to: "level \(level)", milliwatts: Double(level), at: time)
        guard levels[part.rawValue] != level else { continue }
        levels[part.rawValue] = level
        addChange(
          Change(time: time, component: part, state: "level \(level)", milliwatts: Double(level)))
      }
    }
    let history = totals.history.map {
      Change(
        time: $0.time, component: $0.component, state: $0.state, milliwatts: $0.milliwatts)
    }
    #expect(history == list)
  }
}
