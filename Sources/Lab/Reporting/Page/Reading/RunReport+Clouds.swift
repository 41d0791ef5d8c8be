import Documents
import Geometry

extension RunReport {
  /// Reads the particle clouds, if the stack published any.
  ///
  /// Runs without clouds, and those of older versions, don't count as incomplete.
  mutating func readClouds(_ places: [TrackKey: Int]) throws(DocumentError) {
    let columns = ["time_s", "spread_m", "latitude_deg", "longitude_deg", "floor"]
    guard
      var table = try TableStream(folder + "/clouds.csv", columns: TrackKey.columns + columns)
    else { return }
    var key: TrackKey?
    var place: Int?
    var plane = TrackPlane(nil)
    var run = CloudRun()
    while try table.next() {
      let next = TrackKey(table)
      if next != key {
        if let place { tracks[place].take(run) }
        run = CloudRun()
        key = next
        plane = TrackPlane(frame(ofScenario: next.scenario))
        // Without the venue's frame, east and north have no origin.
        place = plane.origin == nil ? nil : places[next]
      }
      guard place != nil else { continue }
      let (time, spread) = (try table.number(3), try table.number(4))
      let point = plane.point(latitude: try table.number(5), longitude: try table.number(6))
      run.add(
        Int((min(max(time.isNaN ? 0 : time, 0), 5e6) * 100).rounded()), spread: spread, point,
        floor: try table.integer(7) ?? ReportTrack.noFloor)
    }
    if let place { tracks[place].take(run) }
  }
}

/// Accumulates the clouds of one device while the table is read.
private struct CloudRun {
  struct Cloud {
    var time: Int
    var spread: Double
    var points: [(place: Vec2, floor: Int)] = []
  }

  /// Maximum number of particles per device.
  private static let maximum = 120_000

  private(set) var clouds: [Cloud] = []
  private var total = 0
  /// The number of clouds of which one is kept.
  private var stride = 1
  private var seen = 0
  private var latest: Int?

  mutating func add(_ time: Int, spread: Double, _ place: Vec2?, floor: Int) {
    if time != latest {
      latest = time
      if total > Self.maximum { thin() }
      if seen % stride == 0 { clouds.append(Cloud(time: time, spread: spread)) }
      seen += 1
    }
    guard let place, let last = clouds.indices.last, clouds[last].time == time else { return }
    clouds[last].points.append((place, floor))
    total += 1
  }

  private mutating func thin() {
    clouds = clouds.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    total = clouds.reduce(0) { $0 + $1.points.count }
    stride *= 2
  }
}

extension ReportTrack {
  /// Sets the clouds.
  fileprivate mutating func take(_ run: CloudRun) {
    var columns = Array(repeating: DeltaText(), count: 6)
    for cloud in run.clouds {
      end = max(end, cloud.time)
      columns[0].add(cloud.time)
      columns[1].add(cloud.spread, times: 10)
      columns[2].add(cloud.points.count)
      for (place, floor) in cloud.points {
        columns[3].add(place.x, times: 10)
        columns[4].add(place.y, times: 10)
        columns[5].add(floor)
      }
    }
    clouds = columns
  }
}
