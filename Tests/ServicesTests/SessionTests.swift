import Kernel
import Observations
import Services
import Testing

struct SessionTests {
  private static let uuid = Identifier128(high: 1, low: 2)

  @Test func regionLimitIsTwenty() {
    var rig = ManagerRig()
    rig.authorize()
    rig.forget()
    for number in 0..<20 { rig.call(ManagerRig.circle("r\(number)")) }
    rig.call(
      AppCall(
        .startMonitoringRegion, identifier: "b", beacon: BeaconConstraint(uuid: Self.uuid)))
    let failed = Output.region(
      RegionEvent(.monitoringFailed, identifier: "b", reason: "regionMonitoringFailure"))
    #expect(rig.reported() == [failed])
    // A region with the same name replaces the old one; another app has its own twenty.
    rig.call(ManagerRig.circle("r3", radius: 300))
    #expect(rig.reported().isEmpty && rig.manager.demand.monitors.count == 20)
    #expect(rig.manager.demand.monitors[3].circle?.radiusMetres == 300)
    rig.call(AppCall(.stopMonitoringRegion, identifier: "r0"))
    rig.call(ManagerRig.circle("r20"))
    rig.authorize("b")
    rig.call(ManagerRig.circle("r0"), "b")
    #expect(rig.manager.demand.monitors.count == 21)
  }

