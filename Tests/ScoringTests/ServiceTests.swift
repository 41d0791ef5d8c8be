import Kernel
import Observations
import Scoring
import Testing
import Truth

/// Regions, beacons, visits, pauses, steps and energy, on runs made by hand.
struct ServiceTests {
  private static let origin = Coordinate(latitudeDegrees: 47, longitudeDegrees: 8)

  /// An hour at rest, except a walk of 600 m to the north in minutes 30 to 40.
  private static func truth(_ time: SimTime) -> TruthSample {
    let minutes = time.seconds / 60
    let north = min(1, max(0, (minutes - 30) / 10)) * 600
    return TruthSample(
      time: time,
      coordinate: Coordinate(latitudeDegrees: 47 + north / 111_170.8, longitudeDegrees: 8),
      altitudeMetres: 400, floor: 0, eastVelocityMetresPerSecond: 0,
      northVelocityMetresPerSecond: minutes >= 30 && minutes < 40 ? 1 : 0,
      activity: minutes >= 30 && minutes < 40 ? .walking : .stationary,
      stepCount: Int(north), distanceMetres: north)
  }

  private func change(
    _ minute: Double, _ kind: TrueChange.Kind, _ from: String, _ to: String
  ) -> TrueChange {
    TrueChange(time: SimTime(seconds: minute * 60), kind: kind, from: from, to: to)
  }

  private func score(
    _ outputs: [(Double, Output)], changes: [TrueChange] = [], filters: [ScoreFilter] = [],
    edit: (inout ScoringInput) -> Void = { _ in }
  ) -> DeviceScore {
    var input = ScoringInput(
      device: "anna-1",
      outputs: outputs.map { Delivered(time: SimTime(seconds: $0.0 * 60), $0.1) },
      truth: Self.truth,
      changes: [
        change(30, .activity, "stationary", "walking"),
        change(40, .activity, "walking", "stationary"),
      ] + changes, duration: .seconds(3600),
      power: [
        PowerRow(component: "gnss", state: "on", cause: "a", seconds: 9, millijoules: 2000),
        PowerRow(component: "gnss", state: "off", cause: "a", seconds: 9, millijoules: 500),
        PowerRow(component: "wifi", state: "on", cause: "a", seconds: 9, millijoules: 500),
      ])
    edit(&input)
    return scoreDevice(input, filters: filters)
  }

  private func figures(_ score: DeviceScore, _ name: String) -> [Double] {
    guard let values = score.samples.first(where: { $0.metric.name == name })?.values else {
      return []
    }
    return values.isExact ? values.values : [values.sum, Double(values.count)]
  }

  @Test func judgesRegions() {
    func reported(_ kind: RegionEvent.Kind, _ name: String = "shop") -> Output {
      .region(RegionEvent(kind, identifier: name))
    }
    let crossings = [
      change(31, .region, "in shop", "out shop"), change(33, .region, "out shop", "in shop"),
      change(34, .region, "in shop", "out shop"), change(36, .region, "out cafe", "in cafe"),
    ]
    let score = score(
      [
        // Correct after 30 s; then too early, and reverted; then correct at once; never.
        (31.5, reported(.exited)), (32, reported(.entered)), (32.5, reported(.exited)),
        (33, reported(.entered)),
        (36.5, reported(.stateInside)),
      ], changes: crossings)
    #expect(figures(score, "region.latency") == [30, 0])
    #expect(figures(score, "region.recall") == [2, 3])
    #expect(figures(score, "region.precision") == [2, 4])
    #expect(figures(score, "region.false_per_day") == [48])
    #expect(figures(score, "region.flaps_per_day") == [24])
    let rows = score.transitions.filter { $0.kind == "region" }
    #expect(rows.map { $0.reportedTime?.seconds } == [1890, 1980, nil, nil])
    // Not monitored: nothing to score. Monitored without events: all is missed.
    #expect(figures(self.score([], changes: crossings), "region.recall").isEmpty)
    let silent = self.score([], changes: crossings) { $0.watchedRegions = ["cafe"] }
    #expect(figures(silent, "region.recall") == [0, 1])
    #expect(figures(silent, "region.false_per_day") == [0])
  }

