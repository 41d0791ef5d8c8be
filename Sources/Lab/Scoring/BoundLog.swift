import Kernel
import Synchronization

/// Bounds of errors from moment to moment, in memory that doesn't grow with them.
///
/// They are mostly asked for in the order of time, so each search begins where the last one ended.
struct BoundLog: Sendable {
  /// What holds from a moment on.
  struct Row: BitwiseCopyable, Sendable {
    var time: SimTime
    /// In m.
    var bound: Double
    /// The same of who knows all that was measured before, in m; nil where that isn't known.
    var posterior: Double?
  }

  /// Where the last search ended.
  private final class Place: Sendable {
    let index = Mutex(0)
  }

  private var rows = Spool<Row>()
  private let place = Place()
  /// When the latest row begins; nil without any.
  private(set) var lastTime: SimTime?

  /// Adds a row; call in the order of time.
  mutating func append(_ row: Row) {
    rows.append(row)
    lastTime = row.time
  }

  /// The latest row that had begun by a moment, if it began no longer before than that.
  func latest(at time: SimTime, within validity: SimDuration) -> Row? {
    let index = place.index.withLock { index in
      index = search(time, from: index)
      return index
    }
    guard index >= 0, rows.indices.contains(index) else { return nil }
    let row = rows[index]
    return time - row.time <= validity ? row : nil
  }

  /// The position of the last row that begins no later than a moment; -1 if there is none.
  private func search(_ time: SimTime, from start: Int) -> Int {
    var (low, high) = (0, rows.count)
    // What is asked for is mostly near what was asked for before.
    if start >= 0, start < high, rows[start].time <= time {
      low = start + 1
      if low == high || rows[low].time > time { return start }
    }
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }
}