  @Test func invalidRegionsFailWithTheirIdentifier() {
    let centre = Coordinate(latitudeDegrees: 48, longitudeDegrees: 11)
    let beacon = BeaconConstraint(uuid: Self.uuid, minor: 3)
    var bad = [0, -1, Double.nan, .infinity, 6_400_000].map { ManagerRig.circle("x", radius: $0) }
    bad.append(ManagerRig.circle(""))
    bad.append(AppCall(.startMonitoringRegion, identifier: "x"))
    bad.append(AppCall(.startMonitoringRegion, identifier: "x", beacon: beacon))
    bad.append(
      AppCall(
        .startMonitoringRegion, identifier: "x",
        circle: CircularRegion(centre: centre, radiusMetres: 100),
        beacon: BeaconConstraint(uuid: Self.uuid)))
    bad.append(
      AppCall(
        .startMonitoringRegion, identifier: "x",
        circle: CircularRegion(
          centre: Coordinate(latitudeDegrees: 91, longitudeDegrees: 0), radiusMetres: 100)))
    var rig = ManagerRig()
    rig.authorize()
    for call in bad {
      rig.forget()
      rig.call(call)
      #expect(
        rig.reported() == [
          .region(
            RegionEvent(
              .monitoringFailed, identifier: call.identifier ?? "",
              reason: "regionMonitoringFailure"))
        ], "\(call)")
    }
    rig.call(AppCall(.startRangingBeacons, identifier: "not-a-uuid"))
    rig.call(AppCall(.startRangingBeacons, beacon: beacon))
    rig.call(AppCall(.startAdvertisingBeacon, beacon: BeaconConstraint(uuid: Self.uuid)))
    #expect(
      rig.reported() == [
        ManagerRig.failure("ranging", "rangingFailure"),
        ManagerRig.failure("ranging", "rangingFailure"),
        ManagerRig.failure("advertising", "invalidParameters"),
      ])
    #expect(rig.manager.demand.monitors.isEmpty && rig.manager.demand.ranging.isEmpty)
  }

  @Test func acceptsEveryCallInEveryState() {
    for name in AppCall.Name.allCases {
      for phase in [AppLifecycle.launched, .foreground, .suspended, .terminatedByUser] {
        for grant in [UserAction.settingsNever, .settingsAsk, .settingsWhenInUse, .settingsAlways] {
          var rig = ManagerRig()
          rig.user(grant)
          rig.life(.launched)
          rig.life(phase)
          rig.forget()
          rig.call(name)
          rig.call(name)
          rig.fix()
          rig.wait(100)
          if phase == .terminatedByUser || phase == .suspended {
            #expect(rig.reported().isEmpty, "\(name) \(phase)")
          }
        }
      }
    }
  }

  @Test func terminatedAppIsNotResumed() {
    for kill in [AppLifecycle.terminatedByUser, .killedBySystem] {
      var rig = ManagerRig()
      rig.open()
      rig.user(.settingsAlways)
      rig.call(.startUpdatingLocation)
      rig.call(ManagerRig.circle("home"))
      rig.life(kill)
      rig.forget()
      rig.fix()
      #expect(rig.reported().isEmpty && rig.manager.demand.accuracy == nil)
      rig.admit(ManagerRig.entered("home"))
      // A monitored region launches the app again unless the user has ended it.
      #expect(rig.reported() == (kill == .killedBySystem ? [ManagerRig.entered("home")] : []))
      rig.open()
      rig.forget()
      rig.fix()
      #expect(rig.reported().isEmpty)
      rig.admit(ManagerRig.entered("home"))
      #expect(rig.reported() == [ManagerRig.entered("home")])
      rig.life(.uninstalled)
      rig.admit(ManagerRig.entered("home"))
      #expect(rig.reported().isEmpty && rig.manager.demand == Demand())
    }
  }

  @Test func monitoringSurvivesReboot() {
    var rig = ManagerRig()
    rig.authorize("a", .grantOnce)
    rig.call(.startUpdatingLocation)
    rig.call(ManagerRig.circle("home"))
    rig.open("b")
    rig.user(.settingsAlways, "b")
    rig.call(ManagerRig.circle("work"), "b")
    rig.boot()
    rig.forget()
    rig.admit(ManagerRig.entered("home"))
    rig.admit(ManagerRig.entered("work"), "b")
    rig.fix()
    #expect(rig.reported().isEmpty && rig.reported("b") == [ManagerRig.entered("work")])
    rig.open()
    #expect(rig.statuses() == [.notDetermined])
  }

  @Test func pausesApplyInBackgroundAndStopIsFinal() {
    var rig = ManagerRig()
    rig.open()
    rig.user(.settingsAlways)
    rig.call(AppCall(.setAllowsBackgroundUpdates, isOn: true))
    rig.call(AppCall(.setActivityType, option: "fitness"))
    rig.call(.startUpdatingLocation)
    rig.forget()
    rig.admit(.pause(.paused))
    rig.admit(.pause(.resumed))
    #expect(rig.reported().isEmpty)
    rig.life(.background)
    #expect(rig.manager.demand.tracking.first?.activityType == .fitness)
    rig.admit(.pause(.paused))
    rig.admit(.pause(.paused))
    rig.fix()
    #expect(rig.reported() == [.pause(.paused)])
    #expect(
      rig.manager.demand.accuracy == nil && rig.manager.demand.tracking.first?.isPaused == true)
    // Launched again in the background: more time, judged anew.
    rig.wait(60)
    rig.call(.startUpdatingLocation)
    #expect(rig.manager.demand.tracking.first?.since == rig.now)
    rig.forget()
    rig.fix()
    #expect(rig.locations().count == 1)
    rig.admit(.pause(.paused))
    rig.life(.foreground)
    rig.admit(.pause(.resumed))
    rig.fix()
    #expect(rig.reported().count == 3)
    rig.life(.background)
    rig.admit(.pause(.paused))
    rig.call(.stopUpdatingLocation)
    rig.forget()
    rig.life(.foreground)
    rig.admit(.pause(.resumed))
    rig.fix()
    #expect(rig.reported().isEmpty)
    rig.call(AppCall(.setPausesAutomatically, isOn: false))
    rig.call(.startUpdatingLocation)
    rig.life(.background)
    rig.forget()
    rig.admit(.pause(.paused))
    #expect(rig.reported().isEmpty)
  }

  @Test func sessionStartedInBackgroundRequiresAlways() {
    for (grant, count) in [(UserAction.settingsAlways, 1), (.settingsWhenInUse, 0)] {
      var rig = ManagerRig()
      rig.open()
      rig.user(grant)
      rig.call(AppCall(.setAllowsBackgroundUpdates, isOn: true))
      rig.life(.background)
      rig.wait(6)
      rig.call(.startUpdatingLocation)
      rig.forget()
      rig.fix()
      #expect(rig.locations().count == count)
      rig.life(.foreground)
      rig.life(.background)
      rig.wait(6)
      rig.forget()
      rig.fix()
      #expect(rig.locations().count == 1)
    }
  }

  @Test func backgroundModeMustBeDeclared() {
    var app = AppDeclaration()
    app.hasBackgroundMode = false
    var rig = ManagerRig(declarations: ["a": app])
    rig.authorize()
    rig.forget()
    rig.call(AppCall(.setAllowsBackgroundUpdates, isOn: true))
    #expect(rig.reported() == [ManagerRig.failure("location", "missingBackgroundMode")])
  }

  @Test func backgroundTasksExpire() {
    for (generation, seconds) in [(ServiceRules.Generation.twelve, 180.0), (.thirteen, 30)] {
      var rig = ManagerRig(ServiceRules(generation: generation))
      rig.authorize()
      rig.call(.beginBackgroundTask)
      rig.wait(1000)
      rig.life(.background)
      rig.forget()
      rig.wait(seconds - 1)
      #expect(rig.reported().isEmpty)
      rig.wait(1)
      #expect(rig.reported() == [ManagerRig.failure("backgroundTask", "expired")])
      rig.call(.beginBackgroundTask)
      rig.call(.endBackgroundTask)
      rig.call(.endBackgroundTask)
      rig.wait(1000)
      #expect(rig.reported().isEmpty)
    }
  }

  @Test func demandCombinesAllApps() {
    var rig = ManagerRig()
    for app in ["a", "b", "c"] { rig.authorize(app) }
    rig.call(AppCall(.setDesiredAccuracy, option: "threeKilometres"), "a")
    rig.call(.startUpdatingLocation, "a")
    #expect(rig.manager.demand.accuracy == .metres(3000) && !rig.manager.demand.allowsIndoor)
    rig.call(AppCall(.setActivityType, option: "fitness"), "b")
    rig.call(.startUpdatingLocation, "b")
    #expect(rig.manager.demand.accuracy == .best && !rig.manager.demand.allowsIndoor)
    rig.call(AppCall(.setActivityType, option: "automotiveNavigation"), "c")
    rig.call(.startUpdatingLocation, "c")
    #expect(rig.manager.demand.isNavigation && rig.manager.demand.allowsIndoor)
    rig.call(AppCall(.startRangingBeacons, beacon: BeaconConstraint(uuid: Self.uuid)), "c")
    #expect(
      rig.manager.demand.users(of: ["location"]) == ["a/location", "b/location", "c/location"])
    #expect(rig.manager.demand.ranging.map(\.app) == ["c"])
    let version = rig.manager.demandVersion
    rig.fix()
    rig.call(.startUpdatingLocation, "c")
    #expect(rig.manager.demandVersion == version)
    for app in ["a", "b", "c"] { rig.life(.background, app) }
    rig.wait(10)
    #expect(rig.manager.demand.accuracy == nil && rig.manager.demand.ranging.isEmpty)
  }

  @Test func implicitAppIsReplacedByFirstApp() {
    var rig = ManagerRig(implicitApp: true)
    let name = LocationManager.implicitName
    #expect(rig.log.isEmpty)
    #expect(rig.manager.demand.accuracy == .best && rig.manager.demand.wantsPedometer)
    rig.fix()
    rig.report(.walking)
    rig.steps(7)
    rig.user(.lock, "phone")
    rig.boot()
    rig.fix()
    #expect(rig.reported(name).count == 4 && rig.log.isEmpty)
    rig.open("guide")
    rig.fix()
    #expect(rig.reported(name).isEmpty && rig.manager.demand == Demand())
  }

  @Test func stepsCountFromRequestedTime() {
    var rig = ManagerRig()
    rig.open()
    rig.user(.settingsMotionOn)
    rig.wait(7200)
    rig.forget()
    rig.call(AppCall(.startPedometerUpdates, from: SimTime(seconds: 3600)))
    rig.steps(12_000)
    let record = PedometerRecord(
      startTime: SimTime(seconds: 3600), endTime: rig.now, stepCount: 12_000)
    #expect(rig.reported() == [.pedometer(record)])
    rig.life(.background)
    rig.life(.suspended)
    rig.steps(13_000)
    #expect(rig.reported().isEmpty && rig.manager.drainRequests().isEmpty)
    rig.life(.foreground)
    #expect(
      rig.manager.drainRequests() == [.currentSteps(app: "a", from: SimTime(seconds: 3600))])
  }

  @Test func historyQueriesCoverOneWeek() {
    var rig = ManagerRig()
    rig.open()
    rig.user(.settingsMotionOn)
    rig.wait(10 * 86_400)
    rig.forget()
    rig.call(AppCall(.queryActivity, from: .start, to: rig.now + .seconds(60)))
    rig.call(
      AppCall(.queryPedometer, from: rig.now - .seconds(1800), to: rig.now - .seconds(30)))
    #expect(
      rig.manager.drainRequests() == [
        .activities(app: "a", from: rig.now - .seconds(604_800), to: rig.now),
        .steps(app: "a", from: rig.now - .seconds(1800), to: rig.now - .seconds(30)),
      ])
    rig.call(AppCall(.queryPedometer, from: SimTime(seconds: 9), to: SimTime(seconds: 8)))
    rig.call(AppCall(.queryPedometer))
    rig.call(AppCall(.queryActivity, from: rig.now + .seconds(1), to: rig.now + .seconds(9)))
    #expect(rig.reported() == (0..<3).map { _ in ManagerRig.failure("motion", "invalidParameter") })
    for _ in 0..<2000 { rig.call(AppCall(.queryActivity, from: .start)) }
    #expect(rig.manager.drainRequests().count == 1000)
  }

  @Test func pedometerEventsGoToSubscribers() {
    var rig = ManagerRig()
    rig.open()
    rig.open("b")
    rig.user(.settingsMotionOn)
    rig.call(.stopPedometerEvents)
    rig.call(.startPedometerEvents)
    rig.forget()
    let event = PedometerEvent(time: rig.now, kind: .pause)
    rig.process(event)
    #expect(rig.reported() == [.pedometerEvent(event)] && rig.reported("b").isEmpty)
    rig.call(.stopPedometerEvents)
    rig.process(event)
    #expect(rig.reported().isEmpty)
  }

  @Test func deviceWithoutSensorsHasNoMotion() {
    var rig = ManagerRig(ServiceRules(hasMotion: false))
    rig.open()
    rig.user(.settingsMotionOn)
    rig.forget()
    let calls: [AppCall.Name] = [
      .startActivityUpdates, .queryActivity, .startPedometerUpdates, .queryPedometer,
      .startPedometerEvents,
    ]
    for call in calls { rig.call(call) }
    #expect(
      rig.reported()
        == calls.map { _ in ManagerRig.failure("motion", "motionActivityNotAvailable") })
  }

  @Test func notificationsBypassTheApp() {
    var rig = ManagerRig()
    rig.authorize()
    rig.call(
      AppCall(
        .scheduleLocationNotification, identifier: "museum",
        circle: CircularRegion(
          centre: Coordinate(latitudeDegrees: 48, longitudeDegrees: 11), radiusMetres: 200),
        option: "Welcome"))
    rig.life(.terminatedByUser)
    rig.forget()
    let monitor = rig.manager.demand.monitors.first
    #expect(monitor?.isNotification == true && monitor?.isReceived == true)
    let shown = Output.notification(NotificationEvent(identifier: "museum", text: "Welcome"))
    rig.admit(shown)
    rig.admit(ManagerRig.entered("museum"))
    #expect(rig.reported() == [shown])
  }
}
