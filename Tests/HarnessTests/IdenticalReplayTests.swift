import Devices
import Documents
import Harness
import Kernel
import Observations
import Recordings
import Reporting
import Scoring
import TestSupport
import Testing

/// Requests all sensors, switches them off and on, scans at irregular times, and publishes a digest of all
/// inputs: any other input or order gives another digest.
private struct Curious: TrackingStack {
  /// The sensors to request.
  var sensors = RadioRequest.Sensor.allCases
  var scans = true
  private var count = 0

  init(sensors: [RadioRequest.Sensor] = RadioRequest.Sensor.allCases, scans: Bool = true) {
    self.sensors = sensors
    self.scans = scans
  }

  mutating func start(at time: SimTime, into sink: inout StackSink) {
    // Requests at one time, some of which were answered at once.
    for sensor in sensors.reversed() { sink.request(.start(sensor, period: .zero)) }
    sink.request(.fetchAssistance)
    if scans { sink.request(.scanWiFi) }
    sink.setTimer(StackTimer(1), at: time + .seconds(2.5))
    sink.setTimer(StackTimer(2), at: time + .seconds(1))
  }

  mutating func receive(
    _ observation: Observation, at time: SimTime, into sink: inout StackSink
  ) {
    count += 1
    publish("\(count) \(observation)", &sink)
    // A nested request, a timer for the present time, and a scan right after a scan.
    if case .gnss = observation, count % 7 == 0 { sink.setTimer(StackTimer(3), at: time) }
    if case .wifi = observation, scans, count % 2 == 0 { sink.request(.scanWiFi) }
    if case .ephemeris = observation, count % 50 == 0 { sink.request(.stop(.gnss)) }
    if case .beacon = observation, count % 11 == 0 { sink.request(.stop(.gyroscope)) }
  }

  mutating func timerFired(
    _ timer: StackTimer, at time: SimTime, into sink: inout StackSink
  ) {
    publish("timer \(timer.number)", &sink)
    switch timer.number {
    case 1:
      // On the rhythm of the motion buffer: one sensor goes off, the one before it on again.
      count += 1
      sink.request(.stop(sensors[count % sensors.count]))
      sink.request(.start(sensors[(count + sensors.count - 1) % sensors.count], period: .zero))
      sink.setTimer(StackTimer(1), at: time + .seconds(2.5))
    case 2:
      if scans { sink.request(.scanWiFi) }
      sink.request(.start(.cell, period: .seconds(Double(3 + count % 5))))
      sink.setTimer(StackTimer(2), at: time + .seconds(7))
    default: sink.request(.start(.gnss, period: .seconds(1)))
    }
  }

  private func publish(_ text: String, _ sink: inout StackSink) {
    let digest = SHA256.digest(of: text.utf8).shortDigest
    sink.publish(.failure(ServiceFailure(service: "heard", code: digest)))
  }
}

struct IdenticalReplayTests {
  private static let scenarios =
    #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/scenarios/"

  private enum Kind: String, CaseIterable {
    case reference, curious, motion, radios

    func make(_ scenario: LoadedScenario) -> any TrackingStack {
      switch self {
      case .reference: scenario.makeStack()
      case .curious: Curious()
      // Without an accelerometer, whose batches otherwise trigger the others'.
      case .motion: Curious(sensors: [.gyroscope, .magnetometer], scans: false)
      case .radios: Curious(sensors: [.beacon, .gnss, .cell])
      }
    }
  }

  /// The bytes of the outputs, and of all tables without the run's name.
  private func bytes(_ outputs: [Delivered<Output>], _ score: DeviceScore) -> [[UInt8]] {
    var recording = Recording(
      header: RecordingHeader(device: "d", source: "s", endTime: .start))
    recording.outputs = outputs
    var tables = RunTables(run: "r")
    var score = score
    // A recording's truth has activities and floors, but no rooms and regions.
    score.transitions.removeAll { !["activity", "floor"].contains($0.kind) }
    // It also lacks the receiver's initial state, the positions of beacons, and the placement of the phone;
    // and the accuracy bound needs the true position at an epoch, which is recorded to the millimetre only.
    score.samples.removeAll { sample in
      let name = sample.metric.name
      return name.hasPrefix("ttff.") || name.hasPrefix("ranging.")
        || name == "bound_efficiency" || name == "activity.flags_right"
    }
    tables.add(score, scenario: "s", seed: 1)
    return recording.files.map(\.bytes)
      + tables.tables.indices.map { tables.takeBytes(ofTable: $0) }
  }

