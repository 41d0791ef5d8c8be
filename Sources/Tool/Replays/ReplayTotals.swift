import Documents
import Harness
import Kernel
import Recordings
import Reporting

/// Counts of matched, dropped, repaired and withheld observations, over one or more replays.
struct ReplayTotals {
  private var delivered = 0
  private var offered = 0
  private var withheld = 0
  private var rows = 0
  private var dropped = 0
  private var reordered = 0
  private var gaps = 0
  private var unused = 0
  private var interpolatedSeconds = 0.0
  private var locations = 0
  private var locationsMatched = 0
  private var scansAskedElsewhen = 0

  mutating func add(_ result: ReplayResult, _ warnings: WarningCounts) {
    delivered += result.delivered
    offered += result.offered
    withheld += result.match.withheld
    rows += result.contents.rows
    dropped += warnings.dropped
    reordered += warnings.reordered
    gaps += warnings.gaps
    unused += warnings.unused
    interpolatedSeconds += result.contents.interpolated.seconds
    locations += result.match.locations
    locationsMatched += result.match.locationsMatched
    scansAskedElsewhen += result.match.scansAskedElsewhen
  }

  /// The counts as text.
  var lines: [String] {
    [
      "matched: \(delivered) of \(offered) observations reached the stack"
        + (withheld > 0 ? ", \(withheld) are of sensors that it has switched off" : "")
        + (scansAskedElsewhen > 0
          ? ", \(scansAskedElsewhen) scans at other times than requested" : ""),
      "judged: \(locationsMatched) of \(locations) locations reported",
      "rows: \(rows) used, \(dropped) dropped, \(reordered) reordered, \(gaps) gaps, "
        + "\(unused) unused; truth interpolated over \(figureText(interpolatedSeconds)) s",
    ]
  }

  /// The counts as JSON.
  var json: JSONValue {
    [
      "observations": .int(Int64(offered)), "delivered": .int(Int64(delivered)),
      "withheld": .int(Int64(withheld)), "locations": .int(Int64(locations)),
      "locations_matched": .int(Int64(locationsMatched)),
      "scans_asked_elsewhen": .int(Int64(scansAskedElsewhen)), "rows_used": .int(Int64(rows)),
      "rows_dropped": .int(Int64(dropped)), "rows_reordered": .int(Int64(reordered)),
      "gaps": .int(Int64(gaps)), "rows_unused": .int(Int64(unused)),
      "interpolated_s": .number(interpolatedSeconds),
    ]
  }
}
