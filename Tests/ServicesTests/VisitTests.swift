import Kernel
import Observations
import Parts
import Services
import Testing

/// Visits: reported late, with correct times.
struct VisitTests {
  struct Driver {
    var detector = VisitDetector()
    var events: [ServiceEvent] = []
    var times: [Double] = []
    var log = DecisionLog()

    init(app: String? = "a") {
      if let app { detector.start(app: app, at: .start, into: &events) }
    }

    mutating func advance(to seconds: Double) {
      while let wake = detector.nextWake, wake <= SimTime(seconds: seconds) {
        detector.wake(at: wake, into: &events, log: &log)
        while times.count < events.count { times.append(wake.seconds) }
        guard detector.nextWake.map({ $0 > wake }) ?? true else { break }
      }
    }

    mutating func receive(_ fix: LocationFix) {
      advance(to: fix.time.seconds)
      detector.receive(fix, at: fix.time, into: &events, log: &log)
      while times.count < events.count { times.append(fix.time.seconds) }
    }

    mutating func receive(_ activity: ActivityReport) {
      advance(to: activity.startTime.seconds)
      detector.receive(activity, at: activity.startTime, into: &events, log: &log)
      while times.count < events.count { times.append(activity.startTime.seconds) }
    }
  }

  /// A walk to a place, a stay of 40 min and a walk on; regular fixes with noise.
  @Test(arguments: [5.0, 60, 120], 0..<6)
  func reportsArrivalAndDepartureOfStay(interval: Double, seed: Int) throws {
    var random = RandomStream(seed: UInt64(seed), purpose: "test.visit")
    var driver = Driver()
    let accuracy = interval < 10 ? 10.0 : 40
    driver.receive(Ground.activity(.walking, at: 0))
    var now = 0.0
    var isStill = false
    while now < 4800 {
      // 1.4 m/s: 10 min of walking on either side.
      let east = now < 600 ? (now - 600) * 1.4 : now < 3000 ? 0 : (now - 3000) * 1.4
      if now >= 600, now < 3000, !isStill {
        isStill = true
        driver.receive(Ground.activity(.stationary, at: 610))
      } else if now >= 3000, isStill {
        isStill = false
        driver.receive(Ground.activity(.walking, at: 3010))
      }
      driver.receive(
        Ground.fix(
          at: now, east: east + random.normal(accuracy / 1.5),
          north: random.normal(accuracy / 1.5), accuracy: accuracy))
      now += interval
    }
    let visits = driver.events.visits
    try #require(visits.count == 2, "\(visits)")
    #expect(visits[0].departureTime == .distantFuture)
    #expect(abs(visits[1].arrivalTime.seconds - 530) < 240, "\(visits[1].arrivalTime)")
    #expect(abs(visits[1].departureTime.seconds - 3070) < 240, "\(visits[1].departureTime)")
    #expect(visits[0].arrivalTime == visits[1].arrivalTime)
    let latency = driver.times[0] - 530
    #expect(latency > 180 && latency < 720, "\(latency)")
    let fix = Ground.fix(at: 0).coordinate
    #expect(abs(visits[0].coordinate.latitudeDegrees - fix.latitudeDegrees) < 5e-4)
    #expect(driver.log.entries.map(\.event) == ["arrived", "departed"])
  }

  /// Indoors without fixes, motion alone indicates a stay or a departure by car.
  ///
  /// A ride that hasn't lasted long enough doesn't count: parameter `visit.ride`.
  @Test(arguments: [(180.0, true), (900, false)])
  func usesMotionIndoors(ride: Double, isGone: Bool) throws {
    var driver = Driver(app: nil)
    var parameters = VisitDetector.Parameters()
    parameters.ride = .seconds(ride)
    driver.detector = VisitDetector(parameters: parameters)
    driver.detector.start(app: "a", at: .start, into: &driver.events)
    for step in 0..<20 { driver.receive(Ground.fix(at: Double(step * 5), east: Double(step))) }
    driver.receive(Ground.activity(.stationary, at: 120))
    driver.advance(to: 3600)
    #expect(driver.events.visits.count == 1)
    driver.receive(Ground.activity([.automotive], at: 3600))
    driver.advance(to: 4200)
    try #require(driver.events.visits.count == (isGone ? 2 : 1))
    guard isGone else { return }
    #expect(driver.events.visits[1].departureTime == SimTime(seconds: 3600))
  }