  @Test func judgesPauses() {
    let score = score([
      (15, .pause(.paused)), (15.5, .pause(.resumed)), (16, .pause(.paused)),
      (32, .pause(.resumed)), (35, .pause(.paused)), (36, .pause(.resumed)),
      (50, .pause(.paused)), (55, .pause(.resumed)),
    ])
    #expect(figures(score, "pause.delay") == [900, 600])
    #expect(figures(score, "pause.recall") == [2, 2])
    #expect(figures(score, "pause.precision") == [3, 4])
    #expect(figures(score, "pause.wrong_per_hour") == [1])
    #expect(figures(score, "pause.flaps_per_hour") == [2])
    #expect(figures(score, "resume.delay") == [120])
    #expect(figures(score, "resume.recall") == [1, 1])
    #expect(figures(score, "resume.precision") == [2, 4])
    let stuck = self.score([(15, .pause(.paused))])
    #expect(figures(stuck, "resume.recall") == [0, 1])
    #expect(figures(stuck, "resume.delay").isEmpty && figures(stuck, "pause.recall") == [1, 2])
    #expect(figures(self.score([]), "pause.recall").isEmpty)
    #expect(figures(self.score([]) { $0.expectsPauses = true }, "pause.recall") == [0, 2])
  }

  /// Movements of less than 30 s don't end a rest.
  @Test func shortMovementsDoNotEndRest() {
    let stirs = [
      change(10, .activity, "stationary", "walking"),
      change(10.4, .activity, "walking", "stationary"),
    ]
    let score = score([(15, .pause(.paused))]) { $0.changes.insert(contentsOf: stirs, at: 0) }
    #expect(figures(score, "pause.delay") == [900])
  }

  @Test func judgesVisits() throws {
    func visit(_ from: Double, _ to: Double?, north: Double) -> Output {
      .visit(
        VisitEvent(
          arrivalTime: SimTime(seconds: from * 60),
          departureTime: to.map { SimTime(seconds: $0 * 60) } ?? .distantFuture,
          coordinate: Coordinate(latitudeDegrees: 47 + north / 111_170.8, longitudeDegrees: 8),
          horizontalAccuracyMetres: 50))
    }
    let score = score([
      (12, visit(1, nil, north: 20)), (34, visit(1, 33, north: 20)),
      (35, visit(34, nil, north: 300)), (59, visit(41, nil, north: 640)),
    ])
    let arrivals = figures(score, "visit.arrival_error")
    // It gets within 100 m of the second place at 38.3 min; the middle is a little before it.
    #expect(arrivals.count == 2 && arrivals[0] == 60)
    #expect(arrivals[1] > 100 && arrivals[1] < 200, "\(arrivals)")
    let departures = figures(score, "visit.departure_error")
    #expect(departures.count == 1 && abs(departures[0] - 80) < 5, "\(departures)")
    #expect(figures(score, "visit.latency")[0] == 720)
    #expect(figures(score, "visit.recall") == [2, 2])
    #expect(figures(score, "visit.precision") == [2, 3])
    #expect(figures(self.score([]), "visit.recall").isEmpty)
    #expect(figures(self.score([]) { $0.expectsVisits = true }, "visit.recall") == [0, 2])
  }

