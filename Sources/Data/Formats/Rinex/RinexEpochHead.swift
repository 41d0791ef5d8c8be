import Observations
import Recordings

/// The first line of an observation epoch.
struct RinexEpochHead {
  /// The date; nil for events, which may lack one.
  var moment: CalendarMoment?
  /// 0 for observations, 1 after a power failure, 2 to 6 for events.
  var flag: Int
  /// Number of satellites or lines that follow.
  var count: Int
  /// Receiver clock offset, in s.
  var clock: Double?

  /// Parses the line; nil if it isn't an epoch line.
  init?(_ text: ColumnText, _ line: ColumnText.Line, isThird: Bool) {
    let flagColumn = isThird ? 31 : 28
    let countColumns = isThird ? 32..<35 : 29..<32
    guard let flag = text.integer(line, flagColumn..<flagColumn + 1), (0...6).contains(flag),
      let count = text.integer(line, countColumns), (0...999).contains(count)
    else { return nil }
    self.flag = flag
    self.count = count
    moment =
      isThird
      ? rinexMoment(
        text, line, year: 2..<6, fields: [7..<9, 10..<12, 13..<15, 16..<18, 18..<29])
      : rinexMoment(text, line, year: 1..<3, fields: [4..<6, 7..<9, 10..<12, 13..<15, 15..<26])
    if flag <= 1, moment == nil { return nil }
    if case .value(let seconds) = text.number(line, isThird ? 41..<56 : 68..<80) {
      clock = seconds.isFinite ? seconds : nil
    }
  }
}
