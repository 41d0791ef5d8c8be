import Devices
import Documents
import Kernel
import Mobility
import Observations
import Testing
import Truth

/// Lifecycle of apps and phones.
struct DeviceLifecycleTests {
  private func act(_ seconds: Double, _ kind: DeviceAct.Kind) -> DeviceAct {
    DeviceAct(at: SimTime(seconds: seconds), kind)
  }

  private func user(_ seconds: Double, _ action: UserAction, _ app: String = "a") -> DeviceAct {
    act(seconds, .user(app: app, action))
  }

  private func call(
    _ seconds: Double, _ name: AppCall.Name, identifier: String? = nil, isOn: Bool? = nil
  ) -> DeviceAct {
    act(seconds, .call(app: "a", PlannedCall(AppCall(name, identifier: identifier, isOn: isOn))))
  }

  /// The app events delivered to the stack, with times.
  private func life(
    _ script: [DeviceAct], _ stack: [(Double, ScriptedStack.Act)] = [], seconds: Double = 300
  ) throws -> [String] {
    let pass = try runScript(
      stack, seconds: seconds, on: DeviceSetup(.phone2014, script: script))
    return pass.log.filter { $0.contains(" a ") || $0.contains(" b ") }
  }

  @Test func appsAreLaunchedAndSuspended() throws {
    #expect(
      try life([user(1, .open), user(10, .leave)]) == [
        "1.0 a user open", "1.0 a launched", "1.0 a foreground", "10.0 a user leave",
        "10.0 a background", "15.0 a suspended",
      ])
    // An app that returns in time isn't suspended; the previous foreground app goes to the background.
    #expect(
      try life([user(1, .open), user(10, .leave), user(12, .open), user(20, .open, "b")]) == [
        "1.0 a user open", "1.0 a launched", "1.0 a foreground", "10.0 a user leave",
        "10.0 a background", "12.0 a user open", "12.0 a foreground", "20.0 b user open",
        "20.0 a background", "20.0 b launched", "20.0 b foreground", "25.0 a suspended",
      ])
    #expect(
      try life([user(1, .open), user(2, .lock), act(20, .kill(app: "a")), user(30, .open)]) == [
        "1.0 a user open", "1.0 a launched", "1.0 a foreground", "2.0 a user lock",
        "2.0 a background", "7.0 a suspended", "20.0 a killedBySystem", "30.0 a user open",
        "30.0 a launched", "30.0 a foreground",
      ])
  }

  /// Background tasks last 180 s on a phone of 2014; pending locations keep an app running.
  @Test func backgroundTasksAndLocationsDelaySuspension() throws {
    let task = try life([user(1, .open), call(2, .beginBackgroundTask), user(3, .leave)])
    #expect(task.last == "183.0 a suspended")
    let ended = try life([
      user(1, .open), call(2, .beginBackgroundTask), user(3, .leave), call(8, .endBackgroundTask),
    ])
    #expect(ended.last == "13.0 a suspended")
    let taking = try life([
      user(1, .open), call(2, .setAllowsBackgroundUpdates, isOn: true),
      call(2, .startUpdatingLocation), user(3, .leave), call(100, .stopUpdatingLocation),
      call(110, .startUpdatingLocation),
    ])
    #expect(taking.suffix(2) == ["100.0 a calls stopUpdatingLocation", "105.0 a suspended"])
  }

  /// Monitored regions outlive their app, which is launched again for an event.
  @Test func regionEventsWakeApps() throws {
    let entered = ScriptedStack.Act.publish(.region(RegionEvent(.entered, identifier: "shop")))
    let monitoring = [
      user(1, .open), call(2, .startMonitoringRegion, identifier: "shop"), user(3, .leave),
    ]
    let woken = try life(monitoring, [(60, entered)])
    #expect(woken.suffix(3) == ["8.0 a suspended", "60.0 a background", "65.0 a suspended"])
    let relaunched = try life(monitoring + [act(20, .kill(app: "a"))], [(60, entered)])
    #expect(relaunched.suffix(2) == ["60.0 a relaunchedForEvent", "65.0 a suspended"])
    let other = ScriptedStack.Act.publish(.region(RegionEvent(.entered, identifier: "bar")))
    #expect(try life(monitoring, [(60, other)]).last == "8.0 a suspended")
  }

  /// Apps react to outputs, and users to events.
  @Test func appsAndUsersReact() throws {
    let paused = ScriptedStack.Act.publish(.pause(.paused))
    func reacting(
      _ times: Int, after seconds: Double = 0, every: Double = 0
    ) throws -> [String] {
      let reaction = DeviceReaction(
        to: EventName("paused"), app: "a", after: .seconds(seconds), times: times,
        spacing: .seconds(every), .call(app: "a", PlannedCall(AppCall(.stopUpdatingLocation))))
      let setup = DeviceSetup(
        .phone2014, script: [user(1, .open)], reactions: [reaction])
      let pass = try runScript(
        [(10, paused), (20, paused), (30, paused)], seconds: 100, on: setup)
      return pass.log.filter { $0.contains("calls") }.map { String($0.prefix { $0 != " " }) }
    }
    #expect(try reacting(.max) == ["10.0", "20.0", "30.0"])
    #expect(try reacting(2, after: 5) == ["15.0", "25.0"])
    #expect(try reacting(.max, every: 15) == ["10.0", "30.0"])
    let cue = DeviceCue(.region, to: "in home", after: .seconds(5), times: 1, .kill(app: "a"))
    let changes = [40.0, 60].map {
      TrueChange(time: SimTime(seconds: $0), kind: .region, from: "", to: "in home")
    }
    let setup = DeviceSetup(.phone2014, script: [user(1, .open)], cues: [cue])
    let pass = try runScript([], seconds: 100, on: setup.following(changes))
    #expect(pass.log.last { $0.contains(" a ") } == "45.0 a killedBySystem")
  }

  /// A phone that is off senses nothing and loses its timers; then it boots.
  @Test func rebootsAndReplaysTheReboot() throws {
    let script: [(Double, ScriptedStack.Act)] = [
      (0, .request(.start(.accelerometer, period: .zero))),
      (0, .request(.start(.gnss, period: .zero))),
      (0, .setTimer(1, 25)), (0, .setTimer(2, 15)), (0, .setTimer(3, 20)),
    ]
    let setup = DeviceSetup(.phone2014, script: [act(20, .reboot(off: .seconds(30)))])
    let live = try runScript(script, seconds: 100, on: setup)
    #expect(live.deliveries(of: "gnss").map(\.time.seconds) == (1...20).map(Double.init))
    #expect(live.deliveries(of: "accelerometer").count == 8)
    let marks = live.log.filter { $0.contains("timer") || $0.contains("boot") }
    #expect(marks == ["15.0 timer 2", "50.0 boot 2"])
    let off = live.energy.entries.first { $0.component == .processor && $0.state == "off" }
    #expect(off?.seconds == 30 && off?.millijoules == 0)
    let again = try runDevice(
      stack: ScriptedStack(script), source: .recorded(live.observations),
      setup: DeviceSetup(.phone2014), until: SimTime(seconds: 100), keepsObservations: true)
    #expect(again.outputs == live.outputs && again.observations == live.observations)
    #expect(again.energy.entries == live.energy.entries)
  }

  @Test func withoutANetworkNothingIsFetched() throws {
    let none = NetworkReachability(route: .none, isExpensive: false)
    let wifi = NetworkReachability(route: .wifi, isExpensive: false)
    let pass = try runScript(
      [(5, .request(.fetchAssistance)), (15, .request(.fetchAssistance))],
      on: DeviceSetup(.phone2014, script: [act(2, .network(none)), act(10, .network(wifi))]))
    #expect(pass.deliveries(of: "ephemeris").allSatisfy { $0.time == SimTime(seconds: 15.5) })
    #expect(!pass.deliveries(of: "ephemeris").isEmpty)
    #expect(
      pass.log.filter { $0.contains("network") }.map { $0.split(separator: " ")[2] }
        == ["cellular", "none", "wifi"])
  }

  /// Airplane mode switches off the modem, but not Wi-Fi and GNSS.
  @Test func airplaneModeSwitchesTheModemOff() throws {
    let wifi = NetworkReachability(route: .wifi, isExpensive: false)
    let pass = try runScript(
      [(0, .request(.start(.cell, period: .seconds(1)))), (12, .request(.fetchAssistance))],
      seconds: 60,
      on: DeviceSetup(
        .phone2014,
        script: [
          user(10, .airplaneModeOn), user(20, .airplaneModeOn), act(30, .network(wifi)),
          user(40, .airplaneModeOff),
        ]))
    let networks = pass.log.filter { $0.contains("network") }.map { $0.split(separator: " ") }
    #expect(networks.map { $0[2] } == ["cellular", "none", "wifi"])
    #expect(networks.map { $0[0] } == ["0.0", "10.0", "30.0"])
    #expect(pass.deliveries(of: "ephemeris").isEmpty)
    let cells = pass.observations.filter { if case .cell = $0.item { true } else { false } }
    let inFlight = cells.filter { (10..<40).contains($0.time.seconds) }
    #expect(inFlight.isEmpty && cells.contains { $0.time.seconds < 10 })
    #expect(cells.contains { $0.time.seconds > 40 })
  }

  @Test func vehiclesAndChargersAreReported() throws {
    let pass = try runScript(
      [], seconds: 100,
      activities: [.link(.car), .stay(.standing, until: .after(.seconds(20))), .link(.none)])
    let reported = pass.log.map { $0.split(separator: " ").dropFirst().joined(separator: " ") }
    #expect(
      reported == [
        "start", "network cellular", "power battery", "power vehicle", "vehicle bluetooth",
        "power battery", "vehicle none", "finish",
      ])
  }
}
