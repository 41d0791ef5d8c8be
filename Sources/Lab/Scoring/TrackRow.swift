import Glibc
public import Kernel
public import Observations
public import Truth

/// A point of the way a device truly took; between two points it moved evenly along a straight line.
public struct TrackRow: Hashable, Sendable {
  /// When.
  public var time: SimTime
  /// Where; nil if that isn't known from then on.
  public var coordinate: Coordinate?
  /// Height above the ellipsoid, in m; not-a-number if it isn't known.
  public var altitudeMetres: Double
  /// The level from then on: 0 for the ground floor; nil outdoors.
  public var floor: Int?

  /// Creates a point.
  public init(time: SimTime, coordinate: Coordinate?, altitudeMetres: Double, floor: Int?) {
    self.time = time
    self.coordinate = coordinate
    self.altitudeMetres = altitudeMetres
    self.floor = floor
  }
}

/// A moment at which a part of a device changed its state, or did something that costs at once.
public struct StateRow: Hashable, Sendable {
  /// When.
  public var time: SimTime
  /// The part.
  public var component: String
  /// The state from then on, or the event.
  public var state: String
  /// What the part draws from then on, in mW; nil for an event.
  public var milliwatts: Double?

  /// Creates a row.
  public init(time: SimTime, component: String, state: String, milliwatts: Double?) {
    self.time = time
    self.component = component
    self.state = state
    self.milliwatts = milliwatts
  }
}

extension TrackRow {
  /// The way in as few points as tell where the device was, to the tolerance, in every second.
  ///
  /// One pass and no look back: a line goes on as long as some velocity meets all seconds since its
  /// start within the tolerance (the swing filter of Elmeleegy and others, "Online piece-wise linear
  /// approximation of numerical streams with precision guarantees", VLDB 2009).
  ///
  /// - Parameters:
  ///   - end: The last moment.
  ///   - toleranceMetres: How far a line may be off to the east, to the north, and twice that in
  ///     height, in m; an estimate of what can still be seen on a floor plan.
  ///   - truth: The truth at any moment.
  /// - Returns: The points; none if no position is ever known.
  public static func rows(
    until end: SimTime, toleranceMetres: Double = 0.25, _ truth: (SimTime) -> TruthSample
  ) -> [TrackRow] {
    var way = TrackBuilder(toleranceMetres: toleranceMetres)
    var time = SimTime.start
    while time < end {
      way.add(truth(time))
      time += .seconds(1)
    }
    way.add(truth(end))
    return way.finished()
  }
}

/// Lets a line swing around its start until it no longer meets all points.
private struct TrackBuilder {
  private let tolerance: Double
  private var rows: [TrackRow] = []
  /// The latest point, which is where a line ends that can't go on.
  private var latest: TrackRow?
  /// The velocities that meet all points since the last row, in degrees and m per second.
  private var slopes: [(low: Double, high: Double)] = []
  private static let free = (low: -Double.infinity, high: Double.infinity)

  init(toleranceMetres: Double) {
    tolerance = toleranceMetres
  }

  mutating func add(_ sample: TruthSample) {
    let isKnown = sample.known.contains(.position)
    let point = TrackRow(
      time: sample.time, coordinate: isKnown ? sample.coordinate : nil,
      altitudeMetres: sample.known.contains(.altitude) ? sample.altitudeMetres : .nan,
      floor: sample.known.contains(.floor) ? sample.floor : nil)
    defer { latest = point }
    guard let latest, let start = rows.last else {
      if isKnown { begin(point) }
      return
    }
    let isBroken = point.floor != start.floor || isKnown != (start.coordinate != nil)
    if isBroken {
      if start.time != latest.time, start.coordinate != nil { rows.append(latest) }
      begin(point)
    } else if isKnown, !swing(to: point, from: start) {
      begin(latest)
      _ = swing(to: point, from: latest)
    }
  }

  func finished() -> [TrackRow] {
    guard let latest, let last = rows.last, last.coordinate != nil, latest.time > last.time else {
      return rows
    }
    return rows + [latest]
  }

  private mutating func begin(_ point: TrackRow) {
    if rows.last?.time == point.time { rows.removeLast() }
    rows.append(point)
    slopes = [Self.free, Self.free, Self.free]
  }

  /// Narrows the velocities to those that meet a point too; false if the way there isn't among them.
  private mutating func swing(to point: TrackRow, from start: TrackRow) -> Bool {
    guard let here = point.coordinate, let origin = start.coordinate else { return false }
    let seconds = (point.time - start.time).seconds
    let metre = 1 / MeanSphere.metresPerDegree
    let across = metre / max(0.01, cos(origin.latitudeDegrees * .pi / 180))
    let steps = [
      (here.latitudeDegrees - origin.latitudeDegrees, tolerance * metre),
      (here.longitudeDegrees - origin.longitudeDegrees, tolerance * across),
      (point.altitudeMetres - start.altitudeMetres, tolerance * 2),
    ]
    for (index, (step, _)) in steps.enumerated() where !step.isNaN {
      let slope = step / seconds
      guard slope >= slopes[index].low, slope <= slopes[index].high else { return false }
    }
    for (index, (step, slack)) in steps.enumerated() where !step.isNaN {
      slopes[index].low = max(slopes[index].low, (step - slack) / seconds)
      slopes[index].high = min(slopes[index].high, (step + slack) / seconds)
    }
    return true
  }
}
