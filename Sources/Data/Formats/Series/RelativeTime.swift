import Kernel
import Recordings

/// Converts a clock reading to time since an origin, both in ns; saturates.
func simTime(_ nanoseconds: Int64, since origin: Int64) -> SimTime {
  .start + (SimTime(nanoseconds: nanoseconds) - SimTime(nanoseconds: origin))
}

/// Unix times in ms that readers accept: 1970 to 2255; their nanoseconds fit 64 bits.
let credibleUnixMilliseconds: ClosedRange<Int64> = 0...9_000_000_000_000

/// Sorts elements by time; stable.
func inOrderOfTime<Element>(_ elements: [Element], _ time: (Element) -> Int64) -> [Element] {
  let isOrdered = zip(elements, elements.dropFirst()).allSatisfy { time($0) <= time($1) }
  guard !isOrdered else { return elements }
  return elements.enumerated().sorted { left, right in
    let (first, second) = (time(left.element), time(right.element))
    return first != second ? first < second : left.offset < right.offset
  }.map(\.element)
}

/// Sorts elements by their times in ns and sets their times since an origin.
func placed<Element>(
  _ entries: [(time: Int64, value: Element)], since origin: Int64,
  _ time: WritableKeyPath<Element, SimTime>
) -> [Element] {
  inOrderOfTime(entries, \.time).map { entry in
    var element = entry.value
    element[keyPath: time] = simTime(entry.time, since: origin)
    return element
  }
}

extension ReadingReport where Warning: SeriesWarning {
  /// Counts gaps in ascending times without a nominal rate: above 2.5 times their median interval.
  mutating func noteGaps(_ times: [SimTime], lines: [Int]) {
    let intervals = zip(times.dropFirst(), times).map { $0 - $1 }
    guard let usual = intervals.middle()?.seconds else { return }
    for (index, interval) in intervals.enumerated() where interval.seconds > 2.5 * usual {
      note(.gap, line: lines[index + 1])
    }
  }
}
