import Campaigns
import Documents
import Kernel
import Scoring
import TestSupport
import Testing

struct ShardTests {
  private func identity(
    _ seeds: ClosedRange<UInt64> = 1000...1099, version: String = "1"
  ) -> CampaignIdentity {
    CampaignIdentity(
      campaign: "small", version: version, figuresVersion: 1, stack: "reference",
      worst: "horizontal_error.p95",
      parts: [
        CampaignIdentity.ScenarioIdentity(
          name: "corridor", digest: "a", fileDigest: "b", venueDigest: "c",
          firstSeed: seeds.lowerBound,
          lastSeed: seeds.upperBound, settings: ["duration=30 s"])
      ])
  }

  /// A shard of some runs, each with one value.
  private func shard(_ runs: Range<Int>, _ identity: CampaignIdentity) -> Shard {
    var shard = Shard(identity, from: runs.lowerBound)
    let figure = GatedFigure(.fix.horizontalError, .p95)
    for run in runs {
      var accumulator = RunAccumulator(seed: 1000 + UInt64(run))
      var part = accumulator.begin("phone")
      var piece = DeviceScore(device: "phone")
      piece.samples = [(.fix.horizontalError, ValueSketch([Double(run), 1]))]
      accumulator.add(piece, to: &part)
      accumulator.append(part)
      shard.add(accumulator, part: 0, figures: [figure])
    }
    return shard
  }

  @Test func roundTripsThroughBytes() throws {
    let shard = shard(3..<9, identity())
    let bytes = try shard.bytes()
    #expect(try Shard(bytes: bytes) == shard)
    #expect(try Shard(bytes: bytes).bytes() == bytes)
    #expect(shard.records.map(\.seed) == Array(1003...1008))
    #expect(shard.accumulators[0]?[.fix.horizontalError].count == 12)
  }

  /// Truncated anywhere, or changed in any bit, a shard is rejected without a trap.
  @Test func damagedShardsAreRejected() throws {
    let bytes = try shard(0..<5, identity()).bytes()
    for length in 0..<bytes.count {
      #expect(throws: Shard.Flaw.self) { try Shard(bytes: Array(bytes.prefix(length))) }
    }
    for place in stride(from: 0, to: bytes.count, by: 3) {
      var changed = bytes
      changed[place] ^= 1 << UInt8(place % 8)
      #expect(throws: Shard.Flaw.self, "\(place)") { try Shard(bytes: changed) }
    }
    #expect(throws: Shard.Flaw.foreign) { try Shard(bytes: Array("hello".utf8)) }
    #expect(throws: Shard.Flaw.newer) {
      try Shard(bytes: Array("VenueSim shard 2\n".utf8) + bytes.dropFirst(17))
    }
  }

  /// Nonsense with a valid checksum is read without a trap.
  @Test func nonsenseWithAValidChecksumDoesNotTrap() throws {
    let bytes = try shard(0..<5, identity()).bytes()
    var draw = RandomStream(seed: 1, purpose: "nonsense")
    for _ in 0..<2000 {
      var changed = Array(bytes.dropLast(32))
      for _ in 0..<1 + Int(draw.uniform() * 4) {
        changed[17 + Int(draw.uniform() * Double(changed.count - 17))] = UInt8(draw.uniform() * 255)
      }
      changed += SHA256.digest(of: changed).bytes
      _ = try? Shard(bytes: changed)
    }
  }

  private func store(
    _ ranges: [Range<Int>], _ more: (String) throws -> Void = { _ in }
  ) throws -> ShardStore {
    let folder = try TemporaryFolder()
    for runs in ranges {
      let shard = shard(runs, identity())
      try writeFile(shard.bytes(), to: folder.path + "/" + Shard.name("x", runs))
    }
    try more(folder.path)
    return ShardStore([folder.path, folder.path + "/none"], of: identity(), runCount: 100)
  }

  /// The best non-overlapping shards are found among overlapping ones.
  @Test(
    arguments: [
      ([0..<100], [0..<100]), ([0..<50, 50..<100, 0..<40, 40..<90], [0..<50, 50..<100]),
      ([0..<30, 20..<60, 60..<100], [20..<60, 60..<100]),
      ([0..<60, 30..<70, 60..<100], [0..<60, 60..<100]),
      ([], []), ([10..<20, 40..<50], [10..<20, 40..<50]),
    ] as [([Range<Int>], [Range<Int>])])
  func choosesTheBestNonOverlappingShards(ranges: [Range<Int>], chosen: [Range<Int>]) throws {
    let store = try store(ranges)
    #expect(store.chosen.map(\.runs) == chosen && store.problems.isEmpty)
    let covered = chosen.reduce(0) { $0 + $1.count }
    let missing = store.missing(in: 0..<100)
    #expect(missing.reduce(0) { $0 + $1.count } == 100 - covered)
    #expect(store.missing(in: 45..<55).allSatisfy { $0.lowerBound >= 45 && $0.upperBound <= 55 })
  }

  @Test func foreignShardsAreReported() throws {
    let store = try store([0..<10]) { folder in
      let others = [
        ("a", identity(version: "2")), ("b", identity(1000...1098)),
      ]
      for (name, other) in others {
        try writeFile(shard(10..<20, other).bytes(), to: "\(folder)/\(name).shard")
      }
      try writeFile(shard(90..<101, identity()).bytes(), to: folder + "/c.shard")
      try makeFolder(folder + "/d.shard")
    }
    #expect(store.chosen.map(\.runs) == [0..<10])
    let wanted = [
      "its version is '2', not '1'", "has other seeds", "has runs that the campaign doesn't have",
      "can't be read",
    ]
    #expect(store.problems.count == wanted.count)
    for (problem, words) in zip(store.problems, wanted) {
      #expect(problem.contains(words), "\(problem)")
    }
  }
}
