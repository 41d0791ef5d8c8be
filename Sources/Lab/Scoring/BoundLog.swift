import Kernel
import Synchronization

/// A time series of error bounds, in constant memory.
///
/// Queries are mostly in the order of time, so each search begins at the result of the previous
/// one.
struct BoundLog: Sendable {
  /// The bounds from a time on.
  struct Row: BitwiseCopyable, Sendable {
    var time: SimTime
    /// In m.
    var bound: Double
    /// Posterior Cramer-Rao bound (uses all earlier epochs), in m; nil if unknown.
    var posterior: Double?
  }

  /// The result index of the previous search.
  private final class LastIndex: Sendable {
    let index = Mutex(0)
  }

  private var rows = FileBackedArray<Row>()
  private let place = LastIndex()
  /// The begin of the latest row; nil without any.
  private(set) var lastTime: SimTime?

  /// Adds a row; call in the order of time.
  mutating func append(_ row: Row) {
    rows.append(row)
    lastTime = row.time
  }

  /// Returns the latest row at a moment; nil if it is older than the validity.
  func latest(at time: SimTime, within validity: SimDuration) -> Row? {
    let index = place.index.withLock { index in
      index = search(time, from: index)
      return index
    }
    guard index >= 0, rows.indices.contains(index) else { return nil }
    let row = rows[index]
    return time - row.time <= validity ? row : nil
  }

  /// Returns the index of the last row that begins at or before a moment, or -1.
  private func search(_ time: SimTime, from start: Int) -> Int {
    // Successive queries are mostly close together.
    if start >= 0, start < rows.count, rows[start].time <= time,
      start + 1 == rows.count || rows[start + 1].time > time
    {
      return start
    }
    return rows.partitioningIndex { $0.time > time } - 1
  }
}
