/// Leap seconds since 1980: GPS time minus UTC.
///
/// Source: IERS Bulletins C, as tabulated in the IERS file `Leap_Second.dat`. The last leap second
/// so far ended 2016; none was announced up to Bulletin C 70 (July 2025).
public enum LeapSeconds {
  /// The leap seconds since 2017-01-01.
  public static let latest = 18

  /// The first month in UTC of each further leap second, as (year, month).
  private static let steps: [(year: Int, month: Int)] = [
    (1981, 7), (1982, 7), (1983, 7), (1985, 7), (1988, 1), (1990, 1), (1991, 1), (1992, 7),
    (1993, 7), (1994, 7), (1996, 1), (1997, 7), (1999, 1), (2006, 1), (2009, 1), (2012, 7),
    (2015, 7), (2017, 1),
  ]

  /// The start of each further leap second's offset, in GPS seconds since 1980-01-06.
  private static let instants: [Double] = steps.enumerated().map { index, step in
    let days = CalendarMoment(year: step.year, month: step.month, day: 1).daysSince1970
    // The step is at the midnight after the leap second, which GPS time reaches `index + 1` s late.
    return Double(days - GPSTime.originDays) * 86_400 + Double(index + 1)
  }

  /// Returns GPS time minus UTC at a time, in s; the old value inside a leap second.
  public static func offset(at time: GPSTime) -> Int {
    let seconds = time - GPSTime(week: 0, secondsOfWeek: 0)
    return instants.lastIndex { $0 <= seconds }.map { $0 + 1 } ?? 0
  }

  /// Returns GPS time minus UTC on a UTC day, in s.
  public static func offset(onDayOf utc: CalendarMoment) -> Int {
    steps.lastIndex { ($0.year, $0.month) <= (utc.year, utc.month) }.map { $0 + 1 } ?? 0
  }
}

extension GPSTime {
  /// Creates a time from UTC; second 60 is the leap second.
  ///
  /// Nil `leapSeconds` (GPS time minus UTC on that day, in s) uses the table.
  public init(utc: CalendarMoment, leapSeconds: Int? = nil) {
    self =
      GPSTime(calendar: utc) + Double(leapSeconds ?? LeapSeconds.offset(onDayOf: utc))
  }

  /// Creates a time from GLONASS time, which is UTC + 3 h, leap seconds included (GLONASS ICD, 3.3.3).
  public init(glonass moscow: CalendarMoment) {
    let offset = 10_800.0
    let naive = GPSTime(calendar: moscow) - offset
    self = GPSTime(utc: naive.calendar)
  }

  /// The UTC date; inside a leap second the second is 60.
  public var utc: CalendarMoment {
    let offset = LeapSeconds.offset(at: self)
    let next = LeapSeconds.offset(at: self + 1)
    guard next == offset else {
      // The leap second itself: second 60 of the day before.
      var moment = (self - Double(offset) - 1).calendar
      moment.second += 1
      return moment
    }
    return (self - Double(offset)).calendar
  }

  /// The second of the day in GLONASS time (UTC + 3 h), from 0 up to 86,400.
  public var glonassSecondsOfDay: Double {
    let moscow = secondsOfWeek - Double(LeapSeconds.offset(at: self)) + 10_800
    let rest = moscow.truncatingRemainder(dividingBy: 86_400)
    return rest < 0 ? rest + 86_400 : rest
  }
}
