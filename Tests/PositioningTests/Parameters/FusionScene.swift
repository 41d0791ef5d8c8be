import Kernel
import Observations
import Positioning

/// A person who rests, walks, runs and is driven, with cell, Wi-Fi and GNSS fixes.
struct FusionScene {
  private var filter: FusionFilter
  private var fixes: [LocationFix?] = []
  private var second = 0.0

  /// A filter's fixes, every few seconds.
  static func fixes(_ parameters: FusionFilter.Parameters) -> [LocationFix?] {
    var scene = FusionScene(filter: FusionFilter(parameters: parameters))
    scene.rest()
    scene.walk()
    scene.run()
    scene.drive()
    scene.meetStrays()
    scene.coast()
    return scene.fixes
  }

  private init(filter: FusionFilter) {
    self.filter = filter
  }

  private func fix(
    east: Double, radius: Double, _ source: LocationSource = .wifi, speed: Double = -1
  ) -> LocationFix {
    LocationFix(
      time: SimTime(seconds: second),
      coordinate: Coordinate(latitudeDegrees: 40.73, longitudeDegrees: -74 + east / 84_260),
      horizontalAccuracyMetres: radius, altitudeMetres: 20, verticalAccuracyMetres: 6,
      courseDegrees: 90, speedMetresPerSecond: speed, source: source, transmitterCount: 5)
  }

  private mutating func report(_ flags: ActivityFlags) {
    filter.receive(
      ActivityReport(startTime: SimTime(seconds: second), flags: flags, confidence: .high))
  }

  private mutating func step(_ pace: Double) {
    filter.receive(
      PedometerRecord(
        startTime: .start, endTime: SimTime(seconds: second), stepCount: 10,
        paceSecondsPerMetre: pace))
  }

  /// Records the fixes of some seconds.
  private mutating func publish(for seconds: Int) {
    for _ in 0..<seconds {
      second += 1
      fixes.append(filter.fix(at: SimTime(seconds: second)))
    }
  }

  private mutating func rest() {
    report(.unknown)
    filter.receive(fix(east: 200, radius: 500, .cell))
    publish(for: 3)
    filter.receive(fix(east: 0, radius: 25))
    publish(for: 3)
    report(.stationary)
    for _ in 0..<3 {
      filter.receive(fix(east: 10, radius: 25))
      // Soon after, within less than half a second.
      second += 0.25
      filter.receive(fix(east: -20, radius: 25))
      filter.receive(fix(east: 90, radius: 300, .cell))
      publish(for: 4)
    }
  }

  private mutating func walk() {
    report(.walking)
    publish(for: 10)
    filter.receive(fix(east: 15, radius: 25))
    for pace in [0.7, 0.15, 15] {
      step(pace)
      publish(for: 40)
      filter.receive(fix(east: 40, radius: 30))
      publish(for: 10)
    }
  }

  private mutating func run() {
    report(.running)
    publish(for: 35)
    filter.receive(fix(east: 120, radius: 30))
    filter.receive(fix(east: 100, radius: 300, .cell))
    publish(for: 5)
  }

  private mutating func drive() {
    report(.automotive)
    for turn in 0..<5 {
      filter.adopt(fix(east: 200 + 20 * Double(turn), radius: 6, .gnss, speed: turn == 4 ? 0.7 : 9))
      filter.receive(fix(east: 210 + 20 * Double(turn), radius: 30))
      publish(for: 2)
    }
    publish(for: 20)
    report(.walking)
    // GNSS fixes that are worse than Wi-Fi fixes.
    filter.receive(fix(east: 300, radius: 25))
    filter.adopt(fix(east: 380, radius: 80, .gnss))
    publish(for: 5)
  }

  private mutating func meetStrays() {
    for _ in 0..<2 {
      for distance in [350.0, 480, 560, 3000, 3000, 3000, 3000] {
        filter.receive(fix(east: distance, radius: 25))
        publish(for: 5)
      }
    }
  }

  private mutating func coast() {
    publish(for: 20)
    filter.receive(fix(east: 3100, radius: 400, .cell))
    publish(for: 100)
    filter.receive(fix(east: 3100, radius: 400, .cell))
    publish(for: 250)
    report(.automotive)
    filter.receive(fix(east: 3100, radius: 4900, .cell))
    publish(for: 170)
  }
}
