import Documents
import Harness
import Kernel
import Observations
import Recordings
import Reporting
import Scoring
import TestSupport
import Testing
import Truth

/// Requests everything, but only now and then, and publishes nothing.
private struct Dozing: TrackingStack {
  private static let sensors: [RadioRequest.Sensor] = [.accelerometer, .beacon, .gnss]

  mutating func start(at time: SimTime, into sink: inout StackSink) {
    sink.setTimer(StackTimer(1), at: time + .seconds(7))
  }

  mutating func receive(
    _ observation: Observation, at time: SimTime, into sink: inout StackSink
  ) {}

  mutating func timerFired(
    _ timer: StackTimer, at time: SimTime, into sink: inout StackSink
  ) {
    for sensor in Self.sensors {
      sink.request(timer.number == 1 ? .start(sensor, period: .seconds(1)) : .stop(sensor))
    }
    sink.setTimer(StackTimer(3 - timer.number), at: time + .seconds(11))
  }
}

extension GNSSEpoch {
  /// The complete pseudoranges, by satellite.
  fileprivate var ranges: [(SatelliteID, Double)] {
    measurements.filter { $0.state.contains(.timeOfWeekDecoded) }
      .map { ($0.satellite, $0.pseudorangeMetres) }
  }
}

struct RunTests {
  /// All bytes of a plan's tables.
  private func tables(_ plan: RunPlan) throws -> [String] {
    var tables = RunTables(run: "r")
    var pool = ScenarioPool()
    try plan.run { result in
      for score in result.devices {
        tables.add(score, scenario: result.scenario, seed: result.seed)
        pool.add(score)
      }
    }
    tables.add(pool, scenario: "all")
    return tables.tables.indices.map {
      String(decoding: tables.takeBytes(ofTable: $0), as: UTF8.self)
    }
  }

  @Test func isTheSameForAnyNumberOfJobs() throws {
    var plan = RunPlan(scenarios: [try Place().load(), try Place().load(["name=other"])])
    plan.seeds = SeedList(1...7)
    let once = try tables(plan)
    #expect(once[2].split(separator: "\n").count > 300, "there must be fixes to compare")
    for jobs in [1, 2, 8] {
      plan.jobs = jobs
      #expect(try tables(plan) == once, "\(jobs) jobs")
    }
    #expect(plan.units.map(\.seed) == Array(1...7) + Array(1...7))
    let digest = plan.digest(version: "1")
    #expect(digest.count == 12 && plan.digest(version: "2") != digest)
    plan.seeds = SeedList(1...6)
    #expect(plan.digest(version: "1") != digest)
    #expect(try tables(plan) != once)
  }

  /// Without body shadowing, which affects others' signals.
  @Test func addedAgentsChangeNoOthers() throws {
    let bodiless = ["signals.beacons={people: false}"]
    let alone = try Place().load(bodiless)
    let added = Place.scenario
      .replacing("agents:\n", with: "agents:\n  - {name: zoe, start: [5 m, 0 m], level: 0}\n")
    let together = try Place(
      scenario: added + "  - {name: b1, start: [9 m, 0 m], placement: hand_texting}\n"
    ).load(bodiless)
    for seed in 1...5 as ClosedRange<UInt64> {
      let one = try RunUnit(scenario: alone, seed: seed).run(records: true)
      let three = try RunUnit(scenario: together, seed: seed).run(records: true)
      #expect(three.devices.map(\.device) == ["zoe", "anna", "b1"])
      func rows(_ score: DeviceScore) -> [[UInt8]] {
        var tables = RunTables(run: "r")
        tables.add(score, scenario: "s", seed: seed)
        return tables.tables.indices.map { tables.takeBytes(ofTable: $0) }
      }
      #expect(rows(one.devices[0]) == rows(three.devices[1]), "seed \(seed)")
      #expect(one.recordings[0].observations == three.recordings[1].observations, "seed \(seed)")
      #expect(one.recordings[0].truth == three.recordings[1].truth, "seed \(seed)")
    }
  }

  /// Without packet collisions, because one more beacon collides with the others.
  private static let withoutCollisions =
    Place.scenario + "signals: {beacons: {collisions: false}}\n"

  @Test func addedBeaconChangesNoOtherSignal() throws {
    let few = try Place(scenario: Self.withoutCollisions).load()
    let more = try Place(
      scenario: Self.withoutCollisions,
      venue: Place.venue.replacing(
        "beacons:\n",
        with:
          "beacons:\n  - {name: b0, at: [0 m, 0 m], uuid: 00000000-0000-0000-0000-000000000000}\n")
    ).load()
    for seed in 1...5 as ClosedRange<UInt64> {
      let before = try RunUnit(scenario: few, seed: seed).run(records: true).recordings[0]
      let after = try RunUnit(scenario: more, seed: seed).run(records: true).recordings[0]
      let stranger = Identifier128(high: 0, low: 0)
      let rest = after.observed {
        if case .beacon(let received) = $0 { received.identity.uuid != stranger } else { true }
      }
      #expect(rest == Array(before.observations), "seed \(seed)")
      #expect(after.observations.count > rest.count && after.truth == before.truth)
    }
  }