  /// A rest without a location becomes a visit by the first location after it, if that comes soon: parameter
  /// `visit.rest_slack`.
  @Test(arguments: [(40.0, 60.0, true), (40, 20, false), (200, 60, false)])
  func restWithoutLocationsIsPlacedByFirstFixAfter(
    late: Double, slack: Double, isReported: Bool
  ) throws {
    var driver = Driver(app: nil)
    var parameters = VisitDetector.Parameters()
    parameters.restSlack = .seconds(slack)
    driver.detector = VisitDetector(parameters: parameters)
    driver.detector.start(app: "a", at: .start, into: &driver.events)
    driver.receive(Ground.activity(.stationary, at: 10))
    // Too coarse to identify a place.
    for minute in 1...29 { driver.receive(Ground.fix(at: Double(minute) * 60, accuracy: 900)) }
    driver.receive(Ground.activity(.walking, at: 1800))
    for step in 0..<120 {
      let now = 1800 + late + Double(step) * 5
      driver.receive(Ground.fix(at: now, east: late + Double(step) * 7, accuracy: 10))
    }
    let visits = driver.events.visits
    #expect(visits.isEmpty == !isReported, "\(visits)")
    guard isReported else { return }
    let last = try #require(visits.last)
    #expect(last.arrivalTime == SimTime(seconds: 10))
    #expect(abs(last.departureTime.seconds - 1800) < 240, "\(last.departureTime)")
  }

  /// A stay with coarse Wi-Fi positions is moved by the first accurate location after it, if that comes soon:
  /// parameter `visit.rough`.
  @Test(arguments: [(20.0, 50.0, true), (20, 200, false), (200, 50, false)])
  func coarseStayIsCorrectedByLaterFix(late: Double, rough: Double, isRight: Bool) throws {
    var driver = Driver(app: nil)
    var parameters = VisitDetector.Parameters()
    parameters.roughMetres = rough
    driver.detector = VisitDetector(parameters: parameters)
    driver.detector.start(app: "a", at: .start, into: &driver.events)
    driver.receive(Ground.activity(.stationary, at: 10))
    // A database with the next street only.
    for minute in 1...29 {
      driver.receive(Ground.fix(at: Double(minute) * 60, east: 300, accuracy: 120))
    }
    driver.receive(Ground.activity(.walking, at: 1800))
    for step in 0..<120 {
      let way = Double(step) * 7
      driver.receive(Ground.fix(at: 1800 + late + way, north: way, accuracy: 10))
    }
    let visits = driver.events.visits
    try #require(visits.count == 2, "\(visits)")
    #expect(visits[0].arrivalTime == visits[1].arrivalTime)
    let home = Ground.fix(at: 0).coordinate.longitudeDegrees
    #expect((abs(visits[1].coordinate.longitudeDegrees - home) < 5e-4) == isRight)
  }

  /// After a minute of walking from a stay, a better fix is requested, though Wi-Fi indicates no movement:
  /// parameter `visit.look_after`.
  @Test func requestsBetterFixAfterWalking() {
    var driver = Driver()
    driver.receive(Ground.activity(.stationary, at: 10))
    for minute in 1...20 { driver.receive(Ground.fix(at: Double(minute) * 60, accuracy: 40)) }
    func look(at seconds: Double) -> Double? {
      driver.detector.demand(at: SimTime(seconds: seconds))?.closerLookMetres
    }
    #expect(look(at: 1250) == nil)
    driver.receive(Ground.activity(.walking, at: 1260))
    #expect(look(at: 1310) == nil)
    #expect(look(at: 1321) == 50)
    driver.receive(Ground.activity(.stationary, at: 1400))
    #expect(look(at: 1500) == nil)
  }

  /// Cell locations, 3.5 km off with radii of 800 m, end no stay; accurate ones do, and begin another:
  /// parameter `visit.coarse_reach`.
  @Test(arguments: [(800.0, 35_000.0, 1), (800, 0, 2), (40, 35_000, 3)])
  func coarseFixesDoNotEndStay(accuracy: Double, reach: Double, reported: Int) {
    var parameters = VisitDetector.Parameters()
    parameters.coarseReachMetres = reach
    var driver = Driver()
    driver.detector = VisitDetector(parameters: parameters)
    driver.detector.start(app: "a", at: .start, into: &driver.events)
    for minute in 0...20 { driver.receive(Ground.fix(at: Double(minute) * 60, accuracy: 40)) }
    #expect(driver.events.visits.count == 1)
    for minute in 21...30 {
      driver.receive(Ground.fix(at: Double(minute) * 60, east: 3500, accuracy: accuracy))
    }
    #expect(driver.events.visits.count == reported)
  }

  @Test func reportsNoVisitInTraffic() {
    var driver = Driver()
    // Twenty minutes of traffic at 3 m/s, and a red light of five.
    for step in 0..<300 {
      let east = step < 120 ? Double(step) * 15 : step < 180 ? 1800 : Double(step - 60) * 15
      driver.receive(Ground.fix(at: Double(step * 5), east: east))
    }
    #expect(driver.events.visits.isEmpty)
  }

  @Test func hidesArrivalBeforeStart() {
    var driver = Driver(app: nil)
    for step in 0..<200 { driver.receive(Ground.fix(at: Double(step * 5))) }
    driver.detector.start(app: "late", at: SimTime(seconds: 1000), into: &driver.events)
    #expect(driver.events.visits.map(\.arrivalTime) == [.distantPast])
  }

