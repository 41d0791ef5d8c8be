import Devices
import Documents
import Kernel
import Observations
import Recordings
import Signals
import Testing

struct DeviceTests {
  private typealias Script = [(Double, ScriptedStack.Act)]

  /// Device profiles read higher or lower than others at the same position with the same noise.
  @Test func deviceBiasesShiftReadings() throws {
    var odd = DeviceProfile.phone2014
    odd.make = ReceiverMake(gnssDecibels: -4, beaconDecibels: 5, pressurePascals: 30)
    let script: Script = [
      (0, .request(.start(.gnss, period: .zero))), (0, .request(.start(.beacon, period: .zero))),
      (0, .request(.start(.barometer, period: .zero))),
    ]
    func means(_ profile: DeviceProfile) throws -> (gnss: Double, beacon: Double, air: Double) {
      let pass = try runScript(script, seconds: 120, on: DeviceSetup(profile), isOutdoors: true)
      var (strengths, levels, pressures): ([Double], [Double], [Double]) = ([], [], [])
      for delivered in pass.observations {
        switch delivered.item {
        case .gnss(let epoch) where delivered.time.seconds > 60:
          strengths += epoch.measurements.map(\.carrierToNoiseDecibelHertz)
        case .beacon(let received): levels.append(received.rssiDecibelMilliwatts)
        case .barometer(let sample): pressures.append(sample.pressurePascals)
        default: break
        }
      }
      func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
      return (mean(strengths), mean(levels), mean(pressures))
    }
    let (plain, shifted) = (try means(.phone2014), try means(odd))
    #expect((-4.6 ... -2.5).contains(shifted.gnss - plain.gnss), "\(shifted) \(plain)")
    #expect((4.0...5.6).contains(shifted.beacon - plain.beacon), "\(shifted) \(plain)")
    #expect(abs(shifted.air - plain.air - 30) < 0.5, "\(shifted) \(plain)")
  }

  @Test func batchesHoldExactlyTheSamplesOfTheirInterval() throws {
    for begin in [0, 0.73, 2.5, 7.001] {
      for seed in 0..<5 as Range<UInt64> {
        let pass = try runScript(
          [
            (begin, .request(.start(.accelerometer, period: .zero))),
            (18, .request(.stop(.accelerometer))),
            (21.505, .request(.start(.accelerometer, period: .zero))),
          ], seed: seed)
        // From the start of sensing, in order of delivery: 2.5 s each, until it is switched off.
        var expected: [(from: Double, to: Double)] = []
        for (first, last) in [(begin, 18.0), (21.505, 30.0)] {
          var from = first
          while from + 2.5 <= last {
            expected.append((from, from + 2.5))
            from += 2.5
          }
        }
        let batches = pass.deliveries(of: "accelerometer")
        #expect(batches.count == expected.count, "begin \(begin)")
        for (delivered, span) in zip(batches, expected) {
          guard case .accelerometer(let batch) = delivered.item else { continue }
          #expect(abs(delivered.time.seconds - span.to) < 1e-9)
          // 50 Hz at multiples of 20 ms: from the start on, before the end.
          let first = Int((span.from / 0.02 - 1e-6).rounded(.up))
          let last = Int((span.to / 0.02 - 1e-6).rounded(.up))
          let times = (first..<last).map { SimTime(nanoseconds: Int64($0) * 20_000_000) }
          #expect(batch.samples.map(\.time) == times, "begin \(begin), \(span)")
        }
      }
    }
  }

