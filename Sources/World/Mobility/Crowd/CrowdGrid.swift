import Geometry

/// Who is near whom: cells of a grid wrapped round a torus, and from it a list for each walker.
///
/// The plane is wrapped so that cells far apart share a bucket: memory is in proportion to the number
/// of walkers however far they are spread, and whoever comes from the wrong turn of the wrap is
/// too far away to get into a list. Walkers are sorted by bucket, so that the cells side by side in a
/// row are one stretch of them.
struct CrowdGrid: Sendable {
  /// The torus is 2^`bits` cells round each way: at least 8, so that a search of up to seven cells
  /// meets no bucket twice.
  private var bits = 3
  private var starts: [Int32] = []
  private var buckets: [Int32] = []

  /// The lists: `items[lists[i]..<lists[i + 1]]`, each a multiple of four long.
  private(set) var lists: [Int32] = []
  private(set) var items: [Int32] = []

  /// Returns the order by bucket of the positions that `isKept` keeps: a stable counting sort.
  mutating func sort(
    _ positions: UnsafeBufferPointer<CrowdPresence>, keeping isKept: (Int) -> Bool
  ) -> [Int32] {
    bits = 3
    while 1 << (2 * bits) < 2 * positions.count { bits += 1 }
    let mask = Int32(1) << Int32(bits) - 1
    starts = [Int32](repeating: 0, count: 1 << (2 * bits) + 1)
    buckets = [Int32](repeating: -1, count: positions.count)
    let inverse = 1 / CrowdParameters.cellSize
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

  /// Makes the lists of sorted walkers: of all within the sum of both reaches, in m.
  ///
  /// A negative reach counts for others alone: its walker gets no list. A list that would be longer than its limit, which only
  /// bodies inside one another bring about, is made with a shorter reach.
  mutating func makeLists(
    _ walkers: UnsafeBufferPointer<CrowdPresence>, reaches: UnsafeBufferPointer<Float>, count: Int
  ) {
    lists.removeAll(keepingCapacity: true)
    items.removeAll(keepingCapacity: true)
    lists.append(0)
    var longest: Float = 0
    for index in 0..<count { longest = max(longest, abs(reaches[index])) }
    for index in 0..<count {
      let first = items.count
      var scale: Float = 1
      while reaches[index] > 0 {
        collect(index, walkers, reaches, longest: longest, scale: scale)
        guard items.count - first > CrowdParameters.listLimit else { break }
        guard scale > 0.02 else {
          items.removeLast(items.count - first - CrowdParameters.listLimit)
          break
        }
        items.removeLast(items.count - first)
        scale *= 0.7
      }
      while items.count & 3 != 0 { items.append(Int32(count)) }
      lists.append(Int32(items.count))
    }
  }

  /// Appends everybody within reach of a walker.
  @inline(__always)
  private mutating func collect(
    _ index: Int, _ walkers: UnsafeBufferPointer<CrowdPresence>,
    _ reaches: UnsafeBufferPointer<Float>, longest: Float, scale: Float
  ) {
    let limit = CrowdParameters.reachLimit * scale
    let reach = reaches[index] * scale
    let radius = Double(min(reach + longest * scale, limit))
    let inverse = 1 / CrowdParameters.cellSize
    let position = walkers[index].position
    let mask = Int(1) << bits - 1
    let columns = Int(crowdFloor((position.x - radius) * inverse))
    let columnCount = Int(crowdFloor((position.x + radius) * inverse)) - columns + 1
    let rows = Int(crowdFloor((position.y - radius) * inverse))
    let lastRow = Int(crowdFloor((position.y + radius) * inverse))
    for row in rows...lastRow {
      let bucket = (row & mask) << bits
      let first = columns & mask
      let last = min(first + columnCount, mask + 1)
      for part in 0..<2 {
        let (low, high) =
          part == 0 ? (bucket + first, bucket + last) : (bucket, bucket + first + columnCount - last)
        guard low < high else { continue }
        for other in Int(starts[low])..<Int(starts[high]) {
          let offset = walkers[other].position - position
          let pair = min(reach + abs(reaches[other]) * scale, limit)
          if offset.squaredLength < Double(pair * pair), other != index {
            items.append(Int32(other))
          }
        }
      }
    }
  }
}
