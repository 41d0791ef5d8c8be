import Devices
import Kernel
import Mobility
import Observations
import Testing
import Truth

struct EnergyTests {
  private static let day = 86_400.0

  /// A day of a phone with its stack's requests at the start.
  private func day(
    _ requests: [RadioRequest], script: [DeviceAct] = []
  ) throws -> DevicePass {
    try runScript(
      requests.map { (0, .request($0)) }, seconds: Self.day,
      on: DeviceSetup(.phone2014, script: script), activities: [.link(.charger)], isOutdoors: true)
  }

  /// Additional energy of a pass over a sleeping phone, in mJ.
  private func extra(_ pass: DevicePass) -> Double {
    pass.energy.totalMillijoules - Self.day * PowerProfile.phone2014.processorSuspended
  }

  /// Published energy ratios hold over 24 simulated hours, within 5 %.
  ///
  /// A day of motion activity and pedometer costs as much as three minutes of video call, and GPS a hundred
  /// times as much (WWDC14 session 612); with the processor asleep, up to 40 % less (WWDC12 session 303).
  @Test func reproducesPublishedEnergyRatios() throws {
    let motion = extra(try day([.start(.accelerometer, period: .zero)]))
    let call = try day(
      [], script: [DeviceAct(at: SimTime(seconds: 3600), .videoCall(.minutes(3)))])
    let live = try day([.start(.gnss, period: .zero)])
    let batched = try day([
      .batch(.gnss, every: .minutes(10)), .start(.gnss, period: .zero),
    ])
    #expect(abs(motion / call.millijoules(.processor, "video_call") - 1) < 0.05)
    #expect(abs(motion / Self.day / PowerProfile.phone2014.videoCall * 480 - 1) < 0.05)
    #expect(abs(extra(live) / motion / 100 - 1) < 0.05, "\(extra(live) / motion)")
    let saved = 1 - extra(batched) / extra(live)
    #expect((0.38...0.405).contains(saved), "\(saved)")
    #expect(
      batched.deliveries(of: "gnss").count >= live.deliveries(of: "gnss").count - 600,
      "none is lost, except those pending at the end")
    // The processor wakes every ten minutes, and not once a second.
    #expect(batched.millijoules(.processor, "wake") == 144 * 60)
  }

  /// Shared energy is counted once, and split among the causes.
  @Test func splitsEnergyAmongCauses() throws {
    let gps = RadioRequest.start(.gnss, period: .zero)
    let alone = try runScript([(0, .request(gps))], seconds: 120, isOutdoors: true)
    let shared = try runScript(
      [
        (0, .request(.attribute(.gnss, to: ["guide/location"]))), (0, .request(gps)),
        (60, .request(.attribute(.gnss, to: ["guide/location", "pause"]))),
      ], seconds: 120, isOutdoors: true)
    #expect(abs(alone.energy.totalMillijoules - shared.energy.totalMillijoules) < 1e-6)
    #expect(Set(alone.energy.entries.filter { $0.component == .gnss }.map(\.cause)) == ["stack"])
    func cost(_ cause: String) -> (joules: Double, seconds: Double) {
      shared.energy.entries.filter { $0.component == .gnss && $0.cause == cause }
        .reduce((0, 0)) { ($0.0 + $1.millijoules / 1000, $0.1 + $1.seconds) }
    }
    #expect(
      abs(cost("guide/location").seconds - 90) < 1e-6 && abs(cost("pause").seconds - 30) < 1e-6)
    let tracking = PowerProfile.phone2014.gnssTracking / 1000
    #expect(abs(cost("pause").joules - 30 * tracking) < 1e-6)
    // The processor's work on the fixes belongs to them, too.
    let processor = shared.energy.entries.filter {
      $0.component == .processor && $0.cause == "pause"
    }
    #expect(processor.map(\.state) == ["delivering"])
  }

  /// Wi-Fi scans at its period are attributed to the requesters; assistance belongs to GNSS.
  @Test func attributesScansToTheRequesters() throws {
    let pass = try runScript(
      [
        (0, .request(.attribute(.wifi, to: ["guide/indoor"]))),
        (0, .request(.attribute(.gnss, to: ["run/location"]))),
        (0, .request(.start(.wifi, period: .seconds(20)))), (5, .request(.fetchAssistance)),
        (70, .request(.stop(.wifi))),
      ], seconds: 120,
      on: DeviceSetup(
        .phone2014,
        script: [
          DeviceAct(
            at: SimTime(seconds: 1),
            .network(NetworkReachability(route: .wifi, isExpensive: false)))
        ]))
    let booked = pass.energy.entries.filter { $0.component == .wifi }
      .map { "\($0.cause) \($0.state) \($0.millijoules)" }
    let power = PowerProfile.phone2014
    #expect(
      booked == [
        "guide/indoor scan \(4 * power.wifiScanMillijoules)",
        "run/location exchange \(power.exchangeMillijoules / 4)",
      ])
    #expect(pass.deliveries(of: "wifi").count == 4)
  }

  /// A receiver with occasional requests rests in between.
  @Test func receiverRestsBetweenEpochs() throws {
    let often = try runScript(
      [(0, .request(.start(.gnss, period: .zero)))], seconds: 600, isOutdoors: true)
    let seldom = try runScript(
      [(0, .request(.start(.gnss, period: .seconds(20))))], seconds: 600, isOutdoors: true)
    let ratio = seldom.millijoules(.gnss) / often.millijoules(.gnss)
    // Four seconds of twenty, after the first search.
    #expect((0.18...0.35).contains(ratio), "\(ratio)")
    #expect(seldom.deliveries(of: "gnss").count == 30)
  }

  /// Indoors, without reception, each search ends after 6 s.
  @Test func searchTimesOutWithoutReception() throws {
    let often = try runScript([(0, .request(.start(.gnss, period: .zero)))], seconds: 600)
    let seldom = try runScript(
      [(0, .request(.start(.gnss, period: .seconds(30))))], seconds: 600)
    let ratio = seldom.millijoules(.gnss) / often.millijoules(.gnss)
    // The first period is searched completely: 30 s, and 6 s of each 30 s after it.
    #expect((0.2...0.28).contains(ratio), "\(ratio)")
  }

  /// A resting receiver wakes up for a more frequent request.
  @Test func receiverWakesForAMoreFrequentRequest() throws {
    let pass = try runScript(
      [
        (0, .request(.start(.gnss, period: .seconds(60)))),
        (70, .request(.start(.gnss, period: .seconds(1)))),
      ], seconds: 90, isOutdoors: true)
    let times = pass.deliveries(of: "gnss").map(\.time.seconds)
    #expect(times.first == 60)
    #expect(times.dropFirst().first == 71, "\(times)")
    #expect(times.count == 20 || times.count == 21, "\(times)")
  }

  @Test func scansLessOftenForLongerPeriods() throws {
    func cost(_ period: SimDuration) throws -> DevicePass {
      try runScript([(0, .request(.start(.beacon, period: period)))], seconds: 100)
    }
    let (always, balanced, seldom) = (
      try cost(.zero), try cost(.seconds(2)), try cost(.seconds(10))
    )
    #expect(abs(balanced.millijoules(.bluetooth) / always.millijoules(.bluetooth) - 0.25) < 1e-9)
    #expect(abs(seldom.millijoules(.bluetooth) / always.millijoules(.bluetooth) - 0.1) < 1e-9)
    let counts = [always, balanced, seldom].map { $0.deliveries(of: "beacon").count }
    #expect(counts[0] > 2 * counts[1] && counts[1] > counts[2] && counts[2] > 0, "\(counts)")
    // At most one report per second.
    let reports = always.millijoules(.processor, "report") / 5
    #expect(reports <= 101 && reports > 50, "\(reports)")
  }

  /// The energy totals discharge the battery, and a charger recharges it.
  @Test func batteryFollowsTheEnergyTotals() throws {
    let capacity = DeviceProfile.phone2014.batteryWattHours * 3.6e6
    let pass = try runScript(
      [(0, .request(.start(.gnss, period: .zero)))], seconds: 7200,
      on: DeviceSetup(.phone2014, batteryShare: 0.5))
    let last = try #require(pass.battery.last)
    #expect(abs(last.share - (0.5 - pass.energy.totalMillijoules / capacity)) < 1e-9)
    #expect(pass.battery.count == 13, "at the start and every ten minutes")
    let charged = try runScript(
      [], seconds: 7200, on: DeviceSetup(.phone2014, batteryShare: 0.5),
      activities: [.link(.charger)])
    #expect(charged.battery.last?.share == 1 && charged.battery.last?.source == .wired)
    #expect(charged.log.contains { $0.hasSuffix("power wired") })
    // An empty battery switches the phone off.
    let empty = try runScript(
      [(0, .request(.start(.gnss, period: .zero)))], seconds: 7200,
      on: DeviceSetup(.phone2014, batteryShare: 0.02))
    let end = try #require(empty.deliveries(of: "gnss").last).time.seconds
    #expect((1000...1300).contains(end) && empty.battery.last?.share == 0, "\(end)")
  }

  @Test(arguments: DeviceProfile.all) func devicesDeliverOnlyTheirSensors(
    profile: DeviceProfile
  ) throws {
    let all = RadioRequest.Sensor.allCases.map {
      (0.0, ScriptedStack.Act.request(.start($0, period: .zero)))
    }
    let pass = try runScript(all, seconds: 60, on: DeviceSetup(profile))
    func receives(_ kind: String) -> Bool { !pass.deliveries(of: kind).isEmpty }
    #expect(receives("gnss") == profile.parts.contains(.gnss))
    #expect(pass.energy.entries.contains { $0.component == .gnss } == profile.parts.contains(.gnss))
    let hasMotion = profile.parts.contains(.accelerometer)
    #expect(receives("accelerometer") == hasMotion && receives("beacon"))
    #expect(receives("network cellular") == profile.parts.contains(.cellular))
    let ratio =
      profile.power.videoCall / (profile.power.accelerometer + profile.power.motionCoprocessor)
    #expect(!hasMotion || profile.name == "phone-2019" || abs(ratio / 480 - 1) < 0.05, "\(ratio)")
  }

  @Test func addsUpStatesAndEvents() {
    for seed in 0..<50 as Range<UInt64> {
      var draw = RandomStream(seed: seed, purpose: "ledger")
      var totals = EnergyTotals()
      var (now, total) = (0.0, 0.0)
      var levels: [EnergyTotals.Component: (since: Double, milliwatts: Double)] = [:]
      for _ in 0..<40 {
        now += draw.uniform(in: 0...10)
        let component = EnergyTotals.Component.allCases[draw.integer(below: 5)]
        let amount = draw.uniform(in: 0...100)
        if draw.happens(withProbability: 0.3) {
          totals.charge(component, "event", millijoules: amount)
          total += amount
        } else {
          if let old = levels[component] { total += (now - old.since) * old.milliwatts }
          levels[component] = (now, amount)
          totals.set(
            component, to: "state \(draw.integer(below: 3))", milliwatts: amount,
            at: SimTime(seconds: now))
        }
      }
      for level in levels.values { total += (now + 5 - level.since) * level.milliwatts }
      totals.integrate(at: SimTime(seconds: now + 5))
      let once = totals
      totals.integrate(at: SimTime(seconds: now + 5))
      #expect(totals == once, "seed \(seed): integrated twice")
      #expect(abs(totals.totalMillijoules - total) < 1e-3, "seed \(seed)")
      let keys = totals.entries.map { "\($0.component) \($0.state)" }
      #expect(Set(keys).count == keys.count, "seed \(seed)")
    }
  }
}
