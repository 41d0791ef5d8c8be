import Documents
import Geometry

/// Accumulates the fixes of one device while the table is read.
struct FixRun {
  private struct DrawnFix {
    var time: Int
    var place: Vec2
    var accuracy, error: Double
    var floor: Int
    var source: Int
  }

  let key: TrackKey
  var plane: TrackPlane
  let curve: Int
  var seeker: WorstMoments.Seeker
  private(set) var errors = ErrorCurve()
  private var peak = -1.0
  private var points: [DrawnFix] = []
  /// The number of fixes of which the worst one is kept.
  private var stride = 1
  private var inStride = 0

  init(_ key: TrackKey, plane: TrackPlane, curve: Int) {
    self.key = key
    self.plane = plane
    self.curve = curve
    seeker = WorstMoments.Seeker(key)
  }

  /// Adds a row of the table.
  mutating func add(
    _ table: TableStream, _ words: inout WordList, _ worst: inout WorstMoments
  ) throws(DocumentError) {
    let time = try table.number(3)
    let reported = plane.point(latitude: try table.number(4), longitude: try table.number(5))
    let right = plane.point(latitude: try table.number(6), longitude: try table.number(7))
    let (error, accuracy) = (try table.number(8), try table.number(9))
    let source = table.text(12)
    errors.add(error)
    if error > peak { peak = error }
    // Where the truth is unknown, an empty floor has no meaning.
    let floors = error.isNaN ? ("", "") : (table.text(10), table.text(11))
    seeker.see(
      time: time, error: error, accuracy: accuracy, source: source, reported: floors.0,
      right: floors.1, into: &worst)
    let point = DrawnFix(
      time: Int((min(max(time, 0), 5e6) * 100).rounded()),
      place: reported ?? right ?? points.last?.place ?? Vec2(0, 0), accuracy: accuracy,
      error: error,
      floor: try table.integer(10) ?? ReportTrack.noFloor, source: words.number(of: source))
    keep(point)
  }

  private mutating func keep(_ point: DrawnFix) {
    if inStride > 0, inStride < stride, let last = points.last {
      inStride += 1
      if point.error > last.error { points[points.count - 1] = point }
      return
    }
    points.append(point)
    inStride = 1
    guard points.count >= 2 * ReportTrack.maxPoints else { return }
    points = Swift.stride(from: 0, to: points.count - 1, by: 2).map {
      points[$0 + 1].error > points[$0].error ? points[$0 + 1] : points[$0]
    }
    stride *= 2
    inStride = stride
  }

  /// The fixes in the page's format.
  func track() -> ReportTrack {
    var track = ReportTrack(key: key)
    track.peak = peak
    track.fixCount = points.count
    track.isThinned = stride > 1
    track.end = points.last?.time ?? 0
    var columns = Array(repeating: DeltaText(), count: 7)
    for point in points {
      columns[0].add(point.time)
      columns[1].add(point.place.x, times: 10)
      columns[2].add(point.place.y, times: 10)
      columns[3].add(point.accuracy.isFinite ? max(0, point.accuracy) : 0, times: 10)
      if point.error.isNaN {
        columns[4].add(ReportTrack.noError)
      } else {
        columns[4].add(min(point.error, 2e7), times: 10)
      }
      columns[5].add(point.floor)
      columns[6].add(point.source)
    }
    track.fixes = columns
    return track
  }
}

/// Accumulates the points of a true track while the table is read.
struct TrackPoints {
  fileprivate var points: [(time: Int, place: Vec2?, floor: Int)] = []
  fileprivate var isThinned = false

  mutating func add(_ time: Double, _ position: Vec2?, floor: Int?) {
    points.append(
      (
        Int((min(max(time.isNaN ? 0 : time, 0), 5e6) * 100).rounded()), position,
        floor ?? ReportTrack.noFloor
      ))
    guard points.count >= 2 * ReportTrack.maxPoints else { return }
    isThinned = true
    // At level changes, both ends are kept.
    points = points.indices.filter { index in
      index % 2 == 0 || index + 1 == points.count || points[index].place == nil
        || points[index].floor != points[index - 1].floor
        || points[index].floor != points[index + 1].floor
    }.map { points[$0] }
  }
}

extension ReportTrack {
  /// Sets the true track; a point with the floor ``gap`` begins a gap.
  mutating func take(_ way: TrackPoints) {
    var columns = Array(repeating: DeltaText(), count: 4)
    for (time, place, floor) in way.points {
      end = max(end, time)
      columns[0].add(time)
      columns[1].add(place?.x ?? .nan, times: 10)
      columns[2].add(place?.y ?? .nan, times: 10)
      columns[3].add(place == nil ? Self.gap : floor)
    }
    path = columns
    isThinned = isThinned || way.isThinned
  }
}