  private func read(_ recording: Recording, fromArchive: Bool) throws -> Recording {
    let folder = try TemporaryFolder()
    guard fromArchive else {
      for file in recording.files {
        try folder.write("walk/" + file.name, String(decoding: file.bytes, as: UTF8.self))
      }
      return try Recording(path: folder.path + "/walk")
    }
    var archive = ZipWriter()
    for file in recording.files { try archive.add(file.name, contents: file.bytes) }
    try writeFile(archive.archive, to: folder.path + "/walk.zip")
    return try Recording(path: folder.path + "/walk.zip")
  }

  @Test(
    arguments: [
      ("corridor.yaml", []),
      ("canyon-walk.yaml", ["duration=45 s"]),
      ("mall-errands.yaml", ["duration=30 s"]),
      ("train-ride.yaml", ["duration=40 s"]),
    ] as [(String, [String])])
  func replaysAreIdentical(file: String, settings: [String]) throws {
    let scenario = try LoadedScenario(
      path: Self.scenarios + file, settings: settings.map { try Setting($0) })
    for kind in Kind.allCases {
      let result = try RunUnit(scenario: scenario, seed: 3).run(
        makeStack: { kind.make($0) }, records: true)
      for (number, live) in result.recordings.enumerated().prefix(3) {
        #expect(kind == .reference || live.observations.count > 20, "\(file) \(kind)")
        for fromArchive in [false, true] {
          let recording = try read(live, fromArchive: fromArchive)
          #expect(recording == live, "\(file) \(kind)")
          let (score, outputs) = try replay(recording, stack: kind.make(scenario))
          // The first difference is more useful than a thousand.
          let pairs = zip(outputs, live.outputs)
          let odd = pairs.first { $0 != $1 }
          #expect(odd == nil && outputs.count == live.outputs.count, "\(file) \(kind)")
          #expect(
            bytes(outputs, score) == bytes(live.outputs, result.devices[number]),
            "\(file) \(kind), device \(number)")
        }
      }
    }
  }

  /// A stack that requests less receives less and costs less, and the replay reports what it left out.
  @Test func inactiveSensorsAreNeitherDeliveredNorCharged() throws {
    let scenario = try LoadedScenario(path: Self.scenarios + "corridor.yaml")
    let recording = try RunUnit(scenario: scenario, seed: 3).run(
      makeStack: { _ in Curious() }, records: true
    ).recordings[0]
    func pass(_ sensors: [RadioRequest.Sensor], scans: Bool) throws -> DevicePass {
      try runDevice(
        stack: Curious(sensors: sensors, scans: scans), source: .recorded(recording.observations),
        setup: DeviceSetup(.phone2014), until: recording.header.endTime, keepsObservations: true)
    }
    let all = try pass(RadioRequest.Sensor.allCases, scans: true)
    #expect(all.replay.total.delivered == recording.observations.count)
    #expect(all.replay.total.unwanted == 0 && all.replay.scansAskedElsewhen == 0)
    #expect(all.observations == recording.observations)
    let motion = try pass([.gyroscope, .accelerometer], scans: false)
    #expect(motion.energy.totalMillijoules < all.energy.totalMillijoules)
    for kind in [ReplayCounts.ObservationKind.gnss, .beacon, .wifi, .barometer, .magnetometer] {
      let (count, before) = (motion.replay[kind], all.replay[kind])
      #expect(count.delivered == 0 && count.unwanted == before.delivered, "\(kind)")
      #expect(before.delivered > 0 || kind == .wifi || kind == .barometer, "\(kind)")
    }
    #expect(motion.replay.total.delivered == motion.observations.count)
    let (some, every) = (motion.replay.total, all.replay.total)
    #expect(some.delivered + some.unwanted == every.delivered)
  }
}
