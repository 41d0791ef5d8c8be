import Kernel
import Observations
import Testing

struct SkyTimeTests {
  @Test(arguments: [
    (CalendarMoment(year: 1980, month: 1, day: 6), 0, 0.0),
    (CalendarMoment(year: 1980, month: 1, day: 5, hour: 23), -1, 601_200),
    (CalendarMoment(year: 1999, month: 8, day: 22), 1024, 0),
    (CalendarMoment(year: 2009, month: 4, day: 1), 1525, 259_200),
    (
      CalendarMoment(year: 2016, month: 2, day: 29, hour: 12, minute: 30, second: 1.5), 1886,
      131_401.5
    ),
    (CalendarMoment(year: 2019, month: 4, day: 7), 2048, 0),
    (CalendarMoment(year: 2020, month: 6, day: 25), 2111, 345_600),
  ]) func convertsCalendarDates(moment: CalendarMoment, week: Int, seconds: Double) {
    let time = GPSTime(calendar: moment)
    #expect(time == GPSTime(week: week, secondsOfWeek: seconds))
    #expect(time.calendar == moment)
  }

  /// Leap seconds of the IERS table, from the last moment before to the first after.
  @Test(arguments: [
    (1981, 7, 0), (1985, 7, 3), (1990, 1, 5), (1999, 1, 12), (2006, 1, 13), (2009, 1, 14),
    (2012, 7, 15), (2015, 7, 16), (2017, 1, 17),
  ]) func stepsAtLeapSeconds(year: Int, month: Int, before: Int) {
    let after = CalendarMoment(year: year, month: month, day: 1)
    let midnight = GPSTime(utc: after)
    #expect(LeapSeconds.offset(at: midnight) == before + 1)
    #expect(midnight.utc == after)
    let leap = midnight - 0.25
    #expect(LeapSeconds.offset(at: leap) == before)
    #expect(leap.utc.second == 60.75 && leap.utc.minute == 59 && leap.utc.hour == 23)
    #expect(GPSTime(utc: leap.utc) == leap)
    let last = midnight - 1.25
    #expect(last.utc.second == 59.75)
    #expect(GPSTime(utc: last.utc) == last)
    // Seven calendar hours later, only the second differs.
    #expect((midnight + 25_200).utc == CalendarMoment(year: year, month: month, day: 1, hour: 7))
  }

  @Test func leapSecondOffsetIsEighteenSince2017() {
    #expect(LeapSeconds.offset(at: GPSTime(week: 2400, secondsOfWeek: 0)) == LeapSeconds.latest)
    #expect(LeapSeconds.offset(onDayOf: CalendarMoment(year: 2016, month: 12, day: 31)) == 17)
    #expect(LeapSeconds.offset(at: GPSTime(week: 10, secondsOfWeek: 0)) == 0)
  }

  @Test func glonassTimeIsMoscowTime() {
    // 2020-06-25 00:15 UTC is 03:15 GLONASS time and 00:15:18 GPS time.
    let time = GPSTime(glonass: CalendarMoment(year: 2020, month: 6, day: 25, hour: 3, minute: 15))
    #expect(time == GPSTime(week: 2111, secondsOfWeek: 345_600 + 918))
    #expect(time.glonassSecondsOfDay == 3 * 3600 + 900)
    // At 21:00 UTC a GLONASS day begins.
    let evening = GPSTime(utc: CalendarMoment(year: 2020, month: 6, day: 27, hour: 21))
    #expect(evening.glonassSecondsOfDay == 0)
    #expect((evening - 0.5).glonassSecondsOfDay == 86_399.5)
  }

  @Test func conversionsRoundTrip() {
    var random = RandomStream(seed: 11, purpose: "times")
    for _ in 0..<2000 {
      let time = GPSTime(
        week: random.integer(below: 2600), secondsOfWeek: random.uniform(in: 0...604_799.9))
      #expect(abs(GPSTime(calendar: time.calendar) - time) < 1e-9)
      #expect(abs(GPSTime(utc: time.utc) - time) < 1e-9)
      #expect(time.calendar.isValid && time.utc.isValid)
      let step = random.uniform(in: -2e6...2e6)
      #expect(abs((time + step) - time - step) < 1e-6)
      #expect(((time + step) < time) == (step < 0))
    }
  }

  @Test func surviveAnyValue() {
    for number in [.nan, .infinity, -.infinity, 1e300, -1e300, -1e-30, 604_800] as [Double] {
      let time = GPSTime(week: 1, secondsOfWeek: number)
      #expect(time.secondsOfWeek >= 0 && time.secondsOfWeek < 604_800)
      _ = (time + number).utc
    }
    for week in [Int.min, .max] {
      _ = GPSTime(week: week, secondsOfWeek: 0).calendar
      _ = GPSTime(week: week, secondsOfWeek: -1e300).utc
    }
  }
}
