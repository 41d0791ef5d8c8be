import Kernel
import Observations
import Recordings

/// A fix with its time by the file's clock, in ns, and its line number.
struct TimedFix {
  var time: Int64
  var line: Int
  var fix: ReceiverFix
}

extension ReadingReport where Warning: SeriesWarning {
  /// Returns fixes in order of time without duplicates; counts those out of order or of equal time.
  ///
  /// - Parameters:
  ///   - reported: The fixes in the order of the file.
  ///   - origin: Time zero of the recording, in ns.
  /// - Returns: The fixes with times since the origin.
  mutating func fixes(_ reported: [TimedFix], since origin: Int64) -> [ReceiverFix] {
    var newest = Int64.min
    for entry in reported {
      if entry.time < newest { note(.disorder, line: entry.line) }
      newest = max(newest, entry.time)
    }
    var (fixes, lines) = ([ReceiverFix](), [Int]())
    var last: SimTime?
    for entry in inOrderOfTime(reported, \.time) {
      let time = simTime(entry.time, since: origin)
      if let last, time <= last {
        note(.repeated, line: entry.line)
        continue
      }
      var fix = entry.fix
      fix.time = time
      fixes.append(fix)
      lines.append(entry.line)
      last = time
    }
    noteGaps(fixes.map(\.time), lines: lines)
    return fixes
  }
}