  @Test func judgesTheNearestBeacon() throws {
    let uuid = try #require(Identifier128("E2C56DB5-DFFB-48D2-B060-D0F5A71096E0"))
    func identity(_ minor: UInt16) -> BeaconIdentity {
      BeaconIdentity(format: .iBeacon, uuid: uuid, major: 1, minor: minor)
    }
    func report(_ minors: [(UInt16, Proximity)]) -> Output {
      .ranging(
        RangingReport(
          constraint: BeaconConstraint(uuid: uuid),
          beacons: minors.map {
            RangedBeacon(
              identity: identity($0.0), proximity: $0.1, accuracyMetres: 1,
              rssiDecibelMilliwatts: -60)
          }))
    }
    let score = score([
      (1, report([(1, .near), (2, .far)])), (2, report([(2, .near), (1, .far)])),
      (3, report([(2, .unknown), (1, .far)])), (4, report([])), (5, report([(3, .near)])),
    ]) { input in
      // The third is nearest, but upstairs.
      input.beacons = [(1, 3.0, 0), (2, 9.0, 0), (3, 1.0, 1)].map { minor, north, floor in
        ScoringInput.TrueBeacon(
          identity: identity(minor),
          coordinate: Coordinate(
            latitudeDegrees: 47 + north / 111_170.8, longitudeDegrees: 8), heightMetres: 1.2,
          floor: floor)
      }
    }
    #expect(figures(score, "ranging.nearest_right") == [2, 4])
    // The first is 3 m away, and near in one of five reports.
    #expect(figures(score, "ranging.class_right") == [1, 5])
  }

  @Test func judgesThePedometer() {
    func record(_ minute: Double, _ steps: Int) -> (Double, Output) {
      (
        minute,
        .pedometer(
          PedometerRecord(
            startTime: .start, endTime: SimTime(seconds: minute * 60), stepCount: steps,
            distanceMetres: Double(steps) * 1.1, floorsAscended: 3, floorsDescended: 1))
      )
    }
    var resting = ScoreFilter()
    resting.activity = .stationary
    var walking = ScoreFilter()
    walking.activity = .walking
    let floors = [
      change(35, .floor, "0", "1"), change(36, .floor, "1", "-1"), change(50, .floor, "-1", "5"),
    ]
    let score = score(
      [record(10, 25), record(35, 300), record(39.9, 640)], changes: floors,
      filters: [resting, walking])
    #expect(abs(figures(score, "steps.error")[0] - 40.0 / 600) < 1e-12)
    #expect(abs(figures(score, "distance.error")[0] - 104.0 / 600) < 1e-12)
    // Three floors on foot, and the lift's six don't count; four were reported.
    #expect(figures(score, "floors.error") == [1])
    #expect(figures(score, "steps.false_per_hour").isEmpty)
    func part(_ number: Int, _ name: String) -> [Double] {
      score.filtered[number].samples.first { $0.metric.name == name }?.values.values ?? []
    }
    // 25 false steps in 50 min of rest; the walk's last step was in the first second.
    #expect(abs((part(0, "steps.false_per_hour").first ?? 0) - 24.0 * 3600 / 3001) < 1e-6)
    #expect(part(1, "steps.false_per_hour").isEmpty)
    #expect(abs((part(1, "steps.error").first ?? 9) - (615.0 - 599) / 599) < 0.01)
  }

  @Test func computesEnergyFigures() {
    let fix = LocationFix(
      time: .start, coordinate: Self.origin, horizontalAccuracyMetres: 5, source: .gnss)
    let score = score([(1, .location(fix)), (2, .location(fix)), (35, .location(fix))]) {
      $0.startClass = .warm
      $0.battery = [
        BatteryRow(time: .start, share: 0.9, source: "battery"),
        BatteryRow(time: SimTime(seconds: 3600), share: 0.8, source: "battery"),
      ]
    }
    #expect(figures(score, "energy") == [3] && figures(score, "energy.gnss") == [2.5])
    #expect(figures(score, "energy.wifi") == [0.5] && figures(score, "energy.modem").isEmpty)
    #expect(figures(score, "energy.per_event") == [1])
    #expect(figures(score, "energy.per_useful_fix") == [1.5])
    let hours = figures(score, "battery").map { $0 / 3600 }
    #expect(hours.count == 1 && abs(hours[0] - 10) < 1e-9)
    #expect(figures(score, "ttff") == [60] && figures(score, "ttff.warm") == [60])
    #expect(figures(score, "ttff.cold").isEmpty)
  }
}
