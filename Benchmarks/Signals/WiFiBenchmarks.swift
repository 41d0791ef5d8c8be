import Documents
import Geometry
import Kernel
import Maps
import Observations
import Signals
import Truth
import Venues

/// Wi-Fi and cells in a mall of eight levels; run it from the project's folder, because it reads the venue.
let radioBenchmarks: [Benchmark] = [
  wifiScan, wifiScanOfForty, wifiScanAtRest, radioPath, shadowField, cellScan,
]

private func mall() throws -> Venue {
  try decodeDocument(VenueFile.self, path: "scenarios/venues/mall.yaml").venue()
}

/// A walk around level 2.
private func walk(_ venue: Venue) -> Trajectory {
  let level = 2
  let height = venue.levels[level].elevationMetres
  let corners: [Vec2] = [[20, 25], [100, 25], [100, 55], [20, 55], [20, 25]]
  return Trajectory(
    along: corners.map { Vec3($0, height) }, speed: 1.4, placement: .handTexting, level: level)
}

/// A person standing on the walk's path.
private func rest(_ venue: Venue) -> Trajectory {
  Trajectory(
    along: [Vec3(60, 25, venue.levels[2].elevationMetres)], speed: 1, doing: .standing,
    placement: .handTexting, level: 2)
}

/// One operation is one scan; some 115 radios of 388 are received, with two networks each.
private let wifiScan = scans("signals.wifi.scan.walking", step: 2, isWalking: true)
private let wifiScanAtRest = scans("signals.wifi.scan.resting", step: 2, isWalking: false)
/// With every third access point, so that 40 radios are received.
private let wifiScanOfForty = scans(
  "signals.wifi.scan.forty", step: 2, isWalking: true, everyOther: 3)

private func scans(
  _ name: String, step: Double, isWalking: Bool, everyOther stride: Int = 1
) -> Benchmark {
  Benchmark(name, operations: 80) {
    let all = try mall()
    let points = all.transmitters.accessPoints.enumerated()
      .filter { $0.offset % stride == 0 }.map(\.element)
    let venue = Venue(
      map: all.map, materials: all.materials, transmitters: Transmitters(accessPoints: points))
    let surroundings = WiFiSurroundings(venue, propagation: Propagation(venue), seed: 1)
    let trajectory = isWalking ? walk(venue) : rest(venue)
    return {
      var model = WiFiModel(
        WiFiParameters(), in: surroundings, for: SignalReceiver(seed: 1, device: 1))
      var scan = WiFiScan(startTime: .start, endTime: .start, readings: [])
      var sum: UInt64 = 0
      for number in 0..<80 {
        let time = SimTime(seconds: Double(number) * step)
        model.sense(along: trajectory, at: time, into: &scan)
        sum &+= UInt64(scan.readings.count)
      }
      return sum
    }
  }
}

/// One operation is one propagation path between a point on level 2 and any access point.
private let radioPath = Benchmark("signals.radio.path", operations: 20_000) {
  let venue = try mall()
  let propagation = Propagation(venue)
  let points = venue.transmitters.accessPoints
  let height = venue.levels[2].elevationMetres + 1.2
  return {
    var sum = 0.0
    for number in 0..<20_000 {
      let other = points[number % points.count]
      let here = Vec3(Double(20 + number % 80), Double(24 + number / 80 % 32), height)
      sum +=
        propagation.path(
          from: here, level: 2, to: other.position, level: other.level, megahertz: 2437
        ).lossDecibels
    }
    return sum.bitPattern
  }
}

/// One operation is one value of a shadowing field.
private let shadowField = Benchmark("signals.radio.shadow", operations: 100_000) {
  let field = ShadowField(
    RandomStream(seed: 1, purpose: "benchmark"), lengthMetres: 12, dailyChange: 0.25)
  return {
    var sum = 0.0
    for number in 0..<100_000 {
      sum += field.value(at: Vec2(Double(number) * 0.37, Double(number % 77)), level: 2, day: 3)
    }
    return sum.bitPattern
  }
}

/// One operation is one cell scan, at 1 Hz.
private let cellScan = Benchmark("signals.cell.scan", operations: 200) {
  let venue = try mall()
  let surroundings = CellSurroundings(venue, propagation: Propagation(venue), seed: 1)
  let trajectory = walk(venue)
  return {
    var model = CellModel(
      CellParameters(), in: surroundings, for: SignalReceiver(seed: 1, device: 1))
    var sum: UInt64 = 0
    for number in 0..<200 {
      let scan = model.sense(along: trajectory, at: SimTime(seconds: Double(number)))
      sum &+= UInt64(scan?.readings.count ?? 0)
    }
    return sum
  }
}