  @Test func inactiveSensorsDeliverAndCostNothing() throws {
    let silent = try runScript([])
    // The initial state is delivered at once: the network and the battery.
    #expect(silent.observations.map { name(of: $0.item) } == ["network cellular", "power battery"])
    #expect(
      silent.log == ["0.0 start", "0.0 network cellular", "0.0 power battery", "30.0 finish"])
    #expect(silent.energy.entries.map(\.component) == [.processor])
    #expect(abs(silent.energy.totalMillijoules - 30 * 15) < 1e-9)
    // Assistance comes only on request, half a second later.
    let assisted = try runScript([(3, .request(.fetchAssistance))])
    // The ionosphere, 24 GPS and 24 GLONASS satellites.
    let messages = assisted.deliveries(of: "ephemeris")
    #expect(messages.count == 49 && messages.allSatisfy { $0.time == SimTime(seconds: 3.5) })
    // A sensor that is switched off is silent from then on, even for a pending reading.
    let script: Script = [
      (1, .request(.start(.beacon, period: .zero))), (1, .request(.start(.gnss, period: .zero))),
      (6, .request(.stop(.beacon))), (6, .request(.stop(.gnss))),
      (20, .request(.start(.beacon, period: .zero))), (24, .request(.stop(.beacon))),
    ]
    for seed in 0..<10 as Range<UInt64> {
      let pass = try runScript(script, seed: seed)
      let beacons = pass.deliveries(of: "beacon").map(\.time.seconds)
      #expect(
        !beacons.isEmpty && beacons.allSatisfy { (1...6).contains($0) || (20...24).contains($0) })
      #expect(beacons.contains { $0 > 20 }, "seed \(seed)")
      #expect(
        pass.deliveries(of: "gnss").map(\.time.seconds) == [2, 3, 4, 5, 6], "one a second")
      let receiving = pass.energy.entries.filter { $0.component == .bluetooth && $0.state == "on" }
      #expect(abs(receiving.reduce(0) { $0 + $1.seconds } - 9) < 1e-9)
      // A pause of one radio, or another radio, doesn't change later readings.
      let late = try runScript(
        [
          (20, .request(.start(.beacon, period: .zero))),
          (24, .request(.stop(.beacon))),
        ], seed: seed)
      #expect(
        late.deliveries(of: "beacon")
          == pass.deliveries(of: "beacon").filter { $0.time >= SimTime(seconds: 20) },
        "seed \(seed)")
    }
  }

  @Test func firesTimersInOrderAndAfterObservations() throws {
    let pass = try runScript(
      [
        (0, .setTimer(1, 2.5)), (0, .request(.start(.accelerometer, period: .zero))),
        (0, .setTimer(2, 4)), (0, .setTimer(3, 6)), (0, .setTimer(4, 1)),
        (0, .setTimer(6, 5)), (0, .setTimer(5, 5)),
        (1, .setTimer(2, 3)), (2, .clearTimer(3)), (2, .clearTimer(9)),
        (7.25, .setTimer(7, -3)), (7.25, .setTimer(8, 8)), (7.25, .setTimer(8, 9)),
        (7.25, .clearTimer(8)), (7.25, .setTimer(8, 7.375)), (8, .setTimer(10, 11)),
      ], seconds: 10)
    #expect(
      pass.log == [
        "0.0 start", "0.0 network cellular", "0.0 power battery", "1.0 timer 4",
        "2.5 accelerometer", "2.5 timer 1", "3.0 timer 2",
        "5.0 accelerometer", "5.0 timer 6", "5.0 timer 5", "7.25 timer 7", "7.375 timer 8",
        "7.5 accelerometer", "10.0 accelerometer", "10.0 finish",
      ])
  }

  @Test func replayReproducesTheRun() throws {
    let script: Script = [
      (0.3, .request(.start(.accelerometer, period: .zero))), (0.3, .request(.fetchAssistance)),
      (0.3, .request(.start(.beacon, period: .zero))), (2, .setTimer(1, 2.8)),
      (4, .request(.start(.gnss, period: .seconds(0.7)))), (11, .request(.stop(.beacon))),
      (12, .request(.stop(.accelerometer))),
      (15.5, .request(.start(.accelerometer, period: .zero))),
    ]
    for seed in 0..<8 as Range<UInt64> {
      let live = try runScript(script, seed: seed)
      var recording = Recording(
        header: RecordingHeader(
          device: "d", source: "test", endTime: SimTime(seconds: 30), gpsWeek: 2300,
          gpsSecondsOfWeek: 100_000))
      (recording.observations, recording.outputs) = (live.observations, Array(live.outputs))
      let files = recording.files
      let read = try Recording(name: "r") { name throws(DocumentError) in
        files.first { $0.name == name }?.bytes
      }
      #expect(read == recording, "seed \(seed)")
      func replay(_ script: Script) throws -> DevicePass {
        try runDevice(
          stack: ScriptedStack(script), source: .recorded(read.observations),
          setup: DeviceSetup(.phone2014), until: read.header.endTime, keepsObservations: true)
      }
      let again = try replay(script)
      #expect(again.outputs == live.outputs, "seed \(seed)")
      #expect(again.observations == live.observations, "seed \(seed)")
      #expect(again.energy.entries == live.energy.entries, "seed \(seed)")
      #expect(again.battery == live.battery, "seed \(seed)")
      var second = recording
      (second.observations, second.outputs) = (again.observations, Array(again.outputs))
      #expect(second.files.map(\.bytes) == files.map(\.bytes), "seed \(seed)")
      // Data of sensors that aren't switched on stay in the recording.
      let deaf = try replay([(5, .request(.start(.gnss, period: .zero)))])
      #expect(
        Set(deaf.observations.map { name(of: $0.item) })
          == ["ephemeris", "gnss", "network cellular", "power battery"])
      #expect(
        deaf.deliveries(of: "gnss")
          == live.deliveries(of: "gnss").filter { $0.time >= SimTime(seconds: 5) })
      #expect(deaf.millijoules(.bluetooth, "on") == 0)
    }
  }

  @Test func stopsWhenCancelled() throws {
    let token = CancellationToken()
    token.cancel()
    let signals = try makeSignals(seed: 1)
    #expect(throws: Cancelled.self) {
      try runDevice(
        stack: ScriptedStack([(0, .request(.start(.beacon, period: .zero)))]),
        source: .live(signals), setup: DeviceSetup(.phone2014), until: SimTime(seconds: 60),
        cancellation: token)
    }
  }
}
