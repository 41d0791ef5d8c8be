import Glibc

/// GPS time: weeks since 1980-01-06 and seconds of week.
///
/// Weeks are continuous, without the signal's roll-over at 1024. Seconds of week have a resolution of
/// 0.1 ns.
public struct GPSTime: Hashable, Comparable, Sendable {
  /// Seconds in a week.
  public static let secondsPerWeek = 604_800.0
  /// 1980-01-06, the origin of GPS time, in days since 1970-01-01.
  package static let originDays = 3657

  /// Weeks since 1980-01-06.
  public private(set) var week: Int
  /// Seconds into the week, from 0 up to but not including 604,800.
  public private(set) var secondsOfWeek: Double

  /// Creates a time; seconds outside the week carry over.
  ///
  /// Not-a-number counts as the week's start, and extreme values saturate at 30,000 years.
  public init(week: Int, secondsOfWeek: Double) {
    let finite = secondsOfWeek.isNaN ? 0 : min(max(secondsOfWeek, -1e12), 1e12)
    let carried = (finite / Self.secondsPerWeek).rounded(.down)
    let rest = finite - carried * Self.secondsPerWeek
    let bounded = min(max(week, -1_600_000), 1_600_000)
    // A tiny negative number of seconds rounds up to the next week's start.
    let overflows = rest >= Self.secondsPerWeek
    self.week = bounded + Int(carried) + (overflows ? 1 : 0)
    self.secondsOfWeek = overflows ? 0 : max(rest, 0)
  }

  /// Creates a time from a date in GPS time, which has no leap seconds.
  public init(calendar: CalendarMoment) {
    let days = calendar.daysSince1970 - Self.originDays
    let week = days >= 0 ? days / 7 : (days - 6) / 7
    self.init(
      week: week, secondsOfWeek: Double(days - week * 7) * 86_400 + calendar.secondsOfDay)
  }

  /// The date in GPS time, which has no leap seconds.
  public var calendar: CalendarMoment {
    let day = Int(secondsOfWeek / 86_400)
    return CalendarMoment(
      daysSince1970: Self.originDays + week * 7 + day,
      secondsOfDay: secondsOfWeek - Double(day) * 86_400)
  }

  /// Wraps a difference of seconds of week to within half a week of zero.
  public static func wrapped(_ difference: Double) -> Double {
    if difference > 302_400 { return difference - secondsPerWeek }
    return difference < -302_400 ? difference + secondsPerWeek : difference
  }

  public static func < (left: GPSTime, right: GPSTime) -> Bool {
    (left.week, left.secondsOfWeek) < (right.week, right.secondsOfWeek)
  }

  /// The difference of two times, in s.
  public static func - (later: GPSTime, earlier: GPSTime) -> Double {
    Double(later.week - earlier.week) * secondsPerWeek
      + (later.secondsOfWeek - earlier.secondsOfWeek)
  }

  /// The time plus a number of seconds.
  public static func + (time: GPSTime, seconds: Double) -> GPSTime {
    GPSTime(week: time.week, secondsOfWeek: time.secondsOfWeek + seconds)
  }

  /// The time minus a number of seconds.
  public static func - (time: GPSTime, seconds: Double) -> GPSTime {
    time + -seconds
  }
}
