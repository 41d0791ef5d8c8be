import Recordings

extension FITReader {
  /// Longest gap between two records of one activity, in s: no activity pauses for a month.
  static let longestPause: Int64 = 30 * 86_400

  /// Keeps only the part between clock jumps that has the most records.
  ///
  /// The correct one of two clocks cannot be determined, nor the time between them: both parts together
  /// would have an invented gap.
  ///
  /// - Returns: The jumps, in the order of the file.
  mutating func keepLargestPart() -> [FITFile.Leap] {
    let leaps = zip(records, records.dropFirst()).compactMap { before, next -> FITFile.Leap? in
      let seconds = next.time - before.time
      return abs(seconds) > Self.longestPause ? FITFile.Leap(row: next.row, seconds: seconds) : nil
    }
    guard !leaps.isEmpty else { return [] }
    let times = records.map(\.time).sorted()
    var parts: [Range<Int>] = []
    var start = 0
    for index in 1...times.count
    where index == times.count || times[index] - times[index - 1] > Self.longestPause {
      parts.append(start..<index)
      start = index
    }
    // Of equally large parts, the earliest by the clock.
    guard let largest = parts.map(\.count).max(),
      let part = parts.first(where: { $0.count == largest })
    else { return leaps }
    let kept = times[part.lowerBound]...times[part.upperBound - 1]
    for record in records where !kept.contains(record.time) {
      report.note(.leap, line: record.row)
    }
    records.removeAll { !kept.contains($0.time) }
    // The timer starts before the first record and stops after the last.
    let around = kept.lowerBound - Self.longestPause...kept.upperBound + Self.longestPause
    for event in events where !around.contains(event.time) {
      report.note(.leapedEvent, line: event.row)
    }
    events.removeAll { !around.contains($0.time) }
    sessions.removeAll { !around.contains($0.time) }
    return leaps
  }
}
