import Kernel
import Observations
import Services
import Testing

/// Automatic pause by activity type, rather late than wrong.
struct PauseTests {
  /// Drives a pauser, with its timers.
  struct Driver {
    var pauser: AutoPauser
    var events: [ServiceEvent] = []
    var times: [Double] = []
    var log = DecisionLog()

    init(_ type: SessionActivityType, parameters: AutoPauser.Parameters = .init()) {
      pauser = AutoPauser(parameters: parameters)
      pauser.setActivityType(type, app: "a", at: .start)
      pauser.start(app: "a", at: .start, into: &events, log: &log)
    }

    mutating func advance(to seconds: Double) {
      while let wake = pauser.nextWake, wake <= SimTime(seconds: seconds) {
        pauser.wake(at: wake, into: &events, log: &log)
        stamp(wake.seconds)
        guard pauser.nextWake.map({ $0 > wake }) ?? true else { break }
      }
    }

    mutating func receive(_ fix: LocationFix, at seconds: Double? = nil) {
      let now = seconds ?? fix.time.seconds
      advance(to: now)
      pauser.receive(fix, at: SimTime(seconds: now), into: &events, log: &log)
      stamp(now)
    }

    mutating func receive(_ activity: ActivityReport) {
      advance(to: activity.startTime.seconds)
      pauser.receive(activity, at: activity.startTime, into: &events, log: &log)
      stamp(activity.startTime.seconds)
    }

    mutating func foreground(_ isOn: Bool, at seconds: Double) {
      advance(to: seconds)
      pauser.setForeground(
        isOn, app: "a", at: SimTime(seconds: seconds), into: &events, log: &log)
      stamp(seconds)
    }

    mutating func start(at seconds: Double) {
      advance(to: seconds)
      pauser.start(app: "a", at: SimTime(seconds: seconds), into: &events, log: &log)
      stamp(seconds)
    }

    /// Moves east at a speed, or rests, with about one fix per second.
    mutating func go(
      _ seconds: Double, from now: inout Double, east: inout Double, speed: Double,
      accuracy: Double = 8, random: inout RandomStream
    ) {
      let end = now + seconds
      while now < end {
        receive(
          Ground.fix(
            at: now, east: east + random.normal(accuracy / 1.5),
            north: random.normal(accuracy / 1.5), accuracy: accuracy, speed: speed))
        now += 2
        east += speed * 2
      }
    }

    private mutating func stamp(_ seconds: Double) {
      while times.count < events.count { times.append(seconds) }
    }
  }

  @Test(arguments: SessionActivityType.allCases, 0..<4)
  func pausesStationaryUser(type: SessionActivityType, seed: Int) throws {
    var random = RandomStream(seed: UInt64(seed), purpose: "test.pause")
    var driver = Driver(type)
    var (now, east) = (0.0, 0.0)
    driver.go(600, from: &now, east: &east, speed: 3, random: &random)
    driver.go(3000, from: &now, east: &east, speed: 0, accuracy: 15, random: &random)
    #expect(driver.events.pauses(of: "a") == [.paused])
    let delay = try #require(driver.times.first) - 600
    let limits: ClosedRange<Double> =
      switch type {
      case .fitness, .other, .otherNavigation: 600...1200
      case .automotiveNavigation: 1200...1800
      case .airborne: 1200...2400
      }
    #expect(limits.contains(delay), "\(delay)")
    let why = try #require(driver.log.entries.last)
    #expect(why.event == "paused" && why.reasons.first?.fact == .noProgress)
  }

  @Test func neverPausesInForegroundOrIfDisabled() {
    for isForeground in [true, false] {
      var random = RandomStream(seed: 1, purpose: "test.pause")
      var driver = Driver(.fitness)
      if isForeground {
        driver.foreground(true, at: 0)
      } else {
        driver.pauser.setAutomatic(false, app: "a", at: .start)
      }
      var (now, east) = (1.0, 0.0)
      driver.go(7200, from: &now, east: &east, speed: 0, random: &random)
      #expect(driver.events.isEmpty && driver.pauser.isDelivering("a"))
    }
  }

  @Test func pausesWithoutFixes() {
    var driver = Driver(.other)
    for step in 0..<60 { driver.receive(Ground.fix(at: Double(step), east: Double(step * 3))) }
    driver.advance(to: 3600)
    #expect(driver.events.pauses(of: "a") == [.paused] && (900...1000).contains(driver.times[0]))
  }

