import Geometry
import Glibc
import Venues

/// Buildings for GNSS ray casting: a grid of facades, for rising rays.
///
/// A rising ray from outside can enter a prism only through a facade or, if the prism is raised above the
/// ground, from below.
struct GNSSCity: Sendable {
  /// A vertical rectangle with a building behind it.
  struct Facade: Sendable {
    var start: Vec2
    var along: Vec2
    var base: Double
    var top: Double
    /// The index of its orientation; see ``GNSSCity/normals``.
    var group: Int32
    var prism: Int32
    var building: Int32
    var material: UInt8
    /// True if no other facade continues it in its plane at that end.
    var endsAtStart = true
    var endsAtEnd = true
  }

  /// A prism above the ground.
  struct Raised: Sendable {
    var footprint: Polygon
    var base: Double
    var building: Int32
  }

  var facades: [Facade] = []
  /// The outward normals of groups of facades, within 0.1° of each facade of the group.
  var normals: [Vec2] = []
  var raised: [Raised] = []
  /// The range of facades of each prism.
  var prismFacades: [Range<Int32>] = []
  var highest = 0.0

  /// A grid cell: its first listing, and the highest top of its facades.
  struct Cell: Sendable {
    var start: Int
    var top: Double
  }

  /// The entry of a facade in a cell.
  struct Listing: Sendable {
    var facade: Int32
    /// Its index in ``GNSSCity/mirrors``.
    var mirror: Int32
  }

  var origin = Vec2.zero
  var cell = 20.0
  var columns = 0
  var rows = 0
  /// Row by row, with a final sentinel.
  var cells: [Cell] = []
  var listings: [Listing] = []
  /// All facades as mirrors, group by group, the outermost first.
  var mirrors: [GNSSFacadeList.Item] = []

  /// Builds the grid.
  ///
  /// Each solid has a building index, and each building a facade material.
  init(_ prisms: [Prism], buildings: [Int], materials: [Material]) {
    for (number, prism) in prisms.enumerated() {
      let building = Int32(truncatingIfNeeded: buildings[number])
      let kind = materials[buildings[number]]
      let first = Int32(facades.count)
      for edge in prism.footprint.edges where edge.length > 0.05 {
        facades.append(
          Facade(
            start: edge.start, along: edge.vector, base: prism.base, top: prism.top, group: 0,
            prism: Int32(number), building: building,
            material: UInt8(Material.allCases.firstIndex(of: kind) ?? 0)))
      }
      prismFacades.append(first..<Int32(facades.count))
      if prism.base > 1 {
        raised.append(
          Raised(footprint: prism.footprint, base: prism.base, building: building))
      }
      highest = max(highest, prism.top)
    }
    group()
    joinNeighbours()
    layGrid(places: layMirrors())
  }

  /// Sorts facades by orientation, into groups of 0.1°.
  private mutating func group() {
    let angles = facades.map { $0.along.angle }
    var last = -10.0
    for index in facades.indices.sorted(by: { (angles[$0], $0) < (angles[$1], $1) }) {
      if angles[index] - last > 0.1 * .pi / 180 {
        last = angles[index]
        let direction = facades[index].along / facades[index].along.length
        normals.append(Vec2(direction.y, -direction.x))
      }
      facades[index].group = Int32(normals.count - 1)
    }
  }

  /// Finds ends of facades that a neighbour continues in the same plane.
  private mutating func joinNeighbours() {
    func offset(_ facade: Facade) -> Double { facade.start.dot(normals[Int(facade.group)]) }
    let order = facades.indices.sorted {
      (facades[$0].group, offset(facades[$0]), $0) < (facades[$1].group, offset(facades[$1]), $1)
    }
    for (place, index) in order.enumerated() {
      let here = facades[index]
      for other in order[(place + 1)...] {
        let there = facades[other]
        guard there.group == here.group, offset(there) - offset(here) < 0.3 else { break }
        if (here.start + here.along).distance(to: there.start) < 0.5 {
          facades[index].endsAtEnd = false
          facades[other].endsAtStart = false
        }
        if (there.start + there.along).distance(to: here.start) < 0.5 {
          facades[index].endsAtStart = false
          facades[other].endsAtEnd = false
        }
      }
    }
  }

  /// Makes mirrors of all facades, and returns the index of each facade's mirror.
  private mutating func layMirrors() -> [Int32] {
    let items = facades.indices.map { number in
      let facade = facades[number]
      let normal = normals[Int(facade.group)]
      return GNSSFacadeList.Item(facade, number, normal: normal)
    }
    mirrors = items.sorted {
      ($0.group, -$0.offset, $0.facade) < ($1.group, -$1.offset, $1.facade)
    }
    var places = [Int32](repeating: 0, count: mirrors.count)
    for (place, item) in mirrors.enumerated() { places[Int(item.facade)] = Int32(place) }
    return places
  }

  private mutating func layGrid(places: [Int32]) {
    let corners = facades.flatMap { [$0.start, $0.start + $0.along] }
    guard let box = Box2(containing: corners) else { return }
    // Cells of 20 m, but no more than a million.
    cell = max(20, (box.size.x * box.size.y / 1e6).squareRoot(), max(box.size.x, box.size.y) / 1e5)
    origin = box.minimum - Vec2(repeating: cell * 0.5)
    columns = Int(box.size.x / cell) + 2
    rows = Int(box.size.y / cell) + 2
    var lists = [[Int32]](repeating: [], count: columns * rows)
    for (number, facade) in facades.enumerated() {
      // Sampling by less than half a cell, with the cells around, misses none.
      let steps = Int(facade.along.length / (cell * 0.4)) + 1
      for step in 0...steps {
        let point = facade.start + facade.along * (Double(step) / Double(steps))
        let reach = cell * 0.21
        for corner in 0..<4 {
          let aside = Vec2(corner & 1 == 0 ? -reach : reach, corner & 2 == 0 ? -reach : reach)
          let place = index(of: point + aside)
          if lists[place].last != Int32(number) { lists[place].append(Int32(number)) }
        }
      }
    }
    cells.reserveCapacity(lists.count + 1)
    for list in lists {
      var cell = Cell(start: listings.count, top: 0)
      var last: Int32 = -1
      for item in list where item != last {
        listings.append(Listing(facade: item, mirror: places[Int(item)]))
        cell.top = max(cell.top, facades[Int(item)].top)
        last = item
      }
      cells.append(cell)
    }
    cells.append(Cell(start: listings.count, top: 0))
  }

  private func index(of point: Vec2) -> Int {
    let place = (point - origin) / cell
    let column = min(columns - 1, max(0, Int(place.x)))
    let row = min(rows - 1, max(0, Int(place.y)))
    return row * columns + column
  }
}
