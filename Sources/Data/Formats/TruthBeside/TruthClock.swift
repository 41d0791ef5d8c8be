import Kernel
import Observations
import Recordings

/// Converts a truth table's clock to a recording's time, and diagnoses a mismatch.
struct TruthClock {
  /// GPS epoch, 1980-01-06, in s of Unix time.
  private static let gpsOrigin = 315_964_800.0
  private static let week = 604_800.0

  let clock: TruthColumns.TimeColumn
  /// The recording's start, in s of GPS time; nil without a date.
  private let start: Double?
  private let duration: Double

  init(_ clock: TruthColumns.TimeColumn, _ header: RecordingHeader) {
    self.clock = clock
    let isDated = header.gpsWeek > 0 || header.gpsSecondsOfWeek > 0
    start = isDated ? Double(header.gpsWeek) * Self.week + header.gpsSecondsOfWeek : nil
    duration = (header.endTime - .start).seconds
  }

  /// True if the table's times can be converted: a dated table needs a dated recording.
  var isUsable: Bool { clock == .elapsed || start != nil }

  /// Converts a table time to s since the recording's start.
  func elapsed(_ seconds: Double) -> Double {
    guard clock != .elapsed, let start else { return seconds }
    return gps(seconds) - start
  }

  private func gps(_ seconds: Double) -> Double {
    switch clock {
    case .gps, .elapsed: return seconds
    case .utc, .unix, .unixMilliseconds:
      guard abs(seconds) < 9e9 else { return seconds }
      let time = GPSTime(unixNanoseconds: Int64((seconds * 1e9).rounded()))
      return Double(time.week) * Self.week + time.secondsOfWeek
    }
  }

  /// The share of a span that is within the recording.
  func share(_ span: ClosedRange<Double>, _ map: (Double) -> Double = { $0 }) -> Double {
    let (low, high) = (map(span.lowerBound), map(span.upperBound))
    guard low.isFinite, high.isFinite, high >= low else { return 0 }
    if high == low { return (0...duration).contains(low) ? 1 : 0 }
    return max(0, min(high, duration) - max(low, 0)) / (high - low)
  }

  /// Describes a frequent mistake that explains why a table is outside the recording; nil if none does.
  ///
  /// - Parameter span: First and last time of the table, in its own s.
  /// - Returns: The likely mistake, in words.
  func cure(_ span: ClosedRange<Double>) -> String? {
    let name = "'\(clock.rawValue)'"
    for (divisor, what) in [(1e3, "milliseconds"), (1e6, "microseconds"), (1e9, "nanoseconds")] {
      // A span that would shrink to an instant is not another unit, but another clock.
      let length = (span.upperBound - span.lowerBound) / divisor
      if length >= duration / 100, share(span, { elapsed($0 / divisor) }) > 0.5 {
        return "the column \(name) looks like \(what)"
      }
    }
    for other in [TruthColumns.TimeColumn.elapsed, .unix, .unixMilliseconds, .gps]
    where other != clock {
      guard clock != .utc, other == .elapsed || start != nil else { continue }
      let taken = TruthClock(other, like: self)
      if taken.share(span, { taken.elapsed(other == .unixMilliseconds ? $0 * 1e-3 : $0) }) > 0.5 {
        return "the column \(name) looks like '\(other.rawValue)'"
      }
    }
    return shiftInWords(span)
  }

  private init(_ clock: TruthColumns.TimeColumn, like other: TruthClock) {
    (self.clock, start, duration) = (clock, other.start, other.duration)
  }

  /// Describes a frequent clock shift that moves the span into the recording.
  private func shiftInWords(_ span: ClosedRange<Double>) -> String? {
    func fits(_ shift: Double) -> Bool { share(span, { elapsed($0) + shift }) > 0.5 }
    let middle = elapsed((span.lowerBound + span.upperBound) / 2) - duration / 2
    // Time zones are multiples of 15 min, up to 14 h.
    let quarters = (-middle / 900).rounded()
    if abs(quarters) <= 56, fits(quarters * 900) {
      let hours = quarters / 4
      return
        "its times are \(hours < 0 ? "later" : "earlier") by \(Self.text(abs(hours))) h; are they local "
        + "times, and not UTC?"
    }
    let weeks = (-middle / Self.week).rounded()
    if weeks != 0, fits(weeks * Self.week) {
      let rolls = weeks / 1024
      return rolls == rolls.rounded()
        ? "its GPS weeks lack \(Int(weeks)): the number restarts every 1,024 weeks"
        : "it is \(Int(abs(weeks))) week\(abs(weeks) == 1 ? "" : "s") \(weeks < 0 ? "later" : "earlier")"
    }
    let days = (-middle / 86_400).rounded()
    if days != 0, fits(days * 86_400) {
      return
        "it is \(Int(abs(days))) day\(abs(days) == 1 ? "" : "s") \(days < 0 ? "later" : "earlier")"
    }
    return nil
  }

  private static func text(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value))" : "\(value)"
  }
}
