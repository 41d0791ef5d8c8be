import Kernel
import Recordings

/// A moment of another clock as time since that clock's origin, both in ns; saturates.
func simTime(_ nanoseconds: Int64, since origin: Int64) -> SimTime {
  .start + (SimTime(nanoseconds: nanoseconds) - SimTime(nanoseconds: origin))
}

/// The Unix times in ms that readers take for real: 1970 to 2255, whose nanoseconds fit 64 bits.
let credibleUnixMilliseconds: ClosedRange<Int64> = 0...9_000_000_000_000

/// Elements by ascending time; those of one time keep their order.
func inOrderOfTime<Element>(_ elements: [Element], _ time: (Element) -> Int64) -> [Element] {
  let isOrdered = zip(elements, elements.dropFirst()).allSatisfy { time($0) <= time($1) }
  guard !isOrdered else { return elements }
  return elements.enumerated().sorted { left, right in
    let (first, second) = (time(left.element), time(right.element))
    return first != second ? first < second : left.offset < right.offset
  }.map(\.element)
}

/// Elements in the order of their times by a clock of the file, in ns, with time from an origin on.
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

extension ReadingReport where Remark: SeriesRemark {
  /// Counts gaps in ascending times that have no set rate: beyond 2.5 of their median interval.
  mutating func noteGaps(_ times: [SimTime], lines: [Int]) {
    let intervals = zip(times.dropFirst(), times).map { $0 - $1 }
    guard let usual = intervals.middle()?.seconds else { return }
    for (index, interval) in intervals.enumerated() where interval.seconds > 2.5 * usual {
      note(.gap, line: lines[index + 1])
    }
  }
}