  @Test(arguments: 0..<8) func pausesARunnerInACar(seed: Int) throws {
    var random = RandomStream(seed: UInt64(seed), purpose: "test.pause.car")
    var driver = Driver(.fitness)
    var (now, east) = (0.0, 0.0)
    driver.receive(Ground.activity(.running, at: 0))
    driver.go(1200, from: &now, east: &east, speed: 3, random: &random)
    // The car is detected after a minute or two; half of the time it stands at lights.
    let noticed = 1200 + random.number(20...120)
    while now < 2400 {
      if now >= noticed, now < noticed + 2 { driver.receive(Ground.activity(.automotive, at: now)) }
      if now >= noticed + 40, now < noticed + 42 {
        driver.receive(Ground.activity([.automotive, .stationary], at: now))
      }
      let speed = Int(now / 30).isMultiple(of: 2) ? 0 : 11.0
      driver.go(2, from: &now, east: &east, speed: speed, random: &random)
    }
    #expect(driver.events.pauses(of: "a") == [.paused])
    #expect(try #require(driver.times.first) - 1200 <= 300)
    #expect(driver.log.entries.last?.reasons.first?.fact == .contradiction)
    // A cyclist at the same speed isn't paused.
    var cyclist = Driver(.fitness)
    (now, east) = (0, 0)
    cyclist.receive(Ground.activity(.cycling, at: 0))
    cyclist.go(2400, from: &now, east: &east, speed: 13, random: &random)
    #expect(cyclist.events.isEmpty)
  }

  /// A jam of 20 min on the freeway, creeping now and then, and dinner.
  @Test(arguments: 0..<8, [true, false])
  func distinguishesTrafficJamFromDinner(seed: Int, hasActivity: Bool) throws {
    var random = RandomStream(seed: UInt64(seed), purpose: "test.pause.jam")
    var driver = Driver(.automotiveNavigation)
    var (now, east) = (0.0, 0.0)
    if hasActivity { driver.receive(Ground.activity(.automotive, at: 30)) }
    driver.go(900, from: &now, east: &east, speed: 28, random: &random)
    if hasActivity { driver.receive(Ground.activity([.automotive, .stationary], at: now)) }
    driver.go(1200, from: &now, east: &east, speed: 0, random: &random)
    driver.go(600, from: &now, east: &east, speed: 25, random: &random)
    #expect(driver.events.isEmpty)
    if hasActivity { driver.receive(Ground.activity(.walking, at: now)) }
    driver.go(60, from: &now, east: &east, speed: 1.3, random: &random)
    if hasActivity { driver.receive(Ground.activity(.stationary, at: now)) }
    let arrived = now
    driver.go(2100, from: &now, east: &east, speed: 0, accuracy: 30, random: &random)
    #expect(driver.events.pauses(of: "a") == [.paused])
    let delay = try #require(driver.times.first) - arrived
    #expect(delay > 480 && delay < (hasActivity ? 960 : 1800), "\(delay)")
    driver.foreground(true, at: now)
    #expect(driver.events.pauses(of: "a") == [.paused, .resumed])
    #expect(driver.pauser.isDelivering("a"))
  }

  @Test func staysPausedUnlessAppRestarts() throws {
    for hasPattern in [false, true] {
      var random = RandomStream(seed: 3, purpose: "test.pause.fence")
      var driver = Driver(.fitness)
      var fence = CircularRegionMonitor()
      var (now, east) = (0.0, 0.0)
      driver.go(600, from: &now, east: &east, speed: 3, random: &random)
      driver.go(1500, from: &now, east: &east, speed: 0, random: &random)
      let place = try #require(driver.pauser.pausePosition("a"))
      if hasPattern {
        fence.start(
          "home", circle: CircularRegion(centre: place, radiusMetres: 100), app: "a",
          at: SimTime(seconds: now), into: &driver.events, log: &driver.log)
      }
      // Moving again: the geofence receives coarse locations, because the app gets none.
      for step in 0..<60 {
        now += 15
        east += 30
        var reported: [ServiceEvent] = []
        let fix = Ground.fix(at: now, east: east, accuracy: 30)
        driver.receive(fix)
        fence.receive(fix, at: fix.time, into: &reported, log: &driver.log)
        if reported.kinds(of: "home") == [.exited] { driver.start(at: now) }
        #expect(step < 30 || driver.pauser.isDelivering("a") == hasPattern)
      }
      #expect(driver.events.pauses(of: "a") == (hasPattern ? [.paused, .resumed] : [.paused]))
    }
  }

