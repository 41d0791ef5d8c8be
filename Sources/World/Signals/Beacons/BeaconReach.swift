import Geometry
import Glibc

/// A grid index of the beacons in range.
struct BeaconReach: Sendable {
  /// Max number of cells per side.
  private static let maximum = 32

  private let low: Vec2
  private let cell: Vec2
  private let columns, rows: Int
  private let firsts: [Int32]
  private let members: [Int32]

  /// Builds the index of beacons with their range, in m.
  init(_ beacons: [(place: Vec2, reach: Double)]) {
    guard let first = beacons.first else {
      (low, cell, columns, rows, firsts, members) = (.zero, Vec2(1, 1), 0, 0, [0], [])
      return
    }
    var (low, high) = (first.place, first.place)
    for beacon in beacons {
      let reach = Vec2(beacon.reach, beacon.reach)
      low = pointwiseMin(low, beacon.place - reach)
      high = pointwiseMax(high, beacon.place + reach)
    }
    let size = high - low
    columns = min(Self.maximum, max(1, Int(size.x / 8)))
    rows = min(Self.maximum, max(1, Int(size.y / 8)))
    cell = Vec2(size.x / Double(columns), size.y / Double(rows))
    self.low = low
    var firsts: [Int32] = [0]
    var members: [Int32] = []
    for row in 0..<rows {
      for column in 0..<columns {
        let corner = low + Vec2(Double(column) * cell.x, Double(row) * cell.y)
        for (number, beacon) in beacons.enumerated() {
          let nearest = beacon.place.clamped(lowerBound: corner, upperBound: corner + cell)
          if nearest.distance(to: beacon.place) <= beacon.reach { members.append(Int32(number)) }
        }
        firsts.append(Int32(members.count))
      }
    }
    self.firsts = firsts
    self.members = members
  }

  /// The indices of the beacons in range of a position, ascending.
  func candidates(at place: Vec2) -> ArraySlice<Int32> {
    let index = (place - low) / cell
    guard index.x >= 0, index.y >= 0, index.x < Double(columns), index.y < Double(rows) else {
      return []
    }
    let number = Int(index.y) * columns + Int(index.x)
    return members[Int(firsts[number])..<Int(firsts[number + 1])]
  }
}
