import Mobility

/// A lit grid of ten by ten: vehicle-seconds a second, and how fast vehicles are on average in the end.
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
