public import Geometry

/// Greedy placement of beacons for a wanted positioning radius.
///
/// Each beacon goes where it brings most of the walkable floor within, or nearer to, the radius.
/// The result is not optimal over all arrangements, which can't be searched, but each step is.
/// Beacons are assumed to be received on their own level only, equally in all directions.
public struct BeaconAdvice: Sendable {
  /// A proposed beacon.
  public struct ProposedBeacon: Hashable, Sendable {
    /// The index of its level in ``ExpectedAccuracy/planes``.
    public let plane: Int
    /// The position, in metres east and north in the radio map's frame.
    public let point: Vec2
    /// The share of the walkable floor within the wanted radius with it and the previous ones.
    public let share: Double
  }

  /// The sufficient share of the floor.
  public static let enough = 0.95
  /// The default maximum number of beacons: one in so many square metres, as in usual installations; an
  /// estimate.
  private static let areaOfOne = 36.0
  /// The maximum that can be asked for.
  public static let maximum = 1000
  /// Maximum number of candidate positions over all levels.
  private static let maxPlaces = 6000
  /// Minimum distance between two beacons, in m; an estimate.
  private static let apart = 3.0

  /// In m.
  public let wanted: Double
  /// The maximum number of beacons.
  public let limit: Int
  /// In the order of selection.
  public private(set) var choices: [ProposedBeacon] = []
  /// The expected accuracy with all of them.
  public private(set) var accuracy: ExpectedAccuracy
  /// The shares of the floor within the wanted radius without and with the beacons.
  public let shareBefore: Double
  public var shareAfter: Double { choices.last?.share ?? shareBefore }

  private struct CandidateCell {
    var plane, cell: Int
    var gain: Double
  }

  /// Places the beacons.
  ///
  /// - Parameters:
  ///   - accuracy: The expected accuracy without them.
  ///   - wanted: The wanted radius, in m.
  ///   - signal: The signal of a new beacon.
  ///   - limit: The maximum number of beacons; by default by the area of the walkable floor.
  public init(
    for accuracy: ExpectedAccuracy, wanted: Double, of signal: BeaconSignal,
    atMost limit: Int? = nil
  ) {
    let area = accuracy.planes.reduce(0) { area, plane in
      area + plane.spacing * plane.spacing * Double(plane.cells.count { $0?.isWalkable ?? false })
    }
    self.limit = limit ?? max(1, min(Self.maximum, Int((area / Self.areaOfOne).rounded(.up))))
    self.wanted = wanted
    self.accuracy = accuracy
    shareBefore = accuracy.share(within: wanted)
    let stamps = accuracy.planes.map { BeaconStamp(signal, spacing: $0.spacing) }
    var places = self.places()
    for index in places.indices { places[index].gain = gain(places[index], stamps) }
    while shareAfter < Self.enough, choices.count < self.limit {
      guard
        let best = places.indices.max(by: { (places[$0].gain, $1) < (places[$1].gain, $0) }),
        places[best].gain > 0
      else { return }
      let (plane, cell) = (places[best].plane, places[best].cell)
      guard let point = self.accuracy.planes[plane].cells[cell]?.point else { return }
      self.accuracy.add(stamps[plane], at: cell, of: plane)
      choices.append(
        ProposedBeacon(plane: plane, point: point, share: self.accuracy.share(within: wanted)))
      let around = 2 * signal.reach + accuracy.planes[plane].spacing
      for index in places.indices where places[index].plane == plane {
        let way = distance(places[index], point)
        if way < Self.apart {
          places[index].gain = 0
        } else if way <= around, places[index].gain > 0 {
          places[index].gain = gain(places[index], stamps)
        }
      }
    }
  }

  private func distance(_ place: CandidateCell, _ point: Vec2) -> Double {
    accuracy.planes[place.plane].cells[place.cell]?.point.distance(to: point) ?? .infinity
  }

  /// Returns the candidate positions: above the walkable floor.
  private func places() -> [CandidateCell] {
    let total = accuracy.planes.reduce(0) { $0 + $1.cells.count { $0?.isWalkable ?? false } }
    let step = max(1, Int((Double(total) / Double(Self.maxPlaces)).squareRoot().rounded(.up)))
    var places: [CandidateCell] = []
    for (number, plane) in accuracy.planes.enumerated() {
      for row in stride(from: 0, to: plane.rows, by: step) {
        for column in stride(from: 0, to: plane.columns, by: step)
        where plane.cell(column: column, row: row)?.isWalkable ?? false {
          places.append(CandidateCell(plane: number, cell: row * plane.columns + column, gain: 0))
        }
      }
    }
    return places
  }

