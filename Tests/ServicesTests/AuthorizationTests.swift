import Kernel
import Observations
import Services
import Testing

/// The transitions of WWDC19-705's diagrams.
struct AuthorizationTests {
  @Test func deniedCannotAskAgain() {
    var rig = ManagerRig()
    rig.open()
    #expect(rig.statuses() == [.notDetermined])
    rig.call(.requestAlwaysAuthorization)
    rig.user(.deny)
    #expect(rig.statuses() == [.denied])
    for name in [AppCall.Name.requestAlwaysAuthorization, .requestWhenInUseAuthorization] {
      rig.call(name)
      rig.user(.grantWhenInUse)
      #expect(rig.reported().isEmpty)
    }
    #expect(rig.manager.journal.entries.map(\.rule).contains(.cannotAskAgain))
    rig.user(.settingsWhenInUse)
    #expect(rig.statuses() == [.whenInUse])
  }

  @Test func promptsOnlyInForeground() {
    var rig = ManagerRig()
    rig.open()
    rig.life(.background)
    rig.call(.requestWhenInUseAuthorization)
    rig.user(.grantWhenInUse)
    #expect(rig.statuses() == [.notDetermined])
    rig.life(.foreground)
    rig.call(.requestWhenInUseAuthorization)
    rig.user(.grantWhenInUse)
    #expect(rig.statuses() == [.whenInUse])
  }

  @Test func purposesMustBeDeclared() {
    var app = AppDeclaration()
    app.explainsAlways = false
    var rig = ManagerRig(declarations: ["a": app])
    rig.open()
    rig.call(.requestAlwaysAuthorization)
    rig.user(.grantWhenInUse)
    #expect(rig.statuses() == [.notDetermined])
    rig.call(.requestWhenInUseAuthorization)
    rig.user(.grantWhenInUse)
    #expect(rig.statuses() == [.whenInUse])
  }

  @Test(arguments: [UserAction.grantAlways, .keepWhenInUse, .settingsWhenInUse, .settingsAlways])
  func provisionalAlwaysHoldsEvents(answer: UserAction) {
    var rig = ManagerRig()
    rig.open()
    rig.call(.requestAlwaysAuthorization)
    // The first prompt has no such button.
    rig.user(.grantAlways)
    rig.user(.grantWhenInUse)
    #expect(rig.statuses() == [.notDetermined, .always])
    #expect(rig.manager.session(of: "a")?.authorization.grant.shown == .whenInUse)
    rig.call(ManagerRig.circle("home"))
    rig.call(ManagerRig.circle("work"))
    rig.call(.startMonitoringVisits)
    rig.admit(ManagerRig.entered("work"))
    #expect(rig.reported() == [ManagerRig.entered("work")])
    rig.user(.leave)
    rig.life(.background)
    rig.wait(6)
    rig.life(.suspended)
    rig.user(.lock)
    let visit = Output.visit(
      VisitEvent(
        arrivalTime: rig.now, departureTime: .distantFuture,
        coordinate: Coordinate(latitudeDegrees: 48, longitudeDegrees: 11),
        horizontalAccuracyMetres: 40))
    rig.admit(ManagerRig.entered("work"))
    rig.admit(visit)
    rig.admit(ManagerRig.entered("home"))
    #expect(rig.reported().isEmpty)
    #expect(rig.manager.journal.entries.map(\.rule).suffix(4) == [.held, .held, .displaced, .held])
    // The prompt waits until the user looks at the phone and has been left alone.
    rig.wait(600)
    #expect(rig.manager.session(of: "a")?.authorization.prompt == nil)
    rig.user(.unlock)
    rig.wait(3)
    #expect(rig.manager.session(of: "a")?.authorization.prompt == nil)
    rig.wait(3)
    #expect(rig.manager.session(of: "a")?.authorization.prompt?.kind == .upgrade)
    rig.user(answer)
    let isAlways = answer == .grantAlways || answer == .settingsAlways
    // A suspended app receives its authorization only when it runs again.
    #expect(rig.reported() == (isAlways ? [ManagerRig.entered("home"), visit] : []))
    rig.life(.foreground)
    #expect(rig.statuses() == (isAlways ? [] : [.whenInUse]))
    // There is no second prompt.
    rig.call(.requestAlwaysAuthorization)
    rig.user(.grantAlways)
    #expect(rig.reported().isEmpty)
  }

  @Test func dropsOldHeldEvents() {
    var rig = ManagerRig()
    rig.open()
    rig.call(.requestAlwaysAuthorization)
    rig.user(.grantWhenInUse)
    rig.call(ManagerRig.circle("home"))
    rig.life(.background)
    rig.wait(6)
    rig.user(.lock)
    rig.admit(ManagerRig.entered("home"))
    rig.wait(3601)
    rig.user(.unlock)
    rig.wait(10)
    rig.forget()
    rig.user(.grantAlways)
    #expect(rig.reported().isEmpty)
    #expect(rig.manager.session(of: "a")?.authorization.grant == .always)
    rig.admit(ManagerRig.entered("home"))
    #expect(rig.reported() == [ManagerRig.entered("home")])
  }

