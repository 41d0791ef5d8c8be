import Geometry

/// Neighbour search: cells of a grid wrapped onto a torus, and a neighbour list for each walker
/// (Verlet lists).
///
/// On the torus, distant cells share a bucket: the memory is proportional to the number of walkers,
/// whatever their spread, and a distance check excludes walkers from other turns of the wrap.
/// Walkers are sorted by bucket, so that adjacent cells in a row are contiguous.
struct CrowdGrid: Sendable {
  /// The torus has 2^`bits` cells each way: at least 8, so that a search over up to seven cells
  /// visits no bucket twice.
  private var bits = 3
  private var starts: [Int32] = []
  private var buckets: [Int32] = []
  /// The max reach of the walkers in a bucket, in m.
  private var longest: [Float] = []

  /// The neighbours of walker i are `items[lists[i]..<lists[i + 1]]`, padded to a multiple of four.
  private(set) var lists: [Int32] = []
  private(set) var items: [Int32] = []

  /// Returns the positions that `isKept` selects, in the order of their buckets: a stable counting
  /// sort.
  mutating func sort(
    _ positions: UnsafeBufferPointer<CrowdPresence>, keeping isKept: (Int) -> Bool
  ) -> [Int32] {
    bits = 3
    while 1 << (2 * bits) < 2 * positions.count { bits += 1 }
    let mask = Int32(1) << Int32(bits) - 1
    starts = [Int32](repeating: 0, count: 1 << (2 * bits) + 1)
    buckets = [Int32](repeating: -1, count: positions.count)
    let inverse = 1 / PedestrianParameters.cellSize
    var kept = 0
    for index in positions.indices where isKept(index) {
      let column = crowdFloor(positions[index].position.x * inverse) & mask
      let row = crowdFloor(positions[index].position.y * inverse) & mask
      let bucket = row << Int32(bits) | column
      buckets[index] = bucket
      starts[Int(bucket) + 1] += 1
      kept += 1
    }
    for bucket in 1..<starts.count { starts[bucket] += starts[bucket - 1] }
    var next = starts
    var order = [Int32](repeating: 0, count: kept)
    for index in buckets.indices where buckets[index] >= 0 {
      let bucket = Int(buckets[index])
      order[Int(next[bucket])] = Int32(index)
      next[bucket] += 1
    }
    return order
  }

  /// Builds the neighbour lists of sorted walkers, followed by one padding walker: all others
  /// within the sum of both reaches, in m.
  ///
  /// A walker with a negative reach gets no list, but appears in those of others. A list above the
  /// limit, which occurs only with overlapping bodies, is rebuilt with a shorter reach.
  mutating func makeLists(
    _ walkers: UnsafeBufferPointer<CrowdPresence>, reaches: UnsafeBufferPointer<Float>, count: Int
  ) {
    lists.removeAll(keepingCapacity: true)
    items.removeAll(keepingCapacity: true)
    lists.append(0)
    noteLongest(reaches, count)
    let overall = longest.max() ?? 0
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: PedestrianParameters.listLimit + 4) {
      found in
      for index in 0..<count {
        var scale: Float = 1
        var length = 0
        if reaches[index] > 0 {
          length = collect(index, walkers, reaches, overall: overall, scale: scale, found)
        }
        while length > PedestrianParameters.listLimit, scale > 0.02 {
          scale *= 0.7
          length = collect(index, walkers, reaches, overall: overall, scale: scale, found)
        }
        length = min(length, PedestrianParameters.listLimit)
        while length & 3 != 0 {
          found[length] = Int32(count)
          length += 1
        }
        appendSorted(found, length, behind: walkers[index], walkers)
        lists.append(Int32(items.count))
      }
    }
  }

  /// Appends a list, neighbours in front first.
  ///
  /// Groups of four behind the walker need much less work.
  @inline(__always)
  private mutating func appendSorted(
    _ found: UnsafeMutableBufferPointer<Int32>, _ length: Int, behind me: CrowdPresence,
    _ walkers: UnsafeBufferPointer<CrowdPresence>
  ) {
    let wish = Vec2(Double(me.wish.x), Double(me.wish.y))
    for index in 0..<length where (walkers[Int(found[index])].position - me.position).dot(wish) >= 0
    {
      items.append(found[index])
    }
    for index in 0..<length where (walkers[Int(found[index])].position - me.position).dot(wish) < 0
    {
      items.append(found[index])
    }
  }

  /// Records the max reach in each bucket, to skip buckets in a search.
  private mutating func noteLongest(_ reaches: UnsafeBufferPointer<Float>, _ count: Int) {
    longest = [Float](repeating: 0, count: starts.count - 1)
    for bucket in longest.indices where starts[bucket] < starts[bucket + 1] {
      for index in Int(starts[bucket])..<Int(starts[bucket + 1]) {
        longest[bucket] = max(longest[bucket], abs(reaches[index]))
      }
    }
  }

  /// Collects the neighbours within reach of a walker, cell by cell, and returns their number.
  ///
  /// It stops one above the limit of a list.
  @inline(__always)
  private func collect(
    _ index: Int, _ walkers: UnsafeBufferPointer<CrowdPresence>,
    _ reaches: UnsafeBufferPointer<Float>, overall: Float, scale: Float,
    _ found: UnsafeMutableBufferPointer<Int32>
  ) -> Int {
    var length = 0
    let limit = PedestrianParameters.reachLimit * scale
    let reach = reaches[index] * scale
    let radius = Double(min(reach + overall * scale, limit))
    let (side, inverse) = (PedestrianParameters.cellSize, 1 / PedestrianParameters.cellSize)
    let position = walkers[index].position
    let mask = 1 << bits - 1
    let columns =
      Int(
        crowdFloor((position.x - radius) * inverse))...Int(
        crowdFloor((position.x + radius) * inverse))
    let rows =
      Int(
        crowdFloor((position.y - radius) * inverse))...Int(
        crowdFloor((position.y + radius) * inverse))
    for row in rows {
      let low = Double(row) * side
      let dy = max(0, max(low - position.y, position.y - low - side))
      for column in columns {
        let bucket = (row & mask) << bits | (column & mask)
        let (first, last) = (Int(starts[bucket]), Int(starts[bucket + 1]))
        guard first < last else { continue }
        let left = Double(column) * side
        let dx = max(0, max(left - position.x, position.x - left - side))
        let farthest = Double(min(reach + longest[bucket] * scale, limit))
        guard dx * dx + dy * dy < farthest * farthest else { continue }
        for other in first..<last {
          let offset = walkers[other].position - position
          let pair = min(reach + abs(reaches[other]) * scale, limit)
          guard offset.squaredLength < Double(pair * pair), other != index else { continue }
          found[length] = Int32(other)
          length += 1
          if length > PedestrianParameters.listLimit { return length }
        }
      }
    }
    return length
  }
}
