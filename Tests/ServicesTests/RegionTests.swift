import Kernel
import Observations
import Parts
import Services
import Testing

/// Circular geofences: only true crossings are reported.
struct RegionTests {
  /// Drives a monitor, with its timers.
  struct Driver {
    var monitor = CircularRegionMonitor()
    var events: [ServiceEvent] = []
    var times: [SimTime] = []
    var log = DecisionLog()

    mutating func advance(to time: SimTime) {
      while let wake = monitor.nextWake, wake <= time {
        monitor.wake(at: wake, into: &events, log: &log)
        stamp(wake)
        guard monitor.nextWake.map({ $0 > wake }) ?? true else { break }
      }
    }

    mutating func receive(_ fix: LocationFix, at time: SimTime? = nil) {
      let now = time ?? fix.time
      advance(to: now)
      monitor.receive(fix, at: now, into: &events, log: &log)
      stamp(now)
    }

    mutating func start(_ name: String, radius: Double = 100, purpose: RegionPurpose = .app) {
      let circle = CircularRegion(centre: Ground.home, radiusMetres: radius)
      monitor.start(
        name, circle: circle, app: "a", purpose: purpose, at: .start, into: &events, log: &log)
      stamp(.start)
    }

    private mutating func stamp(_ time: SimTime) {
      while times.count < events.count { times.append(time) }
    }
  }

