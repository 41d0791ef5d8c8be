import Glibc
import Kernel

/// The hold model as a whole simulation: every event schedules the next of its kind, an exponential span later.
///
/// With N pending events of a mean span of a second, time goes on by 1/N s an event, which is the check.
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
  // Long enough for the queue to forget how it was filled.
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
