import Documents
import Formats
import Geometry
import Glibc
import Harness
import Kernel
import Maps
import Observations
import Positioning

/// A drive for map matching, with its true route.
struct RoadTrack {
  let id: String
  /// The reported locations.
  let fixes: [RoadFix]
  /// The lines of the true route, in metres east and north.
  let truth: [[Vec2]]

  /// Every n-th location, and the last, so that the drive keeps its length.
  func thinned(to step: Int) -> RoadTrack {
    let kept = fixes.indices.filter { $0 % step == 0 || $0 == fixes.count - 1 }
    return RoadTrack(id: id, fixes: kept.map { fixes[$0] }, truth: truth)
  }

  /// A simulated drive along the true route, with locations at equal distances and Gaussian noise.
  ///
  /// - Parameters:
  ///   - spacing: Distance between locations, in m.
  ///   - noise: Sigma per axis, in m.
  ///   - number: Selects the random stream of the noise.
  /// - Returns: The drive, of a car at 50 km/h whose receiver reports the correct accuracy.
  func driven(spacing: Double, noise: Double, number: Int) -> RoadTrack {
    var stream = RandomStream(
      seed: 30, entity: UInt64(truncatingIfNeeded: number), purpose: "benchmarks.roads")
    var fixes: [RoadFix] = []
    func add(_ position: Vec2) {
      let error = Vec2(stream.gaussian(), stream.gaussian()) * noise
      fixes.append(
        RoadFix(
          time: SimTime(seconds: Double(fixes.count) * spacing / (50 / 3.6)),
          point: position + error,
          accuracyMetres: max(5, 1.51 * noise)))
    }
    for line in truth {
      var ahead = 0.0
      for (start, end) in zip(line, line.dropFirst()) {
        let piece = end - start
        while ahead <= piece.length, let direction = piece.normalized {
          add(start + direction * ahead)
          ahead += spacing
        }
        ahead -= piece.length
      }
      if let last = line.last { add(last) }
    }
    return RoadTrack(id: id, fixes: fixes, truth: truth)
  }
}

/// Floating car data, prepared for matching and scoring.
struct RoadTracks {
  /// Assumed accuracy of each location, in m: the data have none, and receivers of the time were this good in
  /// towns (an estimate).
  static let accuracy = 10.0

  /// The tracks that have a true route.
  private(set) var tracks: [RoadTrack] = []
  let map: VenueMap
  /// The straight pieces of road, as they were read.
  let pieces: [FloatingCarNetwork.RoadSegment]
  /// Number of tracks left out because they have no true route.
  private(set) var routeless = 0

  /// Reads the tables `points.csv.gz`, `ground_truth.csv.gz` and `network_union.csv.gz`.
  ///
  /// - Parameter folder: Their folder.
  /// - Throws: If one is invalid.
  init(folder: String) throws {
    func bytes(_ name: String) throws -> [UInt8] {
      try readFile("\(folder)/\(name)", limit: 1 << 28)
    }
    let network = try FloatingCarNetwork.read(
      try bytes("network_union.csv.gz"), file: "network_union.csv.gz")
    pieces = network.pieces
    map = try network.map(name: "roads")
    let points = try FloatingCarTracks.read(try bytes("points.csv.gz"), file: "points.csv.gz")
    let routes = try FloatingCarRoutes.read(
      try bytes("ground_truth.csv.gz"), file: "ground_truth.csv.gz")
    for track in points.tracks {
      guard let route = routes.route(of: track.id) else {
        routeless += 1
        continue
      }
      tracks.append(
        RoadTrack(
          id: track.id,
          fixes: try track.points.map {
            RoadFix(
              time: $0.time, point: try place(of: $0.coordinate), accuracyMetres: Self.accuracy)
          },
          truth: try route.lines.map { try $0.map { try place(of: $0) } }))
    }
  }

  /// A position in metres east and north.
  func place(of coordinate: Coordinate) throws -> Vec2 {
    let point = map.frame.enu(
      of: try Geodetic(
        latitudeDegrees: coordinate.latitudeDegrees, longitudeDegrees: coordinate.longitudeDegrees,
        altitudeMetres: 0))
    return Vec2(point.x, point.y)
  }
}