  @Test func allStacksReceiveTheSameWorld() throws {
    let scenario = try Place().load()
    for seed in 1...5 as ClosedRange<UInt64> {
      let unit = RunUnit(scenario: scenario, seed: seed)
      let awake = try unit.run(records: true).recordings[0]
      let dozing = try unit.run(makeStack: { _ in Dozing() }, records: true).recordings[0]
      #expect(dozing.truth == awake.truth)
      var samples: [SimTime: InertialSample] = [:]
      for case .accelerometer(let batch) in awake.observations.map(\.item) {
        for sample in batch.samples { samples[sample.time] = sample }
      }
      let received = Dictionary(
        awake.observations.compactMap { delivered -> (SimTime, BeaconAdvertisement)? in
          guard case .beacon(let received) = delivered.item else { return nil }
          return (received.time, received)
        }, uniquingKeysWith: { first, _ in first })
      var ranges: [SimTime: [SatelliteID: Double]] = [:]
      for case .gnss(let epoch) in awake.observations.map(\.item) {
        ranges[epoch.time] = Dictionary(uniqueKeysWithValues: epoch.ranges)
      }
      var counts = (motion: 0, beacons: 0, ranges: 0)
      for observation in dozing.observations.map(\.item) {
        switch observation {
        case .accelerometer(let batch):
          counts.motion += 1
          #expect(batch.samples.allSatisfy { samples[$0.time] == $0 }, "seed \(seed)")
        case .beacon(let advertisement):
          // A scanner that was switched on at another time listens on another channel.
          guard let same = received[advertisement.time] else { continue }
          counts.beacons += 1
          #expect(same == advertisement, "seed \(seed)")
        case .gnss(let epoch):
          for (satellite, range) in epoch.ranges {
            guard let same = ranges[epoch.time]?[satellite] else { continue }
            counts.ranges += 1
            #expect(abs(same - range) < 1e-3, "seed \(seed)")
          }
        default: break
        }
      }
      #expect(counts.motion > 5 && counts.beacons > 5 && counts.ranges > 20, "\(counts)")
    }
  }

  @Test func replayReproducesTheRun() throws {
    let scenario = try Place().load()
    let result = try RunUnit(scenario: scenario, seed: 3).run(records: true)
    let folder = try TemporaryFolder()
    for file in result.recordings[0].files {
      try folder.write(file.name, String(decoding: file.bytes, as: UTF8.self))
    }
    let read = try Recording(path: folder.path)
    #expect(read == result.recordings[0])
    let (score, outputs) = try replay(read, stack: scenario.makeStack())
    #expect(outputs == read.outputs)
    let live = result.devices[0]
    #expect(score.events == live.events && score.power == live.power)
    #expect(score.fixes.map(\.fix) == live.fixes.map(\.fix))
    // A recording's truth has ten samples a second; fixes are at whole seconds.
    for (again, first) in zip(score.fixes, live.fixes) {
      #expect(abs(again.horizontalErrorMetres - first.horizontalErrorMetres) < 1e-3)
    }
    #expect(throws: DocumentError.self) { try Recording(path: Place().path + ".d") }
  }

  /// Without truth, only the figures that need it are left out.
  @Test func replaysWithoutTruth() throws {
    let scenario = try Place().load()
    var recording = try RunUnit(scenario: scenario, seed: 3).run(records: true).recordings[0]
    let (whole, _) = try replay(recording, stack: scenario.makeStack())
    recording.truth = []
    let (score, outputs) = try replay(recording, stack: scenario.makeStack())
    #expect(outputs == recording.outputs && !score.events.isEmpty)
    // Outputs are kept, and none is scored.
    #expect(score.fixes.map(\.fix) == whole.fixes.map(\.fix) && score.transitions.isEmpty)
    #expect(score.fixes.allSatisfy { $0.horizontalErrorMetres.isNaN && $0.truth.known.isEmpty })
    let needNone = [
      "availability", "gaps", "age", "ttff", "energy", "power", "battery", "activity.contradicted",
    ]
    for ((metric, values), (_, before)) in zip(score.samples, whole.samples) {
      let isKept =
        needNone.contains(metric.name)
        || (metric.name.hasPrefix("energy.") && metric.name != "energy.per_useful_fix")
        || metric.name.hasPrefix("network.")
      #expect(values == (isKept ? before : []), "\(metric.name)")
    }
  }

  /// A recording with truth at 1 Hz scores nearly like one with truth at 10 Hz.
  @Test func truthIsInterpolatedBetweenSamples() throws {
    let scenario = try Place().load()
    var recording = try RunUnit(scenario: scenario, seed: 3).run(records: true).recordings[0]
    let (fine, _) = try replay(recording, stack: scenario.makeStack())
    // Fixes are at whole seconds, and the truth is now known only halfway between them.
    recording.truth = recording.truth.filter { $0.time.nanoseconds % 1_000_000_000 == 500_000_000 }
    let (coarse, _) = try replay(recording, stack: scenario.makeStack())
    #expect(coarse.fixes.count == fine.fixes.count && coarse.fixes.count > 10)
    for (one, other) in zip(coarse.fixes, fine.fixes) {
      // Without interpolation the error would be half a second's walk, 0.7 m; speeding up at 1.5 m/s² bends
      // the path by less than 0.2 m.
      #expect(abs(one.horizontalErrorMetres - other.horizontalErrorMetres) < 0.25)
    }
  }

  @Test func stopsWhenCancelled() throws {
    let token = CancellationToken()
    token.cancel()
    var count = 0
    #expect(throws: Cancelled.self) {
      try RunPlan(scenarios: [try Place().load()]).run(cancellation: token) { _ in count += 1 }
    }
    #expect(count == 0)
  }
}
