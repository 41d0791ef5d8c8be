import Geometry
import Kernel
import Observations
import Signals
import Truth

/// GNSS epochs of a walking receiver: downtown with twenty satellites and five hundred buildings, and in the
/// open.
let gnssBenchmarks: [Benchmark] = [gnssDowntown, gnssOpenSky]

private let gnssDowntown = Benchmark("signals.gnss.epoch.downtown", operations: 2000) {
  var stream = RandomStream(seed: 4, purpose: "city")
  var prisms: [Prism] = []
  for row in 0..<20 {
    for column in 0..<25 {
      let corner = Vec2(Double(column), Double(row)) * 40
      let block = try Polygon(Box2(corner, corner + Vec2(25, 25)))
      prisms.append(try Prism(footprint: block, base: 0, top: stream.uniform(in: 15...80)))
    }
  }
  return try gnssWalk(among: prisms)
}

private let gnssOpenSky = Benchmark("signals.gnss.epoch.open", operations: 2000) {
  try gnssWalk(among: [])
}

/// A walk of 2000 epochs along a street, with twenty satellites above the mask.
private func gnssWalk(among prisms: [Prism]) throws -> () -> UInt64 {
  let frame = LocalFrame(
    origin: try Geodetic(latitudeDegrees: 37.8, longitudeDegrees: -122.4, altitudeMetres: 10))
  let all = GNSSSky.nominal(
    from: GPSTime(week: 2300, secondsOfWeek: 100_000), duration: 2100)
  // The twenty highest satellites half way; a low mask keeps them all.
  let high = all.tracks.map { track in
    (track: track, height: track.state(at: 1000).map { frame.enu(of: $0.positionMetres).z } ?? -1e9)
  }.sorted { $0.height > $1.height }.prefix(20).map(\.track)
  let sky = GNSSSky(start: all.start, tracks: Array(high))
  let scene = GNSSSurroundings(frame: frame, sky: sky, seed: 1, prisms: prisms)
  var parameters = GNSSParameters()
  parameters.maskRadians = -1
  var receiver = GNSSReceiver(parameters, in: scene, for: SignalReceiver(seed: 1, device: 2))
  var epoch = GNSSEpoch(time: .start, gpsWeek: 0, secondsOfWeek: 0, measurements: [])
  var start = 0
  return {
    var sum: UInt64 = 0
    for step in 0..<2000 {
      let pose = Pose(
        position: Vec3(32, 100 + Double(step % 400) * 1.34, 0), velocity: Vec3(0, 1.34, 0),
        headingRadians: 1.57, doing: .walking, placement: .handTexting)
      receiver.sense(pose, at: SimTime(seconds: Double((start + step) % 2000)), into: &epoch)
      for signal in epoch.measurements { sum &+= signal.pseudorangeMetres.bitPattern }
    }
    start += 2000
    return sum
  }
}
