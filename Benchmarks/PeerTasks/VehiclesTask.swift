import Mobility

/// A grid of ten by ten junctions with traffic lights: vehicle-seconds per second, and mean final speed.
///
/// The counterpart is `Benchmarks/Peers/grid_sumo.py`.
func peerVehicles(_ options: PeerOptions) throws -> PeerResult {
  var traffic = try busyGrid(vehicles: options.count("vehicles", 500))
  let seconds = options.count("seconds", 300)
  let present = traffic.vehicles.count
  let begin = processSeconds()
  for _ in 0..<seconds * 10 { traffic.step() }
  let taken = processSeconds() - begin
  let speeds = traffic.vehicles.map { traffic.pose($0)?.speed ?? 0 }
  return PeerResult(
    perSecond: Double(present * seconds) / taken,
    figures: [("mean_speed", speeds.reduce(0, +) / Double(max(1, speeds.count)))])
}