  @Test func stopAndTerminationArePermanent() {
    for isKilled in [true, false] {
      var random = RandomStream(seed: 5, purpose: "test.pause.stop")
      var driver = Driver(.other)
      var (now, east) = (0.0, 0.0)
      driver.go(1800, from: &now, east: &east, speed: 0, random: &random)
      #expect(driver.pauser.isPaused("a"))
      let time = SimTime(seconds: now)
      if isKilled {
        driver.pauser.end(app: "a", at: time, log: &driver.log)
      } else {
        driver.pauser.stop(app: "a", at: time, log: &driver.log)
      }
      driver.foreground(true, at: now + 1)
      #expect(driver.events.pauses(of: "a") == [.paused])
      #expect(!driver.pauser.isDelivering("a") && !driver.pauser.isPaused("a"))
    }
  }

  /// Another start while paused grants more time, after which a new pause is possible.
  @Test func restartWhilePausedGrantsMoreTime() {
    var random = RandomStream(seed: 6, purpose: "test.pause.again")
    var driver = Driver(.other)
    var (now, east) = (0.0, 0.0)
    driver.go(1000, from: &now, east: &east, speed: 0, random: &random)
    driver.start(at: now)
    driver.go(800, from: &now, east: &east, speed: 0, random: &random)
    #expect(driver.events.pauses(of: "a") == [.paused, .resumed])
    driver.go(200, from: &now, east: &east, speed: 0, random: &random)
    #expect(driver.events.pauses(of: "a") == [.paused, .resumed, .paused])
  }

  /// Sports computers record nothing while paused, so the end of a regular receiver's speeds is a halt; a
  /// receiver that saves records is silent in motion, too.
  @Test(arguments: [false, true]) func silenceOfRegularReceiverIsHalt(savesRecords: Bool) {
    var driver = Driver(.fitness, parameters: .sports)
    driver.start(at: 0)
    for second in 1...400 {
      let isSilent = savesRecords && second % 8 > 3
      driver.receive(
        Ground.fix(at: Double(second), east: 3 * Double(second), speed: isSilent ? -1 : 3))
    }
    for second in 401...420 {
      driver.receive(Ground.fix(at: Double(second), east: 1200, speed: -1))
    }
    driver.receive(Ground.fix(at: 421, east: 1203, speed: 3))
    #expect(driver.events.pauses(of: "a") == (savesRecords ? [] : [.paused, .resumed]))
  }

  @Test(arguments: 0..<300) func resumesOnlyAfterPause(seed: Int) {
    var random = RandomStream(seed: UInt64(seed), purpose: "test.pause.random")
    let types = SessionActivityType.allCases
    var driver = Driver(
      types[seed % types.count], parameters: seed.isMultiple(of: 3) ? .sports : .init())
    let kinds: [ActivityFlags] = [
      .stationary, .walking, .running, .automotive, .cycling, .unknown, [],
    ]
    var (now, isForeground) = (0.0, false)
    for _ in 0..<400 {
      now += random.number(-10...120)
      let count = driver.events.count
      let time = SimTime(seconds: now)
      switch random.index(below: 24) {
      case 0: driver.start(at: now)
      case 1: driver.pauser.stop(app: "a", at: time, log: &driver.log)
      case 2: driver.pauser.end(app: "a", at: time, log: &driver.log)
      case 3, 4:
        isForeground.toggle()
        driver.foreground(isForeground, at: now)
      case 5: driver.pauser.boot()
      case 6:
        driver.pauser.setAutomatic(random.index(below: 2) == 0, app: "a", at: time)
      case 7:
        driver.pauser.setActivityType(types[random.index(below: 5)], app: "a", at: time)
      case 8: driver.receive(Ground.fix(at: now, east: .infinity, speed: .nan))
      case 9...12:
        driver.receive(Ground.activity(kinds[random.index(below: 7)], at: now))
      default:
        driver.receive(
          Ground.fix(
            at: now, east: random.number(-200...200), accuracy: random.number(3...300),
            speed: random.number(-1...30)))
      }
      // In the foreground there are no pauses.
      if isForeground, !seed.isMultiple(of: 3), driver.events.count > count {
        let last = driver.events.pauses(of: "a").last
        #expect(last != .paused || driver.times.last.map { $0 < now } ?? false)
      }
    }
    let reported = driver.events.pauses(of: "a")
    for (number, event) in reported.enumerated() where event == .resumed {
      #expect(number > 0 && reported[number - 1] == .paused)
    }
  }
}