  @Test(arguments: ServiceRules.Generation.allCases)
  func upgradesToAlwaysOnlyOnce(generation: ServiceRules.Generation) {
    var rig = ManagerRig(ServiceRules(generation: generation))
    rig.authorize()
    rig.forget()
    rig.call(.requestAlwaysAuthorization)
    if generation == .thirteen {
      #expect(rig.statuses() == [.always])
      rig.user(.settingsWhenInUse)
    } else {
      #expect(rig.manager.session(of: "a")?.authorization.prompt?.kind == .upgrade)
      rig.user(.keepWhenInUse)
    }
    rig.forget()
    rig.call(.requestAlwaysAuthorization)
    rig.user(.grantAlways)
    #expect(rig.reported().isEmpty)
  }

  @Test func firstPromptOffersAlwaysUntilVersionTwelve() {
    var rig = ManagerRig(ServiceRules(generation: .twelve))
    rig.open()
    rig.call(.requestAlwaysAuthorization)
    rig.user(.grantOnce)
    rig.user(.grantAlways)
    #expect(rig.statuses() == [.notDetermined, .always])
    var other = ManagerRig(ServiceRules(generation: .twelve))
    other.authorize()
    other.call(ManagerRig.circle("home"))
    #expect(
      other.reported().last
        == .region(
          RegionEvent(.monitoringFailed, identifier: "home", reason: "regionMonitoringDenied")))
  }

  /// The green charts: once lasts across a short interruption, lapses with a longer one, and may be granted
  /// again.
  @Test func onceLapsesAfterUse() {
    var rig = ManagerRig()
    rig.authorize("a", .grantOnce)
    #expect(rig.statuses() == [.notDetermined, .whenInUse])
    rig.life(.background)
    rig.wait(3)
    rig.life(.foreground)
    #expect(rig.statuses() == [])
    rig.call(.requestAlwaysAuthorization)
    rig.user(.grantAlways)
    #expect(rig.reported().isEmpty)
    rig.life(.background)
    rig.wait(30)
    #expect(rig.statuses() == [.notDetermined])
    rig.life(.foreground)
    rig.call(.requestWhenInUseAuthorization)
    rig.user(.grantOnce)
    #expect(rig.statuses() == [.whenInUse])
    rig.life(.terminatedByUser)
    rig.open()
    #expect(rig.statuses() == [.notDetermined])
  }

  @Test func onceSurvivesABackgroundSession() {
    var rig = ManagerRig()
    rig.authorize("a", .grantOnce)
    rig.call(.startUpdatingLocation)
    rig.call(AppCall(.setAllowsBackgroundUpdates, isOn: true))
    rig.life(.background)
    rig.forget()
    rig.wait(3600)
    rig.fix()
    #expect(rig.locations().count == 1)
    #expect(rig.manager.indicator.state == .pill)
    rig.life(.foreground)
    rig.call(AppCall(.setAllowsBackgroundUpdates, isOn: false))
    rig.life(.background)
    rig.wait(30)
    #expect(rig.statuses() == [.notDetermined])
  }

  @Test func reducedAccuracyAllowsTemporaryFullAccuracy() {
    var app = AppDeclaration()
    app.accuracyPurposes = ["turn-by-turn"]
    var rig = ManagerRig(declarations: ["a": app])
    rig.authorize()
    rig.user(.settingsPreciseOff)
    rig.forget()
    rig.call(AppCall(.requestTemporaryFullAccuracy, option: "fun"))
    #expect(rig.reported() == [ManagerRig.failure("authorization", "promptDeclined")])
    rig.call(AppCall(.requestTemporaryFullAccuracy, option: "turn-by-turn"))
    rig.user(.grantOnce)
    #expect(
      rig.reported() == [.authorization(AuthorizationEvent(status: .whenInUse))])
    rig.call(ManagerRig.circle("home"))
    rig.life(.background)
    rig.wait(30)
    let reduced = AuthorizationEvent(status: .whenInUse, isReducedAccuracy: true)
    #expect(rig.reported() == [.authorization(reduced)])
    rig.life(.foreground)
    rig.admit(ManagerRig.entered("home"))
    #expect(rig.reported().isEmpty)
    #expect(rig.manager.demand.monitors.isEmpty)
  }

  @Test func firstMotionUsePrompts() {
    var rig = ManagerRig()
    rig.open()
    rig.forget()
    rig.report(.walking)
    rig.call(.startActivityUpdates)
    rig.call(.startPedometerUpdates)
    #expect(rig.reported().isEmpty && !rig.manager.demand.wantsActivity)
    rig.user(.grantMotion)
    let reported = rig.reported()
    #expect(reported.count == 2, "\(reported)")
    #expect(rig.manager.demand.wantsActivity && rig.manager.demand.wantsPedometer)
    rig.user(.settingsMotionOff)
    rig.forget()
    rig.report(.running)
    rig.call(.startActivityUpdates)
    #expect(rig.reported() == [ManagerRig.failure("motion", "motionActivityNotAuthorized")])
  }

  @Test func locationServicesSwitchAffectsAllApps() {
    var rig = ManagerRig()
    rig.authorize("a", .grantWhenInUse)
    rig.call(.startUpdatingLocation)
    rig.forget()
    rig.user(.locationServicesOff, "settings")
    #expect(rig.statuses() == [.denied])
    rig.fix()
    #expect(rig.reported().isEmpty && rig.manager.demand.accuracy == nil)
    rig.user(.locationServicesOn, "settings")
    rig.fix()
    #expect(rig.reported().count == 2)
  }
}