  @Test func joinsStaysAndTrips() {
    var journal = VisitJournal()
    func stay(_ from: Double, _ to: Double) -> VisitEvent {
      VisitEvent(
        arrivalTime: SimTime(seconds: from), departureTime: SimTime(seconds: to),
        coordinate: Ground.home, horizontalAccuracyMetres: 20)
    }
    let end = SimTime(seconds: 10_000)
    for report in [
      Ground.activity(.stationary, at: 0), Ground.activity(.walking, at: 1000),
      Ground.activity(.automotive, at: 1200),
      Ground.activity([.automotive, .stationary], at: 1500),
      Ground.activity(.walking, at: 1540), Ground.activity(.automotive, at: 1560),
      Ground.activity(.walking, at: 2400), Ground.activity(.stationary, at: 2700),
      Ground.activity(.cycling, at: 6000), Ground.activity(.stationary, at: 6600),
    ] { journal.receive(report, at: report.startTime) }
    journal.receive(stay(0, 1000), at: end)
    journal.receive(
      VisitEvent(
        arrivalTime: SimTime(seconds: 2700), departureTime: .distantFuture,
        coordinate: Ground.home, horizontalAccuracyMetres: 20), at: end)
    journal.receive(stay(2700, 6000), at: end)
    journal.receive(stay(6600, 10_000), at: end)
    var lines: [String] = []
    for entry in journal.entries(from: .start, to: end) {
      switch entry {
      case .stay(let visit):
        lines.append("\(visit.arrivalTime.seconds)-\(visit.departureTime.seconds) stay")
      case .leg(let from, let to, let mode):
        lines.append("\(from.seconds)-\(to.seconds) \(mode)")
      }
    }
    #expect(
      lines == [
        "0.0-1000.0 stay", "1000.0-1200.0 walking", "1200.0-2400.0 automotive",
        "2400.0-2700.0 walking", "2700.0-6000.0 stay", "6000.0-6600.0 cycling",
        "6600.0-10000.0 stay",
      ])
  }

  /// A walk of ten minutes of which both visits hide all but 100 s, and one that no visit hides.
  @Test(arguments: [(900.0, 1500.0), (1020, 1080), (300, 1500)])
  func walksHaveTheTimesOfTheHistory(begin: Double, end: Double) {
    var journal = VisitJournal()
    for (from, to) in [(0.0, 1000.0), (1100, 3000)] {
      journal.receive(
        VisitEvent(
          arrivalTime: SimTime(seconds: from), departureTime: SimTime(seconds: to),
          coordinate: Ground.home, horizontalAccuracyMetres: 20), at: SimTime(seconds: 3000))
    }
    for report in [
      Ground.activity(.stationary, at: 0), Ground.activity(.walking, at: begin),
      Ground.activity(.stationary, at: end),
    ] { journal.receive(report, at: report.startTime) }
    // A minute is too short to be sure, and no more than ten minutes are moved.
    let isSure = end - begin >= 90
    let walk = journal.entries(from: .start, to: SimTime(seconds: 3000))[1]
    #expect(
      walk
        == .leg(
          from: SimTime(seconds: isSure ? max(begin, 400) : 1000),
          to: SimTime(seconds: isSure ? end : 1100), mode: .walking))
  }

  /// A few steps to the car belong to the drive, by parameter `journal.shortest_leg`.
  @Test(arguments: [(90.0, 1), (0, 3)]) func shortLegsAreMerged(minimum: Double, legs: Int) {
    var parameters = VisitJournal.Parameters()
    parameters.shortestLeg = .seconds(minimum)
    var journal = VisitJournal(parameters: parameters)
    for report in [
      Ground.activity(.automotive, at: 0), Ground.activity(.walking, at: 600),
      Ground.activity(.automotive, at: 620),
    ] { journal.receive(report, at: report.startTime) }
    #expect(journal.entries(from: .start, to: SimTime(seconds: 1200)).count == legs)
  }

  @Test(arguments: 0..<100) func survivesAnyInput(seed: Int) {
    var random = RandomStream(seed: UInt64(seed), purpose: "test.visit.random")
    var driver = Driver()
    var now = 0.0
    let kinds: [ActivityFlags] = [.stationary, .walking, .automotive, .cycling, .unknown, []]
    for _ in 0..<400 {
      now += random.number(-10...200)
      switch random.index(below: 10) {
      case 0: driver.detector.boot()
      case 1...3: driver.receive(Ground.activity(kinds[random.index(below: 6)], at: now))
      case 4: driver.receive(Ground.fix(at: now, east: .nan))
      default:
        driver.receive(
          Ground.fix(
            at: now, east: Double(random.index(below: 3)) * 500 + random.normal(30),
            accuracy: random.number(5...300)))
      }
    }
    let visits = driver.events.visits
    // An arrival, its departure, the next arrival ...
    for (number, visit) in visits.enumerated() {
      #expect((visit.departureTime == .distantFuture) == number.isMultiple(of: 2))
      #expect(visit.arrivalTime <= visit.departureTime)
    }
  }
}
