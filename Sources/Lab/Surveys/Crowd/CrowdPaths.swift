import Geometry
import Kernel
import Maps
import Venues

/// Random paths of contributors along the roads near access points.
struct CrowdPaths {
  /// Max distance from a road to an access point, in m.
  private static let reach = 150.0
  /// Distance from a road's centre line to the pavement, in m; an estimate.
  private static let pavementMetres = 6.5

  private let roads: [Road]
  /// Indices of the roads at each junction.
  private var meets: [Int: [Int]] = [:]
  /// Cumulative length of the roads, in m.
  private var sums: [Double] = []

  /// Total length of the roads, in m.
  var length: Double { sums.last ?? 0 }

  init(of venue: Venue) {
    var cells = Set<SIMD2<Int>>()
    for point in venue.transmitters.accessPoints {
      let cell = Self.cell(point.position.xy)
      for east in -1...1 {
        for north in -1...1 { cells.insert(cell &+ SIMD2(east, north)) }
      }
    }
    roads = venue.map.roads.roads.filter { road in
      road.layer == 0 && road.line.count > 1 && road.users.contains(.cars)
        && road.line.contains { cells.contains(Self.cell($0)) }
    }
    for (number, road) in roads.enumerated() {
      meets[road.from, default: []].append(number)
      meets[road.to, default: []].append(number)
      sums.append((sums.last ?? 0) + Self.length(road.line))
    }
  }

  private static func cell(_ point: Vec2) -> SIMD2<Int> {
    SIMD2(Int((point.x / reach).rounded(.down)), Int((point.y / reach).rounded(.down)))
  }

  private static func length(_ line: [Vec2]) -> Double {
    zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
  }

  /// Points at equal distances on all roads for cars.
  static func points(every metres: Double, on network: RoadNetwork) -> [Vec2] {
    var points: [Vec2] = []
    for road in network.roads where road.users.contains(.cars) {
      for (from, to) in zip(road.line, road.line.dropFirst()) {
        let count = max(1, Int(from.distance(to: to) / metres))
        points += (0..<count).map { from + (to - from) * (Double($0) / Double(count)) }
      }
    }
    return points
  }

  /// A random walk on the road network, near the centre line or on the pavement.
  ///
  /// - Parameters:
  ///   - metres: Min length, unless it reaches a dead end.
  ///   - onFoot: True for a path along the pavement.
  ///   - draw: The random stream.
  /// - Returns: The points; empty if there are no roads.
  func way(metres: Double, onFoot: Bool, _ draw: inout RandomStream) -> [Vec2] {
    guard length > 0 else { return [] }
    let goal = draw.uniform() * length
    var road = sums.firstIndex { $0 >= goal } ?? 0
    var forward = draw.happens(withProbability: 0.5)
    let side = onFoot ? (draw.happens(withProbability: 0.5) ? 1.0 : -1) * Self.pavementMetres : 2
    var points: [Vec2] = []
    var left = metres
    while left > 0 {
      let line = forward ? roads[road].line : roads[road].line.reversed()
      for (from, to) in zip(line, line.dropFirst()) {
        guard let along = (to - from).normalized else { continue }
        points += [from + along.perpendicular * side, to + along.perpendicular * side]
      }
      left -= Self.length(line)
      let end = forward ? roads[road].to : roads[road].from
      let next = (meets[end] ?? []).filter { $0 != road }
      guard !next.isEmpty else { break }
      road = next[draw.integer(below: next.count)]
      forward = roads[road].from == end
    }
    return points
  }
}
