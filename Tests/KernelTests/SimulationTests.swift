import Kernel
import Testing

/// Two counters with different periods, one of which restarts a timer of the other's.
private struct Beats: SimulationModel {
  enum Event { case fast, slow, alarm }
  var stream = RandomStream(seed: 3, purpose: "beats")
  var timers = TimerTable<String, Event>()
  var log: [String] = []

  mutating func handle(_ event: Event, schedule: inout Schedule<Event>) {
    log.append("\(schedule.now) \(event)")
    switch event {
    case .fast:
      schedule.schedule(.fast, after: .seconds(stream.uniform()))
      timers.set("alarm", at: schedule.now + .seconds(0.9), event: .alarm, in: &schedule)
    case .slow:
      schedule.schedule(.slow, after: .seconds(3))
      // Scheduled in the past: it happens now.
      schedule.schedule(.alarm, at: .start)
    case .alarm:
      break
    }
  }
}

@Suite struct SimulationTests {
  private func started() -> Simulation<Beats> {
    var simulation = Simulation(Beats())
    simulation.schedule.schedule(.fast, at: .start)
    simulation.schedule.schedule(.slow, at: .start)
    return simulation
  }

  @Test func savedSimulationResumesIdentically() throws {
    var whole = started()
    try whole.run(until: SimTime(seconds: 100))
    var broken = started()
    try broken.run(until: SimTime(seconds: 40))
    let saved = broken
    try broken.run(until: SimTime(seconds: 100))
    #expect(broken.model.log == whole.model.log)
    var resumed = saved
    try resumed.run(until: SimTime(seconds: 100))
    #expect(resumed.model.log == whole.model.log)
    #expect(saved.model.log.count < whole.model.log.count, "the saved copy was not advanced")
    #expect(resumed.now == SimTime(seconds: 100))
    #expect(whole.eventCount == whole.model.log.count)
  }

  @Test func timersRestartAndTimeNeverGoesBack() throws {
    var simulation = started()
    try simulation.run(until: SimTime(seconds: 60))
    let times = simulation.model.log.compactMap { SimTime(String($0.split(separator: " ")[0])) }
    #expect(times == times.sorted() && times.count == simulation.model.log.count)
    let alarms = simulation.model.log.filter { $0.hasSuffix("alarm") }.count
    let fast = simulation.model.log.filter { $0.hasSuffix("fast") }.count
    // 21 slow beats raise one each; the timer fires only after the rare gaps longer than 0.9 s.
    #expect(alarms > 21 && alarms < 21 + fast / 4)
  }

  @Test func cancellationLeavesAResumableSimulation() throws {
    let token = CancellationToken()
    token.cancel()
    var simulation = started()
    #expect(throws: Cancelled.self) {
      try simulation.run(until: SimTime(seconds: 50), cancellation: token)
    }
    try simulation.run(until: SimTime(seconds: 50))
    var undisturbed = started()
    try undisturbed.run(until: SimTime(seconds: 50))
    #expect(simulation.model.log == undisturbed.model.log)
  }

  @Test func aTimerSetToTheDistantFutureIsOff() {
    var simulation = Simulation(Beats())
    var timers = TimerTable<Int, Beats.Event>()
    timers.set(1, at: .distantFuture, event: .alarm, in: &simulation.schedule)
    #expect(!timers.isSet(1, in: simulation.schedule) && simulation.schedule.pendingCount == 0)
    timers.set(1, at: SimTime(seconds: 1), event: .alarm, in: &simulation.schedule)
    #expect(timers.isSet(1, in: simulation.schedule))
    timers.clear(1, in: &simulation.schedule)
    let somethingHappened = simulation.step()
    #expect(!somethingHappened)
  }
}
