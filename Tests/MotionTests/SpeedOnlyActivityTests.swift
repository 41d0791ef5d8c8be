import Documents
import Glibc
import Kernel
import Motion
import Observations
import TestSupport
import Testing

/// Activity recognition without an accelerometer, from speeds and their changes.
@Suite struct SpeedOnlyActivityTests {
  /// Processes one location per second.
  ///
  /// - Parameters:
  ///   - seconds: The duration.
  ///   - publishing: True if locations have speeds; otherwise the distances between them are used.
  ///   - change: Changes the monitor's parameters.
  ///   - speed: The speed at a time, in m/s.
  /// - Returns: The final flags, and for how many seconds they have been reported.
  private static func reported(
    _ seconds: Int, publishing: Bool = true,
    _ change: (inout ActivityTracker.Parameters) -> Void = { _ in },
    speed: (Double) -> Double
  ) -> (flags: ActivityFlags, seconds: Int) {
    var parameters = ActivityTracker.Parameters()
    change(&parameters)
    var monitor = ActivityMonitor(parameters: parameters)
    var (east, since, flags) = (0.0, 0, ActivityFlags.unknown)
    for second in 1...seconds {
      let value = speed(Double(second))
      east += value
      let fix = LocationFix(
        time: SimTime(seconds: Double(second)),
        coordinate: Coordinate(latitudeDegrees: 0, longitudeDegrees: east / 111_195),
        horizontalAccuracyMetres: 5, speedMetresPerSecond: publishing ? value : -1, source: .gnss)
      _ = monitor.receive(sky: fix)
      _ = monitor.elapse(to: fix.time)
      if monitor.current.flags != flags { (flags, since) = (monitor.current.flags, second) }
    }
    return (flags, seconds - since)
  }

  /// A speed that varies slowly around a mean.
  private static func about(
    _ mean: Double, by swing: Double, every period: Double
  )
    -> (Double) -> Double
  {
    { mean + swing * sin(2 * Double.pi * $0 / period) }
  }

  @Test(arguments: [true, false]) func classifiesActivitiesBySpeed(publishing: Bool) {
    let walk = Self.reported(
      180, publishing: publishing, speed: Self.about(1.3, by: 0.1, every: 40))
    #expect(walk.flags == .walking && walk.seconds > 100, "\(walk)")
    let run = Self.reported(180, publishing: publishing, speed: Self.about(3.1, by: 0.2, every: 40))
    #expect(run.flags == .running && run.seconds > 100, "\(run)")
    let ride = Self.reported(300, publishing: publishing, speed: Self.about(7, by: 1.5, every: 90))
    #expect(ride.flags == .cycling && ride.seconds > 150, "\(ride)")
    // From light to light.
    let drive = Self.reported(300, publishing: publishing) {
      min(14, 1.6 * $0.remainder(dividingBy: 60) + 48)
    }
    #expect(drive.flags.contains(.automotive) && drive.seconds > 20, "\(drive)")
  }

  @Test func lowSpeedIsStationary() {
    let found = Self.reported(120) { _ in 0.1 }
    #expect(found.flags == .stationary && found.seconds > 60, "\(found)")
  }

  /// Without information in the speeds, nothing is reported.
  @Test func constantSpeedAloneIsUnknown() {
    let found = Self.reported(180, { $0.alone.silence = .seconds(3600) }, speed: { _ in 7 })
    #expect(found.flags == .unknown, "\(found)")
  }

  /// An accelerometer with one reading per second isn't used.
  @Test func slowAccelerometerFallsBackToSpeeds() {
    var monitor = ActivityMonitor()
    let speed = Self.about(7, by: 1.5, every: 90)
    for second in 1...300 {
      let time = SimTime(seconds: Double(second))
      let reading = InertialSample(time: time, x: 0.2, y: 0.4 * Float(second % 3), z: 9.7)
      monitor.receive(InertialBatch(samples: [reading])) { _ in }
      _ = monitor.receive(
        sky: LocationFix(
          time: time, coordinate: Coordinate(latitudeDegrees: 0, longitudeDegrees: 0),
          horizontalAccuracyMetres: 5, speedMetresPerSecond: speed(Double(second)), source: .gnss))
      _ = monitor.elapse(to: time)
    }
    #expect(monitor.current.flags == .cycling)
  }

