import Geometry
import Glibc

/// The facades that may reflect to a ground square, grouped by orientation.
struct GNSSFacadeList: Sendable {
  /// Parallel facades.
  struct Group: Sendable {
    var normal: Vec2
    var along: Vec2
    var first: Int
    var end: Int
    /// For the present position: the first facade in front of it, and its coordinates across and along the
    /// group.
    var begin = 0
    var away = 0.0
    var place = 0.0
  }

  /// A conservative test of four groups at once for facades that can mirror a satellite.
  ///
  /// A mirrored ray that is above the highest facade at the distance of the nearest one meets none. With
  /// that distance d, the height h and the normal n, this holds for directions s with h (s · n) < d s_z.
  struct Screen: Sendable {
    var x = SIMD4<Float>.zero
    var y = SIMD4<Float>.zero
    var z = SIMD4<Float>.zero
    /// The threshold of the sum, a rounding error below zero.
    var minimum = SIMD4<Float>(repeating: .infinity)

    /// The mask of groups that may mirror a satellite.
    @inline(__always)
    func passes(_ s: SIMD3<Float>) -> SIMDMask<SIMD4<Int32>> {
      x * s.x + y * s.y + z * s.z .> minimum
    }
  }

  /// A facade in its group's coordinates: across and along.
  struct Item: Sendable {
    var offset: Double
    var low: Double
    var high: Double
    var base: Double
    var top: Double
    /// The highest top of this and of all later ones in its group.
    var peak: Double
    var facade: Int32
    var group: Int32

    init(_ facade: GNSSCity.Facade, _ number: Int, normal: Vec2) {
      let along = normal.perpendicular
      let a = facade.start.dot(along)
      let b = (facade.start + facade.along).dot(along)
      offset = (facade.start + facade.along * 0.5).dot(normal)
      (low, high) = (min(a, b), max(a, b))
      (base, top, peak) = (facade.base, facade.top, facade.top)
      self.facade = Int32(truncatingIfNeeded: number)
      group = facade.group
    }
  }

  static let square = 20.0

  private(set) var groups: [Group] = []
  /// Group by group, the outermost first.
  private(set) var items: [Item] = []
  private(set) var screens: [Screen] = []
  private var place: (Int, Int)?

  /// Updates the list for the square around a point, and for the view from there.
  ///
  /// - Parameters:
  ///   - city: The buildings.
  ///   - point: The receiver's position.
  ///   - reach: The max distance of facades, in m.
  mutating func move(in city: GNSSCity, to point: Vec3, reach: Double) {
    guard abs(point.x) < 1e9, abs(point.y) < 1e9 else {
      screens.removeAll(keepingCapacity: true)
      return
    }
    settle(in: city, point.xy, reach: reach)
    look(from: point)
  }

  /// Computes the groups' coordinates and screens for a position.
  private mutating func look(from point: Vec3) {
    screens.removeAll(keepingCapacity: true)
    var screen = Screen()
    for number in groups.indices {
      let normal = groups[number].normal
      let away = point.xy.dot(normal)
      var index = groups[number].first
      while index < groups[number].end, away - items[index].offset <= 0.05 { index &+= 1 }
      groups[number].begin = index
      groups[number].away = away
      groups[number].place = point.xy.dot(groups[number].along)
      let lane = number & 3
      if index < groups[number].end {
        let (distance, height) = (away - items[index].offset, items[index].peak - point.z)
        screen.x[lane] = Float(normal.x * height)
        screen.y[lane] = Float(normal.y * height)
        screen.z[lane] = Float(-distance)
        screen.minimum[lane] = Float(-1e-5 * (abs(height) + distance))
      }
      guard lane == 3 || number == groups.count - 1 else { continue }
      screens.append(screen)
      screen = Screen()
    }
  }

  private mutating func settle(in city: GNSSCity, _ point: Vec2, reach: Double) {
    let here = (
      Int((point.x / Self.square).rounded(.down)), Int((point.y / Self.square).rounded(.down))
    )
    if let place, place == here { return }
    place = here
    let middle = Vec2(Double(here.0) + 0.5, Double(here.1) + 0.5) * Self.square
    let found = gather(in: city, around: middle, within: reach + Self.square * 0.7072)
    fill(found, from: city)
  }

  /// A bit set of the mirrors within range that face some part of the square.
  private func gather(
    in city: GNSSCity, around middle: Vec2, within reach: Double
  ) -> [UInt64] {
    var found = [UInt64](repeating: 0, count: (city.mirrors.count + 63) / 64)
    guard city.columns > 0 else { return found }
    let low = (middle - Vec2(repeating: reach) - city.origin) / city.cell
    let high = (middle + Vec2(repeating: reach) - city.origin) / city.cell
    // Outside the city and beyond the range of its last building, there are none.
    guard high.x >= 0, high.y >= 0, low.x < Double(city.columns), low.y < Double(city.rows) else {
      return found
    }
    for row in max(0, Int(low.y))...min(city.rows - 1, Int(high.y)) {
      for column in max(0, Int(low.x))...min(city.columns - 1, Int(high.x)) {
        let cell = row * city.columns + column
        for listing in city.listings[city.cells[cell].start..<city.cells[cell + 1].start] {
          let (word, bit) = (Int(listing.mirror >> 6), UInt64(1) << UInt64(listing.mirror & 63))
          guard found[word] & bit == 0 else { continue }
          let facade = city.facades[Int(listing.facade)]
          let away = (middle - facade.start).dot(city.normals[Int(facade.group)])
          guard away > -Self.square * 0.7072, away < reach else { continue }
          let line = Segment2(facade.start, facade.start + facade.along)
          if line.distance(to: middle) <= reach { found[word] |= bit }
        }
      }
    }
    return found
  }

  private mutating func fill(_ found: [UInt64], from city: GNSSCity) {
    groups.removeAll(keepingCapacity: true)
    items.removeAll(keepingCapacity: true)
    var group: Int32 = -1
    for (number, word) in found.enumerated() {
      var rest = word
      while rest != 0 {
        let item = city.mirrors[number * 64 + rest.trailingZeroBitCount]
        rest &= rest - 1
        if item.group != group {
          endGroup()
          group = item.group
          let normal = city.normals[Int(group)]
          groups.append(
            Group(
              normal: normal, along: normal.perpendicular, first: items.count, end: items.count))
        }
        items.append(item)
      }
    }
    endGroup()
  }

  /// Closes the last group: computes the highest top from each facade on.
  private mutating func endGroup() {
    guard let group = groups.last else { return }
    groups[groups.count - 1].end = items.count
    var peak = -Double.infinity
    for index in (group.first..<items.count).reversed() {
      peak = max(peak, items[index].top)
      items[index].peak = peak
    }
  }
}

/// A specular echo off a facade.
struct GNSSEcho: Sendable {
  /// The direction of arrival: a unit vector east, north, up.
  var arrival: Vec3
  /// Excess path, in m.
  var extra: Double
  /// The remaining fraction of power, without the antenna.
  var share: Double
  /// The facade's normal and the cosine of incidence.
  var normal: Vec2
  var cosine: Double
  var facade: Int
}
