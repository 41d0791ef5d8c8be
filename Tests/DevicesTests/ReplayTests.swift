import Devices
import Kernel
import Observations
import Testing

/// Recorded Wi-Fi scans reach a stack that requests them, at their recorded times, and no other stack.
struct ReplayTests {
  /// The modelled battery of a replay may run empty without effect: the recorded one counts.
  @Test func modelledBatteryDoesNotEndAReplay() throws {
    let scans = (0..<3).map { number in
      Delivered(
        time: SimTime(seconds: 80_000 + Double(number)),
        Observation.network(NetworkReachability(route: .wifi, isExpensive: number == 1)))
    }
    let pass = try runDevice(
      stack: ScriptedStack([(0, .request(.start(.gnss, period: .zero)))]),
      source: .recorded(scans), setup: DeviceSetup(.phone2014),
      until: SimTime(seconds: 90_000), keepsObservations: true)
    #expect(pass.observations == scans)
    #expect(pass.battery.last?.share == 0)
  }

  private static let scans = [3.0, 10, 20, 30].map { end in
    Delivered<Observation>(
      time: SimTime(seconds: end),
      .wifi(
        WiFiScan(startTime: SimTime(seconds: end - 2), endTime: SimTime(seconds: end), readings: [])
      )
    )
  }

  private func replay(_ script: [(Double, ScriptedStack.Act)]) throws -> DevicePass {
    try runDevice(
      stack: ScriptedStack(script), source: .recorded(Self.scans), setup: DeviceSetup(.phone2014),
      until: SimTime(seconds: 40), keepsObservations: true)
  }

  /// Wi-Fi that is on requests scans at its period; after switching off, a pending scan still arrives.
  @Test func activeWiFiRequestsScansPeriodically() throws {
    let pass = try replay([
      (1, .request(.start(.wifi, period: .seconds(7)))), (14, .request(.stop(.wifi))),
    ])
    #expect(pass.observations.map(\.time.seconds) == [3, 10])
    #expect(pass.replay[.wifi].delivered == 2 && pass.replay[.wifi].unwanted == 2)
    #expect(pass.replay.scansAskedElsewhen == 0 && pass.replay.scansMissing == 0)
    let scans = pass.energy.entries.filter { $0.component == .wifi }
    #expect(scans.map(\.millijoules) == [2 * PowerProfile.phone2014.wifiScanMillijoules])
  }

  /// In a continuous recording all scans come while Wi-Fi is in use, and no other ones.
  @Test func continuousScansComeUnrequested() throws {
    func replay(_ script: [(Double, ScriptedStack.Act)]) throws -> DevicePass {
      let scans =
        Self.scans + [
          Delivered(
            time: SimTime(seconds: 90),
            .wifi(
              WiFiScan(
                startTime: SimTime(seconds: 88), endTime: SimTime(seconds: 90), readings: [])))
        ]
      return try runDevice(
        stack: ScriptedStack(script), source: .recorded(scans, isContinuous: true),
        setup: DeviceSetup(.phone2014), until: SimTime(seconds: 100), keepsObservations: true)
    }
    let pass = try replay([
      (5, .request(.start(.wifi, period: .seconds(100)))), (14, .request(.stop(.wifi))),
    ])
    #expect(pass.observations.map(\.time.seconds) == [10, 20, 30])
    let scans = pass.energy.entries.filter { $0.component == .wifi }
    #expect(scans.map(\.millijoules) == [PowerProfile.phone2014.wifiScanMillijoules])
    #expect(try replay([]).observations.isEmpty)
  }