  /// Speed changes distinguish cycling from driving at the same speed.
  @Test func speedChangesSeparateCarsFromBicycles() {
    func jerky(_ time: Double) -> Double { 7 + 5 * sin(2 * Double.pi * time / 20) }
    #expect(Self.reported(300, speed: jerky).flags.contains(.automotive))
    let blind = Self.reported(300, { $0.alone.drivingChange = $0.alone.steadyChange }, speed: jerky)
    #expect(!blind.flags.contains(.automotive), "\(blind)")
  }

  /// Without locations, a report holds for a minute, and no longer.
  @Test func reportExpiresWithoutLocations() {
    var monitor = ActivityMonitor()
    for second in 1...120 {
      _ = monitor.receive(
        sky: LocationFix(
          time: SimTime(seconds: Double(second)),
          coordinate: Coordinate(latitudeDegrees: 0, longitudeDegrees: 0),
          horizontalAccuracyMetres: 5, speedMetresPerSecond: 1.3, source: .gnss))
    }
    #expect(monitor.current.flags == .walking)
    #expect(monitor.elapse(to: SimTime(seconds: 170)) == nil)
    #expect(monitor.elapse(to: SimTime(seconds: 185))?.flags == .unknown)
  }

  /// Random speeds with gaps: the reports, live and from the history.
  private static func wander(_ parameters: ActivityTracker.Parameters) -> [ActivityReport] {
    var monitor = ActivityMonitor(parameters: parameters)
    var draws = RandomStream(seed: 7, purpose: "speeds")
    var reported: [ActivityReport] = []
    var (time, east, speed) = (0.0, 0.0, 1.0)
    for number in 1...3000 {
      if number % 100 == 0 { speed = draws.uniform(in: 0...12) }
      speed = max(0, speed + draws.uniform(in: -0.8...0.8))
      let step = draws.integer(below: 60) == 0 ? draws.uniform(in: 5...90) : 1
      time += step
      east += speed * step
      let fix = LocationFix(
        time: SimTime(seconds: time),
        coordinate: Coordinate(latitudeDegrees: 0, longitudeDegrees: east / 111_195),
        horizontalAccuracyMetres: 5, speedMetresPerSecond: number % 500 < 250 ? speed : -1,
        source: .gnss)
      if let report = monitor.receive(sky: fix) { reported.append(report) }
      if let report = monitor.elapse(to: fix.time) { reported.append(report) }
    }
    return reported + monitor.records(from: .start, to: SimTime(seconds: time))
  }

  /// Each parameter has an effect.
  @Test func eachSpeedParameterHasAnEffect() {
    let usual = Self.wander(ActivityTracker.Parameters())
    let rows = ActivityTracker.Parameters().parameterRows().filter { $0.name.hasPrefix("alone.") }
    #expect(rows.count > 10)
    let idle = rows.filter { row in
      row.others.allSatisfy { value in
        guard let turned = try? configured(row.name, value, in: ActivityTracker.Parameters.self)
        else { return true }
        return Self.wander(turned) == usual
      }
    }
    #expect(idle.map(\.name) == [])
  }

  /// Reports from speeds alone are marked as such; reports from motion aren't, even if equal, and neither
  /// continues the other.
  @Test func marksReportsFromSpeedsAlone() {
    var monitor = ActivityMonitor()
    var reported: [ActivityReport] = []
    func fixes(_ span: ClosedRange<Int>) {
      for second in span {
        let fix = LocationFix(
          time: SimTime(seconds: Double(second)),
          coordinate: Coordinate(latitudeDegrees: 0, longitudeDegrees: 0),
          horizontalAccuracyMetres: 5, speedMetresPerSecond: 1.3, source: .gnss)
        if let report = monitor.receive(sky: fix) { reported.append(report) }
        if let report = monitor.elapse(to: fix.time) { reported.append(report) }
      }
    }
    fixes(1...60)
    #expect(
      reported.last?.flags == .walking && reported.allSatisfy(\.isOfSpeedsAlone), "\(reported)")
    reported = []
    for batch in ActivitySignals.batches([(.walking, 40)], from: 60) {
      monitor.receive(batch) { reported.append($0) }
    }
    #expect(
      reported.first?.flags == .walking && !reported.contains(where: \.isOfSpeedsAlone),
      "\(reported)")
    reported = []
    fixes(101...180)
    #expect(
      reported.first?.flags == .unknown && reported.first?.isOfSpeedsAlone == false, "\(reported)")
    #expect(
      reported.last?.flags == .walking && reported.last?.isOfSpeedsAlone == true, "\(reported)")
  }
}