  /// Returns the deficit of a radius: 0 far below the wanted one, 0.5 at it, 1 far above.
  private func lack(_ radius: Double) -> Double {
    let ratio = wanted / radius
    let square = ratio * ratio
    return 1 / (1 + square * square)
  }

  /// Returns the reduction of the deficit by a beacon, summed over all points.
  private func gain(_ place: CandidateCell, _ stamps: [BeaconStamp]) -> Double {
    let plane = accuracy.planes[place.plane]
    var sum = 0.0
    stamps[place.plane].forEach(around: place.cell, of: plane) { cell, mark in
      guard let here = plane.cells[cell], here.isWalkable, here.radius > wanted else { return }
      var information = here.information
      information.beacons += mark.kind
      sum += lack(here.radius) - lack(information.radius)
    }
    return sum
  }
}

/// The information from a beacon at the grid points around it.
struct BeaconStamp: Sendable {
  struct StampedCell: Sendable {
    var column, row: Int
    var strength: Double
    var kind: PlaceInformation.KindSums
  }

  let marks: [StampedCell]

  init(_ signal: BeaconSignal, spacing: Double) {
    let steps = Int((signal.reach / spacing).rounded(.up))
    var marks: [StampedCell] = []
    for row in -steps...steps {
      for column in -steps...steps {
        let offset = Vec2(Double(column), Double(row)) * spacing
        guard offset.length <= signal.reach else { continue }
        let found = signal.information(at: offset)
        marks.append(
          StampedCell(column: column, row: row, strength: found.strength, kind: found.kind))
      }
    }
    self.marks = marks
  }

  /// Visits the points around a point, by their indices.
  @inline(__always)
  func forEach(
    around cell: Int, of plane: ExpectedAccuracy.LevelAccuracy, _ visit: (Int, StampedCell) -> Void
  ) {
    let (column, row) = (cell % plane.columns, cell / plane.columns)
    for mark in marks {
      let (east, north) = (column + mark.column, row + mark.row)
      guard east >= 0, north >= 0, east < plane.columns, north < plane.rows else { continue }
      visit(north * plane.columns + east, mark)
    }
  }
}

extension ExpectedAccuracy {
  /// Adds a beacon above a point.
  mutating func add(_ stamp: BeaconStamp, at cell: Int, of number: Int) {
    var plane = planes[number]
    stamp.forEach(around: cell, of: planes[number]) { index, mark in
      guard var here = plane.cells[index] else { return }
      here.information.beacons += mark.kind
      here.radius = here.information.radius
      if mark.strength >= Self.faintest {
        here.receivedCount += 1
        here.strongest = max(here.strongest ?? mark.strength, mark.strength)
      }
      plane.cells[index] = here
    }
    planes[number] = plane
  }

  /// Returns the expected accuracy with more beacons.
  ///
  /// Each is placed above the nearest surveyed point.
  ///
  /// - Parameters:
  ///   - beacons: The indices of their levels in ``planes``, and their positions, in metres east
  ///     and north in the radio map's frame.
  ///   - signal: Their signal.
  /// - Returns: A copy with the beacons.
  public func adding(
    _ beacons: [(plane: Int, point: Vec2)], of signal: BeaconSignal
  ) -> ExpectedAccuracy {
    var result = self
    for beacon in beacons where planes.indices.contains(beacon.plane) {
      let plane = planes[beacon.plane]
      let nearest = plane.cells.indices.filter { plane.cells[$0] != nil }.min { first, second in
        let (a, b) = (plane.cells[first]?.point, plane.cells[second]?.point)
        return (a?.distance(to: beacon.point) ?? .infinity, first)
          < (b?.distance(to: beacon.point) ?? .infinity, second)
      }
      guard let nearest else { continue }
      result.add(BeaconStamp(signal, spacing: plane.spacing), at: nearest, of: beacon.plane)
    }
    return result
  }
}
