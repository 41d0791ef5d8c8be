import Glibc
import Kernel

/// The hold model as a complete simulation: every event schedules its successor after an exponential delay.
///
/// With N pending events and a mean delay of a second, time advances by 1/N s per event, which is the check.
func peerEvents(_ options: PeerOptions) -> PeerResult {
  let (pending, operations) = (
    options.count("pending", 1000), options.count("operations", 2_000_000)
  )
  var stream = RandomStream(seed: 7, purpose: "spans")
  let spans = (0..<1 << 16).map { _ in
    SimDuration(seconds: -log1p(-stream.uniform()))
  }
  var simulation = Simulation(HoldModel(spans: spans))
  for index in 0..<pending {
    simulation.schedule.schedule(UInt64(index &* 7919), at: .start + spans[index & 0xFFFF])
  }
  // Until the queue's initial state no longer matters.
  for _ in 0..<2 * pending { simulation.step() }
  let (before, begin) = (simulation.now, processSeconds())
  for _ in 0..<operations { simulation.step() }
  let taken = processSeconds() - begin
  keepAlive(simulation.model.sum)
  let gap = (simulation.now - before).seconds / Double(operations)
  return PeerResult(
    perSecond: Double(operations) / taken, figures: [("mean_gap", gap * Double(pending))])
}

private struct HoldModel: SimulationModel {
  let spans: [SimDuration]
  var sum: UInt64 = 0

  mutating func handle(_ event: UInt64, schedule: inout Schedule<UInt64>) {
    sum &+= event
    schedule.schedule(event &+ 1, after: spans[Int(truncatingIfNeeded: event & 0xFFFF)])
  }
}