  @Test(arguments: [100.0, 200, 400], [10.0, 40])
  func reportsOneEntryAndOneExitPerPassage(radius: Double, accuracy: Double) {
    var driver = Driver()
    driver.start("r", radius: radius)
    // 2 m/s from west to east, a fix every five seconds.
    for step in 0..<240 {
      driver.receive(
        Ground.fix(at: Double(step * 5), east: -1200 + Double(step * 10), accuracy: accuracy))
    }
    let reported = driver.events.kinds(of: "r", states: true)
    #expect(
      reported == [
        .monitoringStarted, .stateOutside, .entered, .stateInside, .exited, .stateOutside,
      ])
    // The crossings are at 1200 ∓ radius; hysteresis and dwell time are added, and not much more.
    let delays = [
      driver.times[2].seconds - (1200 - radius) / 2,
      driver.times[4].seconds - (1200 + radius) / 2,
    ]
    #expect(delays.allSatisfy { $0 >= 20 && $0 < 75 }, "\(delays)")
    // The log gives the reason, with the dwell time.
    let entry = driver.log.entries.first { $0.event == "entered" && $0.verdict == .reported }
    #expect(entry?.reasons.map(\.fact) == [.fixInside, .stayed])
  }

  @Test(arguments: 0..<20) func doesNotFlapBesideOrAtBoundary(seed: Int) {
    var random = RandomStream(seed: UInt64(seed), purpose: "test.region")
    var past = Driver()
    var edge = Driver()
    past.start("r")
    edge.start("r")
    for step in 0..<480 {
      let time = Double(step * 60)
      // Wi-Fi fixes 200 m from the centre of a circle of 100 m.
      let accuracy = random.number(30...80)
      past.receive(
        Ground.fix(
          at: time, east: -2000 + Double(step) * 9 + random.normal(accuracy / 1.5),
          north: 200 + random.normal(accuracy / 1.5), accuracy: accuracy))
      edge.receive(
        Ground.fix(
          at: time, east: 100 + random.normal(20), north: random.normal(20), accuracy: 30))
    }
    #expect(past.events.kinds(of: "r").isEmpty)
    // Independent errors for eight hours are worse than any real ones.
    #expect(edge.events.kinds(of: "r").count <= 6)
  }

  @Test func answersStateRequestsAndRestarts() {
    var driver = Driver()
    driver.start("r")
    driver.monitor.requestState("r", app: "a", into: &driver.events)
    driver.monitor.requestState("none", app: "a", into: &driver.events)
    driver.receive(Ground.fix(at: 10))
    driver.monitor.requestState("r", app: "a", into: &driver.events)
    // Off and on: unknown until the next fix; the region was left meanwhile, which is reported late.
    driver.monitor.boot()
    driver.monitor.requestState("r", app: "a", into: &driver.events)
    driver.receive(Ground.fix(at: 1000, east: 900))
    #expect(
      driver.events.kinds(of: "r", states: true) == [
        .monitoringStarted, .stateUnknown, .stateInside, .stateInside, .stateUnknown, .exited,
        .stateOutside,
      ])
    #expect(driver.events.kinds(of: "none", states: true) == [.stateUnknown])
    driver.monitor.stop("r", app: "a")
    #expect(driver.monitor.count == 0 && driver.monitor.demand(at: .start) == nil)
  }

  /// Nearby, a first location outside may be wrong: it must persist; far away one is enough.
  @Test(arguments: [
    (1_000.0, 300.0, [RegionEvent.Kind.stateInside]), (0, 300, [.stateOutside]),
    (1_000, 5_000, [.stateOutside]),
  ])
  func firstFixOutsideMustPersist(
    margin: Double, distance: Double, expected: [RegionEvent.Kind]
  ) {
    var parameters = CircularRegionMonitor.Parameters()
    parameters.initialMarginMetres = margin
    var driver = Driver()
    driver.monitor = CircularRegionMonitor(parameters: parameters)
    driver.start("r")
    driver.receive(Ground.fix(at: 10, east: distance))
    driver.receive(Ground.fix(at: 25, east: distance))
    driver.receive(Ground.fix(at: 36, east: 5))
    #expect(
      Array(driver.events.kinds(of: "r", states: true).dropFirst().prefix(1)) == expected)
    // Outside is reported after the dwell time.
    driver = Driver()
    driver.start("s")
    for second in [10.0, 20, 31] { driver.receive(Ground.fix(at: second, east: 300)) }
    #expect(driver.events.kinds(of: "s", states: true).last == .stateOutside)
  }

  /// A cell fix, hundreds of metres or kilometres off, doesn't prove an exit.
  @Test(arguments: [273.0, 3_500, 20_000], [150.0, 600, 2_000])
  func coarseFirstFixGivesNoState(distance: Double, accuracy: Double) {
    var driver = Driver()
    driver.start("r")
    // Repeated fixes of the same cell, which repeat its error.
    for second in stride(from: 10.0, through: 900, by: 30) {
      driver.receive(Ground.fix(at: second, east: distance, accuracy: accuracy))
    }
    driver.monitor.requestState("r", app: "a", into: &driver.events)
    #expect(
      driver.events.kinds(of: "r", states: true) == [.monitoringStarted, .stateUnknown])
    // No entry for a phone that was at home all the time.
    driver.receive(Ground.fix(at: 930, accuracy: 20))
    #expect(
      driver.events.kinds(of: "r", states: true).dropFirst(2) == [.stateInside])
    // An accurate fix is requested meanwhile, and soon.
    driver = Driver()
    driver.start("s")
    driver.receive(Ground.fix(at: 10, east: distance, accuracy: accuracy))
    let wish = driver.monitor.demand(at: SimTime(seconds: 10))
    #expect((wish?.accuracyMetres ?? .infinity) <= 100 && wish?.closerLookMetres != nil)
  }

  /// A position beyond the range of any cell is outside.
  @Test func distantCoarseFixIsOutside() {
    var driver = Driver()
    driver.start("r")
    driver.receive(Ground.fix(at: 10, east: 60_000, accuracy: 2_000))
    #expect(driver.events.kinds(of: "r", states: true).last == .stateOutside)
  }

  /// An accuracy circle across the boundary gives no state; one on a single side does.
  @Test(arguments: [
    (65.0, 40.0, RegionEvent.Kind?.none), (55, 40, .stateInside), (130, 40, nil),
    (150, 40, .stateOutside), (135, 20, .stateOutside), (135, 36, nil),
  ])
  func accuracyCircleAcrossBoundaryGivesNoState(
    distance: Double, accuracy: Double, expected: RegionEvent.Kind?
  ) {
    var driver = Driver()
    driver.start("r")
    for second in [10.0, 20, 31, 60, 90] {
      driver.receive(Ground.fix(at: second, east: distance, accuracy: accuracy))
    }
    let reported = driver.events.kinds(of: "r", states: true).dropFirst()
    #expect(reported == (expected.map { [$0] } ?? []), "\(reported)")
    // At the boundary there may never be a better fix: after a while the nearer side is reported.
    driver.receive(Ground.fix(at: 140, east: distance, accuracy: accuracy))
    #expect(
      driver.events.kinds(of: "r", states: true).last
        == (distance > 100 ? .stateOutside : .stateInside))
  }

  @Test func notificationsBypassTheApp() {
    var driver = Driver()
    driver.start("n", purpose: .notification(text: "Milk"))
    for step in 0..<120 { driver.receive(Ground.fix(at: Double(step * 5), east: -400)) }
    for step in 120..<140 { driver.receive(Ground.fix(at: Double(step * 5))) }
    #expect(
      driver.events == [
        ServiceEvent(
          app: "a",
          output: .notification(NotificationEvent(identifier: "n", text: "Milk")))
      ])
  }

  @Test(arguments: [0, -5, .nan, .infinity, 2e7] as [Double])
  func rejectsInvalidCircles(radius: Double) {
    var driver = Driver()
    driver.start("r", radius: radius)
    #expect(driver.events.kinds(of: "r", states: true) == [.monitoringFailed])
    #expect(driver.monitor.count == 0)
  }

  @Test func demandsMoreAccuracyNearBoundary() throws {
    var driver = Driver()
    driver.start("r")
    driver.receive(Ground.fix(at: 0, east: 20_000))
    let far = try #require(driver.monitor.demand(during: .walking, at: .start))
    driver.receive(Ground.fix(at: 50, east: 150))
    let near = try #require(driver.monitor.demand(during: .walking, at: .start))
    #expect(far.interval >= .minutes(10) && far.accuracyMetres == 1000)
    #expect(near.interval <= .seconds(30) && near.accuracyMetres <= 50)
  }

  @Test(arguments: 0..<200) func entriesAndExitsAlternate(seed: Int) {
    var random = RandomStream(seed: UInt64(seed), purpose: "test.region.random")
    var driver = Driver()
    driver.start("r")
    var now = 0.0
    for _ in 0..<500 {
      now += random.number(0...40)
      switch random.index(below: 12) {
      case 0: driver.monitor.boot()
      case 1:
        driver.receive(
          Ground.fix(at: now, east: .nan, accuracy: random.number(-5...50)),
          at: SimTime(seconds: now))
      case 2:
        driver.receive(
          Ground.fix(at: now + random.number(-100...100)), at: SimTime(seconds: now))
      default:
        driver.receive(
          Ground.fix(
            at: now, east: random.number(-300...300), accuracy: random.number(1...100)))
      }
    }
    let reported = driver.events.kinds(of: "r")
    for (one, next) in zip(reported, reported.dropFirst()) { #expect(one != next) }
    #expect(driver.log.entries.count <= 4096)
  }
}
