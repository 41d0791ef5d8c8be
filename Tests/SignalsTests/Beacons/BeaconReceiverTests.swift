import Documents
import Geometry
import Glibc
import Kernel
import Numerics
import Observations
import Signals
import Testing
import Truth
import Venues

struct BeaconReceiverTests {
  /// A grid of beacons and a person who walks through it.
  private func walk(
    _ parameters: BeaconParameters = BeaconParameters(), seed: UInt64 = 1
  ) throws -> (scene: BeaconScene, way: Trajectory) {
    let beacons = (0..<30).map {
      BeaconScene.beacon(
        "b\($0)", at: [Double($0 % 6) * 12, Double($0 / 6) * 12, 2.5], interval: 0.3,
        minor: UInt16($0))
    }
    let way = Trajectory(
      along: [[0, 3, 0], [50, 3, 0], [50, 40, 0], [10, 30, 0]], speed: 1.4,
      placement: .handTexting, level: 0)
    return (try BeaconScene(beacons, parameters, seed: seed), way)
  }

  @Test(arguments: BeaconScanProfile.allCases, [1 as UInt64, 2, 3])
  func doesNotDependOnQueryPattern(profile: BeaconScanProfile, seed: UInt64) throws {
    var parameters = BeaconParameters()
    parameters.profile = profile
    let (scene, way) = try walk(parameters, seed: seed)
    let all = scene.received(along: way, seconds: 60, seed: seed)
    #expect(all.count > 100)
    #expect(zip(all, all.dropFirst()).allSatisfy { $0.time < $1.time })
    // In pieces of irregular lengths.
    var receiver = scene.receiver(seed: seed)
    var pieces: [BeaconAdvertisement] = []
    var time = SimTime.start
    for length in [0.3, 7, 0.001, 1, 1, 4, 13.7, 40] {
      let end = min(time + .seconds(length), SimTime(seconds: 60))
      receiver.received(along: way, from: time, to: end, into: &pieces)
      time = end
    }
    #expect(pieces == all)
    // One by one.
    receiver = scene.receiver(seed: seed)
    var singles: [BeaconAdvertisement] = []
    var last = SimTime.start
    while let next = receiver.nextAdvertisement(
      along: way, after: last, until: SimTime(seconds: 60))
    {
      singles.append(next)
      last = next.time
    }
    #expect(singles == all.filter { $0.time > .start })
    // Asleep for a while, then back to earlier times.
    receiver = scene.receiver(seed: seed)
    for begin in [50.0, 20, 33.3] {
      var part: [BeaconAdvertisement] = []
      let (from, to) = (SimTime(seconds: begin), SimTime(seconds: begin + 5))
      receiver.received(along: way, from: from, to: to, into: &part)
      #expect(part == all.filter { $0.time >= from && $0.time < to })
    }
    // A report covers the second that ends with it.
    let report = receiver.sense(along: way, at: SimTime(seconds: 30)) ?? []
    #expect(
      report == all.filter { $0.time > SimTime(seconds: 29) && $0.time <= SimTime(seconds: 30) })
  }

  @Test func idealReceiverReceivesAllAtFreeSpaceLevels() throws {
    let (scene, way) = try walk(.ideal)
    let received = scene.received(along: way, seconds: 40)
    let count = 30 * 40 / 0.3
    // A frame across a change of channel is lost even then: 1.2 ms in 40.
    #expect(Double(received.count) > count * 0.94 && Double(received.count) < count + 31)
    for item in received {
      let number = Int(item.identity.minor)
      let pose = way.devicePose(at: item.time)
      let ahead = Vec3(0.35 * cos(pose.headingRadians), 0.35 * sin(pose.headingRadians), 1.2)
      let beacon = Vec3(Double(number % 6) * 12, Double(number / 6) * 12, 2.5)
      let distance = beacon.distance(to: pose.position + ahead)
      // Free space; the exponent is the propagation model's, and the change within a second is taken as
      // linear.
      let law = -59 - 20 * log10(distance)
      #expect(item.rssiDecibelMilliwatts < law + 1 && item.rssiDecibelMilliwatts > law - 5)
    }
  }

  @Test func eachEffectCanBeEnabledAlone() throws {
    let switches: [(String, WritableKeyPath<BeaconParameters, Bool>)] = [
      ("shadowing", \.shadowing), ("fading", \.fading), ("antenna", \.antenna), ("body", \.body),
      ("collisions", \.collisions), ("deafness", \.deafness),
      ("miscalibration", \.miscalibration), ("phone offset", \.phoneOffset), ("noise", \.noise),
      ("quantisation", \.quantisation), ("delay", \.advertisingDelay),
      ("obstruction", \.obstruction),
    ]
    let far = [
      BeaconScene.beacon("near", at: [3, 0, 2.4], power: -61),
      BeaconScene.beacon("far", at: [120, 0, 2.4], power: -61),
    ]
    let place = BeaconScene.standing(at: .zero, placement: .waist, level: 1)
    let ideal = try BeaconScene(far, .ideal, seed: 3).received(along: place, seconds: 20)
    for (name, key) in switches {
      var parameters = BeaconParameters.ideal
      parameters[keyPath: key] = true
      let received = try BeaconScene(far, parameters, seed: 3).received(along: place, seconds: 20)
      #expect(received != ideal, "\(name) changes nothing")
    }
    #expect(try BeaconScene(far, .ideal, seed: 3).received(along: place, seconds: 20) == ideal)
  }

  @Test func levelsRepeatByPositionAndDifferByPhoneAndSeed() throws {
    var parameters = BeaconParameters()
    parameters.noise = false
    parameters.motion = 0
    parameters.profile = .lowLatency
    let beacon = BeaconScene.beacon("b", at: [4, 1, 2.4], interval: 0.1)
    let scene = try BeaconScene([beacon], parameters, seed: 5)
    let place = BeaconScene.standing(at: [0.3, 0.2, 0])
    // One channel at one position: one level, at any time and on any day.
    let received = scene.received(along: place, seconds: 4)
    #expect(Set(received.map(\.rssiDecibelMilliwatts)).count == 1 && received.count > 20)
    var receiver = scene.receiver()
    receiver.startScanning(at: SimTime(seconds: 86_400))
    var later: [BeaconAdvertisement] = []
    receiver.received(
      along: place, from: .start, to: SimTime(seconds: 86_404), into: &later)
    #expect(Set(later.map(\.rssiDecibelMilliwatts)) == Set(received.map(\.rssiDecibelMilliwatts)))
    #expect(later.allSatisfy { $0.time >= SimTime(seconds: 86_400) })
    // The other channels have other levels.
    let channels = Set(scene.received(along: place, seconds: 12).map(\.rssiDecibelMilliwatts))
    #expect(channels.count > 1)
    #expect(scene.received(along: place, seconds: 4, device: 2) != received)
    let other = try BeaconScene([beacon], parameters, seed: 6)
    #expect(other.received(along: place, seconds: 4, seed: 6) != received)
    // Equal names of agents and beacons must not lead to equal random streams.
    let (b, c) = (stableHash("b"), stableHash("c"))
    let twin = try BeaconScene(
      [BeaconScene.beacon("c", at: [4, 1, 2.4], interval: 0.1)], parameters, seed: 5)
    #expect(
      scene.received(along: place, seconds: 20, device: c).map(\.rssiDecibelMilliwatts)
        != twin.received(along: place, seconds: 20, device: b).map(\.rssiDecibelMilliwatts))
  }

  /// Pruned weak advertisements would not have been received.
  ///
  /// A receiver without sensitivity limit gives all advertisements; of them the other must receive the share
  /// given by the decoding probability, of weak and of strong ones.
  @Test(arguments: [1 as UInt64, 2, 3, 4]) func prunesOnlyUndetectableAdvertisements(
    seed: UInt64
  ) throws {
    let beacons = (0..<60).map {
      BeaconScene.beacon(
        "b\($0)", at: [Double($0) * 15, 4, 2.5], power: -75 + Double($0 % 3) * 8,
        minor: UInt16($0))
    }
    let way = Trajectory(
      along: [[0, 0, 0], [150, 0, 0]], speed: 1.5, placement: .handTexting, level: 0)
    func received(_ sensitivity: Double) throws -> [BeaconAdvertisement] {
      var parameters = BeaconParameters()
      parameters.collisions = false
      parameters.phoneOffset = false
      parameters.noise = false
      parameters.quantisation = false
      parameters.sensitivity = sensitivity
      let scene = try BeaconScene(beacons, parameters, seed: seed)
      return scene.received(along: way, seconds: 90, seed: seed)
    }
    let (found, all) = (try received(-98), try received(-250))
    #expect(Set(found).isSubset(of: Set(all)) && found.count > 500 && all.count > 5 * found.count)
    var (expected, variance) = (0.0, 0.0)
    for item in all {
      let share = 1 / (1 + exp(-(item.rssiDecibelMilliwatts + 98) / 0.9))
      expected += share
      variance += share * (1 - share)
    }
    let error = abs(Double(found.count) - expected)
    #expect(error < 4 * variance.squareRoot(), "\(found.count), not \(expected)")
  }

  @Test func collisionsIncreaseWithTraffic() throws {
    func share(_ others: Int, _ interference: Double) throws -> Double {
      var parameters = BeaconParameters()
      parameters.deafness = false
      parameters.interference = interference
      let beacons = (0...others).map {
        BeaconScene.beacon("n\($0)", at: [Double($0 % 20), Double($0 / 20), 2], interval: 0.1)
      }
      let scene = try BeaconScene(beacons, parameters, seed: 2)
      let received = scene.received(along: BeaconScene.standing(at: [5, 5, 0]), seconds: 20)
      return Double(received.count) / (Double(others + 1) * 20 / 0.105)
    }
    // 0.9 - 0.3 × Wi-Fi load, for one beacon with few events.
    let (idle, busy) = (try share(0, 0), try share(0, 1))
    #expect(abs(idle - 0.88) < 0.06 && abs(busy - 0.59) < 0.09, "\(idle), \(busy)")
    let (few, many) = (try share(20, 0.3), try share(400, 0.3))
    #expect(few > 0.68 && few < 0.87 && many < 0.5 * few && many > 0.05, "\(few), \(many)")
  }

  @Test func reportsPowerAndAddressOfFrames() throws {
    let beacons = [
      BeaconScene.beacon("i", at: [2, 0, 2], measured: -59.4, minor: 1),
      BeaconScene.beacon("a", at: [0, 2, 2], measured: -61, format: .altBeacon, minor: 2),
      BeaconScene.beacon("e", at: [2, 2, 2], measured: -60, format: .eddystoneUID, minor: 3),
    ]
    let place = BeaconScene.standing(at: .zero)
    func addresses(_ kind: BeaconParameters.Address) throws -> [HardwareAddress?] {
      var parameters = BeaconParameters()
      parameters.address = kind
      parameters.profile = .balanced
      let received = try BeaconScene(beacons, parameters, seed: 1)
        .received(along: place, seconds: 3000)
      for item in received {
        let reported = [1: -59.0, 2: -61, 3: -60][Int(item.identity.minor)]
        #expect(item.measuredPowerDecibelMilliwatts == reported)
        #expect(item.rssiDecibelMilliwatts == item.rssiDecibelMilliwatts.rounded())
      }
      return Array(Set(received.map(\.address)))
    }
    #expect(try addresses(.hidden) == [nil])
    let fixed = try addresses(.fixed).compactMap { $0 }
    #expect(fixed.count == 3 && fixed.allSatisfy { $0.value >> 46 == 3 })
    // 50 minutes contain three changes, and a fourth for some.
    let rotating = try addresses(.rotating).compactMap { $0 }
    #expect((12...15).contains(rotating.count) && rotating.allSatisfy { $0.value >> 46 == 1 })
  }

  @Test(arguments: [0, 1, 500]) func worksForAnyNumberOfBeacons(count: Int) throws {
    let beacons = (0..<count).map {
      BeaconScene.beacon(
        "m\($0)", at: [Double($0 % 25) * 4, Double($0 / 25) * 4, 2.5], minor: UInt16($0))
    }
    let scene = try BeaconScene(beacons, BeaconParameters(), seed: 1)
    let place = BeaconScene.standing(
      at: count == 1 ? [2, 2, 0] : [50, 40, 0], placement: .frontPocket)
    let received = scene.received(along: place, seconds: 10)
    #expect(received.isEmpty == (count == 0))
    #expect(Set(received.map(\.identity.minor)).count >= (count + 1) / 2)
    // Far away there is no reception, and no error.
    let nowhere = BeaconScene.standing(at: [1e5, -1e5, 0])
    #expect(scene.received(along: nowhere, seconds: 10).isEmpty)
    var receiver = scene.receiver()
    #expect(receiver.sense(along: nowhere, at: SimTime(seconds: 5)) == nil)
  }

  @Test func readsParametersFromMapping() throws {
    let text = """
      fading: false
      direct_ratio: 5 dB
      motion: 20 %
      profile: low_power
      address: rotating
      sensitivity: -94 dBm
      battery_age: 3000 h
      """
    let read = try decodeDocument(
      BeaconParameters.self, bytes: Array(text.utf8), name: "p.yaml")
    var expected = BeaconParameters()
    expected.fading = false
    expected.directRatio = 5
    expected.motion = 0.2
    expected.profile = .lowPower
    expected.address = .rotating
    expected.sensitivity = -94
    expected.batteryAge = 10_800_000
    #expect(read == expected)
    #expect(
      try decodeDocument(BeaconParameters.self, bytes: Array("{}".utf8), name: "p.yaml")
        == BeaconParameters())
    #expect(throws: DocumentError.self) {
      try decodeDocument(
        BeaconParameters.self, bytes: Array("motion: 2".utf8), name: "p.yaml")
    }
  }
}
