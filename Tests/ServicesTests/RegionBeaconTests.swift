import Glibc
import Kernel
import Observations
import Services
import Testing

/// Beacon regions: entry at the door, exit after silence, stable at the limit of reception.
struct RegionBeaconTests {
  static let uuid = Identifier128(high: 0x5B2A_9E10_7C41_4E8B, low: 0x9F0D_3A6C_1E52_D701)

  static func received(
    at seconds: Double, rssi: Double, major: UInt16 = 1, minor: UInt16 = 1, claimed: Double = -59
  ) -> BeaconAdvertisement {
    BeaconAdvertisement(
      time: SimTime(seconds: seconds),
      identity: BeaconIdentity(uuid: uuid, major: major, minor: minor),
      measuredPowerDecibelMilliwatts: claimed, rssiDecibelMilliwatts: rssi)
  }

  /// Drives a monitor, with its timers.
  struct Driver {
    var monitor = BeaconRegionMonitor()
    var events: [ServiceEvent] = []
    var times: [Double] = []
    var log = DecisionLog()

    init(
      _ constraint: BeaconConstraint = BeaconConstraint(uuid: uuid), inUse: Bool = true,
      purpose: RegionPurpose = .app
    ) {
      monitor.isInUse = inUse
      monitor.start(
        "b", constraint: constraint, app: "a", purpose: purpose, reportsOnDisplay: true, at: .start,
        into: &events)
      times.append(0)
    }

    mutating func advance(to seconds: Double) {
      let time = SimTime(seconds: seconds)
      while let wake = monitor.nextWake, wake <= time {
        let now = max(wake, .start)
        monitor.wake(at: now, into: &events, log: &log)
        while times.count < events.count { times.append(now.seconds) }
        guard monitor.nextWake.map({ $0 > wake }) ?? true else { break }
      }
    }

    mutating func process(_ received: BeaconAdvertisement) {
      advance(to: received.time.seconds)
      monitor.receive(received, at: received.time, into: &events, log: &log)
      while times.count < events.count { times.append(received.time.seconds) }
    }
  }

  @Test(arguments: [true, false]) func reportsEntryAndExit(inUse: Bool) {
    var driver = Driver(inUse: inUse)
    driver.advance(to: 60)
    // In use each advertisement is received, twice a second; else those of half a second in five.
    func isReceived(_ step: Int) -> Bool { inUse || step % 10 == 0 }
    for step in 0..<240 where isReceived(step) {
      driver.process(Self.received(at: 60 + Double(step) / 2, rssi: -70))
    }
    driver.advance(to: 600)
    #expect(
      driver.events.kinds(of: "b", states: true) == [
        .monitoringStarted, .stateOutside, .entered, .stateInside, .exited, .stateOutside,
      ])
    #expect(driver.times[2] - 60 <= (inUse ? 3 : 15))
    let silence = driver.times[4] - 180
    #expect(silence >= 20 && silence <= (inUse ? 40 : 60))
  }

  /// Eight hours at the limit of reception: the weakest advertisements, now and then.
  @Test(arguments: [0.003, 0.01, 0.03, 0.1, 0.3, 1], 0..<6)
  func doesNotFlapAtReceptionLimit(rate: Double, seed: Int) {
    var random = RandomStream(seed: UInt64(seed), purpose: "test.edge")
    var driver = Driver(inUse: seed.isMultiple(of: 2))
    var now = 0.0
    // A body or a door blocks half of them for minutes at a time.
    while now < 8 * 3600 {
      now += -log(random.number(1e-9...1)) / rate
      let isBlocked = Int(now / 420) % 3 == seed % 3
      if isBlocked, random.number(0...1) < 0.5 { continue }
      driver.process(Self.received(at: now, rssi: min(-86, -93 + random.normal(3))))
    }
    driver.advance(to: 8 * 3600)
    // An entry may be reported; an exit and another entry may not.
    let reported = driver.events.kinds(of: "b")
    #expect(reported.count <= 1, "\(reported)")
  }

  @Test func matchesByWildcards() {
    let constraints: [(BeaconConstraint, Bool)] = [
      (BeaconConstraint(uuid: Self.uuid), true),
      (BeaconConstraint(uuid: Self.uuid, major: 1), true),
      (BeaconConstraint(uuid: Self.uuid, major: 1, minor: 1), true),
      (BeaconConstraint(uuid: Self.uuid, major: 2), false),
      (BeaconConstraint(uuid: Self.uuid, major: 1, minor: 2), false),
      (BeaconConstraint(uuid: Identifier128(high: 0, low: Self.uuid.low)), false),
    ]
    for (constraint, isMeant) in constraints {
      var driver = Driver(constraint)
      driver.advance(to: 20)
      driver.process(Self.received(at: 30, rssi: -60))
      #expect(driver.events.kinds(of: "b") == (isMeant ? [.entered] : []))
    }
  }

  @Test func reportsStateOnDisplayAndIgnoresTimeWithoutScans() {
    var driver = Driver()
    driver.process(Self.received(at: 1, rssi: -60))
    driver.monitor.displayOn(at: SimTime(seconds: 5), into: &driver.events, log: &driver.log)
    // No scan for ten minutes: no exit.
    driver.monitor.setScanning(false, at: SimTime(seconds: 10))
    driver.advance(to: 600)
    driver.monitor.setScanning(true, at: SimTime(seconds: 610))
    driver.advance(to: 625)
    #expect(
      driver.events.kinds(of: "b", states: true) == [
        .monitoringStarted, .stateInside, .stateInside,
      ])
    driver.advance(to: 700)
    #expect(driver.events.kinds(of: "b") == [.exited])
  }

  @Test(arguments: 0..<200) func entriesAndExitsAlternate(seed: Int) {
    var random = RandomStream(seed: UInt64(seed), purpose: "test.beacon.random")
    var driver = Driver()
    var now = 0.0
    for _ in 0..<500 {
      now += -log(random.number(1e-9...1)) * 10
      driver.advance(to: now)
      switch random.index(below: 20) {
      case 0: driver.monitor.boot(at: SimTime(seconds: now))
      case 1: driver.monitor.setScanning(random.index(below: 2) == 0, at: SimTime(seconds: now))
      case 2: driver.process(Self.received(at: now, rssi: .nan))
      case 3: driver.process(Self.received(at: now, rssi: 127))
      case 4: driver.process(Self.received(at: now - 100, rssi: -70))
      case 5: now += random.number(0...2000)
      default: driver.process(Self.received(at: now, rssi: random.number(-100 ... -50)))
      }
    }
    let reported = driver.events.kinds(of: "b")
    for (one, next) in zip(reported, reported.dropFirst()) { #expect(one != next) }
  }
}
