import Geometry
import Glibc

/// The facades that may send echoes to anywhere in one square of the ground, by the way they face.
struct GNSSFacadeList: Sendable {
  /// Facades that face one way.
  struct Group: Sendable {
    var normal: Vec2
    var along: Vec2
    var first: Int
    var end: Int
  }

  /// A facade in its group's coordinates: away from and along it.
  struct Item: Sendable {
    var offset: Double
    var low: Double
    var high: Double
    var base: Double
    var top: Double
    var facade: Int
  }

  /// The side of a square, in m.
  static let square = 20.0

  private(set) var groups: [Group] = []
  private(set) var items: [Item] = []
  private var found: [Int64] = []
  private var place: (Int, Int)?

  /// Makes sure that the list is that of the square around a point.
  ///
  /// - Parameters:
  ///   - city: The buildings.
  ///   - point: Where the receiver is.
  ///   - reach: How far away facades are wanted, in m.
  mutating func move(in city: GNSSCity, to point: Vec2, reach: Double) {
    guard abs(point.x) < 1e9, abs(point.y) < 1e9 else { return }
    let here = (
      Int((point.x / Self.square).rounded(.down)), Int((point.y / Self.square).rounded(.down))
    )
    if let place, place == here { return }
    place = here
    let middle = Vec2(Double(here.0) + 0.5, Double(here.1) + 0.5) * Self.square
    gather(in: city, around: middle, within: reach + Self.square * 0.7072)
    fill(from: city)
  }

  /// Facades of the cells within reach that face some of the square.
  private mutating func gather(in city: GNSSCity, around middle: Vec2, within reach: Double) {
    found.removeAll(keepingCapacity: true)
    guard city.columns > 0 else { return }
    let low = (middle - Vec2(repeating: reach) - city.origin) / city.cell
    let high = (middle + Vec2(repeating: reach) - city.origin) / city.cell
    // Beside the city, beyond the reach of its last house, there are none.
    guard high.x >= 0, high.y >= 0, low.x < Double(city.columns), low.y < Double(city.rows) else {
      return
    }
    for row in max(0, Int(low.y))...min(city.rows - 1, Int(high.y)) {
      for column in max(0, Int(low.x))...min(city.columns - 1, Int(high.x)) {
        let cell = row * city.columns + column
        for item in city.cellStarts[cell]..<city.cellStarts[cell + 1] {
          let number = city.items[Int(item)]
          let facade = city.facades[Int(number)]
          let away = (middle - facade.start).dot(city.normals[Int(facade.group)])
          guard away > -Self.square * 0.7072, away < reach else { continue }
          let line = Segment2(facade.start, facade.start + facade.along)
          if line.distance(to: middle) <= reach {
            found.append(Int64(facade.group) << 32 | Int64(number))
          }
        }
      }
    }
  }

  private mutating func fill(from city: GNSSCity) {
    // The group above, the facade below: one number to compare.
    found.sort()
    groups.removeAll(keepingCapacity: true)
    items.removeAll(keepingCapacity: true)
    var last: Int64 = -1
    var group: Int32 = -1
    for key in found where key != last {
      last = key
      let number = Int32(truncatingIfNeeded: key)
      let facade = city.facades[Int(number)]
      let normal = city.normals[Int(facade.group)]
      let along = normal.perpendicular
      if facade.group != group {
        group = facade.group
        groups.append(Group(normal: normal, along: along, first: items.count, end: items.count))
      }
      let a = facade.start.dot(along)
      let b = (facade.start + facade.along).dot(along)
      let middle = facade.start + facade.along * 0.5
      items.append(
        Item(
          offset: middle.dot(normal), low: min(a, b), high: max(a, b), base: facade.base,
          top: facade.top, facade: Int(number)))
      groups[groups.count - 1].end = items.count
    }
  }
}

/// An echo off a facade.
struct GNSSEcho: Sendable {
  /// From where it arrives: a unit vector east, north, up.
  var arrival: Vec3
  /// How much longer its way is, in m.
  var extra: Double
  /// The share of power that is left, without the antenna.
  var share: Double
  /// The facade's normal and the cosine of incidence.
  var normal: Vec2
  var cosine: Double
  var facade: Int
}
