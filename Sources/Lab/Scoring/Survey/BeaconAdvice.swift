public import Geometry

/// Where to put up beacons so that a place is known within a wanted radius.
///
/// Greedy: each goes where it brings most of the floor where people walk within the radius, or nearer to
/// it. That isn't the best of all arrangements, which nobody can search, but each step is the best
/// there is. A beacon is taken to be heard on its own level only, alike in all directions.
public struct BeaconAdvice: Sendable {
  /// A beacon to put up.
  public struct Choice: Hashable, Sendable {
    /// The number of its level among ``ExpectedAccuracy/planes``.
    public let plane: Int
    /// Where, in metres east and north in the radio map's frame.
    public let point: Vec2
    /// How much of the floor where people walk is within the wanted radius with it and those before.
    public let share: Double
  }

  /// How much of the floor is enough, and how many beacons are advised at most.
  public static let enough = 0.95
  public static let most = 200
  /// How many places are tried on all levels together.
  private static let mostPlaces = 6000
  /// How near one another two beacons are never put, in m; an estimate.
  private static let apart = 3.0

  /// The wanted radius, in m.
  public let wanted: Double
  /// The beacons, in the order in which they were chosen.
  public private(set) var choices: [Choice] = []
  /// What is to be expected with all of them.
  public private(set) var accuracy: ExpectedAccuracy
  /// How much of the floor is within the wanted radius without and with them.
  public let shareBefore: Double
  public var shareAfter: Double { choices.last?.share ?? shareBefore }

  private struct Place {
    var plane, cell: Int
    var gain: Double
  }

  /// Finds out.
  ///
  /// - Parameters:
  ///   - accuracy: What is to be expected as it is.
  ///   - wanted: The wanted radius, in m.
  ///   - signal: How a new beacon is heard.
  public init(for accuracy: ExpectedAccuracy, wanted: Double, of signal: BeaconSignal) {
    self.wanted = wanted
    self.accuracy = accuracy
    shareBefore = accuracy.share(within: wanted)
    let stamps = accuracy.planes.map { BeaconStamp(signal, spacing: $0.spacing) }
    var places = self.places()
    for index in places.indices { places[index].gain = gain(places[index], stamps) }
    while shareAfter < Self.enough, choices.count < Self.most {
      guard
        let best = places.indices.max(by: { (places[$0].gain, $1) < (places[$1].gain, $0) }),
        places[best].gain > 0
      else { return }
      let (plane, cell) = (places[best].plane, places[best].cell)
      guard let point = self.accuracy.planes[plane].cells[cell]?.point else { return }
      self.accuracy.add(stamps[plane], at: cell, of: plane)
      choices.append(
        Choice(plane: plane, point: point, share: self.accuracy.share(within: wanted)))
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

  private func distance(_ place: Place, _ point: Vec2) -> Double {
    accuracy.planes[place.plane].cells[place.cell]?.point.distance(to: point) ?? .infinity
  }

  /// Where a beacon may hang: above the floor where people walk.
  private func places() -> [Place] {
    let total = accuracy.planes.reduce(0) { $0 + $1.cells.count { $0?.isWalkable ?? false } }
    let step = max(1, Int((Double(total) / Double(Self.mostPlaces)).squareRoot().rounded(.up)))
    var places: [Place] = []
    for (number, plane) in accuracy.planes.enumerated() {
      for row in stride(from: 0, to: plane.rows, by: step) {
        for column in stride(from: 0, to: plane.columns, by: step)
        where plane.cell(column: column, row: row)?.isWalkable ?? false {
          places.append(Place(plane: number, cell: row * plane.columns + column, gain: 0))
        }
      }
    }
    return places
  }

  /// How far a radius is from the wanted one: 0 for far less, a half there, 1 for far more.
  private func lack(_ radius: Double) -> Double {
    let ratio = wanted / radius
    let square = ratio * ratio
    return 1 / (1 + square * square)
  }

  /// By how much a beacon brings points nearer to the wanted radius, summed over all of them.
  private func gain(_ place: Place, _ stamps: [BeaconStamp]) -> Double {
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

/// What a beacon tells at the points of a grid around it.
struct BeaconStamp: Sendable {
  struct Mark: Sendable {
    var column, row: Int
    var strength: Double
    var kind: PlaceInformation.Kind
  }

  let marks: [Mark]

  init(_ signal: BeaconSignal, spacing: Double) {
    let steps = Int((signal.reach / spacing).rounded(.up))
    var marks: [Mark] = []
    for row in -steps...steps {
      for column in -steps...steps {
        let offset = Vec2(Double(column), Double(row)) * spacing
        guard offset.length <= signal.reach else { continue }
        let found = signal.information(at: offset)
        marks.append(Mark(column: column, row: row, strength: found.strength, kind: found.kind))
      }
    }
    self.marks = marks
  }

  /// Visits the points around one, by their numbers.
  @inline(__always)
  func forEach(
    around cell: Int, of plane: ExpectedAccuracy.Plane, _ visit: (Int, Mark) -> Void
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
        here.heardCount += 1
        here.strongest = max(here.strongest ?? mark.strength, mark.strength)
      }
      plane.cells[index] = here
    }
    planes[number] = plane
  }

  /// What is to be expected with more beacons.
  ///
  /// Each counts as hanging above the surveyed point that is nearest to where it is put.
  ///
  /// - Parameters:
  ///   - beacons: The numbers of their levels among ``planes``, and where they are, in metres east and
  ///     north in the radio map's frame.
  ///   - signal: How they are heard.
  /// - Returns: The same place with them.
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