  /// The motion readings of a continuous recording come in the batches that were requested.
  @Test(arguments: [500, 1000, 2500] as [Double])
  func continuousMotionComesInRequestedBatches(period: Double) throws {
    let recorded = (0..<13).filter { $0 != 4 }.map { number in
      let time = SimTime(seconds: 0.5 * Double(number))
      return Delivered<Observation>(
        time: time + .milliseconds(500),
        .accelerometer(
          InertialBatch(samples: [InertialSample(time: time, x: 0, y: 0, z: Float(number))])))
    }
    let pass = try runDevice(
      stack: ScriptedStack([
        (0, .request(.batch(.accelerometer, every: .milliseconds(period)))),
        (0, .request(.start(.accelerometer, period: .milliseconds(500)))),
      ]), source: .recorded(recorded, isContinuous: true), setup: DeviceSetup(.phone2014),
      until: SimTime(seconds: 10), keepsObservations: true)
    let batches = pass.observations.compactMap { delivery -> [Float]? in
      guard case .accelerometer(let batch) = delivery.item else { return nil }
      return batch.samples.map(\.z)
    }
    #expect(batches.flatMap { $0 } == (0..<13).filter { $0 != 4 }.map { Float($0) })
    // The last batch before a gap comes when its readings end.
    let times: [Double: [Double]] = [1000: [1, 2, 3, 4, 5, 6, 6.5], 2500: [2, 5, 6.5]]
    let each = recorded.map { $0.time.seconds }
    #expect(pass.observations.map { $0.time.seconds } == times[period, default: each])
  }

  /// Ephemerides are held until they are requested.
  @Test(
    arguments: [
      ([], []), ([(0, .start(.gnss, period: .zero))], [1, 1, 20]),
      ([(5, .start(.gnss, period: .zero))], [5.5, 5.5, 20]), ([(5, .fetchAssistance)], [5.5, 5.5]),
      ([(5, .fetchAssistance), (19.5, .fetchAssistance)], [5.5, 5.5, 20]),
      ([(5, .start(.gnss, period: .zero)), (8, .stop(.gnss))], [5.5, 5.5]),
    ] as [([(Double, RadioRequest)], [Double])])
  func ephemeridesAreHeldUntilRequested(
    asked: [(Double, RadioRequest)], received: [Double]
  ) throws {
    let messages = [1.0, 1, 20].map {
      Delivered(
        time: SimTime(seconds: $0),
        Observation.ephemeris(.ionosphere(KlobucharParameters(alpha: .zero, beta: .zero))))
    }
    let pass = try runDevice(
      stack: ScriptedStack(asked.map { ($0, .request($1)) }), source: .recorded(messages),
      setup: DeviceSetup(.phone2014), until: SimTime(seconds: 40), keepsObservations: true)
    #expect(pass.observations.map(\.time.seconds) == received)
    #expect(pass.replay[.ephemeris].delivered == received.count)
    #expect(pass.replay[.ephemeris].unwanted == 3 - received.count)
  }

  /// Times of requests and of answers, number of scans requested at other than recorded times, and number of
  /// pending requests.
  @Test(
    arguments: [
      ([], [], 0, 0), ([1], [3], 0, 0), ([1, 8, 18, 28], [3, 10, 20, 30], 0, 0),
      // Earlier and later than recorded; before the first scan, and during one.
      ([0.5, 9], [3, 10], 2, 0),
      // Again while pending, and after the last scan.
      ([11, 12, 13], [20], 1, 0), ([1, 31], [3], 0, 1),
      // At the time of an answer, which doesn't answer it.
      ([1, 10], [3, 20], 1, 0),
    ] as [([Double], [Double], Int, Int)])
  func scansAnswerRequests(asked: [Double], answered: [Double], elsewhen: Int, missing: Int) throws
  {
    let pass = try replay(asked.map { ($0, .request(.scanWiFi)) })
    #expect(pass.observations.map(\.time.seconds) == answered, "\(asked)")
    #expect(pass.replay[.wifi].delivered == answered.count)
    #expect(pass.replay[.wifi].unwanted == Self.scans.count - answered.count)
    #expect(pass.replay.scansAskedElsewhen == elsewhen, "\(asked)")
    #expect(pass.replay.scansMissing == missing, "\(asked)")
  }
}
