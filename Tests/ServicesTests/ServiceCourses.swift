import Kernel
import Observations
import Services

// Sequences of events on which each parameter of a service has an effect.

/// Events for apps that receive locations and may be paused.
enum PauseCourse: CaseIterable {
  case standsAndGoes, creeps, findsNothing, exercises, rushes, bouts, oldFixes, walksOff, restarts

  /// The outputs, with times.
  func reported(_ type: SessionActivityType, _ parameters: AutoPauser.Parameters) -> [String] {
    var random = RandomStream(seed: 7, purpose: "test.pause.course")
    var driver = PauseTests.Driver(type, parameters: parameters)
    var (now, east) = (0.0, 0.0)
    func go(_ seconds: Double, _ speed: Double, accuracy: Double = 8) {
      driver.go(
        seconds, from: &now, east: &east, speed: speed, accuracy: accuracy, random: &random)
    }
    func does(_ flags: ActivityFlags) { driver.receive(Ground.activity(flags, at: now)) }
    switch self {
    case .standsAndGoes:
      go(300, 3)
      for speed in [0.4, 0.9, 1.1, 1.3, 0.8, 1.6, 2.1, 0.7, 1.5] { go(4, speed) }
      does(.stationary)
      go(7200, 0)
      does(.walking)
      go(600, 1.4)
    case .creeps:
      go(120, 3)
      for speed in [0.01, 0.02, 0.04, 0.08, 0.16, 0.3] {
        go(2400, speed, accuracy: speed < 0.1 ? 8 : 90)
        driver.start(at: now)
      }
    case .findsNothing:
      go(120, 3)
      now += 10_800
      driver.advance(to: now)
      go(60, 3)
    case .exercises:
      does(.running)
      go(120, 3)
      now += 10_800
      driver.advance(to: now)
    case .rushes:
      go(120, 3)
      go(60, 25)
      go(60, 12)
      go(60, 6)
      go(300, 25)
      does(.automotive)
      go(600, 25)
      driver.start(at: now)
      does([.automotive, .stationary])
      go(7200, 0)
    case .bouts:
      go(120, 3)
      for length in stride(from: 4.0, through: 120, by: 4) {
        does(length < 40 ? .running : .walking)
        go(length, 0)
        does(.stationary)
        go(180, 0)
      }
      go(3600, 0)
    case .oldFixes:
      go(120, 3)
      for step in 0..<60 {
        now += 30
        driver.advance(to: now)
        driver.receive(
          Ground.fix(at: now - Double(step) * 1.5, east: east, accuracy: Double(60 + step)), at: now
        )
      }
      driver.advance(to: now + 7200)
    case .walksOff:
      does(.automotive)
      go(300, 15)
      does(.walking)
      go(15, 1.4)
      does(.automotive)
      go(300, 15)
      does(.walking)
      go(900, 0.2)
      does(.stationary)
      go(3600, 0)
    case .restarts:
      go(120, 3)
      does(.stationary)
      go(3600, 0)
      driver.start(at: now)
      go(60, 0)
    }
    driver.advance(to: now + 20_000)
    return zip(driver.times, driver.events).map { "\($0) \($1.output)" }
      + ["\(driver.pauser.ignoredFixCount)"]
  }
}

/// Events for apps with calls, requests and waits.
enum ManagerCourse: CaseIterable {
  case filters, sleeps, asksOnce, isBlurred, followsAClock, isShown, asksMuch, waitsForMotion

  /// The outputs, with times.
  func reported(_ constants: ServiceConstants) -> [String] {
    var rig = ManagerRig(constants: constants)
    var seen: [String] = []
    switch self {
    case .filters:
      rig.authorize()
      rig.fix()
      rig.wait(2000)
      rig.call(.startUpdatingLocation)
      rig.call(AppCall(.setDistanceFilter, distanceMetres: 500))
      for accuracy in [1000.0, 700, 500, 400, 65, 60, 40, 10, 9, 6, 5] {
        rig.fix(metresNorth: 3, accuracy: accuracy)
        rig.wait(1)
      }
    case .sleeps:
      rig.open()
      rig.user(.settingsAlways)
      rig.call(.startUpdatingLocation)
      rig.life(.background)
      rig.life(.suspended)
      for _ in 0..<300 {
        rig.wait(1)
        rig.fix()
      }
      rig.life(.foreground)
    case .asksOnce:
      rig.authorize()
      for accuracies in [
        [1400.0, 400], [60, 30, 18, 12, 8, 4], [1400, 1000, 700, 500, 400, 300],
      ] {
        rig.call(.requestLocation)
        for accuracy in accuracies {
          rig.wait(2)
          rig.fix(accuracy: accuracy)
        }
        rig.wait(40)
        rig.fix(accuracy: 5)
        rig.wait(4)
        rig.call(.requestLocation)
        rig.wait(30)
      }
    case .isBlurred:
      rig.open()
      rig.user(.settingsWhenInUse)
      rig.call(.startUpdatingLocation)
      rig.user(.settingsPreciseOff)
      for second in 0..<7200 {
        rig.fix(metresNorth: Double(second) * 3)
        rig.wait(1)
      }
    case .followsAClock:
      rig.open()
      rig.user(.settingsAlways)
      rig.call(.startUpdatingLocation)
      rig.wait(2000)
      for age in [0.0, 20, 45, 100, 90, 400, 380, 900] { rig.fix(age: age) }
      seen.append("\(rig.manager.badFixCount)")
    case .isShown:
      rig.authorize()
      rig.call(.startUpdatingLocation)
      rig.fix()
      rig.wait(1)
      rig.call(.stopUpdatingLocation)
      for _ in 0..<60 {
        rig.wait(3)
        seen.append("\(rig.manager.recentUsers(at: rig.now))")
      }
    case .asksMuch:
      rig.open()
      rig.user(.settingsAlways)
      for number in 0..<1500 {
        let name = "r\(number % 15)"
        if number < 15 {
          rig.call(
            AppCall(
              .startMonitoringRegion, identifier: name,
              circle: CircularRegion(centre: Ground.home, radiusMetres: 100)))
        }
        rig.call(AppCall(.requestRegionState, identifier: name))
      }
      seen.append("\(rig.manager.drainRequests().count)")
    case .waitsForMotion:
      rig.open()
      for _ in 0..<200 {
        rig.call(.startActivityUpdates)
        rig.call(AppCall(.queryActivity, from: .start, to: rig.now))
      }
      rig.user(.grantMotion)
      rig.report(.walking)
      rig.wait(60)
    }
    return seen + rig.log.map { "\($0.time) \($0.event.output)" }
  }
}
