import Geometry
import Glibc
import Kernel
import Maps
import Observations
import Parts
import Positioning
import Signals
import Truth

/// Outdoor positioning: an operation is an hour's drive through a town at 1 Hz, with GNSS, fusion and map
/// matching, and a location request each second.
let outdoorBenchmarks: [Benchmark] = [
  outdoorHour("stack.outdoors.hour", roads: true),
  outdoorHour("stack.outdoors.hour.off-road", roads: false),
]

private func outdoorHour(_ name: String, roads: Bool) -> Benchmark {
  Benchmark(name, operations: 1) {
    let drive = try skyDrive()
    let map = VenueMap(
      name: "town", frame: LocalFrame(origin: drive.origin), levels: [], connectors: [],
      roads: gridTown())
    return {
      var parts = PartBoard(
        finders: [
          ("driving", Driving()), ("filter", SatelliteFilterPart()), ("fusion", FusionPart()),
          ("matcher", RoadsPart(map: roads ? map : nil)),
        ], services: Listener())
      var sink = StackSink()
      parts.start(at: .start, into: &sink)
      for (second, epoch) in drive.epochs.enumerated() {
        if second % 900 == 0 {
          for message in drive.messages[second / 900] {
            parts.pass(.observation(.ephemeris(message)), at: epoch.time, into: &sink)
          }
        }
        parts.pass(.observation(.gnss(epoch)), at: epoch.time, into: &sink)
        parts.pass(.locate(epoch.time), at: epoch.time, into: &sink)
      }
      return parts.services.sum.bitPattern
    }
  }
}

/// Reports from the start that the user drives.
private struct Driving: StackPart {
  var subscribes: Topics { [] }
  var publishes: Topics { .activity }

  mutating func start(at time: SimTime, onto board: inout Board) {
    board.publish(
      .activity(ActivityReport(startTime: .start, flags: .automotive, confidence: .high)))
  }

  mutating func process(_ event: BoardEvent, at time: SimTime, onto board: inout Board) {}
}

/// Sums the accuracies of the published fixes.
private struct Listener: StackPart {
  var sum = 0.0
  var subscribes: Topics { .fix }
  var publishes: Topics { [] }

  mutating func process(_ event: BoardEvent, at time: SimTime, onto board: inout Board) {
    if case .result(.fix(let fix)) = event { sum += fix.horizontalAccuracyMetres }
  }
}

/// GNSS observations of the town drive, with twenty satellites in view.
private func skyDrive() throws -> (
  origin: Geodetic, messages: [[BroadcastEphemeris]], epochs: [GNSSEpoch]
) {
  let origin = try Geodetic(latitudeDegrees: 37.8, longitudeDegrees: -122.4, altitudeMetres: 10)
  let frame = LocalFrame(origin: origin)
  let all = GNSSSky.nominal(from: GPSTime(week: 2300, secondsOfWeek: 100_000), duration: 3700)
  let high = all.tracks.map { track in
    (track: track, height: track.state(at: 1800).map { frame.enu(of: $0.positionMetres).z } ?? -1e9)
  }.sorted { $0.height > $1.height }.prefix(20).map(\.track)
  let sky = GNSSSky(start: all.start, tracks: Array(high))
  let scene = GNSSSurroundings(frame: frame, sky: sky, seed: 1, prisms: [])
  var receiver = GNSSReceiver(
    GNSSParameters(), in: scene, for: SignalReceiver(seed: 1, device: 2))
  var epoch = GNSSEpoch(time: .start, gpsWeek: 0, secondsOfWeek: 0, measurements: [])
  let way = townDrive(noise: 0)
  let epochs = way.map { fix in
    let course = fix.courseDegrees * .pi / 180
    let pose = Pose(
      position: Vec3(fix.point.x, fix.point.y, 1.2),
      velocity: Vec3(sin(course), cos(course), 0) * 10,
      headingRadians: .pi / 2 - course, doing: .driving, placement: .mount)
    receiver.sense(pose, at: fix.time, into: &epoch)
    return epoch
  }
  // GLONASS ephemerides are valid for a quarter of an hour.
  let messages = (0..<4).map { quarter in
    let time = all.start + Double(quarter) * 900
    return [.ionosphere(all.ionosphere)]
      + high.compactMap { all.broadcast.ephemeris(for: $0.satellite, at: time) }
  }
  return (origin, messages, epochs)
}
