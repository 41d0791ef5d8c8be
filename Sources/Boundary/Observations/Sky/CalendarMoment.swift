import Glibc

/// A calendar date with time of day, in any time scale.
public struct CalendarMoment: Hashable, Sendable {
  /// Four-digit year.
  public var year: Int
  /// The month, 1 to 12.
  public var month: Int
  /// The day of the month, from 1.
  public var day: Int
  /// The hour, 0 to 23.
  public var hour: Int
  /// The minute, 0 to 59.
  public var minute: Int
  /// The second; 60 and above inside a leap second of UTC.
  public var second: Double

  /// Creates a date without validation; see ``isValid``.
  public init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Double = 0) {
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  /// True if the date exists, from year 1900 to 2999; second 60 is allowed.
  public var isValid: Bool {
    (1900...2999).contains(year) && (1...12).contains(month)
      && day >= 1 && day <= Self.days(inMonth: month, of: year)
      && (0...23).contains(hour) && (0...59).contains(minute) && second >= 0 && second < 61
  }

  /// Days since 1970-01-01 of the proleptic Gregorian calendar.
  ///
  /// Years start in March, so that the leap day is the last of a year (H. Hinnant, "chrono-compatible
  /// low-level date algorithms").
  public var daysSince1970: Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// Seconds since midnight.
  public var secondsOfDay: Double { Double(hour * 3600 + minute * 60) + second }

  /// Creates the date `secondsOfDay` into the day that is `days` after 1970-01-01.
  ///
  /// - Parameters:
  ///   - days: The day; the year must lie between 1 and 9999.
  ///   - secondsOfDay: Below 86,400, or below 86,401 on a day that ends in a leap second.
  public init(daysSince1970 days: Int, secondsOfDay: Double) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * month + 2) / 5 + 1
    self.month = month < 10 ? month + 3 : month - 9
    year = yearOfEra + era * 400 + (self.month <= 2 ? 1 : 0)
    let whole = Int(max(0, min(secondsOfDay, 86_399)))
    hour = whole / 3600
    minute = whole / 60 % 60
    second = secondsOfDay - Double(hour * 3600 + minute * 60)
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
