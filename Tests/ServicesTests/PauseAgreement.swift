import Formats
import Kernel
import Observations
import Services

/// How a pauser agrees with what a sports computer decided by itself.
struct PauseAgreement: Sendable {
  var name: String
  var hours = 0.0
  /// Automatic stops of the device, and how many of them the pauser told too.
  var stops = 0, caught = 0
  /// Goings-on of the device by itself, and how many of them the pauser told too.
  var starts = 0, resumed = 0
  /// Pauser less device, in s.
  var delays: [Double] = []
  var resumeDelays: [Double] = []
  /// Pauses away from any stop of the device.
  var falseCount = 0

  /// A pause counts for a stop from so long before it until the device went on, or as long after.
  private static let slack = 10.0

  /// Replays a file and compares.
  init(_ file: FITFile, name: String, parameters: AutoPauser.Parameters, type: SessionActivityType)
  {
    self.name = name
    var pauser = AutoPauser(parameters: parameters)
    var events: [ServiceEvent] = []
    var log = DecisionLog()
    pauser.setActivityType(type, app: "sport", at: .start)
    pauser.start(app: "sport", at: .start, into: &events, log: &log)
    var told: [(time: Double, isPause: Bool)] = []
    func take(_ time: Double) {
      for event in events.pauses(of: "sport") { told.append((time, event == .paused)) }
      events = []
    }
    for fix in Self.fixes(of: file) {
      while let wake = pauser.nextWake, wake < fix.time {
        pauser.wake(at: wake, into: &events, log: &log)
        take(wake.seconds)
        guard pauser.nextWake.map({ $0 > wake }) ?? true else { break }
      }
      pauser.receive(fix, at: fix.time, into: &events, log: &log)
      take(fix.time.seconds)
    }
    hours = (file.records.last?.time ?? .start).seconds / 3600
    compare(told, with: file.pauses)
  }

  private mutating func compare(
    _ told: [(time: Double, isPause: Bool)], with pauses: [FITFile.Pause]
  ) {
    var used = Array(repeating: false, count: told.count)
    func match(_ isPause: Bool, _ from: Double, _ to: Double) -> Double? {
      let found = told.indices.first {
        !used[$0] && told[$0].isPause == isPause && told[$0].time >= from && told[$0].time <= to
      }
      guard let found else { return nil }
      used[found] = true
      return told[found].time
    }
    for pause in pauses {
      let (start, end) = (pause.start.seconds, pause.end.seconds)
      let stop = match(true, start - Self.slack, max(end, start + Self.slack))
      guard pause.stoppedBy == .auto else { continue }
      stops += 1
      if let stop {
        caught += 1
        delays.append(stop - start)
      }
      guard pause.resumedBy == .auto else { continue }
      starts += 1
      if let start = match(false, max(start, end - Self.slack), end + Self.slack) {
        resumed += 1
        resumeDelays.append(start - end)
      }
    }
    falseCount = told.indices.count { told[$0].isPause && !used[$0] }
  }

  /// The records as fixes once a second.
  ///
  /// A device that stands keeps no records, and some keep only few while they move: between two the
  /// way is taken in equal parts, which is standing still where the distance doesn't change.
  static func fixes(of file: FITFile) -> [LocationFix] {
    var fixes: [LocationFix] = []
    var last: FITFile.Record?
    for record in file.records {
      guard let place = record.coordinate else { continue }
      if let last, let from = last.coordinate {
        let span = (record.time - last.time).seconds
        let way = (record.distanceMetres ?? 0) - (last.distanceMetres ?? 0)
        var second = 1.0
        while second < span, span < 7200 {
          let share = second / span
          fixes.append(
            fix(
              last.time + .seconds(second),
              Coordinate(
                latitudeDegrees: from.latitudeDegrees
                  + share * (place.latitudeDegrees - from.latitudeDegrees),
                longitudeDegrees: from.longitudeDegrees
                  + share * (place.longitudeDegrees - from.longitudeDegrees)),
              speed: max(0, way) / span))
          second += 1
        }
      }
      fixes.append(fix(record.time, place, speed: record.speedMetresPerSecond ?? -1))
      last = record
    }
    return fixes
  }

  private static func fix(_ time: SimTime, _ place: Coordinate, speed: Double) -> LocationFix {
    LocationFix(
      time: time, coordinate: place, horizontalAccuracyMetres: 5, speedMetresPerSecond: speed,
      source: .gnss)
  }

  /// A line of the table.
  var line: String {
    func median(_ list: [Double]) -> String {
      list.isEmpty ? "-" : "\((list.sorted()[list.count / 2] * 10).rounded() / 10) s"
    }
    let (latest, rate) = (delays.max().map { "\($0) s" } ?? "-", Double(falseCount) / hours)
    return "\(name): \((hours * 100).rounded() / 100) h; stops \(caught)/\(stops),"
      + " delay \(median(delays)) (most \(latest)); goings-on \(resumed)/\(starts),"
      + " delay \(median(resumeDelays)); false \(falseCount), \((rate * 100).rounded() / 100) /h"
  }
}
