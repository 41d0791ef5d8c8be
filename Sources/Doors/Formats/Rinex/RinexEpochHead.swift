import Observations
import Recordings

/// The first line of an epoch of observations.
struct RinexEpochHead {
  /// The date; nil on events, which need none.
  var moment: CalendarMoment?
  /// 0 for observations, 1 after a power failure, 2 to 6 for events.
  var flag: Int
  /// How many satellites, or lines, follow.
  var count: Int
  /// The receiver clock's offset, in s.
  var clock: Double?

  /// Reads the line; nil if it is no such line.
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
